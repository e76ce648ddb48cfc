/** Notes as somebody looks through them: listed by when they ended, with filters, and found by id. Reads take a Viewer; nobody who objects is named in them, or a way to find them. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Note, Span, Time, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../db/database.ts"
import type { Picks } from "../db/full-text.ts"
import { mentionable, objectorsFromAnswer, objectorsQuery } from "./consent-sql.ts"
import { notesFromAnswer, pickedNoteRows, readableNote, topicsByDay } from "./note-reads.ts"

export interface NoteFilter {
  kind: Note["kind"] | null
  /** Where it was heard; of a topic, any of its conversations. */
  channelId: Id | null
  /** Who took part. */
  participantId: Id | null
  /** It ended within. */
  during: Span | null
}

export interface NotePage {
  /** The last one of the page before; null: the first page. */
  after: { at: Time; id: string } | null
  limit: number
}

/** One page of notes, the latest ended first. */
export async function listNotes(
  db: Database,
  viewer: Viewer,
  filter: NoteFilter,
  page: NotePage,
): Promise<Note[]> {
  const picked = await readNotes(db, viewer, listing(viewer, filter, page))
  return picked.toSorted((a, b) => b.toAt - a.toAt || (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** null where there is none that the viewer may read. */
export async function findNote(db: Database, viewer: Viewer, id: string): Promise<Note | null> {
  const [note] = await readNotes(db, viewer, {
    found: sql`SELECT seq, 0 AS place FROM notes WHERE id = ${id}`,
  })
  return note ?? null
}

/** Notes as picked, each once, as this viewer is told of them. */
export async function readNotes(db: Database, viewer: Viewer, picks: Picks): Promise<Note[]> {
  const [rows, { silent }] = await Promise.all([
    db.all<{ note: string }>(pickedNoteRows(viewer, picks)),
    readTogether(db, viewer.hidesObjectors ? { silent: objectorsQuery(viewer) } : {}),
  ])
  const names = objectorsFromAnswer(silent).flatMap(({ name }) => name ?? [])
  const lists = [...notesFromAnswer(`[${rows.map(({ note }) => note)}]`, names).values()].flat()
  return [...new Map(lists.map((one) => [one.found.id, one.found])).values()]
}

/**
 * What a page is picked from. All notes stand in one index by time; a person's conversations in another. Topics are few among many
 * conversations, so by themselves they are found through their sources, whose keys begin with the topics' days.
 */
function listing(viewer: Viewer, filter: NoteFilter, page: NotePage): Picks {
  const { kind, participantId } = filter
  if (participantId === null && kind !== "topic_cluster") return { noted: byTime(viewer, filter, page) }
  const where = wanted(viewer, filter, page)
  const found = topicsByDay(viewer.guildId, spanOf(filter, page), { where, limit: page.limit })
  const topics = sql`SELECT seq, 0 AS place FROM (${found})`
  if (kind === "topic_cluster") return { topics }
  const held = ofPerson(viewer, filter, page)
  return kind === "conversation" ? { held } : { held, topics }
}

function byTime(viewer: Viewer, filter: NoteFilter, page: NotePage): SQL {
  return sql`SELECT seq, 0 AS place FROM (SELECT seq FROM notes INDEXED BY notes_recent WHERE guild_id = ${viewer.guildId}
      AND ${within(sql`to_at`, spanOf(filter, page))} AND ${wanted(viewer, filter, page)} ORDER BY to_at DESC, id DESC LIMIT ${page.limit})`
}

function ofPerson(viewer: Viewer, filter: NoteFilter, page: NotePage): SQL {
  return sql`SELECT seq, 0 AS place FROM (SELECT notes.seq FROM note_people np CROSS JOIN notes ON notes.seq = np.note_seq
    WHERE np.guild_id = ${viewer.guildId} AND np.user_id = ${filter.participantId} AND ${within(sql`np.to_at`, spanOf(filter, page))}
      AND ${wanted(viewer, filter, page)} ORDER BY np.to_at DESC, notes.id DESC LIMIT ${page.limit})`
}

/** When the notes of a page may have ended. */
function spanOf({ during }: NoteFilter, { after }: NotePage): Span {
  const { from, to } = during ?? { from: 0, to: Number.MAX_SAFE_INTEGER }
  return { from, to: Math.min(to, after?.at ?? to) }
}

function within(at: SQL, { from, to }: Span): SQL {
  return sql`${at} >= ${from} AND ${at} <= ${to}`
}

/** What a row of `notes` has to be, whatever it is found by. */
function wanted(viewer: Viewer, { kind, channelId, participantId }: NoteFilter, { after }: NotePage): SQL {
  const conditions = [
    readableNote(viewer),
    ...(kind === null ? [] : [sql`notes.kind = ${kind}`]),
    ...(channelId === null ? [] : [heardIn(channelId)]),
    ...(participantId === null ? [] : [tookPart(viewer, participantId)]),
    ...(after === null ? [] : [sql`(notes.to_at, notes.id) < (${after.at}, ${after.id})`]),
  ]
  return sql.join(conditions, sql` AND `)
}

function heardIn(channelId: Id): SQL {
  return sql`(notes.channel_id = ${channelId} OR (notes.kind = 'topic_cluster' AND EXISTS (SELECT 1 FROM note_sources s
    WHERE s.guild_id = notes.guild_id AND s.cluster_id = notes.id AND s.channel_id = ${channelId})))`
}

function tookPart(viewer: Viewer, userId: Id): SQL {
  return sql`(EXISTS (SELECT 1 FROM json_each(notes.participants) part WHERE part.value->>'id' = ${userId}) AND ${mentionable(viewer, sql`${userId}`)})`
}

// What was talked about in a time: its topics, and of the conversations that came to none the latest. Reads take a Viewer.

/** A note by its row number, and what it is put in order by. */
export type NoteInSpan = Pick<Note, "id" | "kind"> & { seq: number; at: Time }

/** As many as settings allow a day, eight, for a fortnight and today: a talk whose topic is left out would be told by neither. */
const MOST_TOPICS = 120
const MOST_TALKS = 100

/** In no order. A conversation whose topic this viewer may not read stands by itself. */
export async function notesInSpan(db: Database, viewer: Viewer, span: Span): Promise<NoteInSpan[]> {
  const topics = topicsByDay(viewer.guildId, span, { where: readableNote(viewer), limit: MOST_TOPICS })
  const { talked } = await readTogether(db, {
    talked: sql`SELECT json_group_array(json_object('seq', notes.seq, 'id', notes.id, 'kind', notes.kind, 'at', notes.to_at))
      FROM (SELECT seq FROM (${topics}) UNION ALL SELECT seq FROM (${talks(viewer, span)})) t CROSS JOIN notes WHERE notes.seq = t.seq`,
  })
  // Worded by the query above alone.
  return JSON.parse(talked ?? "[]") as NoteInSpan[]
}

function talks(viewer: Viewer, { from, to }: Span): SQL {
  return sql`SELECT seq FROM notes INDEXED BY notes_recent WHERE guild_id = ${viewer.guildId} AND kind = 'conversation'
    AND to_at >= ${from} AND to_at <= ${to} AND ${readableNote(viewer)}
    AND NOT EXISTS (SELECT 1 FROM note_sources s CROSS JOIN notes c ON c.id = s.cluster_id
      WHERE s.guild_id = notes.guild_id AND s.source_id = notes.id AND ${readableNote(viewer, sql`c`)})
    ORDER BY to_at DESC LIMIT ${MOST_TALKS}`
}
