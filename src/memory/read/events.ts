/** Lists events and finds one. Reads take a Viewer: an event may be read where its place may. */
import { type SQL, sql } from "drizzle-orm"
import type { EventSource } from "../../domain/event-mark.ts"
import type { Scope, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { events } from "../db/schema.ts"
import { mentionable, namesObjector } from "./consent-sql.ts"
import { readableChannel } from "./search.ts"

export type StoredEvent = typeof events.$inferSelect

export interface EventFilter {
  scope: Scope | null
  scopeId: string | null
  source: EventSource | null
  session: string | null
}

/** Returns one page, latest first. `after` is the last item of the previous page. */
export function listEvents(
  db: Database,
  viewer: Viewer,
  { scope, scopeId, source, session }: EventFilter,
  { after, limit }: { after: { at: Time; id: string } | null; limit: number },
): Promise<StoredEvent[]> {
  const is = (column: SQL, value: string | null) => (value === null ? sql`1` : sql`${column} = ${value}`)
  return db
    .select()
    .from(events)
    .where(
      sql`${readable(viewer)} AND ${is(sql`scope`, scope)} AND ${is(sql`scope_id`, scopeId)} AND ${is(sql`source`, source)}
        AND ${is(sql`session`, session)} AND ${after === null ? sql`1` : sql`(at, id) < (${after.at}, ${after.id})`}`,
    )
    .orderBy(sql`at DESC, id DESC`)
    .limit(limit)
}

export async function findEvent(db: Database, viewer: Viewer, id: string): Promise<StoredEvent | null> {
  const rows = await db
    .select()
    .from(events)
    .where(sql`${readable(viewer)} AND id = ${id}`)
  return rows[0] ?? null
}

/** Nobody else's view shows an event about a person who objects, or one that names somebody who does. */
function readable(viewer: Viewer): SQL {
  const unnamed = viewer.hidesObjectors ? sql`NOT ${namesObjector(viewer, sql`events.content`)}` : sql`1`
  return sql`events.guild_id = ${viewer.guildId} AND deleted_at IS NULL AND ${readableChannel(viewer, sql`events.place_id`)}
    AND (events.scope <> 'user' OR ${mentionable(viewer, sql`events.scope_id`)}) AND ${unnamed}`
}
