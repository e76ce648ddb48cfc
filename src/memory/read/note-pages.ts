/**
 * Lists notes by end time, with filters, and finds them by id. Reads take a Viewer. People who object are not
 * named in notes and cannot be used to find them.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Note, Span, Time, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../db/database.ts"
import type { Picks } from "../db/full-text.ts"
import { mentionable, objectorsFromAnswer, objectorsQuery } from "./consent-sql.ts"
import { notesFromAnswer, pickedNoteRows, readableNote, topicsByDay } from "./note-reads.ts"

export interface NoteFilter {
  kind: Note["kind"] | null
  /** The channel of a conversation, or of any conversation of a topic. */
  channelId: Id | null
  /** A participant. */
  participantId: Id | null
  /** The time span the note ended in. */
  during: Span | null
}

export interface NotePage {
  /** The last note of the previous page; `null` for the first page. */
  after: { at: Time; id: string } | null
  limit: number
}

/** Returns one page of notes, latest end first. */
export async function listNotes(
  db: Database,
  viewer: Viewer,
  filter: NoteFilter,
  page: NotePage,
): Promise<Note[]> {
  const picked = await readNotes(db, viewer, pageQuery(viewer, filter, page))
  return picked.toSorted((a, b) => b.toAt - a.toAt || (a.id < b.id ? 1 : -1)).slice(0, page.limit)
}

/** Returns `null` if the viewer may read no such note. */
export async function findNote(db: Database, viewer: Viewer, id: string): Promise<Note | null> {
  const [note] = await readNotes(db, viewer, {
    found: sql`SELECT seq, 0 AS place FROM notes WHERE id = ${id}`,
  })
  return note ?? null
}

/** Returns the picked notes, each once, as this viewer may see them. */
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
 * Chooses the query for a page. All notes share one index by time; a person's conversations have another.
 * Topics are few among many conversations, so a query for topics alone finds them through their sources,
 * whose keys begin with the topic's day.
 */
function pageQuery(viewer: Viewer, filter: NoteFilter, page: NotePage): Picks {
  const { kind, participantId } = filter
  if (participantId === null && kind !== "topic_cluster") return { noted: byTime(viewer, filter, page) }
  const where = pageConditions(viewer, filter, page)
  const found = topicsByDay(viewer.guildId, spanOf(filter, page), { where, limit: page.limit })
  const topics = sql`SELECT seq, 0 AS place FROM (${found})`
  if (kind === "topic_cluster") return { topics }
  const held = byPerson(viewer, filter, page)
  return kind === "conversation" ? { held } : { held, topics }
}

function byTime(viewer: Viewer, filter: NoteFilter, page: NotePage): SQL {
  return sql`SELECT seq, 0 AS place FROM (SELECT seq FROM notes INDEXED BY notes_recent WHERE guild_id = ${viewer.guildId}
      AND ${within(sql`to_at`, spanOf(filter, page))} AND ${pageConditions(viewer, filter, page)} ORDER BY to_at DESC, id DESC LIMIT ${page.limit})`
}

function byPerson(viewer: Viewer, filter: NoteFilter, page: NotePage): SQL {
  return sql`SELECT seq, 0 AS place FROM (SELECT notes.seq FROM note_people np CROSS JOIN notes ON notes.seq = np.note_seq
    WHERE np.guild_id = ${viewer.guildId} AND np.user_id = ${filter.participantId} AND ${within(sql`np.to_at`, spanOf(filter, page))}
      AND ${pageConditions(viewer, filter, page)} ORDER BY np.to_at DESC, notes.id DESC LIMIT ${page.limit})`
}

/** Returns the time span in which the notes of a page may have ended. */
function spanOf({ during }: NoteFilter, { after }: NotePage): Span {
  const { from, to } = during ?? { from: 0, to: Number.MAX_SAFE_INTEGER }
  return { from, to: Math.min(to, after?.at ?? to) }
}

function within(at: SQL, { from, to }: Span): SQL {
  return sql`${at} >= ${from} AND ${at} <= ${to}`
}

/** Returns the conditions on a row of `notes`, however it was found. */
function pageConditions(
  viewer: Viewer,
  { kind, channelId, participantId }: NoteFilter,
  { after }: NotePage,
): SQL {
  const conditions = [
    readableNote(viewer),
    ...(kind === null ? [] : [sql`notes.kind = ${kind}`]),
    ...(channelId === null ? [] : [heldInChannel(channelId)]),
    ...(participantId === null ? [] : [tookPart(viewer, participantId)]),
    ...(after === null ? [] : [sql`(notes.to_at, notes.id) < (${after.at}, ${after.id})`]),
  ]
  return sql.join(conditions, sql` AND `)
}

function heldInChannel(channelId: Id): SQL {
  return sql`(notes.channel_id = ${channelId} OR (notes.kind = 'topic_cluster' AND EXISTS (SELECT 1 FROM note_sources s
    WHERE s.guild_id = notes.guild_id AND s.cluster_id = notes.id AND s.channel_id = ${channelId})))`
}

function tookPart(viewer: Viewer, userId: Id): SQL {
  return sql`(EXISTS (SELECT 1 FROM json_each(notes.participants) part WHERE part.value->>'id' = ${userId}) AND ${mentionable(viewer, sql`${userId}`)})`
}

// Notes of a time span: its topics, and the latest conversations that belong to no topic. Reads take a
// Viewer.

/** A note by row number, and the time it is sorted by. */
export type NoteInSpan = Pick<Note, "id" | "kind"> & { seq: number; at: Time }

/**
 * Eight topics a day, the highest setting, for a fortnight and today: a conversation whose topic is left out
 * would be missing entirely.
 */
const MAX_TOPICS = 120
const MAX_CONVERSATIONS = 100

/**
 * Unordered. A conversation appears by itself if the viewer may not read its topic. With `channelIds`, the conversations
 * of these channels, and no topics: those draw on other channels, too.
 */
export async function notesInSpan(
  db: Database,
  viewer: Viewer,
  { channelIds = null, ...span }: Span & { channelIds?: readonly Id[] | null },
): Promise<NoteInSpan[]> {
  const topics = topicsByDay(viewer.guildId, span, { where: readableNote(viewer), limit: MAX_TOPICS })
  const picked =
    channelIds === null
      ? sql`SELECT seq FROM (${topics}) UNION ALL SELECT seq FROM (${conversationsWithoutTopic(viewer, span)})`
      : conversationsIn(viewer, span, channelIds)
  const { talked } = await readTogether(db, {
    talked: sql`SELECT json_group_array(json_object('seq', notes.seq, 'id', notes.id, 'kind', notes.kind, 'at', notes.to_at))
      FROM (${picked}) t CROSS JOIN notes WHERE notes.seq = t.seq`,
  })
  // The JSON comes only from the query above.
  return JSON.parse(talked ?? "[]") as NoteInSpan[]
}

function conversationsIn(viewer: Viewer, { from, to }: Span, channelIds: readonly Id[]): SQL {
  return sql`SELECT seq FROM notes INDEXED BY notes_recent WHERE guild_id = ${viewer.guildId} AND kind = 'conversation'
    AND to_at >= ${from} AND to_at <= ${to} AND channel_id IN (SELECT value FROM json_each(${JSON.stringify(channelIds)}))
    AND ${readableNote(viewer)} ORDER BY to_at DESC LIMIT ${MAX_CONVERSATIONS}`
}

function conversationsWithoutTopic(viewer: Viewer, { from, to }: Span): SQL {
  return sql`SELECT seq FROM notes INDEXED BY notes_recent WHERE guild_id = ${viewer.guildId} AND kind = 'conversation'
    AND to_at >= ${from} AND to_at <= ${to} AND ${readableNote(viewer)}
    AND NOT EXISTS (SELECT 1 FROM note_sources s CROSS JOIN notes c ON c.id = s.cluster_id
      WHERE s.guild_id = notes.guild_id AND s.source_id = notes.id AND ${readableNote(viewer, sql`c`)})
    ORDER BY to_at DESC LIMIT ${MAX_CONVERSATIONS}`
}
