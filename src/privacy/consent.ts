/**
 * Consent to be remembered, per guild and for the whole deployment, and its immediate effects. It shows no
 * memory.
 */
import { eq, sql } from "drizzle-orm"
import { DEPLOYMENT } from "../domain/ids.ts"
import type { Id, Person, Time } from "../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../memory/db/database.ts"
import { members, objections } from "../memory/db/schema.ts"
import { type AuditActor, auditRow } from "../memory/write/audit.ts"
import { unlogPerson } from "../memory/write/claim-log.ts"
import { voidDrafts, voidDraftsWhere } from "../memory/write/run-drafts.ts"
import { voidUndo } from "../memory/write/undo-rows.ts"

export type Consent = "in" | "out" | null

/**
 * The rule: an objection for the whole deployment wins, then the person's word in the guild, then the guild's
 * default.
 */
export function mayRemember(said: { consent: Consent; objects: boolean }, optIn: boolean): boolean {
  if (said.objects) return false
  return optIn ? said.consent === "in" : said.consent !== "out"
}

/**
 * Records whether a person wants to be remembered in a guild; `null` withdraws their word. Unless they agree,
 * digests that name them are deleted.
 */
export async function setConsent(
  db: Database,
  guildId: Id,
  said: { person: Person; consent: Consent },
  by: AuditActor,
): Promise<void> {
  const { person, consent } = said
  const stated = { consent, consentAt: by.now }
  await runBatch(db, [
    db
      .insert(members)
      .values({ guildId, ...person, ...stated, seenAt: by.now })
      .onConflictDoUpdate({ target: [members.guildId, members.id], set: stated }),
    ...(consent === "in"
      ? []
      : [
          deleteDigestsNaming(person.id, sql`d.guild_id = ${guildId}`),
          voidUndo(guildId),
          unlogPerson(guildId, person.id),
          ...voidDrafts(guildId, by.now),
        ]),
    auditRow(db, by, { guildId, action: "consent.set", target: person.id, detail: { consent } }),
  ])
}

/** Records, or withdraws, a person's objection to being remembered in any guild of this deployment. */
export async function setObjection(
  db: Database,
  userId: Id,
  objects: boolean,
  by: AuditActor,
): Promise<void> {
  const theirs = sql`d.guild_id IN (SELECT guild_id FROM members WHERE id = ${userId})`
  const change: BatchStatement[] = objects
    ? [
        db.insert(objections).values({ userId, at: by.now }).onConflictDoNothing(),
        sql`DELETE FROM digests AS d WHERE d.user_id = ${userId} AND ${theirs}`,
        deleteDigestsNaming(userId, theirs),
        sql`DELETE FROM claim_log WHERE guild_id IN (SELECT guild_id FROM members WHERE id = ${userId}) AND scope = 'user' AND subject_id = ${userId}`,
        sql`DELETE FROM undo WHERE guild_id IN (SELECT guild_id FROM members WHERE id = ${userId})`,
        ...voidDraftsWhere(sql`guild_id IN (SELECT guild_id FROM members WHERE id = ${userId})`, by.now),
      ]
    : [db.delete(objections).where(eq(objections.userId, userId))]
  const detail = { consent: objects ? "out" : null }
  await runBatch(db, [
    ...change,
    auditRow(db, by, { guildId: DEPLOYMENT, action: "objection.set", target: userId, detail }),
  ])
}

/**
 * Returns a person's consent in a guild and when they gave it; both are `null` if they never said anything.
 */
export async function findConsent(
  db: Database,
  guildId: Id,
  userId: Id,
): Promise<{ consent: Consent; at: Time | null }> {
  const rows = await db
    .select({ consent: members.consent, at: members.consentAt })
    .from(members)
    .where(sql`guild_id = ${guildId} AND id = ${userId}`)
  return rows[0] ?? { consent: null, at: null }
}

/** Returns when a person objected for the whole deployment; `null` if they did not. */
export async function findObjection(db: Database, userId: Id): Promise<Time | null> {
  const rows = await db.select().from(objections).where(eq(objections.userId, userId))
  return rows[0]?.at ?? null
}

/**
 * Deletes digests of anyone that name a person, by any name they have there. A digest is made again for its
 * next reader.
 */
function deleteDigestsNaming(userId: Id, guilds: ReturnType<typeof sql>) {
  return sql`DELETE FROM digests AS d WHERE ${guilds} AND EXISTS (SELECT 1 FROM members m
    WHERE m.guild_id = d.guild_id AND m.id = ${userId} AND length(m.name) >= 3 AND instr(lower(d.body), lower(m.name)) > 0)`
}
