/** Who wants to be remembered: what people say of it, for one guild or for the whole deployment, and what follows from it. It shows no memory. */
import { eq, sql } from "drizzle-orm"
import { type Database, land, type Statement } from "../memory/database.ts"
import { audit, erasures, members, objections } from "../memory/schema.ts"
import type { Id, Person, Time } from "../vocabulary.ts"

export type Consent = "in" | "out" | null

/** What stands in audit rows of what is done for all guilds at once. */
export const DEPLOYMENT: Id = "0"

interface By {
  actor: string
  now: Time
}

/** The rule: an objection for the whole deployment wins; then what they said in the guild; then the guild's default. */
export function mayRemember(said: { consent: Consent; objects: boolean }, optIn: boolean): boolean {
  if (said.objects) return false
  return optIn ? said.consent === "in" : said.consent !== "out"
}

/** Takes down whether a person wants to be remembered in a guild; null takes their word back. Prose that names someone who objects goes. */
export async function setConsent(
  db: Database,
  guildId: Id,
  said: { person: Person; consent: Consent },
  by: By,
): Promise<void> {
  const { person, consent } = said
  const stated = { consent, consentAt: by.now }
  await land(db, [
    db
      .insert(members)
      .values({ guildId, ...person, ...stated, seenAt: by.now })
      .onConflictDoUpdate({ target: [members.guildId, members.id], set: stated }),
    ...(consent === "in" ? [] : [proseNaming(person.id, sql`d.guild_id = ${guildId}`)]),
    row(db, { guildId, action: "consent.set", target: person.id, detail: { consent } }, by),
  ])
}

/** Takes down, or back, that a person is not to be remembered in any guild of this deployment. */
export async function setObjection(db: Database, userId: Id, objects: boolean, by: By): Promise<void> {
  const theirs = sql`d.guild_id IN (SELECT guild_id FROM members WHERE id = ${userId})`
  const change: Statement[] = objects
    ? [
        db.insert(objections).values({ userId, at: by.now }).onConflictDoNothing(),
        sql`DELETE FROM digests AS d WHERE d.user_id = ${userId} AND ${theirs}`,
        proseNaming(userId, theirs),
      ]
    : [db.delete(objections).where(eq(objections.userId, userId))]
  const detail = { consent: objects ? "out" : null }
  await land(db, [
    ...change,
    row(db, { guildId: DEPLOYMENT, action: "objection.set", target: userId, detail }, by),
  ])
}

/** When a person objected for the whole deployment; null: they do not. */
export async function findObjection(db: Database, userId: Id): Promise<Time | null> {
  const rows = await db.select().from(objections).where(eq(objections.userId, userId))
  return rows[0]?.at ?? null
}

/**
 * Asks for everything known of a person in a guild to be erased; returns the erasure's id. The guild's Eraser carries it
 * out: it has to be woken, or finds it by itself. One that is already asked for and not done is returned as it is.
 */
export async function requestErasure(
  db: Database,
  asked: { guildId: Id; userId: Id },
  by: By,
): Promise<string> {
  const { guildId, userId } = asked
  const id = `e_${crypto.randomUUID()}`
  const open = sql`guild_id = ${guildId} AND kind = 'person' AND target = ${userId} AND state <> 'done'`
  await land(db, [
    sql`INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at)
      SELECT ${id}, ${guildId}, 'person', ${userId}, 'waiting', '{}', ${by.actor}, ${by.now}
      WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE ${open})`,
    row(db, { guildId, action: "erasure.request", target: userId, detail: { kind: "person" } }, by),
  ])
  const rows = await db.select({ id: erasures.id }).from(erasures).where(open).limit(1)
  // Done already: its Eraser was quick.
  return rows[0]?.id ?? id
}

/** Stored prose about anybody that names a person, by any name they have there. It is made anew for its next reader. */
function proseNaming(userId: Id, guilds: ReturnType<typeof sql>) {
  return sql`DELETE FROM digests AS d WHERE ${guilds} AND EXISTS (SELECT 1 FROM members m
    WHERE m.guild_id = d.guild_id AND m.id = ${userId} AND length(m.name) >= 3 AND instr(lower(d.body), lower(m.name)) > 0)`
}

function row(
  db: Database,
  entry: { guildId: Id; action: string; target: Id; detail: Record<string, string | null> },
  { actor, now }: By,
) {
  return db.insert(audit).values({ ...entry, at: now, actor })
}
