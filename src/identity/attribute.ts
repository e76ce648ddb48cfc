/**
 * Attributions as managers make and end them. They change whose words and memories something is for readers, and
 * nothing else: export, erasure and consent stay with the account.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"

/** The most attributions of one guild: each read of the guild carries them. */
export const MOST_ATTRIBUTIONS = 500

export interface MadeAttribution {
  account: Id
  accountName: string | null
  person: Id
  personName: string | null
  madeBy: string
  madeAt: Time
  /** True if one of the two accounts rejected it. */
  isRefused: boolean
}

const ofGuild = (guildId: Id): SQL => sql`guild_id = ${guildId} AND kind = 'attribution'`
const other = (guildId: Id): SQL => sql`SELECT 1 FROM identity_links WHERE ${ofGuild(guildId)}`

/**
 * Attributes an account to a person, in place of its former attribution. Refuses chains, an account's own person, and
 * what one of the two accounts rejected. A repeat changes nothing.
 */
export async function attribute(
  db: Database,
  guildId: Id,
  { account, person }: { account: Id; person: Id },
  by: AuditActor,
): Promise<void> {
  if (account === person)
    throw new Refused({
      reason: "not_attributable",
      problem: "The account and the person are the same. Enter two different ids.",
    })
  const refused = sql`EXISTS (${other(guildId)} AND account_id = ${account} AND refused_by IS NOT NULL
    AND (person_id = ${person} OR refused_by = ${account}))`
  const chained = sql`EXISTS (${other(guildId)} AND refused_by IS NULL AND (account_id = ${person} OR person_id = ${account}))`
  const full = sql`(SELECT count(*) FROM identity_links WHERE ${ofGuild(guildId)} AND account_id <> ${account}) >= ${MOST_ATTRIBUTIONS}`
  const unknown = sql`NOT EXISTS (SELECT 1 FROM members WHERE guild_id = ${guildId} AND id = ${person})`
  const fits = sql`NOT ${refused} AND NOT ${chained} AND NOT ${full} AND NOT ${unknown}`
  const known = sql`EXISTS (${other(guildId)} AND refused_by IS NULL AND account_id = ${account} AND person_id = ${person})`
  const results = await runBatch(db, [
    sql`SELECT ${refused} AS refused, ${chained} AS chained, ${full} AS "full", ${unknown} AS unknown`,
    auditRowIf(sql`${fits} AND NOT ${known}`, by, {
      guildId,
      action: "identity.attribute",
      target: account,
      detail: { person },
    }),
    sql`DELETE FROM identity_links WHERE ${ofGuild(guildId)} AND account_id = ${account} AND person_id <> ${person}
      AND refused_by IS NULL AND ${fits}`,
    sql`INSERT INTO identity_links (guild_id, kind, account_id, person_id, made_by, made_at)
      SELECT ${guildId}, 'attribution', ${account}, ${person}, ${by.actor}, ${by.now} WHERE ${fits} ON CONFLICT DO NOTHING`,
  ])
  const [found] = z.tuple([Problems]).parse(results[0]?.results)
  if (found.unknown === 1) throw new Refused({ reason: "unknown_member", userId: person })
  if (found.refused === 1) throw new Refused({ reason: "not_attributable", problem: REJECTED })
  if (found.chained === 1) throw new Refused({ reason: "not_attributable", problem: CHAINED })
  if (found.full === 1) throw new Refused({ reason: "not_attributable", problem: FULL })
}

const Problems = z.object({ refused: z.int(), chained: z.int(), full: z.int(), unknown: z.int() })
const REJECTED = "One of the two accounts rejected this. Only they can link themselves, with `/privacy link`."
const CHAINED =
  "The person is itself attributed to somebody, or others are attributed to the account. Attribute each account to the person directly."
const FULL = `This guild already has ${MOST_ATTRIBUTIONS} attributions, which is the limit. Delete one first.`

/** Returns the person that an account speaks for; `null` if it has no attribution in effect. */
export async function attributedTo(db: Database, guildId: Id, account: Id): Promise<Id | null> {
  const rows = await db.all<{ person: Id }>(
    sql`SELECT person_id AS person FROM identity_links WHERE ${inEffect(guildId, account)}`,
  )
  return rows[0]?.person ?? null
}

const inEffect = (guildId: Id, account: Id): SQL =>
  sql`${ofGuild(guildId)} AND account_id = ${account} AND refused_by IS NULL`

/** Ends an account's attribution; does nothing if it has none. */
export async function endAttribution(db: Database, guildId: Id, account: Id, by: AuditActor): Promise<void> {
  const which = inEffect(guildId, account)
  await runBatch(db, [
    auditRowIf(sql`EXISTS (SELECT 1 FROM identity_links WHERE ${which})`, by, {
      guildId,
      action: "identity.detach",
      target: account,
    }),
    sql`DELETE FROM identity_links WHERE ${which}`,
  ])
}

/**
 * Builds the statements by which one of its two accounts rejects an attribution. It has no effect from now on, and
 * managers cannot make it again.
 */
export function rejectAttribution(
  guildId: Id,
  { account, person, rejectedBy }: { account: Id; person: Id; rejectedBy: Id },
  by: AuditActor,
): SQL[] {
  const which = sql`${ofGuild(guildId)} AND account_id = ${account} AND person_id = ${person} AND refused_by IS NULL`
  return [
    auditRowIf(sql`EXISTS (SELECT 1 FROM identity_links WHERE ${which})`, by, {
      guildId,
      action: "identity.reject",
      target: account,
      detail: { person },
    }),
    sql`UPDATE identity_links SET refused_by = ${rejectedBy} WHERE ${which}`,
  ]
}

/** Returns a guild's attributions, for its managers: never a confirmed link. */
export async function listAttributions(db: Database, guildId: Id): Promise<MadeAttribution[]> {
  const name = (id: SQL) =>
    sql`(SELECT nullif(m.name, '') FROM members m WHERE m.guild_id = l.guild_id AND m.id = ${id})`
  const rows = await db.all<Omit<MadeAttribution, "isRefused"> & { refused: number }>(
    sql`SELECT l.account_id AS account, ${name(sql`l.account_id`)} AS accountName, l.person_id AS person, ${name(sql`l.person_id`)} AS personName,
        l.made_by AS madeBy, l.made_at AS madeAt, l.refused_by IS NOT NULL AS refused
      FROM identity_links l WHERE l.guild_id = ${guildId} AND l.kind = 'attribution' ORDER BY l.account_id, l.person_id`,
  )
  return rows.map(({ refused, ...row }) => ({ ...row, isRefused: refused === 1 }))
}
