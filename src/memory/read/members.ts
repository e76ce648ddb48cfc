/** Members as known from what was heard: their names and what they said of consent. */
import { and, eq, sql } from "drizzle-orm"
import { type Id, IMPORTANCE_WEIGHT, type Person, type Time, type Viewer } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import type { Database } from "../db/database.ts"
import { members } from "../db/schema.ts"
import { mentionable } from "./consent-sql.ts"
import { type FoundMemory, memoriesAboutPeople, type ReadMoment, toFoundMemories } from "./search.ts"

/** A member, or null if nothing was ever heard from them. */
export async function findMember(db: Database, guildId: Id, id: Id) {
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.guildId, guildId), eq(members.id, id)))
  return rows[0] ?? null
}

/** A member as this viewer may be told of them: whoever objects, or was erased, has no name. null if nothing was ever heard from them. */
export async function memberForViewer(db: Database, viewer: Viewer, id: Id): Promise<Person | null> {
  const shown = sql<string>`CASE WHEN name <> '' AND ${mentionable(viewer, sql`members.id`)} THEN name ELSE 'someone' END`
  const rows = await db
    .select({ id: members.id, name: shown })
    .from(members)
    .where(and(eq(members.guildId, viewer.guildId), eq(members.id, id)))
  return rows[0] ?? null
}

/** Makes a member known, keeping the name already known. */
export async function insertMember(db: Database, guildId: Id, person: Person, now: Time): Promise<void> {
  await db
    .insert(members)
    .values({ guildId, ...person, seenAt: now })
    .onConflictDoNothing()
}

// Whose digests are worth writing ahead: who talks, who is read about, and where. Ids alone, shown to nobody, so without a viewer; who objects is left out where digests are read.

/** Those who took part in the conversations of a span of time, those of the most conversations first. Its end is excluded. */
export async function mostActivePeople(
  db: Database,
  guildId: Id,
  { from, to, most }: { from: Time; to: Time; most: number },
): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(
    sql`SELECT p.value->>'id' AS id FROM notes n, json_each(n.participants) p
      WHERE n.guild_id = ${guildId} AND n.to_at >= ${from} AND n.to_at < ${to} AND n.kind = 'conversation'
      GROUP BY 1 ORDER BY count(*) DESC, max(n.to_at) DESC, 1 LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** How many messages were read of a span of time. Its end is excluded. */
export async function countMessagesRead(
  db: Database,
  guildId: Id,
  { from, to }: { from: Time; to: Time },
): Promise<number> {
  const rows = await db.all<{ count: number }>(
    sql`SELECT coalesce(sum(message_count), 0) AS count FROM windows WHERE guild_id = ${guildId} AND last_at >= ${from} AND last_at < ${to}`,
  )
  return rows[0]?.count ?? 0
}

/** For whom digests are stored that were written since a time, and for which audiences, the latest first. */
export async function digestsWrittenSince(
  db: Database,
  guildId: Id,
  since: Time,
): Promise<{ userId: Id; audience: string }[]> {
  return db.all(
    sql`SELECT user_id AS userId, audience FROM digests WHERE guild_id = ${guildId} AND updated_at >= ${since} AND body <> ''
      GROUP BY 1, 2 ORDER BY max(updated_at) DESC, 1, 2`,
  )
}

/** Where each of these people talked since a time, where most first. */
export async function channelsTalkedIn(
  db: Database,
  guildId: Id,
  { people, since }: { people: readonly Id[]; since: Time },
): Promise<{ userId: Id; channelId: Id }[]> {
  return db.all(
    sql`SELECT np.user_id AS userId, np.channel_id AS channelId FROM json_each(${JSON.stringify(people)}) p
      CROSS JOIN note_people np ON np.guild_id = ${guildId} AND np.user_id = p.value AND np.to_at >= ${since}
      GROUP BY 1, 2 ORDER BY count(*) DESC, max(np.to_at) DESC, 2`,
  )
}

// A person's profile: their permanent memories by section, and what is in force for a time. A view, never a second copy.

interface Profile {
  permanent: FoundMemory[]
  expiring: FoundMemory[]
}

const MOST = 500

export async function readProfile(
  db: Database,
  viewer: Viewer,
  userId: Id,
  moment: ReadMoment,
): Promise<Profile> {
  const known = toFoundMemories(await memoriesAboutPeople(db, viewer, [userId], { ...moment, each: MOST }))
  // What was said again where this viewer cannot read has run out for them.
  const found = known
    .filter(({ memory }) => memory.expiresAt === null || memory.expiresAt > moment.now)
    // Nor does its place tell of it.
    .sort((a, b) => weightOf(b) - weightOf(a) || b.memory.lastSaidAt - a.memory.lastSaidAt)
  return {
    permanent: found.filter(({ memory }) => memory.expiresAt === null),
    expiring: found.filter(({ memory }) => memory.expiresAt !== null),
  }
}

function weightOf({ memory }: FoundMemory): number {
  return IMPORTANCE_WEIGHT[memory.importance]
}

// Members whom a text names although nothing that it was made of does. Their names go nowhere: they are for keeping them out.

/** Those seen last: of whom nobody has heard for long, nobody speaks. */
const MOST_STRANGERS = 2_000

/** The display names of a guild's members, to be asked for before a model is: what it said must not wait for the database. */
export async function memberNames(db: Database, guildId: Id): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    sql`SELECT name FROM members WHERE guild_id = ${guildId} AND name <> '' ORDER BY seen_at DESC LIMIT ${MOST_STRANGERS}`,
  )
  return rows.map(({ name }) => name)
}

/** Those of these names that stand in `said` and not in `shown`. Pure. */
export function findForeignNames(
  names: readonly string[],
  { said, shown }: { said: string; shown: string },
): string[] {
  const lower = said.toLowerCase()
  const near = names.filter((name) => lower.includes(name.trim().toLowerCase()))
  return near.filter((name) => {
    const { mentions: named } = nameRedactor([name])
    return named(said) && !named(shown)
  })
}
