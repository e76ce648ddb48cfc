/** Memories as an operator or a person looks through them: listed with filters, found by id. Reads take a Viewer. */
import { sql } from "drizzle-orm"
import type { Id, MemoryStatus, MemoryType, Scope, Time, Viewer } from "../vocabulary.ts"
import type { Database } from "./database.ts"
import { memories } from "./schema.ts"
import { columns, type Found, readableMemory, toFound } from "./search.ts"

export interface Filter {
  scope: Scope | null
  subjectId: Id | null
  type: MemoryType | null
  status: MemoryStatus | null
  contradicted: boolean | null
  /** Words that the fact must contain. */
  words: string | null
}

/** One page of memories, latest said first. `after` is the last one of the page before. */
export async function listMemories(
  db: Database,
  viewer: Viewer,
  filter: Filter,
  page: { after: { lastSaidAt: Time; id: string } | null; limit: number },
): Promise<Found[]> {
  const { scope, subjectId, type, status, contradicted, words } = filter
  const { after } = page
  const rows = await db
    .select(columns(viewer))
    .from(memories)
    .where(
      sql`guild_id = ${viewer.guildId} AND ${readableMemory(viewer)}
        AND (${scope} IS NULL OR scope = ${scope}) AND (${subjectId} IS NULL OR subject_id = ${subjectId})
        AND (${type} IS NULL OR type = ${type}) AND (CASE WHEN ${status} IS NULL THEN status <> 'superseded' ELSE status = ${status} END)
        AND (${contradicted} IS NULL OR (contradicts IS NOT NULL) = ${contradicted})
        AND (${words} IS NULL OR instr(lower(fact), lower(${words})) > 0)
        AND (${after?.id ?? null} IS NULL OR (last_said_at, id) < (${after?.lastSaidAt ?? null}, ${after?.id ?? null}))`,
    )
    .orderBy(sql`last_said_at DESC, id DESC`)
    .limit(page.limit)
  return toFound(rows)
}

export async function findMemory(db: Database, viewer: Viewer, id: string): Promise<Found | null> {
  const rows = await db
    .select(columns(viewer))
    .from(memories)
    .where(sql`id = ${id} AND guild_id = ${viewer.guildId} AND ${readableMemory(viewer)}`)
  return toFound(rows)[0] ?? null
}
