/** Queries memories for recall: picked in several ways at once, each read once. Every read takes a Viewer. */
// Raw SQL: one statement combines full text, window functions and row numbers from vectors, which no query
// builder expresses.
import { type SQL, sql } from "drizzle-orm"
import type { Evidence, Id, Memory, Span, Time, Viewer } from "../../domain/types.ts"
import { bestRows, combinePicks, type Picked, type Picks, parsePicks } from "../db/full-text.ts"
import { SEPARATE } from "../facts/fact-key.ts"
import { BOTH_HOLD_IDS } from "./both-hold.ts"
import { unlessNamesObjector } from "./consent-sql.ts"
import { citableEvidence, liveAt, type ReadMoment, readableMemory, viewerProjectionColumn } from "./search.ts"
import { projectMemory, type ViewerProjection } from "./viewer-projection.ts"

/** The place, author, time and words of a statement, and when a person corrected the fact it stated; `null` if never. */
export interface Citation
  extends Pick<
    Evidence,
    "messageId" | "channelId" | "authorId" | "excerpt" | "saidAt" | "source" | "eventId"
  > {
  correctedAt: Time | null
}

/**
 * The part of a memory that recall needs, with the evidence this viewer may read. At least one piece of
 * evidence is present.
 */
export interface Recollection {
  memory: Pick<
    Memory,
    | "id"
    | "subject"
    | "fact"
    | "type"
    | "section"
    | "topics"
    | "importance"
    | "confidence"
    | "contradicts"
    | "expiresAt"
    | "saidAt"
    | "lastSaidAt"
  >
  subjectName: string | null
  /** Oldest first. */
  evidence: Citation[]
  /** Ids of memories that, by a person's decision, hold together with this one. */
  beside: string[]
  /** The title of the conversation it was last learned in, if that has a note. */
  noteTitle: string | null
}

const MAX_EVIDENCE = 5

/** Selects memories that match any of the terms (`stems.ts`). */
export function matchingMemories(
  viewer: Viewer,
  terms: readonly string[],
  { limit, ...moment }: ReadMoment & { limit: number },
): SQL {
  const readable = sql`memories.guild_id = ${viewer.guildId} AND ${liveAt(moment)} AND ${readableMemory(viewer)}`
  return sql`SELECT rowid AS seq, rank AS place FROM ${bestRows("memory_terms", terms, { readable, limit })}`
}

/** Selects memories of these people, the guild or the channel by their exact fact key, plain or separate. */
export function memoriesByKey(viewer: Viewer, key: string, people: readonly Id[]): SQL {
  const subjects = [
    ...people.map((id) => ["user", id]),
    ["guild", viewer.guildId],
    ...(viewer.channelId ? [["channel", viewer.channelId]] : []),
  ]
  return sql`SELECT e.seq AS seq, 0 AS place FROM json_each(${JSON.stringify(subjects)}) s CROSS JOIN memories e
    WHERE e.guild_id = ${viewer.guildId} AND e.scope = s.value->>0 AND e.subject_id = s.value->>1
      AND (e.fact_key = ${key} OR (e.fact_key > ${key + SEPARATE} AND e.fact_key < ${`${key}${SEPARATE}~`}))`
}

/** Selects the guild's most recently said memories, of all time or of `during`. */
export function latestMemories(
  viewer: Viewer,
  { limit, during, ...moment }: ReadMoment & { limit: number; during: Span | null },
): SQL {
  const { from, to } = during ?? { from: 0, to: moment.until }
  // Walks the index of the latest until enough of them are readable.
  return sql`SELECT seq, -last_said_at AS place FROM (SELECT seq, last_said_at FROM memories INDEXED BY memories_recent
    WHERE guild_id = ${viewer.guildId} AND last_said_at BETWEEN ${from} AND ${Math.min(to, moment.until)} AND ${liveAt(moment)} AND ${readableMemory(viewer)}
    ORDER BY last_said_at DESC, seq DESC LIMIT ${limit})`
}

/** Selects memories by row number, in the given order. */
export function memoriesBySeq(seqs: readonly number[]): SQL {
  return sql`SELECT value AS seq, key AS place FROM json_each(${JSON.stringify(seqs)})`
}

/** Selects the first of these memories that this viewer may read, by row number, in the given order. */
export function readableMemoriesBySeq(
  viewer: Viewer,
  seqs: readonly number[],
  { limit, ...moment }: ReadMoment & { limit: number },
): SQL {
  return sql`SELECT seq, place FROM (SELECT memories.seq AS seq, near.key AS place FROM json_each(${JSON.stringify(seqs)}) near
    CROSS JOIN memories WHERE memories.seq = near.value AND memories.guild_id = ${viewer.guildId} AND ${liveAt(moment)} AND ${readableMemory(viewer)} LIMIT ${limit})`
}

/**
 * Returns the picked memories; `recollectionsFromAnswer` reads them. Memories that are expired or not for
 * this viewer are dropped here, however they were picked.
 */
export function recollectionsQuery(viewer: Viewer, picks: Picks, moment: ReadMoment): SQL {
  return sql`SELECT json_group_array(json_object('seq', seq, 'picks', json(picks), 'found', json(found))) AS found FROM (
    SELECT p.picks AS picks, memories.seq AS seq, json_object(
      'memory', json_object('id', memories.id, 'subject', json_object('scope', memories.scope, 'id', memories.subject_id),
        'fact', memories.fact, 'type', memories.type, 'section', memories.section, 'topics', json(memories.topics),
        'importance', memories.importance, 'confidence', memories.confidence, 'expiresAt', memories.expires_at,
        'saidAt', memories.said_at, 'lastSaidAt', memories.last_said_at, 'certainty', memories.certainty, 'lifetime', memories.lifetime, 'time', json(memories.time),
        'evidenceCount', memories.evidence_count, 'contradicts', memories.contradicts, 'supersededBy', memories.superseded_by),
      'asRead', json(${viewerProjectionColumn(viewer)}), 'decided', json(memories.decided), 'now', ${moment.now},
      'subjectName', CASE memories.scope WHEN 'user' THEN (SELECT name FROM members
        WHERE members.guild_id = memories.guild_id AND members.id = memories.subject_id) END,
      'beside', json(${BOTH_HOLD_IDS}), 'noteTitle', (SELECT ${unlessNamesObjector(viewer, sql`n.title`, sql`NULL`)} FROM evidence e CROSS JOIN notes n ON n.id = 'n_' || e.window_id
        WHERE e.memory_id = memories.id AND ${citableEvidence(viewer, "e")} ORDER BY e.said_at DESC LIMIT 1),
      'evidence', json((SELECT json_group_array(json_object('messageId', e.message_id, 'channelId', e.channel_id,
          'authorId', e.author_id, 'saidAt', e.said_at, 'source', e.source, 'eventId', e.event_id,
          'correctedAt', e.filing->>'$.correctedAt', 'excerpt', ${unlessNamesObjector(viewer, sql`e.excerpt`, sql`'…'`)}))
        FROM (SELECT * FROM (SELECT * FROM evidence WHERE memory_id = memories.id AND ${citableEvidence(viewer, "evidence")}
          ORDER BY said_at DESC, ref DESC LIMIT ${MAX_EVIDENCE}) ORDER BY said_at, ref) e))) AS found
    FROM ${combinePicks(picks)} p CROSS JOIN memories
    WHERE memories.seq = p.seq AND memories.guild_id = ${viewer.guildId} AND ${liveAt(moment)} AND ${readableMemory(viewer)})`
}

/** Returns the memories of each pick, best first, from the answer of `recollectionsQuery`. */
export function recollectionsFromAnswer(
  answer: string | null | undefined,
): Map<string, Picked<Recollection>[]> {
  const lists = parsePicks<RecollectionRow>(answer)
  // A row in several lists becomes one object.
  const read = new Map<RecollectionRow, Recollection>()
  const unfold = ({ seq, found }: Picked<RecollectionRow>): Picked<Recollection> => {
    const { asRead: _, decided: __, now: ___, memory: ____, ...rest } = found
    const one = read.get(found) ?? { ...rest, memory: projectRow(found) }
    read.set(found, one)
    return { seq, found: one }
  }
  const lives = ({ found }: Picked<RecollectionRow>) =>
    found.asRead === null || (projectRow(found).expiresAt ?? Number.POSITIVE_INFINITY) > found.now
  return new Map([...lists].map(([list, picked]) => [list, picked.filter(lives).map(unfold)]))
}

function projectRow({ memory, decided, asRead: as }: RecollectionRow) {
  return projectMemory({ ...memory, decided }, as)
}

/** A row of `recollectionsQuery`, with everything the numbers of a memory are computed from. */
interface RecollectionRow extends Omit<Recollection, "memory"> {
  // Separate from the rest because D1 allows 32 arguments per function.
  memory: Omit<Parameters<typeof projectMemory>[0], "decided"> & Recollection["memory"]
  decided: Memory["decided"]
  asRead: ViewerProjection | null
  /**
   * The moment of the read. If only evidence the viewer cannot read extended a memory, it has expired for
   * them.
   */
  now: number
}
