/** What was talked about in a time: its topics, and of the conversations that came to none the latest. Reads take a Viewer. */
import { type SQL, sql } from "drizzle-orm"
import type { Note, Span, Time, Viewer } from "../../domain/types.ts"
import { askAtOnce, type Database } from "../db/database.ts"
import { readableNote } from "./note-reads.ts"
import { topicsByDay } from "./topics-by-day.ts"

/** A note by its row number, and what it is put in order by. */
export type Talked = Pick<Note, "id" | "kind"> & { seq: number; at: Time }

/** As many as settings allow a day, eight, for a fortnight and today: a talk whose topic is left out would be told by neither. */
const MOST_TOPICS = 120
const MOST_TALKS = 100

/** In no order. A conversation whose topic this viewer may not read stands by itself. */
export async function talkedDuring(db: Database, viewer: Viewer, span: Span): Promise<Talked[]> {
  const topics = topicsByDay(viewer.guildId, span, { where: readableNote(viewer), limit: MOST_TOPICS })
  const { talked } = await askAtOnce(db, {
    talked: sql`SELECT json_group_array(json_object('seq', notes.seq, 'id', notes.id, 'kind', notes.kind, 'at', notes.to_at))
      FROM (SELECT seq FROM (${topics}) UNION ALL SELECT seq FROM (${talks(viewer, span)})) t CROSS JOIN notes WHERE notes.seq = t.seq`,
  })
  // Worded by the query above alone.
  return JSON.parse(talked ?? "[]") as Talked[]
}

function talks(viewer: Viewer, { from, to }: Span): SQL {
  return sql`SELECT seq FROM notes INDEXED BY notes_recent WHERE guild_id = ${viewer.guildId} AND kind = 'conversation'
    AND to_at >= ${from} AND to_at <= ${to} AND ${readableNote(viewer)}
    AND NOT EXISTS (SELECT 1 FROM note_sources s CROSS JOIN notes c ON c.id = s.cluster_id
      WHERE s.guild_id = notes.guild_id AND s.source_id = notes.id AND ${readableNote(viewer, sql`c`)})
    ORDER BY to_at DESC LIMIT ${MOST_TALKS}`
}
