/** The reads of notes for recall: by words, by time, and by row number as vectors point to them. Every one takes a Viewer. */
import { type SQL, sql } from "drizzle-orm"
import type { Note, Span, Viewer } from "../vocabulary.ts"
import { bestRows } from "./full-text.ts"
import { hushing } from "./naming.ts"
import { allOf, listed, type Picked, type Picks } from "./picks.ts"
import { type Moment, readable } from "./search.ts"
import { tellable } from "./silence.ts"

/** A note, with the names of those who took part in it and are not to be told of. */
type Told = Note & { absent: string[] }

/** So many matches are looked at for the best that this viewer may read. */
const LOOKED_AT = 60

/** Those that match any of the terms (terms.ts): a SELECT of `seq` and `place`, the lower the better. */
export function matchingNotes(viewer: Viewer, terms: readonly string[], limit: number): SQL {
  // What others say elsewhere takes no place from what this viewer may read.
  return sql`SELECT notes.seq AS seq, f.rank AS place FROM ${bestRows("note_terms", terms, LOOKED_AT)} f CROSS JOIN notes
    WHERE notes.seq = f.rowid AND ${readable(viewer, sql`notes.channel_id`)} ORDER BY place LIMIT ${limit}`
}

/** Of conversations that were held in a span of time, the latest first. */
export function notesDuring(
  viewer: Viewer,
  during: Span,
  { until, limit }: { until: number; limit: number },
): SQL {
  return sql`SELECT seq, -to_at AS place FROM (SELECT seq, to_at FROM notes WHERE guild_id = ${viewer.guildId} AND to_at >= ${during.from}
      AND to_at <= ${Math.min(during.to, until)} AND ${readable(viewer, sql`channel_id`)} ORDER BY to_at DESC LIMIT ${limit})`
}

/** Notes as picked; `notesIn` reads its answer. What is not for this viewer falls away here, however it was picked. */
export function pickedNotes(viewer: Viewer, picks: Picks, { until }: Moment): SQL {
  const heard = tellable(viewer, sql`part.value->>'id'`)
  return sql`SELECT json_group_array(json_object('seq', notes.seq, 'picks', json(p.picks), 'found', json_object(
      'id', notes.id, 'guildId', notes.guild_id, 'channelId', notes.channel_id, 'kind', notes.kind, 'title', notes.title,
      'summary', notes.summary, 'firstMessageId', notes.first_message_id,
      'participants', (SELECT json_group_array(json(part.value)) FROM json_each(notes.participants) part WHERE ${heard}),
      'absent', (SELECT json_group_array(part.value->>'name') FROM json_each(notes.participants) part WHERE NOT ${heard}),
      'fromAt', notes.from_at, 'toAt', notes.to_at))) AS found
    FROM ${allOf(picks)} p CROSS JOIN notes
    WHERE notes.seq = p.seq AND notes.guild_id = ${viewer.guildId} AND notes.to_at <= ${until} AND ${readable(viewer, sql`notes.channel_id`)}`
}

/** The notes of each pick, best first, from the answer of `pickedNotes`. They name neither those of their people who object, nor `names`. */
export function notesIn(
  answer: string | null | undefined,
  names: readonly string[],
): Map<string, Picked<Note>[]> {
  const lists = [...listed<Told>(answer)].map(
    ([list, picked]) =>
      [list, picked.map(({ seq, found }) => ({ seq, found: named(found, names) }))] as const,
  )
  return new Map(lists)
}

function named({ absent, ...note }: Told, names: readonly string[]): Note {
  const { hushed } = hushing(
    [...absent, ...names],
    note.participants.map(({ name }) => name),
  )
  return {
    ...note,
    title: hushed(note.title),
    summary: hushed(note.summary),
    participants: note.participants.map((part) => ({ ...part, line: part.line && hushed(part.line) })),
  }
}
