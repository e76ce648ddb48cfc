/**
 * A channel's knowledge of its guild between refreshes: settings, parent channels, objections and erasures.
 * Loaded together, so the channel can decide without another query.
 */
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Message, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { members, objections } from "../../memory/db/schema.ts"
import { guildFromRows, guildQuery } from "../../policy/guild.ts"
import {
  type ChannelMode,
  DEFAULT_SETTINGS,
  type GuildSettings,
  MOST_PARENTS,
  modeOf,
  SettingsSchema,
} from "../../policy/settings.ts"
import { mayRemember } from "../../privacy/consent.ts"

// Marks what a channel must not accept again: messages from before their author, the channel or the guild was
// erased, and every message while the guild is leaving.

const ErasedSchema = z.object({
  /** Messages of these people up to this time are rejected. */
  people: z.record(z.string(), z.number()),
  /** Everyone's messages up to this time are rejected. */
  until: z.number().nullable(),
  /** When the guild will be erased. */
  leavingAt: z.number().nullable(),
})
export type ErasedScope = z.output<typeof ErasedSchema>

export const NOTHING_ERASED: ErasedScope = { people: {}, until: null, leavingAt: null }

/** The end of an erasure in progress, which is not known yet. Until it ends, the channel accepts nothing. */
const NEVER = 8_640_000_000_000_000

/** Reads, in one round trip, which erasures apply to the channel. */
async function readErased(
  db: Database,
  { guildId, channelId }: { guildId: Id; channelId: Id },
): Promise<ErasedScope> {
  const rows = await db.all<{ people: string; until: Time | null; leavingAt: Time | null }>(
    sql`SELECT (SELECT json_group_object(id, erased_at) FROM members WHERE guild_id = ${guildId} AND erased_at IS NOT NULL) AS people,
      (SELECT max(coalesce(finished_at, ${NEVER})) FROM erasures WHERE guild_id = ${guildId}
        AND (kind = 'guild' OR (kind = 'channel' AND target = ${channelId}))) AS until,
      (SELECT leaving_at FROM guilds WHERE id = ${guildId}) AS leavingAt`,
  )
  const row = rows[0]
  // Trusted JSON: json_group_object of our own columns.
  return row ? ErasedSchema.parse({ ...row, people: JSON.parse(row.people) }) : NOTHING_ERASED
}

/** Returns true if a message was said before its author, channel or guild was erased. */
export function isErased({ people, until }: ErasedScope, message: Pick<Message, "author" | "at">): boolean {
  const erasedAt = people[message.author.id]
  return (erasedAt !== undefined && message.at <= erasedAt) || (until !== null && message.at <= until)
}

export const GuildSnapshotSchema = z.object({
  settings: SettingsSchema,
  /** The channel's parents, nearest first. */
  parentIds: z.array(z.string()).default([]),
  /** People with a stated consent. */
  consents: z.record(z.string(), z.enum(["in", "out"])),
  erased: ErasedSchema,
  /** People who object in the whole deployment. */
  objecting: z.array(z.string()).default([]),
  loadedAt: z.number(),
})
export type GuildSnapshot = z.output<typeof GuildSnapshotSchema>

/**
 * Loads the snapshot. `receivedParent` is a parent id that was delivered and is not stored yet; it counts
 * only if the guild's structure has no entry for the channel.
 */
export async function readGuildSnapshot(
  db: Database,
  place: { guildId: Id; channelId: Id },
  { receivedParent, now }: { receivedParent: Id | null; now: Time },
): Promise<GuildSnapshot> {
  const { guildId } = place
  const consenting = db
    .select({ id: members.id, consent: members.consent })
    .from(members)
    .where(sql`guild_id = ${guildId} AND consent IS NOT NULL`)
  const [[guildRows, consentRows, objectionRows, parentRows], erased] = await Promise.all([
    db.batch([
      guildQuery(db, guildId),
      consenting,
      db.select({ id: objections.userId }).from(objections),
      parentsQuery(db, place, receivedParent),
    ]),
    readErased(db, place),
  ])
  const consents = consentRows.flatMap((row) =>
    row.consent === null ? [] : [[row.id, row.consent] as const],
  )
  const settings: GuildSettings = guildFromRows(guildRows)?.settings ?? DEFAULT_SETTINGS
  return {
    settings,
    parentIds: parentRows.map(({ id }) => id),
    consents: Object.fromEntries(consents),
    erased,
    objecting: objectionRows.map(({ id }) => id),
    loadedAt: now,
  }
}

/** Walks up from the channel. Raw SQL: drizzle has no recursion. */
function parentsQuery(
  db: Database,
  { guildId, channelId }: { guildId: Id; channelId: Id },
  receivedParent: Id | null,
) {
  const own = sql`(SELECT CASE WHEN type IS NULL THEN coalesce(${receivedParent}, parent_id) ELSE parent_id END
    FROM channels WHERE guild_id = ${guildId} AND id = ${channelId})`
  const known = sql`EXISTS (SELECT 1 FROM channels WHERE guild_id = ${guildId} AND id = ${channelId})`
  const parents = sql`(WITH RECURSIVE up(id, step) AS (
      SELECT CASE WHEN ${known} THEN ${own} ELSE ${receivedParent} END, 1
      UNION ALL SELECT c.parent_id, step + 1 FROM up JOIN channels c ON c.guild_id = ${guildId} AND c.id = up.id
        WHERE step < ${MOST_PARENTS} AND c.parent_id IS NOT NULL)
    SELECT id, step FROM up WHERE id IS NOT NULL)`
  return db.select({ id: sql<Id>`up.id` }).from(sql`${parents} up`).orderBy(sql`up.step`)
}

/** Returns the channel's mode. */
export function modeInSnapshot(
  snapshot: Pick<GuildSnapshot, "settings" | "parentIds">,
  channelId: Id,
): ChannelMode {
  return modeOf(snapshot.settings.channels, { id: channelId, parentIds: snapshot.parentIds })
}

/** Returns true if this person's messages may be kept. */
export function mayHear(snapshot: GuildSnapshot, userId: Id): boolean {
  if (snapshot.settings.blocked.includes(userId)) return false
  const said = { consent: snapshot.consents[userId] ?? null, objects: snapshot.objecting.includes(userId) }
  return mayRemember(said, snapshot.settings.consent === "opt_in")
}

/**
 * Returns the people whose messages may be kept under only one of two snapshots; "all" if it could be anyone.
 */
export function hearingChanges(before: GuildSnapshot | null, after: GuildSnapshot): Id[] | "all" {
  if (before === null || before.settings.consent !== after.settings.consent) return "all"
  const named = [before, after].flatMap(({ settings, consents, objecting }) => [
    ...settings.blocked,
    ...Object.keys(consents),
    ...objecting,
  ])
  return [...new Set(named)].filter((id) => mayHear(before, id) !== mayHear(after, id))
}
