/** Memories as an operator or a person looks through them: listed with filters, found by id. Reads take a Viewer. */
import { sql } from "drizzle-orm"
import type { Id, MemoryStatus, MemoryType, Scope, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { memories } from "../db/schema.ts"
import { citable, columns, type Found, knownToo, readableMemory, toFound, typeAsRead } from "./search.ts"

export interface Filter {
  scope: Scope | null
  subjectId: Id | null
  type: MemoryType | null
  status: MemoryStatus | null
  contradicted: boolean | null
  /** Words that the fact must contain. */
  words: string | null
}

/** All that is known about one person, but what was replaced. */
export function aboutPerson(subjectId: Id): Filter {
  return { scope: "user", subjectId, type: null, status: null, contradicted: null, words: null }
}

/** A memory with its place in the list: when it was last said, as far as the viewer may know. */
export interface Listed extends Found {
  at: Time
}

/** One page of memories, latest said first. `after` is the last one of the page before. */
export async function listMemories(
  db: Database,
  viewer: Viewer,
  filter: Filter,
  page: { after: { at: Time; id: string } | null; limit: number },
): Promise<Listed[]> {
  const { scope, subjectId, type, status, contradicted, words } = filter
  const { after } = page
  // A filter that is not there is not asked about: the planner then sees that one subject's memories stand in an index.
  // Who reads all is answered from an index; others may not see from the order what was said elsewhere.
  const at =
    viewer.readable === "all"
      ? sql`last_said_at`
      : sql`(SELECT max(e.said_at) FROM evidence e WHERE e.memory_id = memories.id AND ${citable(viewer, "e")})`
  const wanted = sql`(SELECT seq AS wanted, ${at} AS at FROM memories
    WHERE guild_id = ${viewer.guildId} AND ${readableMemory(viewer)}
      AND ${scope === null ? sql`1` : sql`scope = ${scope}`} AND ${subjectId === null ? sql`1` : sql`subject_id = ${subjectId}`}
      AND ${type === null ? sql`1` : sql`${typeAsRead(viewer)} = ${type}`} AND (CASE WHEN ${status} IS NULL THEN status <> 'superseded' ELSE status = ${status} END)
      AND (${contradicted} IS NULL OR (contradicts IS NOT NULL AND ${knownToo(viewer, sql`memories.contradicts`)}) = ${contradicted})
      AND (${words} IS NULL OR instr(lower(fact), lower(${words})) > 0)
      AND (${after?.id ?? null} IS NULL OR (${at}, id) < (${after?.at ?? null}, ${after?.id ?? null}))
    ORDER BY ${at} DESC, id DESC LIMIT ${page.limit})`
  const rows = await db
    .select({ ...columns(viewer), at: sql<Time>`page.at` })
    .from(sql`${wanted} page`)
    .innerJoin(memories, sql`memories.seq = page.wanted`)
    .orderBy(sql`page.at DESC, memories.id DESC`)
  const places = new Map(rows.map((row) => [row.row.id, row.at]))
  return toFound(rows).map((found) => ({
    ...found,
    at: places.get(found.memory.id) ?? found.memory.lastSaidAt,
  }))
}

export async function findMemory(db: Database, viewer: Viewer, id: string): Promise<Found | null> {
  const rows = await db
    .select(columns(viewer))
    .from(memories)
    .where(sql`id = ${id} AND guild_id = ${viewer.guildId} AND ${readableMemory(viewer)}`)
  return toFound(rows)[0] ?? null
}

/** Those of these memories that the viewer may read, by id. */
export async function findMemories(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Found>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select(columns(viewer))
    .from(memories)
    .where(
      sql`id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND guild_id = ${viewer.guildId} AND ${readableMemory(viewer)}`,
    )
  return new Map(toFound(rows).map((found) => [found.memory.id, found]))
}

/** Of these memories, those that the viewer may read. */
export async function readableAmong(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .select({ id: memories.id })
    .from(memories)
    .where(
      sql`guild_id = ${viewer.guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND ${readableMemory(viewer)}`,
    )
  return new Set(rows.map(({ id }) => id))
}
