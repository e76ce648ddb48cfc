/**
 * Reads memories with all their details for display. Recall's own reads are in `recollect.ts` and
 * `note-reads.ts`. Every read takes a Viewer, and rows contain only what the viewer may read.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Evidence, Memory, Time, Viewer } from "../../domain/types.ts"
import { IMPORTANCES, LIFETIMES, METHODS, SOURCES } from "../../domain/types.ts"
import type { MemoryRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { sourceWeight } from "../facts/confidence.ts"
import { mentionable, mentionableMemory, ownIds, unlessNamesObjector } from "./consent-sql.ts"
import { isSwitchedOn, type ReadSwitches } from "./switches.ts"
import { SORT_DIGITS, StatementFilingSchema, toMemory } from "./viewer-projection.ts"

/** A memory with its subject's name and the evidence this viewer may read, at least one piece. */
export interface FoundMemory {
  memory: Memory
  subjectName: string | null
  evidence: Evidence[]
}

const MAX_EVIDENCE = 6

/** Returns the SQL condition "this viewer may read the words of this channel". */
export function readableChannel(viewer: Viewer, channel: SQL): SQL {
  if (viewer.readable === "all") return sql`1`
  return sql`(${channel} IS NULL OR ${channel} IN (SELECT value FROM json_each(${JSON.stringify(viewer.readable)})))`
}

/** Returns the SQL condition "this viewer may see this statement": readable channel, no objecting author. */
export function citableEvidence(viewer: Viewer, evidence: "e" | "evidence"): SQL {
  const row = sql.raw(evidence)
  return sql`${readableChannel(viewer, sql`${row}.channel_id`)} AND ${mentionable(viewer, sql`${row}.author_id`)}`
}

/**
 * Returns the latest readable evidence of a memory as one JSON value, `[]` if none is readable. One column
 * serves the visibility check and the citation.
 */
function evidenceColumn(viewer: Viewer): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_object('memoryId', e.memory_id, 'messageId', e.message_id, 'channelId', e.channel_id,
      'authorId', e.author_id, 'windowId', e.window_id, 'excerpt', ${unlessNamesObjector(viewer, sql`e.excerpt`, sql`'…'`)}, 'saidAt', e.said_at, 'method', e.method,
      'model', e.model, 'promptHash', e.prompt_hash, 'source', e.source, 'eventId', e.event_id, 'fact', e.fact, 'certainty', e.certainty, 'filing', json(e.filing)))
    FROM (SELECT * FROM evidence WHERE memory_id = memories.id AND ${citableEvidence(viewer, "evidence")} AND ${mentionableMemory(viewer)}
      ORDER BY said_at DESC, ref DESC LIMIT ${MAX_EVIDENCE}) e)`
}

/** The columns that `toFoundMemories` reads. */
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
 * Returns the SQL condition "this viewer may read this memory". At least one piece of evidence may be cited
 * and words the fact as the memory does, and nobody the memory mentions objects. A viewer who heard it in
 * other words does not read the words of another channel. Old rows without a wording (null) count as having
 * the memory's. `memory` is the table's name in the query.
 */
export function readableMemory(viewer: Viewer, memory = sql`memories`): SQL {
  const worded = viewer.readable === "all" ? sql`1` : sql`coalesce(e.fact, ${memory}.fact) = ${memory}.fact`
  return sql`(EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = ${memory}.id AND ${worded} AND ${citableEvidence(viewer, "e")})
    AND ${mentionableMemory(viewer, memory)} AND ${isNotWithheld(viewer, memory)})`
}

/**
 * Returns the SQL condition "no policy or person withholds this memory from this viewer". Facts that are hidden, that
 * await review or were rejected are for their subject and for managers. History without `retired_by` counts as
 * rejected: a person decided against it, or it was never active.
 */
function isNotWithheld(viewer: Viewer, memory: SQL): SQL {
  if (viewer.seesWithheld) return sql`1`
  const own = sql`(${memory}.scope = 'user' AND ${memory}.subject_id IN ${ownIds(viewer)})`
  const shown = sql`${memory}.status = 'superseded' AND (${memory}.retired_by IS NOT NULL OR ${memory}.merged)`
  return sql`(${memory}.status = 'active' OR (${shown}) OR ${own})`
}

/**
 * Returns `ViewerProjection` as JSON for a row of `memories`, or NULL for viewers who read everything. `may`
 * is the condition for reading a row of `evidence`.
 */
export function viewerProjectionColumn(
  viewer: Viewer,
  may = citableEvidence(viewer, "evidence"),
): SQL<string | null> {
  if (viewer.readable === "all") return sql<null>`NULL`
  // Most memories rest on readable lines only, and then nothing has to be computed from their lines.
  return sql<
    string | null
  >`CASE WHEN memories.contradicts IS NULL AND memories.superseded_by IS NULL AND memories.replaced_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM evidence WHERE memory_id = memories.id AND NOT (${may})) THEN NULL ELSE ${projection(viewer, may)} END`
}

function projection(viewer: Viewer, may: SQL): SQL {
  // The lines of a window are one statement. Older rows without a certainty count with their source weight.
  return sql`(SELECT json_object('all', min(seen), 'statements', sum(seen), 'certainty', avg(CASE WHEN seen THEN worth END),
      'saidAt', min(CASE WHEN seen THEN first END), 'lastSaidAt', max(CASE WHEN seen THEN last END),
      'links', ${readableLinks(viewer)},
      'lifetime', max(CASE WHEN seen THEN life END), 'importance', max(CASE WHEN seen THEN weight END), 'first', min(CASE WHEN seen THEN filed END), 'time', max(CASE WHEN seen THEN timed END),
      'times', CASE WHEN memories.decided->'$.promoted' IS NOT NULL THEN json_group_array(CASE WHEN seen THEN told END) END)
    FROM (SELECT (${may}) AS seen, avg(coalesce(certainty, ${SOURCE_WEIGHT})) AS worth, min(said_at) AS first, max(said_at) AS last, ${FILING_COLUMNS}
      FROM evidence WHERE memory_id = memories.id GROUP BY coalesce(window_id, ref), seen) statements)`
}

/** A JSON array of 1 or 0 for the memory that contradicts it and for the one that replaced it: may this viewer read it? */
function readableLinks(viewer: Viewer): SQL {
  return sql`(SELECT json_array(total(linked.id = memories.contradicts) > 0, total(linked.id = memories.superseded_by) > 0)
    FROM memories linked WHERE linked.id IN (memories.contradicts, memories.superseded_by) AND ${readableMemory(viewer, sql`linked`)})`
}

/** The source weight of a row of evidence. */
const SOURCE_WEIGHT = sql.raw(
  `CASE WHEN source = 'explicit' THEN ${sourceWeight("rule", "explicit")} WHEN source = 'tool' THEN ${sourceWeight("rule", "tool")} ELSE CASE method ${METHODS.map(
    (method) => `WHEN '${method}' THEN ${sourceWeight(method, "passive")}`,
  ).join(" ")} END END`,
)

/** The filing a statement gives its memory, for `projectFiling`. Lines taking the fact back do not count. */
const FILING_COLUMNS = sql.raw(`max(CASE WHEN fact IS NOT '' THEN said_at END) AS told,
      max(CASE WHEN fact IS NOT '' THEN ${placeIn(LIFETIMES, "lifetime")} END) AS life,
      max(CASE WHEN fact IS NOT '' THEN ${placeIn(IMPORTANCES, "importance")} END) AS weight,
      min(CASE WHEN coalesce(fact, memories.fact) = memories.fact THEN printf('%0${SORT_DIGITS}d', said_at) ||
        json_array(ref, json(coalesce(filing, json_object('type', memories.type, 'section', memories.section)))) END) AS filed,
      max(CASE WHEN coalesce(fact, memories.fact) = memories.fact AND json_type(filing, '$.time') = 'object' THEN printf('%0${SORT_DIGITS}d', said_at) ||
        (filing->'$.time') END) AS timed`)

function placeIn(all: readonly string[], term: "lifetime" | "importance"): string {
  const places = all.map((one, place) => `WHEN '${one}' THEN ${place}`).join(" ")
  return `CASE coalesce(filing->>'${term}', memories.${term}) ${places} END`
}

/** Returns the type of a row of `memories` as `projectFiling` shows it to this viewer. */
export function typeForViewer(viewer: Viewer): SQL {
  if (viewer.readable === "all") return sql`memories.type`
  const first = sql`min(CASE WHEN seen THEN filed END)`
  return sql`(SELECT CASE WHEN min(seen) THEN memories.type ELSE
      coalesce(memories.decided->>'$.set.type', substr(${first}, ${SORT_DIGITS + 1})->>'$[1].type', memories.type) END
    FROM (SELECT (${citableEvidence(viewer, "evidence")}) AS seen, ${FILING_COLUMNS} FROM evidence WHERE memory_id = memories.id GROUP BY ref) lines)`
}

/** Returns the SQL condition "this viewer may read the memory with this id". */
export function readableLinkedMemory(viewer: Viewer, id: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM memories linked WHERE linked.id = ${id} AND ${readableMemory(viewer, sql`linked`)})`
}

/** Memories that expired by `now` or were first said after `until` are left out. `switches`: what the policy lets recall read. */
export interface ReadMoment {
  now: Time
  until: Time
  switches?: ReadSwitches | null
}

/** The moment of a statement that is composed once: its times are placeholders. */
export type SqlMoment = Pick<ReadMoment, "switches"> & { now: Time | SQL; until: Time | SQL }

/** Returns the SQL condition "may be recalled at this moment". */
export function liveAt(moment: SqlMoment): SQL {
  return sql`memories.status = 'active' AND memories.said_at <= ${moment.until}
    AND (memories.expires_at IS NULL OR memories.expires_at > ${moment.now}) AND ${isSwitchedOn(moment.switches ?? null)}`
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
    eventId: z.string().nullable(),
    fact: z.string().nullable(),
    certainty: z.number().nullable(),
    filing: StatementFilingSchema.nullable(),
  }),
)

/** Converts rows of the queries above. Drops memories without readable evidence. Evidence is oldest first. */
export function toFoundMemories(
  rows: { row: MemoryRow; subjectName: string | null; evidence: string; asRead: string | null }[],
): FoundMemory[] {
  return rows.flatMap(({ row, evidence, asRead, ...rest }) => {
    const readable = EvidenceSchema.parse(JSON.parse(evidence)).reverse()
    if (readable.length === 0) return []
    return [{ ...rest, memory: toMemory({ row, asRead }), evidence: readable }]
  })
}

// The shapes of searches in a channel's own messages, shared by recall and channels.
