/** Rows of events: stored once per id, marked as deleted, never changed otherwise. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { events, members } from "../db/schema.ts"

export type EventRow = typeof events.$inferSelect

/** Reads the events with these ids, and those whose message has one of these ids. */
export function knownEvents(
  db: Database,
  guildId: Id,
  { ids, messageIds }: { ids: readonly string[]; messageIds: readonly Id[] },
): Promise<EventRow[]> {
  return db
    .select()
    .from(events)
    .where(
      sql`guild_id = ${guildId} AND (id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
        OR message_id IN (SELECT value FROM json_each(${JSON.stringify(messageIds)})))`,
    )
}

/** Stores events; one whose id is known stays as it is. */
export async function insertEvents(db: Database, guildId: Id, rows: readonly EventRow[]): Promise<void> {
  const values = rows.map(({ content, ...row }) => ({ ...row, content: JSON.stringify(content) }))
  await db.run(sql`INSERT INTO events
      (guild_id, id, message_id, scope, scope_id, place_id, source, role, content, platform, session, at, created_at)
    SELECT ${guildId}, value->>'id', value->>'messageId', value->>'scope', value->>'scopeId', value->>'placeId', value->>'source',
      value->>'role', value->>'content', value->>'platform', value->>'session', value->>'at', value->>'createdAt'
    FROM json_each(${JSON.stringify(values)}) WHERE true ON CONFLICT (guild_id, id) DO NOTHING`)
}

/** Removes the rows of events that nothing accepted. */
export async function dropEvents(db: Database, guildId: Id, ids: readonly string[]): Promise<void> {
  await db.run(
    sql`DELETE FROM events WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
}

/** An event with its place and the message that stands for it. */
export interface EventMessage {
  id: string
  messageId: Id
  placeId: Id
  scope: string
}

/** Returns the known ones of these events. Evidence still tells of them after their own rows have been purged. */
export function findEventMessages(
  db: Database,
  guildId: Id,
  ids: readonly string[],
): Promise<EventMessage[]> {
  const asked = JSON.stringify(ids)
  return db.all<EventMessage>(
    sql`SELECT id, message_id AS messageId, place_id AS placeId, scope FROM events
        WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${asked}))
      UNION SELECT e.event_id, e.message_id, e.channel_id, m.scope FROM evidence e INDEXED BY evidence_event JOIN memories m ON m.id = e.memory_id
        WHERE e.guild_id = ${guildId} AND e.event_id IN (SELECT value FROM json_each(${asked}))
          AND e.message_id IS NOT NULL AND e.channel_id IS NOT NULL`,
  )
}

/** Deletes the content of events. Their rows stay until they are purged, so that the events are not accepted again. */
export function markEventsDeleted(guildId: Id, ids: readonly string[], now: Time): SQL {
  return sql`UPDATE events SET content = NULL, deleted_at = coalesce(deleted_at, ${now})
    WHERE guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** Returns the names of the people whom events are about, and which of them are bots. */
export async function eventPeople(
  db: Database,
  guildId: Id,
  ids: readonly Id[],
): Promise<Map<Id, { name: string; bot: boolean }>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: members.id, name: members.name, bot: members.bot })
    .from(members)
    .where(sql`guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`)
  return new Map(rows.map(({ id, name, bot }) => [id, { name, bot: bot === true }]))
}

/** An event of a series (`runtime/standing-events.ts`). `cited`: its row is gone, but memories still rest on it. */
export interface StandingEvent {
  id: string
  state: "kept" | "deleted" | "cited"
}

/** Returns the events whose ids begin with one of these keys and a colon. */
export function eventsOfSeries(db: Database, guildId: Id, keys: readonly string[]): Promise<StandingEvent[]> {
  // Raw SQL: a range of an index for each key.
  return db.all<StandingEvent>(sql`WITH series(low, high) AS MATERIALIZED
      (SELECT value || ':', value || ';' FROM json_each(${JSON.stringify(keys)}))
    SELECT e.id, iif(e.deleted_at IS NULL, 'kept', 'deleted') AS state FROM series CROSS JOIN events e
      ON e.guild_id = ${guildId} AND e.id > low AND e.id < high
    UNION SELECT e.event_id, 'cited' FROM series CROSS JOIN evidence e INDEXED BY evidence_event
      ON e.guild_id = ${guildId} AND e.event_id > low AND e.event_id < high
      WHERE NOT EXISTS (SELECT 1 FROM events own WHERE own.guild_id = ${guildId} AND own.id = e.event_id)`)
}
