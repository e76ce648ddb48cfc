/** Reads of memory that are shown to somebody, with all that is known of it; what recall reads is in recollect.ts and note-reads.ts. Each takes a Viewer; what the viewer may not read is not in the rows. */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Evidence, Id, Memory, Message, Span, Time, Viewer } from "../../domain/types.ts"
import { IMPORTANCES, LIFETIMES, METHODS, SOURCES } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { fromRow, type MemoryRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { sourceWeight } from "../facts/confidence.ts"
import { mentionable, mentionableMemory, unlessNamesObjector } from "./consent-sql.ts"
import { FilingSchema, parseViewerProjection, projectMemory, SORT_DIGITS } from "./viewer-projection.ts"

/** A memory with its subject's name and the evidence this viewer may read: never none. */
export interface FoundMemory {
  memory: Memory
  subjectName: string | null
  evidence: Evidence[]
}

const MAX_EVIDENCE = 6

/** The SQL of "this viewer may read the words of this channel". */
export function readableChannel(viewer: Viewer, channel: SQL): SQL {
  if (viewer.readable === "all") return sql`1`
  return sql`(${channel} IS NULL OR ${channel} IN (SELECT value FROM json_each(${JSON.stringify(viewer.readable)})))`
}

/** The SQL of "this viewer may be told of this statement": its channel is readable, and its author does not object. */
export function citableEvidence(viewer: Viewer, evidence: "e" | "evidence"): SQL {
  const row = sql.raw(evidence)
  return sql`${readableChannel(viewer, sql`${row}.channel_id`)} AND ${mentionable(viewer, sql`${row}.author_id`)}`
}

/** The latest readable evidence of a memory as one JSON value, `[]` where none is readable: the visibility check and the citation in one. */
function evidenceColumn(viewer: Viewer): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_object('memoryId', e.memory_id, 'messageId', e.message_id, 'channelId', e.channel_id,
      'authorId', e.author_id, 'windowId', e.window_id, 'excerpt', ${unlessNamesObjector(viewer, sql`e.excerpt`, sql`'…'`)}, 'saidAt', e.said_at, 'method', e.method,
      'model', e.model, 'promptHash', e.prompt_hash, 'source', e.source, 'fact', e.fact, 'certainty', e.certainty, 'filing', json(e.filing)))
    FROM (SELECT * FROM evidence WHERE memory_id = memories.id AND ${citableEvidence(viewer, "evidence")} AND ${mentionableMemory(viewer)}
      ORDER BY said_at DESC, ref DESC LIMIT ${MAX_EVIDENCE}) e)`
}

/** What `toFound` reads. */
export function memoryColumns(viewer: Viewer) {
  return {
    row: memories,
    subjectName: sql<
      string | null
    >`(SELECT name FROM members WHERE members.guild_id = memories.guild_id AND members.id = memories.subject_id AND memories.scope = 'user')`,
    evidence: evidenceColumn(viewer),
    asRead: viewerProjectionColumn(viewer),
  }
}

/**
 * The SQL of "this viewer may read this memory": any one of its evidence may be cited, and words the fact as the memory does, and
 * nobody it tells of objects. Who heard it in other words does not read those of another channel. Rows from before wordings were
 * kept (null) count as worded so. `memory` is its table's name in the query.
 */
export function readableMemory(viewer: Viewer, memory = sql`memories`): SQL {
  const worded = viewer.readable === "all" ? sql`1` : sql`coalesce(e.fact, ${memory}.fact) = ${memory}.fact`
  return sql`(EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = ${memory}.id AND ${worded} AND ${citableEvidence(viewer, "e")})
    AND ${mentionableMemory(viewer, memory)})`
}

/** `AsRead` as JSON of a row of `memories`; NULL for who reads all. `may` is whether they may read a row of `evidence`. */
export function viewerProjectionColumn(
  viewer: Viewer,
  may = citableEvidence(viewer, "evidence"),
): SQL<string | null> {
  if (viewer.readable === "all") return sql<null>`NULL`
  // A window's lines are one statement. How sure of it its reader was is unknown in older rows: there, nothing speaks against it.
  return sql<
    string | null
  >`(SELECT json_object('all', min(seen), 'statements', sum(seen), 'certainty', avg(CASE WHEN seen THEN worth END),
      'saidAt', min(CASE WHEN seen THEN first END), 'lastSaidAt', max(CASE WHEN seen THEN last END),
      'contested', ${readableLinkedMemory(viewer, sql`memories.contradicts`)}, 'replaced', ${readableLinkedMemory(viewer, sql`memories.superseded_by`)},
      'lifetime', max(CASE WHEN seen THEN life END), 'importance', max(CASE WHEN seen THEN weight END), 'first', min(CASE WHEN seen THEN filed END),
      'times', CASE WHEN memories.decided->'$.promoted' IS NOT NULL THEN json_group_array(CASE WHEN seen THEN told END) END)
    FROM (SELECT (${may}) AS seen, avg(coalesce(certainty, ${WORTH})) AS worth, min(said_at) AS first, max(said_at) AS last, ${FILED}
      FROM evidence WHERE memory_id = memories.id GROUP BY coalesce(window_id, ref), seen) statements)`
}

/** The source weight of a row of evidence. */
const WORTH = sql.raw(
  `CASE WHEN source = 'explicit' THEN ${sourceWeight("rule", "explicit")} ELSE CASE method ${METHODS.map(
    (method) => `WHEN '${method}' THEN ${sourceWeight(method, "passive")}`,
  ).join(" ")} END END`,
)

/** How a statement files its memory, for `filedAsRead`: what it was when it took the fact back is told by none of it. */
const FILED = sql.raw(`max(CASE WHEN fact IS NOT '' THEN said_at END) AS told,
      max(CASE WHEN fact IS NOT '' THEN ${placeIn(LIFETIMES, "lifetime")} END) AS life,
      max(CASE WHEN fact IS NOT '' THEN ${placeIn(IMPORTANCES, "importance")} END) AS weight,
      min(CASE WHEN coalesce(fact, memories.fact) = memories.fact THEN printf('%0${SORT_DIGITS}d', said_at) ||
        json_array(ref, json(coalesce(filing, json_object('type', memories.type, 'section', memories.section)))) END) AS filed`)

function placeIn(all: readonly string[], term: "lifetime" | "importance"): string {
  const places = all.map((one, place) => `WHEN '${one}' THEN ${place}`).join(" ")
  return `CASE coalesce(filing->>'${term}', memories.${term}) ${places} END`
}

/** The type of a row of `memories` as `filedAsRead` tells it to this viewer. */
export function typeForViewer(viewer: Viewer): SQL {
  if (viewer.readable === "all") return sql`memories.type`
  const first = sql`min(CASE WHEN seen THEN filed END)`
  return sql`(SELECT CASE WHEN min(seen) THEN memories.type ELSE
      coalesce(memories.decided->>'$.set.type', substr(${first}, ${SORT_DIGITS + 1})->>'$[1].type', memories.type) END
    FROM (SELECT (${citableEvidence(viewer, "evidence")}) AS seen, ${FILED} FROM evidence WHERE memory_id = memories.id GROUP BY ref) lines)`
}

/** Whether the viewer may read the memory that another points to. */
export function readableLinkedMemory(viewer: Viewer, id: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM memories linked WHERE linked.id = ${id} AND ${readableMemory(viewer, sql`linked`)})`
}

/** The moment of a read: what has expired by `now`, or was first said after `until`, is not there. */
export interface ReadMoment {
  now: Time
  until: Time
}

/** The SQL of "may be recalled at this moment". */
export function liveAt(moment: ReadMoment): SQL {
  return sql`memories.status = 'active' AND memories.said_at <= ${moment.until}
    AND (memories.expires_at IS NULL OR memories.expires_at > ${moment.now})`
}

/** The most important and latest about each of these people: a SELECT of `seq` and `place`, counted from 1 for each of them. */
export function topAboutPeople(
  viewer: Viewer,
  people: readonly Id[],
  { each, ...moment }: ReadMoment & { each: number },
): SQL {
  return sql`SELECT seq, place FROM (SELECT seq, row_number() OVER (PARTITION BY subject_id
        ORDER BY CASE importance WHEN 'high' THEN 0 WHEN 'medium' THEN 1 ELSE 2 END, last_said_at DESC, seq) AS place
      FROM memories WHERE guild_id = ${viewer.guildId} AND scope = 'user'
        AND subject_id IN (SELECT value FROM json_each(${JSON.stringify(people)}))
        AND ${liveAt(moment)}
        AND ${readableMemory(viewer)}) WHERE place <= ${each}`
}

/** Live memories about people, the most important and latest first, at most `each` a person. */
export function memoriesAboutPeople(
  db: Database,
  viewer: Viewer,
  people: readonly Id[],
  terms: ReadMoment & { each: number },
) {
  return db
    .select(memoryColumns(viewer))
    .from(sql`(${topAboutPeople(viewer, people, terms)}) r`)
    .innerJoin(memories, sql`memories.seq = r.seq`)
    .orderBy(sql`memories.subject_id, r.place`)
}

const EvidenceSchema = z.array(
  z.object({
    memoryId: z.string(),
    messageId: z.string().nullable(),
    channelId: z.string().nullable(),
    authorId: z.string(),
    windowId: z.string().nullable(),
    excerpt: z.string(),
    saidAt: z.number(),
    method: z.enum(METHODS),
    model: z.string().nullable(),
    promptHash: z.string().nullable(),
    source: z.enum(SOURCES),
    fact: z.string().nullable(),
    certainty: z.number().nullable(),
    filing: FilingSchema.nullable(),
  }),
)

/** The found memories in the rows of the queries above; those without readable evidence are not there. Evidence is oldest first. */
export function toFoundMemories(
  rows: (Pick<FoundMemory, "subjectName"> & {
    row: MemoryRow
    evidence: string
    asRead: string | null
  })[],
): FoundMemory[] {
  return rows.flatMap(({ row, evidence, asRead: told, ...rest }) => {
    const readable = EvidenceSchema.parse(JSON.parse(evidence)).reverse()
    if (readable.length === 0) return []
    return [{ ...rest, memory: projectMemory(fromRow(row), parseViewerProjection(told)), evidence: readable }]
  })
}

// What a question to a channel's own messages looks like, and what it brings: the words that recall and channels share.

/** How a channel's messages are sought: what each part of a score counts; 0 leaves it out. A guild's policy sets it. */
export interface MessageRule {
  /** What a neighbor's word is worth, at a distance of one message; it falls with the distance. */
  neighbor_weight: number
  /** What is added for a line of the best conversation. */
  conversation_weight: number
  /** What is added where the line is by somebody the question names. */
  speaker_weight: number
  /** What is added where a question about a time meets a line that speaks of one, where a line was said in the time asked about, and for the latest lines where the state of things is asked for. */
  time_weight: number
  /** What a word found in the best lines is worth in the second search; 0 makes no second search. */
  second_search_weight: number
}

/** A question to a channel's messages. */
export interface MessageQuery {
  words: string
  /** Further words worth looking for, each worth less than a word of the question. */
  hints: readonly { word: string; weight: number }[]
  /** Whose lines are asked for, besides those the words name. */
  speakers: readonly Id[]
  /** Whether a time is asked for ("when did"). */
  asksWhen: boolean
  /** Whether the state of things is asked for ("the current", "as of now"). */
  asksNow: boolean
  /** The time that is asked about ("in March"). */
  during: Span | null
  /** What was said later does not exist. */
  before: Time
  limit: number
  rule: MessageRule
}

/** A kept message that answers a search, with those around it. */
export interface MessageHit {
  message: Message
  /** Above 0; the higher, the better. */
  score: number
  /** Share of the question's words, each weighed by its rarity, that it and its neighbors hold. 0 to 1. */
  fit: number
  before: Message[]
  after: Message[]
}
