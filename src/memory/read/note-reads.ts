/**
 * Queries notes for recall: by words, by time, and by the row numbers that vectors point to. All of them take
 * a Viewer.
 */
import { type SQL, sql } from "drizzle-orm"
import { DAY, utcDate } from "../../domain/calendar.ts"
import type { Id, Note, Span, Time, Viewer } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import { omitPeople } from "../../text/omit-people.ts"
import { stems } from "../../text/stems.ts"
import { bestRows, combinePicks, type Picked, type Picks, parsePicks } from "../db/full-text.ts"
import { UNTITLED } from "../db/rows.ts"
import { mentionable } from "./consent-sql.ts"
import { type ReadMoment, readableChannel } from "./search.ts"

/** A conversation that a topic cluster was made of. */
export type NoteSource = NonNullable<Note["sources"]>[number]

/** A note, with the names of participants that must not be shown. */
type VisibleNote = Omit<Note, "sources"> & { absent: string[]; sources: NoteSource[] | null }

/** The latest topics of which the largest are picked. */
const LATEST_TOPICS = 60

/**
 * Returns the SQL condition "this viewer may read this note": its channel, and it is not of objectors alone. A cluster
 * requires both of every conversation it was made of. `note` is the table's name in the query.
 */
export function readableNote(viewer: Viewer, note = sql`notes`): SQL {
  if (viewer.readable === "all" && !viewer.hidesObjectors) return sql`1`
  const [people, held, silent] = viewer.hidesObjectors
    ? [
        sql`, ${note}.participants AS people`,
        sql`, (SELECT participants FROM notes WHERE id = s.source_id)`,
        sql` OR NOT ${hasMentionable(viewer, sql`heard.people`)}`,
      ]
    : [sql``, sql``, sql``]
  // Both kinds share one list of readable channels, because the statement has few parameters to spare.
  return sql`NOT EXISTS (SELECT 1 FROM (SELECT ${note}.channel_id AS channel${people} UNION ALL SELECT s.channel_id${held} FROM note_sources s
      WHERE ${note}.kind = 'topic_cluster' AND s.guild_id = ${note}.guild_id AND s.cluster_id = ${note}.id) heard
    WHERE NOT ${readableChannel(viewer, sql`heard.channel`)}${silent})`
}

/**
 * Returns the SQL condition "somebody took part in this note who may be mentioned". What people who object told among
 * themselves stays hidden with them, even if it is about others.
 */
export function hasMentionableSpeaker(viewer: Viewer, note: SQL): SQL {
  return viewer.hidesObjectors ? hasMentionable(viewer, sql`${note}.participants`) : sql`1`
}

/** `people` is JSON. A note without participants is of events. D1 limits the length of statements. */
function hasMentionable(viewer: Viewer, people: SQL): SQL {
  return sql`(${people} = '[]' OR EXISTS (SELECT 1 FROM json_each(${people}) who WHERE ${mentionable(viewer, sql`who.value->>'id'`)}))`
}

/** Selects notes that match any of the terms (`stems.ts`): `seq` and `place`, lower is better. */
export function matchingNotes(viewer: Viewer, terms: readonly string[], limit: number): SQL {
  const readable = sql`notes.guild_id = ${viewer.guildId} AND ${readableNote(viewer)}`
  return sql`SELECT rowid AS seq, rank AS place FROM ${bestRows("note_terms", terms, { readable, limit })}`
}

/** Selects the first of these notes that this viewer may read, by row number, in the given order. */
export function readableNotesBySeq(viewer: Viewer, seqs: readonly number[], limit: number): SQL {
  return sql`SELECT seq, place FROM (SELECT notes.seq AS seq, near.key AS place FROM json_each(${JSON.stringify(seqs)}) near
    CROSS JOIN notes WHERE notes.seq = near.value AND notes.guild_id = ${viewer.guildId} AND ${readableNote(viewer)} LIMIT ${limit})`
}

/** Selects notes that ended in a time span, latest first. */
export function notesDuring(
  viewer: Viewer,
  during: Span,
  { until, limit }: { until: number; limit: number },
): SQL {
  return sql`SELECT seq, -to_at AS place FROM (SELECT seq, to_at FROM notes WHERE guild_id = ${viewer.guildId} AND to_at >= ${during.from}
      AND to_at <= ${Math.min(during.to, until)} AND ${readableNote(viewer)} ORDER BY to_at DESC LIMIT ${limit})`
}

/** Selects topics of a time span: of the latest topics, those with the most conversations first. */
export function topicsDuring(
  viewer: Viewer,
  during: Span,
  { until, limit }: { until: number; limit: number },
): SQL {
  const span = { from: during.from, to: Math.min(during.to, until) }
  const latest = topicsByDay(viewer.guildId, span, { where: readableNote(viewer), limit: LATEST_TOPICS })
  return sql`SELECT seq, row_number() OVER (ORDER BY held DESC, to_at DESC) AS place FROM (SELECT t.seq AS seq, notes.to_at,
      (SELECT count(*) FROM note_sources s WHERE s.guild_id = notes.guild_id AND s.cluster_id = notes.id) AS held
    FROM (${latest}) t CROSS JOIN notes WHERE notes.seq = t.seq) ORDER BY place LIMIT ${limit}`
}

/**
 * Returns the picked notes as one JSON text; `notesFromAnswer` reads it. Notes this viewer may not read are
 * dropped here, however they were picked.
 */
export function pickedNotes(viewer: Viewer, picks: Picks, { until }: ReadMoment): SQL {
  return sql`SELECT json_group_array(${noteJson(viewer)}) AS found ${fromPicks(viewer, picks, until)}`
}

/**
 * Like `pickedNotes`, with one row per note, to be read as an array: D1 limits a value to 2 MB, which a page
 * of topics may exceed.
 */
export function pickedNoteRows(viewer: Viewer, picks: Picks): SQL {
  return sql`SELECT ${noteJson(viewer)} AS note ${fromPicks(viewer, picks, Number.MAX_SAFE_INTEGER)}`
}

/** Returns a row of `notes` and its picks as JSON. */
function noteJson(viewer: Viewer): SQL {
  const heard = mentionable(viewer, sql`part.value->>'id'`)
  return sql`json_object('seq', notes.seq, 'picks', json(p.picks), 'found', json_object(
      'id', notes.id, 'guildId', notes.guild_id, 'channelId', notes.channel_id, 'kind', notes.kind, 'title', notes.title,
      'summary', notes.summary, 'firstMessageId', notes.first_message_id,
      'participants', (SELECT json_group_array(json(part.value)) FROM json_each(notes.participants) part WHERE ${heard}),
      'absent', ${hiddenNames(viewer, heard)}, 'sources', ${SOURCES},
      'fromAt', notes.from_at, 'toAt', notes.to_at))`
}

function fromPicks(viewer: Viewer, picks: Picks, until: Time): SQL {
  return sql`FROM ${combinePicks(picks)} p CROSS JOIN notes
    WHERE notes.seq = p.seq AND notes.guild_id = ${viewer.guildId} AND notes.to_at <= ${until} AND ${readableNote(viewer)}`
}

/** Selects the names of participants that must not be shown, including those of a cluster's conversations. */
function hiddenNames(viewer: Viewer, heard: SQL): SQL {
  if (!viewer.hidesObjectors) return sql`json('[]')`
  return sql`(SELECT json_group_array(DISTINCT part.value->>'name') FROM (SELECT notes.participants AS people
      UNION ALL SELECT held.participants ${CLUSTER_CONVERSATIONS}) one, json_each(one.people) part WHERE NOT ${heard})`
}

/** The conversations a cluster was made of. */
const CLUSTER_CONVERSATIONS = sql`FROM note_sources s CROSS JOIN notes held ON held.id = s.source_id
  WHERE notes.kind = 'topic_cluster' AND s.guild_id = notes.guild_id AND s.cluster_id = notes.id`
const SOURCES = sql`json(CASE notes.kind WHEN 'topic_cluster' THEN (SELECT json_group_array(json_object('id', id, 'channelId', channel_id,
    'title', title, 'firstMessageId', first_message_id, 'from', from_at, 'at', to_at)) FROM (SELECT held.* ${CLUSTER_CONVERSATIONS} ORDER BY held.from_at, held.seq)) END)`

/**
 * Returns the notes of each pick, best first, from the answer of `pickedNotes`, with the names of
 * participants who object, all of `names` and what is told of them left out.
 */
export function notesFromAnswer(
  answer: string | null | undefined,
  names: readonly string[],
): Map<string, Picked<Note>[]> {
  const lists = [...parsePicks<VisibleNote>(answer)].map(
    ([list, picked]) =>
      [list, picked.map(({ seq, found }) => ({ seq, found: redactNote(found, names) }))] as const,
  )
  return new Map(lists)
}

/** Leaves out what a note tells of absent people, and titles that name them or tell what was left out. @internal */
export function redactNote({ absent, sources, ...note }: VisibleNote, names: readonly string[]): Note {
  const heard = note.participants.map(({ name }) => name)
  const redactor = nameRedactor([...absent, ...names], heard)
  const silent = [...absent, ...names.filter((name) => !heard.includes(name))]
  const without = (text: string) => omitPeople(text, { redactor, silent, heard })
  const summary = without(note.summary)
  const lines = note.participants.map(({ line }) => (line === null ? null : without(line)))
  const removed = [summary, ...lines.flatMap((line) => line ?? [])].map((one) => one.removed).join(" ")
  const left = new Set(stems([summary.text, ...lines.map((line) => line?.text ?? "")].join(" ")))
  const lost = new Set(stems(removed).filter((stem) => !left.has(stem)))
  const titled = (title: string) =>
    redactor.mentions(title) || stems(title).some((stem) => lost.has(stem)) ? UNTITLED : title
  return {
    ...note,
    title: titled(note.title),
    summary: summary.text,
    participants: note.participants.map((part, n) => ({ ...part, line: lines[n]?.text || null })),
    ...(sources === null ? {} : { sources: sources.map((one) => ({ ...one, title: titled(one.title) })) }),
  }
}

// Topics are found without scanning the conversations between them: the keys of their sources begin with the
// topic's day.

const LAST_DAY = Date.parse("9999-12-28T00:00:00Z")

/**
 * Selects the `seq` of topics that ended within a span, at most `limit`, latest first. `where` is a further
 * condition on `notes`. It goes back day by day until there are enough, sorting each day's topics separately.
 */
export function topicsByDay(guildId: Id, span: Span, { where, limit }: { where: SQL; limit: number }): SQL {
  const sources = sql`note_sources WHERE guild_id = ${guildId}`
  const dayBefore = (bound: SQL | string) =>
    sql`(SELECT substr(cluster_id, 1, 12) FROM ${sources} AND cluster_id < ${bound} AND cluster_id >= ${dayKey(span.from, -2)} ORDER BY cluster_id DESC LIMIT 1)`
  return sql`SELECT topic.value AS seq FROM (WITH RECURSIVE days(day) AS (SELECT ${dayBefore(dayKey(span.to, 2))}
        UNION ALL SELECT ${dayBefore(sql`days.day`)} FROM days WHERE day IS NOT NULL)
      SELECT day FROM days WHERE day IS NOT NULL) CROSS JOIN json_each((SELECT json_group_array(seq) FROM (SELECT notes.seq FROM notes
        WHERE notes.id IN (SELECT cluster_id FROM ${sources} AND cluster_id > day || '_' AND cluster_id < day || '_~')
          AND +notes.to_at >= ${span.from} AND +notes.to_at <= ${span.to} AND ${where} ORDER BY notes.to_at DESC, notes.id DESC))) topic LIMIT ${limit}`
}

/** Returns the id prefix of topics on the date of a moment, shifted by some days: no time zone is more than one day from UTC. */
function dayKey(at: Time, days: number): string {
  const day = Math.min(Math.max(at, 0), LAST_DAY) + days * DAY
  return `t_${utcDate(Math.max(day, 0))}`
}
