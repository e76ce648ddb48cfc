/** Memories as an operator or a person handles them: listed, corrected, forgotten. Reads take a Viewer; changes leave an audit row. */
import { sql } from "drizzle-orm"
import type { Refusal } from "../errors.ts"
import type {
  Id,
  Importance,
  Lifetime,
  Memory,
  MemoryStatus,
  MemoryType,
  Scope,
  Section,
  Time,
  Viewer,
} from "../vocabulary.ts"
import { type Database, land } from "./database.ts"
import { factKey } from "./fact-key.ts"
import { expiry } from "./reconcile.ts"
import { audit, memories } from "./schema.ts"
import { columns, type Found, readableMemory, toFound } from "./search.ts"
import { removal, rewrite } from "./statements.ts"

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
    .where(sql`id = ${id} AND guild_id = ${viewer.guildId}`)
  return toFound(rows)[0] ?? null
}

/** Corrections a person may make. A field left out stays. */
export interface Correction {
  fact?: string | undefined
  type?: MemoryType | undefined
  section?: Section | null | undefined
  topics?: string[] | undefined
  importance?: Importance | undefined
  lifetime?: Lifetime | undefined
  /** `active` approves what was queued, shadowed or replaced; `superseded` retires it. Either settles a contradiction. */
  status?: "active" | "superseded" | undefined
}

/** Applies a correction. Refused where another memory of the subject already says so. */
export async function correct(
  db: Database,
  memory: Memory,
  change: Correction,
  by: { actor: string; now: Time },
): Promise<Memory | Refusal> {
  const given = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Partial<Memory>
  const next: Memory = { ...memory, ...given, version: memory.version + 1 }
  if (change.fact !== undefined) next.factKey = factKey(change.fact)
  if (change.lifetime !== undefined) next.expiresAt = expiry(change.lifetime, next.lastSaidAt)
  if (change.status !== undefined) next.contradicts = null
  if (change.status === "active") next.supersededBy = null
  const clash = await db
    .select({ id: memories.id })
    .from(memories)
    .where(
      sql`guild_id = ${memory.guildId} AND scope = ${memory.subject.scope} AND subject_id = ${memory.subject.id}
        AND fact_key = ${next.factKey} AND id <> ${memory.id}`,
    )
  if (clash[0]) return { reason: "duplicate_fact", memoryId: clash[0].id }
  const detail = { fields: Object.keys(given) }
  const row = {
    guildId: memory.guildId,
    at: by.now,
    actor: by.actor,
    action: "memory.correct",
    target: memory.id,
    detail,
  }
  await land(db, [db.insert(audit).values(row), ...rewrite(next)])
  return next
}

/** Forgets memories for good: the fact, its evidence and its full text. The audit row keeps ids only. */
export async function forgetMemories(
  db: Database,
  guildId: Id,
  ids: string[],
  by: { actor: string; now: Time },
): Promise<void> {
  if (ids.length === 0) return
  await land(db, [
    db
      .insert(audit)
      .values({ guildId, at: by.now, actor: by.actor, action: "memory.forget", target: ids.join(" ") }),
    ...removal(ids),
  ])
}
