/**
 * Lists memories with filters and finds them by id, for operators and for people looking at their own. Reads
 * take a Viewer.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, MemoryStatus, MemoryType, Scope, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { memories } from "../db/schema.ts"
import {
  citableEvidence,
  type FoundMemory,
  memoryColumns,
  readableLinkedMemory,
  readableMemory,
  toFoundMemories,
  typeForViewer,
} from "./search.ts"

export interface MemoryFilter {
  scope: Scope | null
  subjectId: Id | null
  type: MemoryType | null
  status: MemoryStatus | null
  contradicted: boolean | null
  /** One of its topics, in any case. Topics are known to readers of all of a memory's evidence. */
  topic: string | null
  /** Words that the fact must contain. */
  words: string | null
  /** Only what this person stated, by evidence that the viewer may read. Everyone if omitted. */
  statedBy?: Id
  /** Only what rests on one of these messages, by evidence that the viewer may read. */
  citing?: readonly Id[]
  /** Only what was said in this channel, by evidence that the viewer may read. */
  saidIn?: Id
  /** Only what has not expired at this time. */
  unexpiredAt?: Time
  /** Only what this memory replaced. */
  replacedBy?: string
}

/** Returns the filter for everything known about one person except superseded memories. */
export function personFilter(subjectId: Id): MemoryFilter {
  return { scope: "user", subjectId, type: null, status: null, contradicted: null, topic: null, words: null }
}

/** A memory and its position in the list: when it was last said, as far as the viewer may know. */
export interface ListedMemory extends FoundMemory {
  at: Time
}

/** `after` is the last item of the previous page. */
interface MemoryPage {
  after: { at: Time; id: string } | null
  limit: number
}

/** Returns one page of memories, most recently said first. */
export async function listMemories(
  db: Database,
  viewer: Viewer,
  filter: MemoryFilter,
  page: MemoryPage,
): Promise<ListedMemory[]> {
  const isWhole = Object.entries(filter).every(([, value]) => value === null || value === undefined)
  const late =
    isWhole && viewer.readable !== "all"
      ? await pageOfMemories(db, viewer, filter, { ...page, late: true })
      : []
  return late.length === page.limit ? late : pageOfMemories(db, viewer, filter, { ...page, late: false })
}

/** Memories that are looked at for each one on the page, before all of the guild are. */
const LOOKED_AT = 8

/**
 * Returns the condition "among those last said", and with it the page is exact if it is full: what a viewer may read was
 * said no later than the memory was, so no other memory comes before the earliest of these.
 */
function isLate({ guildId }: Viewer, at: SQL, { after, limit }: MemoryPage): SQL {
  const since = sql`coalesce((SELECT last_said_at FROM memories WHERE guild_id = ${guildId} AND last_said_at <= ${after?.at ?? Number.MAX_SAFE_INTEGER}
    ORDER BY last_said_at DESC LIMIT 1 OFFSET ${limit * LOOKED_AT}), 0)`
  return sql`last_said_at >= ${since} AND ${at} >= ${since}`
}

async function pageOfMemories(
  db: Database,
  viewer: Viewer,
  filter: MemoryFilter,
  page: MemoryPage & { late: boolean },
): Promise<ListedMemory[]> {
  const { scope, subjectId, type, status, contradicted, topic, words } = filter
  const { statedBy, citing, saidIn, replacedBy, unexpiredAt } = filter
  const { after } = page
  // An unused filter is left out of the SQL, so that the planner sees that an index holds one subject's
  // memories. For viewers who read everything, an index gives the order. For others the order must not reveal
  // what was said elsewhere.
  const at =
    viewer.readable === "all"
      ? sql`last_said_at`
      : sql`(SELECT max(e.said_at) FROM evidence e WHERE e.memory_id = memories.id AND ${citableEvidence(viewer, "e")})`
  const wanted = sql`(SELECT seq AS wanted, ${at} AS at FROM memories
    WHERE guild_id = ${viewer.guildId} AND ${page.late ? isLate(viewer, at, page) : sql`1`} AND ${readableMemory(viewer)}
      AND ${scope === null ? sql`1` : sql`scope = ${scope}`} AND ${subjectId === null ? sql`1` : sql`subject_id = ${subjectId}`}
      AND ${type === null ? sql`1` : sql`${typeForViewer(viewer)} = ${type}`} AND (CASE WHEN ${status} IS NULL THEN status <> 'superseded' ELSE status = ${status} END)
      AND ${isDecided(viewer)}
      AND (${contradicted} IS NULL OR (contradicts IS NOT NULL AND ${readableLinkedMemory(viewer, sql`memories.contradicts`)}) = ${contradicted})
      AND ${statedBy === undefined ? sql`1` : sql`id IN (SELECT e.memory_id FROM evidence e WHERE e.guild_id = ${viewer.guildId} AND e.author_id = ${statedBy} AND ${citableEvidence(viewer, "e")})`}
      AND ${citing === undefined ? sql`1` : sql`id IN (SELECT e.memory_id FROM evidence e WHERE e.guild_id = ${viewer.guildId} AND e.message_id IN (SELECT value FROM json_each(${JSON.stringify(citing)})) AND ${citableEvidence(viewer, "e")})`}
      AND ${saidIn === undefined ? sql`1` : sql`EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = memories.id AND e.channel_id = ${saidIn} AND ${citableEvidence(viewer, "e")})`}
      AND ${replacedBy === undefined ? sql`1` : sql`superseded_by = ${replacedBy} AND merged = 0`}
      AND ${unexpiredAt === undefined ? sql`1` : sql`(expires_at IS NULL OR expires_at > ${unexpiredAt})`}
      AND ${topic === null ? sql`1` : isOnTopic(viewer, topic)}
      AND (${words} IS NULL OR instr(lower(fact), lower(${words})) > 0)
      AND (${after?.id ?? null} IS NULL OR (${at}, id) < (${after?.at ?? null}, ${after?.id ?? null}))
    ORDER BY ${at} DESC, id DESC LIMIT ${page.limit})`
  const rows = await db
    .select({ ...memoryColumns(viewer), at: sql<Time>`page.at` })
    .from(sql`${wanted} page`)
    .innerJoin(memories, sql`memories.seq = page.wanted`)
    .orderBy(sql`page.at DESC, memories.id DESC`)
  const places = new Map(rows.map((row) => [row.row.id, row.at]))
  return toFoundMemories(rows).map((found) => ({
    ...found,
    at: places.get(found.memory.id) ?? found.memory.lastSaidAt,
  }))
}

/**
 * Returns the condition "it is known whose this is". As long as several people may be meant, only those who review
 * everything and the candidates themselves see it in lists.
 */
function isDecided({ readable, userId }: Viewer): SQL {
  return readable === "all"
    ? sql`1`
    : sql`(status <> 'queued' OR decided->>'choice' IS NULL OR (scope = 'user' AND subject_id IS ${userId}))`
}

/** Returns the condition "the viewer may know that the memory has this topic". */
function isOnTopic(viewer: Viewer, topic: string): SQL {
  return sql`(EXISTS (SELECT 1 FROM json_each(memories.topics) t WHERE lower(t.value) = ${topic.toLowerCase()})
    AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = memories.id AND NOT (${citableEvidence(viewer, "e")})))`
}

export async function findMemory(db: Database, viewer: Viewer, id: string): Promise<FoundMemory | null> {
  const rows = await db
    .select(memoryColumns(viewer))
    .from(memories)
    .where(sql`id = ${id} AND guild_id = ${viewer.guildId} AND ${readableMemory(viewer)}`)
  return toFoundMemories(rows)[0] ?? null
}

/** Returns the condition "is one of these of the guild". The plus keeps SQLite from reading every memory of the guild. */
function isAmong({ guildId }: Viewer, ids: readonly string[]): SQL {
  return sql`+guild_id = ${guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** Returns the memories among these ids that the viewer may read, by id. */
export async function findMemories(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, FoundMemory>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(memoryColumns(viewer))
    .from(memories)
    .where(sql`${isAmong(viewer, ids)} AND ${readableMemory(viewer)}`)
  return new Map(toFoundMemories(rows).map((found) => [found.memory.id, found]))
}

/** Returns which of these ids the viewer may read. */
export async function readableAmong(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: memories.id })
    .from(memories)
    .where(sql`${isAmong(viewer, ids)} AND ${readableMemory(viewer)}`)
  return new Set(rows.map(({ id }) => id))
}

// Ownership: who may change a memory. Reads memories that may be shown to nobody and returns only yes or no.

/**
 * Returns true if every memory is about the person or was stated by them alone. A statement by someone else
 * counts wherever it was said, whoever may read it.
 */
export async function areOwn(
  db: Database,
  guildId: Id,
  ids: readonly string[],
  userId: Id,
): Promise<boolean> {
  const strange = sql`SELECT 1 AS strange FROM memories m JOIN evidence e ON e.memory_id = m.id
    WHERE m.guild_id = ${guildId} AND m.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND NOT (m.scope = 'user' AND m.subject_id = ${userId}) AND e.author_id <> ${userId} LIMIT 1`
  return (await db.all(strange)).length === 0
}
