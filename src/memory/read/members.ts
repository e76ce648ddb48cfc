/** Reads and adds members: names, consent, activity and profile. */
import { type SQL, sql } from "drizzle-orm"
import { type Id, IMPORTANCE_WEIGHT, type Person, type Time, type Viewer } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import type { Database } from "../db/database.ts"
import { members } from "../db/schema.ts"
import { mentionable } from "./consent-sql.ts"
import { memoriesAbout } from "./memories-about.ts"
import {
  type FoundMemory,
  type ReadMoment,
  readableChannel,
  readableMemory,
  toFoundMemories,
} from "./search.ts"

/**
 * Returns a member as this viewer may know of them; somebody without a name is "someone". Returns `null` for a person who is
 * unknown, or known only from what the viewer may not read. A person who objects is `null` too, so that nobody learns
 * that they are known and object; they themselves and operators find them.
 */
export async function memberForViewer(db: Database, viewer: Viewer, id: Id): Promise<Person | null> {
  const rows = await db
    .select({ id: members.id, name: sql<string>`CASE WHEN name <> '' THEN name ELSE 'someone' END` })
    .from(members)
    .where(
      sql`guild_id = ${viewer.guildId} AND id = ${id} AND ${mentionable(viewer, sql`members.id`)} AND ${mayKnowOf(viewer, id)}`,
    )
  return rows[0] ?? null
}

/**
 * Returns the condition "this viewer may know of this person": it is the viewer, they spoke in a readable
 * channel, or a readable memory is about them.
 */
export function mayKnowOf(viewer: Viewer, id: Id | SQL): SQL {
  if (viewer.readable === "all" || isOwnAccount(viewer, id)) return sql`1`
  const { guildId } = viewer
  return sql`(EXISTS (SELECT 1 FROM note_people np WHERE np.guild_id = ${guildId} AND np.user_id = ${id}
      AND ${readableChannel(viewer, sql`np.channel_id`)})
    OR EXISTS (SELECT 1 FROM evidence e WHERE e.guild_id = ${guildId} AND e.author_id = ${id}
      AND ${readableChannel(viewer, sql`e.channel_id`)})
    OR EXISTS (SELECT 1 FROM memories f WHERE f.guild_id = ${guildId} AND f.scope = 'user' AND f.subject_id = ${id}
      AND ${readableMemory(viewer, sql`f`)}))`
}

function isOwnAccount({ userId, linked }: Viewer, id: Id | SQL): boolean {
  return typeof id === "string" && [userId, ...linked].includes(id)
}

/**
 * Returns which of these members this viewer may know of, without those who object. A greeting alone leaves no trace to
 * know somebody by.
 */
export async function membersKnownTo(db: Database, viewer: Viewer, ids: readonly Id[]): Promise<Set<Id>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(
      sql`guild_id = ${viewer.guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        AND ${mentionable(viewer, sql`members.id`)} AND ${mayKnowOf(viewer, sql`members.id`)}`,
    )
  return new Set(rows.map(({ id }) => id))
}

/** Adds a member unless already known; a known name stays. */
export async function insertMember(db: Database, guildId: Id, person: Person, now: Time): Promise<void> {
  await db
    .insert(members)
    .values({ guildId, ...person, seenAt: now })
    .onConflictDoNothing()
}

/** Lets any message of the person give them a name, also an older one: this name only stands in for it. */
export async function awaitName(db: Database, guildId: Id, { id, name }: Person): Promise<void> {
  await db.run(
    sql`UPDATE members SET seen_at = 0 WHERE guild_id = ${guildId} AND id = ${id} AND name = ${name}`,
  )
}

// Activity: whose digests to write ahead, and for which channels. Returns ids only, never shown, so without a
// viewer. Reading a digest leaves out people who object.

/**
 * Returns participants of the conversations in a time span, most conversations first. The end is excluded.
 */
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

/** Returns the number of messages read in a time span. The end is excluded. */
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

/** Returns the people with digests written since a time, and their audiences, latest first. */
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

/** Returns the channels each of these people talked in since a time, most active first. */
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

// The profile of a person: their permanent memories by section and their expiring ones. A view, never a
// second copy.

interface Profile {
  permanent: FoundMemory[]
  expiring: FoundMemory[]
}

const MAX_PROFILE_FACTS = 500

/** Reads what is known of a person, under all of their `accounts`. */
export async function readProfile(
  db: Database,
  viewer: Viewer,
  accounts: readonly Id[],
  moment: ReadMoment,
): Promise<Profile> {
  const subjects = accounts.map((id) => ({ scope: "user", id }) as const)
  const known = toFoundMemories(
    await memoriesAbout(db, viewer, subjects, { ...moment, each: MAX_PROFILE_FACTS }),
  )
  // If only evidence the viewer cannot read extended a memory, it has expired for them.
  const found = known
    .filter(({ memory }) => memory.expiresAt === null || memory.expiresAt > moment.now)
    // Sorts again, because the stored order depends on evidence they cannot read.
    .sort((a, b) => weightOf(b) - weightOf(a) || b.memory.lastSaidAt - a.memory.lastSaidAt)
  return {
    permanent: found.filter(({ memory }) => memory.expiresAt === null),
    expiring: found.filter(({ memory }) => memory.expiresAt !== null),
  }
}

function weightOf({ memory }: FoundMemory): number {
  return IMPORTANCE_WEIGHT[memory.importance]
}

// Foreign names: members named by a model although nothing it was shown names them. The names are used only
// to remove them.

/** Only the most recently seen members: nobody mentions people who have been absent for long. */
const MAX_MEMBER_NAMES = 2_000

/**
 * Returns the display names of a guild's members. Call it before asking a model, so that handling the reply
 * does not wait for the database.
 */
export async function memberNames(db: Database, guildId: Id): Promise<string[]> {
  const rows = await db.all<{ name: string }>(
    sql`SELECT name FROM members WHERE guild_id = ${guildId} AND name <> '' ORDER BY seen_at DESC LIMIT ${MAX_MEMBER_NAMES}`,
  )
  return rows.map(({ name }) => name)
}

/** Returns the names that occur in `said` but not in `shown`. Pure. */
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
