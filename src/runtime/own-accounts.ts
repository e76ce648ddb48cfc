/**
 * Opts out and erases all accounts of a person at once. Only for the person themselves: a change by anybody else
 * concerns one account. Links end here too, so that no restore brings one back.
 */
import { Refused } from "../domain/errors.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import { type ErasureJob, erasePerson } from "../erasure/jobs.ts"
import { journalConsent } from "../erasure/wake.ts"
import { attribute, attributedTo, endAttribution, rejectAttribution } from "../identity/attribute.ts"
import { endLink, type LinkRow, linkEnds, linkedAccounts, linkHash, linksOf } from "../identity/links.ts"
import { type Database, guildDatabase, runBatch } from "../memory/db/database.ts"
import { type AuditActor, memberActor } from "../memory/write/audit.ts"
import { findConsent, findObjection } from "../privacy/consent.ts"
import { changeConsent, changeObjection } from "./consent.ts"

type Bindings = Pick<Env, "DB" | "ERASERS">

/** Returns the accounts linked with a person's own, for the person alone. */
export function accountsLinkedWith(env: Bindings, guildId: Id, userId: Id): Promise<Id[]> {
  return linkedAccounts(guildDatabase(env, guildId), guildId, userId)
}

/** Opts out a person's linked accounts, each in its own name. Returns them. Those that are out stay as they are. */
export async function optOutLinked(
  env: Bindings,
  guildId: Id,
  { userId, now, everywhere }: { userId: Id; now: Time; everywhere: boolean },
): Promise<Id[]> {
  const db = guildDatabase(env, guildId)
  const linked = await linkedAccounts(db, guildId, userId)
  for (const id of linked) {
    const by = { actor: memberActor(id), now }
    if (everywhere) {
      if ((await findObjection(db, id)) === null) await changeObjection(env, id, true, by)
    } else if ((await findConsent(db, guildId, id)).consent !== "out")
      await changeConsent(env, guildId, { person: { id, name: `member ${id}` }, consent: "out" }, by)
  }
  return linked
}

/**
 * Requests the erasure of a person with all linked accounts, each as a job of its own that names no other. Returns the
 * job of `userId`, which is requested last: if a request is cut off, a repeat still knows the others.
 */
export async function eraseAccounts(
  db: Database,
  wanted: { guildId: Id; userId: Id; optOut: boolean; id?: string },
  by: AuditActor,
): Promise<ErasureJob> {
  const { guildId, userId, optOut } = wanted
  for (const id of await linkedAccounts(db, guildId, userId)) {
    const job = wanted.id === undefined ? {} : { id: `e_${hashOf([wanted.id, id])}` }
    await erasePerson(db, { guildId, userId: id, optOut, ...job }, { actor: memberActor(id), now: by.now })
  }
  return erasePerson(db, wanted, by)
}

/** Ends every link between an account and another, as the first one's own word. Refuses what is not linked. */
export async function unlinkAccount(
  env: Bindings,
  guildId: Id,
  { account, other }: { account: Id; other: Id },
  by: AuditActor,
): Promise<void> {
  const db = guildDatabase(env, guildId)
  const links = (await linksOf(db, guildId, account)).filter((link) => link.account === other)
  if (links.length === 0) throw new Refused({ reason: "unknown_link", accountId: other })
  for (const { kind, isPerson } of links) {
    if (kind === "confirmed") {
      await journalEnd(env, guildId, { row: { kind, ...linkEnds(account, other) }, at: by.now, value: null })
      await db.run(endLink(guildId, account, other))
      continue
    }
    const [accountId, personId] = isPerson ? [account, other] : [other, account]
    await journalEnd(env, guildId, { row: { kind, accountId, personId }, at: by.now, value: "out" })
    await runBatch(
      db,
      rejectAttribution(guildId, { account: accountId, person: personId, rejectedBy: account }, by),
    )
  }
}

/** Attributes an account to a person, as a manager. */
export async function attributeAccount(
  env: Bindings,
  guildId: Id,
  { account, person }: { account: Id; person: Id },
  by: AuditActor,
): Promise<void> {
  const db = guildDatabase(env, guildId)
  const before = await attributedTo(db, guildId, account)
  await attribute(db, guildId, { account, person }, by)
  if (before !== null && before !== person)
    await journalDetached(env, guildId, { account, person: before, at: by.now })
}

/** Ends an account's attribution, as a manager. */
export async function detachAccount(env: Bindings, guildId: Id, account: Id, by: AuditActor): Promise<void> {
  const db = guildDatabase(env, guildId)
  const person = await attributedTo(db, guildId, account)
  if (person === null) throw new Refused({ reason: "unknown_link", accountId: account })
  await journalDetached(env, guildId, { account, person, at: by.now })
  await endAttribution(db, guildId, account, by)
}

function journalDetached(
  env: Bindings,
  guildId: Id,
  { account, person, at }: { account: Id; person: Id; at: Time },
): Promise<void> {
  const row = { kind: "attribution", accountId: account, personId: person } as const
  return journalEnd(env, guildId, { row, at, value: null })
}

function journalEnd(
  env: Bindings,
  guildId: Id,
  { row, at, value }: { row: LinkRow; at: Time; value: "out" | null },
): Promise<void> {
  return journalConsent(env, guildId, { kind: "unlink", target: linkHash(guildId, row), at, value })
}
