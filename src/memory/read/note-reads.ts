/** The reads of notes for recall: by words, by time, and by row number as vectors point to them. Every one takes a Viewer. */
import { type SQL, sql } from "drizzle-orm"
import { DAY, utcDate } from "../../domain/calendar.ts"
import type { Id, Note, Span, Time, Viewer } from "../../domain/types.ts"
import { nameRedactor } from "../../text/names.ts"
import { bestRows, combinePicks, type Picked, type Picks, parsePicks } from "../db/full-text.ts"
import { mentionable } from "./consent-sql.ts"
import { type ReadMoment, readableChannel } from "./search.ts"

/** A conversation that a topic cluster was made of. */
export type NoteSource = NonNullable<Note["sources"]>[number]

/** A note, with the names of those who took part in it and are not to be told of. */
type Told = Omit<Note, "sources"> & { absent: string[]; sources: NoteSource[] | null }

/** So many matches are looked at for the best that this viewer may read. */
const LOOKED_AT = 60

/** The SQL of "this viewer may read this note": of a cluster, every conversation it was made of. `note` is its table's name in the query. */
export function readableNote(viewer: Viewer, note = sql`notes`): SQL {
  if (viewer.readable === "all") return sql`1`
  // One list of what is readable for both: the statement has few parameters to spare.
  return sql`NOT EXISTS (SELECT 1 FROM (SELECT ${note}.channel_id AS channel UNION ALL SELECT s.channel_id FROM note_sources s
      WHERE ${note}.kind = 'topic_cluster' AND s.guild_id = ${note}.guild_id AND s.cluster_id = ${note}.id) heard
    WHERE NOT ${readableChannel(viewer, sql`heard.channel`)})`
}

/** Those that match any of the terms (terms.ts): a SELECT of `seq` and `place`, the lower the better. */
export function matchingNotes(viewer: Viewer, terms: readonly string[], limit: number): SQL {
  // What others say elsewhere takes no place from what this viewer may read.
  return sql`SELECT notes.seq AS seq, f.rank AS place FROM ${bestRows("note_terms", terms, LOOKED_AT)} f CROSS JOIN notes
    WHERE notes.seq = f.rowid AND ${readableNote(viewer)} ORDER BY place LIMIT ${limit}`
}

/** Of conversations that were held in a span of time, the latest first. */
export function notesDuring(
  viewer: Viewer,
  during: Span,
  { until, limit }: { until: number; limit: number },
): SQL {
  return sql`SELECT seq, -to_at AS place FROM (SELECT seq, to_at FROM notes WHERE guild_id = ${viewer.guildId} AND to_at >= ${during.from}
      AND to_at <= ${Math.min(during.to, until)} AND ${readableNote(viewer)} ORDER BY to_at DESC LIMIT ${limit})`
}

/** Of all topics of a span of time the latest; of these, those that most conversations came to. */
export function topicsDuring(
  viewer: Viewer,
  during: Span,
  { until, limit }: { until: number; limit: number },
): SQL {
  const span = { from: during.from, to: Math.min(during.to, until) }
  const latest = topicsByDay(viewer.guildId, span, { where: readableNote(viewer), limit: LOOKED_AT })
  return sql`SELECT seq, row_number() OVER (ORDER BY held DESC, to_at DESC) AS place FROM (SELECT t.seq AS seq, notes.to_at,
      (SELECT count(*) FROM note_sources s WHERE s.guild_id = notes.guild_id AND s.cluster_id = notes.id) AS held
    FROM (${latest}) t CROSS JOIN notes WHERE notes.seq = t.seq) ORDER BY place LIMIT ${limit}`
}

/** Notes as picked, in one text; `notesIn` reads its answer. What is not for this viewer falls away here, however it was picked. */
export function pickedNotes(viewer: Viewer, picks: Picks, { until }: ReadMoment): SQL {
  return sql`SELECT json_group_array(${toldTo(viewer)}) AS found ${among(viewer, picks, until)}`
}

/** The same, each in a row of its own, which are read as an array of them: D1 takes 2 MB a value, and a page of topics may come to more. */
export function pickedNoteRows(viewer: Viewer, picks: Picks): SQL {
  return sql`SELECT ${toldTo(viewer)} AS note ${among(viewer, picks, Number.MAX_SAFE_INTEGER)}`
}

/** A row of `notes` and its picks, as JSON. */
function toldTo(viewer: Viewer): SQL {
  const heard = mentionable(viewer, sql`part.value->>'id'`)
  return sql`json_object('seq', notes.seq, 'picks', json(p.picks), 'found', json_object(
      'id', notes.id, 'guildId', notes.guild_id, 'channelId', notes.channel_id, 'kind', notes.kind, 'title', notes.title,
      'summary', notes.summary, 'firstMessageId', notes.first_message_id,
      'participants', (SELECT json_group_array(json(part.value)) FROM json_each(notes.participants) part WHERE ${heard}),
      'absent', ${absent(viewer, heard)}, 'sources', ${SOURCES},
      'fromAt', notes.from_at, 'toAt', notes.to_at))`
}

function among(viewer: Viewer, picks: Picks, until: Time): SQL {
  return sql`FROM ${combinePicks(picks)} p CROSS JOIN notes
    WHERE notes.seq = p.seq AND notes.guild_id = ${viewer.guildId} AND notes.to_at <= ${until} AND ${readableNote(viewer)}`
}

/** Names of those who took part and are not to be told of; in what a cluster was made of as well. */
function absent(viewer: Viewer, heard: SQL): SQL {
  if (!viewer.hidesObjectors) return sql`json('[]')`
  return sql`(SELECT json_group_array(DISTINCT part.value->>'name') FROM (SELECT notes.participants AS people
      UNION ALL SELECT held.participants ${HELD}) one, json_each(one.people) part WHERE NOT ${heard})`
}

/** What a cluster was made of. */
const HELD = sql`FROM note_sources s CROSS JOIN notes held ON held.id = s.source_id
  WHERE notes.kind = 'topic_cluster' AND s.guild_id = notes.guild_id AND s.cluster_id = notes.id`
const SOURCES = sql`json(CASE notes.kind WHEN 'topic_cluster' THEN (SELECT json_group_array(json_object('id', id, 'channelId', channel_id,
    'title', title, 'firstMessageId', first_message_id, 'from', from_at, 'at', to_at)) FROM (SELECT held.* ${HELD} ORDER BY held.from_at, held.seq)) END)`

/** The notes of each pick, best first, from the answer of `pickedNotes`. They name neither those of their people who object, nor `names`. */
export function notesFromAnswer(
  answer: string | null | undefined,
  names: readonly string[],
): Map<string, Picked<Note>[]> {
  const lists = [...parsePicks<Told>(answer)].map(
    ([list, picked]) =>
      [list, picked.map(({ seq, found }) => ({ seq, found: named(found, names) }))] as const,
  )
  return new Map(lists)
}

function named({ absent, sources, ...note }: Told, names: readonly string[]): Note {
  const { redact: hushed } = nameRedactor(
    [...absent, ...names],
    note.participants.map(({ name }) => name),
  )
  return {
    ...note,
    title: hushed(note.title),
    summary: hushed(note.summary),
    participants: note.participants.map((part) => ({ ...part, line: part.line && hushed(part.line) })),
    ...(sources === null ? {} : { sources: sources.map((one) => ({ ...one, title: hushed(one.title) })) }),
  }
}

// The SQL that finds topics without walking the conversations between them: the keys of their sources begin with the day they are of.

const LAST_DAY = Date.parse("9999-12-28T00:00:00Z")

/**
 * A SELECT of `seq`: topics that ended within a span, at most `limit`, the latest first. `where`: what a row of `notes` has to be besides. Day
 * after day is looked at until there are enough; each day's topics are put in order by themselves.
 */
export function topicsByDay(guildId: Id, span: Span, { where, limit }: { where: SQL; limit: number }): SQL {
  const sources = sql`note_sources WHERE guild_id = ${guildId}`
  const dayBefore = (bound: SQL) =>
    sql`(SELECT substr(cluster_id, 1, 12) FROM ${sources} AND cluster_id < ${bound} AND cluster_id >= ${dayKey(span.from, -2)} ORDER BY cluster_id DESC LIMIT 1)`
  return sql`SELECT topic.value AS seq FROM (WITH RECURSIVE days(day) AS (SELECT ${dayBefore(dayKey(span.to, 2))}
        UNION ALL SELECT ${dayBefore(sql`days.day`)} FROM days WHERE day IS NOT NULL)
      SELECT day FROM days WHERE day IS NOT NULL) CROSS JOIN json_each((SELECT json_group_array(seq) FROM (SELECT notes.seq FROM notes
        WHERE notes.id IN (SELECT cluster_id FROM ${sources} AND cluster_id > day || '_' AND cluster_id < day || '_~')
          AND +notes.to_at >= ${span.from} AND +notes.to_at <= ${span.to} AND ${where} ORDER BY notes.to_at DESC, notes.id DESC))) topic LIMIT ${limit}`
}

/** How ids of topics begin that are of the date of a moment, or of one some days off: in no zone is it further from UTC's than one. It stands in the SQL as it is: recall has few parameters to spare. */
function dayKey(at: Time, days: number): SQL {
  const day = Math.min(Math.max(at, 0), LAST_DAY) + days * DAY
  return sql.raw(`'t_${utcDate(Math.max(day, 0))}'`)
}
