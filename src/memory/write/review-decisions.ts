/**
 * The review queue and the decisions on it: approve or reject a queued memory, pick whose it is, or keep
 * one or both of two that contradict each other.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Refusal } from "../../domain/errors.ts"
import type { Id, Memory, Viewer } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { releaseContested } from "../facts/states.ts"
import { insertBothHold } from "../read/both-hold.ts"
import { findMemory } from "../read/manage.ts"
import {
  type FoundMemory,
  memoryColumns,
  readableLinkedMemory,
  readableMemory,
  toFoundMemories,
} from "../read/search.ts"
import type { ReadersOf } from "./affected-others.ts"
import { auditRow } from "./audit.ts"
import { labelClaims } from "./claim-labels.ts"
import { batchConflict } from "./commit.ts"
import { correct } from "./correct.ts"
import { guardVersions, rewriteMemories } from "./statements.ts"
import type { MemoryEditor } from "./undo-rows.ts"

/**
 * `approve` and `keep`: this memory becomes active and the one that contradicts it is superseded. `other`:
 * the reverse. `reject`: this memory is superseded.
 * If several people may be meant, `approve` rejects it about the others, and `reject` about all. `both`: both
 * hold, and as long as their wording stays, they are not treated as a contradiction again.
 */
export const DECISIONS = ["approve", "reject", "keep", "other", "both"] as const
export type Decision = (typeof DECISIONS)[number]

/**
 * An item of the queue as it was shown. A decision is refused if the item no longer has `version`; without a
 * version it applies to the current state.
 */
export interface ReviewItem {
  id: string
  version?: number | undefined
}

/** Decides a review item. Returns `null` if done, or a refusal if this viewer cannot decide on it. */
export async function decideReviewItem(
  db: Database,
  viewer: Viewer,
  {
    waiting,
    decision,
    by,
    readersOf,
  }: { waiting: ReviewItem; decision: Decision; by: MemoryEditor } & ReadersOf,
): Promise<Refusal | null> {
  const { id, version } = waiting
  const found = await findMemory(db, viewer, id)
  if (!found) return { reason: "unknown_memory", memoryId: id }
  if (version !== undefined && found.memory.version !== version) return { reason: "not_waiting" }
  const other = await contradictingMemory(db, viewer, found)
  if (found.memory.status !== "queued" && other === null) return { reason: "not_waiting" }
  const reject = (rejected: string) =>
    correct(db, viewer, { id: rejected, change: { status: "superseded" }, by, readersOf })
  // Rivals go first: a decision that is cut off here leaves the item to be decided again.
  for (const rival of await rivalsOf(db, found, decision)) {
    const refused = await reject(rival)
    if (refused) return refused
  }
  switch (decision) {
    case "approve":
    case "keep":
      return correct(db, viewer, { id, change: { status: "active" }, by, readersOf })
    case "reject":
      return reject(id)
    case "other":
      if (other === null) return { reason: "not_waiting" }
      return correct(db, viewer, { id: other.memory.id, change: { status: "active" }, by, readersOf })
    case "both":
      return other === null
        ? { reason: "not_waiting" }
        : recordBothHold(db, [found.memory.id, other.memory.id], by)
  }
}

/** Returns the memories that a decision rejects beside: those about the other people whom the claim may be about. */
async function rivalsOf(db: Database, { memory }: FoundMemory, decision: Decision): Promise<string[]> {
  const choice = memory.decided?.choice
  if (choice === undefined || memory.status !== "queued" || decision === "other" || decision === "both")
    return []
  const rows = await db
    .select({ id: memories.id })
    .from(memories)
    .where(
      sql`guild_id = ${memory.guildId} AND status = 'queued' AND decided->>'choice' = ${choice} AND id <> ${memory.id}`,
    )
  return rows.map(({ id }) => id)
}

/**
 * Returns, by the id of each item that may be about several people, the memory about each of them that the viewer may
 * read, this one included, in the order stored. One query.
 */
export async function readCandidates(
  db: Database,
  viewer: Viewer,
  items: readonly FoundMemory[],
): Promise<Map<string, FoundMemory[]>> {
  const choices = items.flatMap(({ memory }) => memory.decided?.choice ?? [])
  if (choices.length === 0) return new Map()
  const rows = await db
    .select(memoryColumns(viewer))
    .from(memories)
    .where(
      sql`guild_id = ${viewer.guildId} AND status = 'queued' AND ${readableMemory(viewer)}
        AND decided->>'choice' IN (SELECT value FROM json_each(${JSON.stringify(choices)}))`,
    )
    .orderBy(memories.seq)
  const byChoice = Map.groupBy(toFoundMemories(rows), ({ memory }) => memory.decided?.choice ?? "")
  const sides = items.map(
    ({ memory: { id, decided } }) => [id, byChoice.get(decided?.choice ?? "") ?? []] as const,
  )
  return new Map(sides.filter(([id, all]) => all.length > 1 && all.some(({ memory }) => memory.id === id)))
}

/** Returns the memory that contradicts the given one, or `null` if the viewer may read none. */
async function contradictingMemory(
  db: Database,
  viewer: Viewer,
  { memory }: FoundMemory,
): Promise<FoundMemory | null> {
  if (memory.contradicts === null) return null
  const other = await findMemory(db, viewer, memory.contradicts)
  return other && other.memory.status !== "superseded" ? other : null
}

async function recordBothHold(
  db: Database,
  ids: [string, string],
  by: MemoryEditor,
): Promise<Refusal | null> {
  const known = await memoriesOfSubject(db, ids[0])
  const freed = ids.flatMap((id) =>
    releaseContested(new Set(ids.filter((gone) => gone !== id)), known).filter((memory) => memory.id === id),
  )
  const guildId = known[0]?.guildId
  if (guildId === undefined) return { reason: "not_waiting" }
  const row = auditRow(db, by, { guildId, action: "memory.both_hold", target: ids.join(" ") })
  const before = known.filter(({ id }) => ids.includes(id))
  const both = ids.map((id) => ({ id, label: "confirmed" as const }))
  try {
    await runBatch(db, [
      guardVersions(guildId, before),
      ...rewriteMemories(freed),
      insertBothHold(guildId, ids),
      ...labelClaims(guildId, both, by),
      row,
    ])
    return null
  } catch (error) {
    if (batchConflict(error) === "stale") return { reason: "busy" }
    throw error
  }
}

/** Returns all memories of a memory's subject. Takes no viewer because nobody sees the result. */
async function memoriesOfSubject(db: Database, id: string): Promise<Memory[]> {
  const rows = await db
    .select()
    .from(memories)
    .where(
      sql`(guild_id, scope, subject_id) IN (SELECT guild_id, scope, subject_id FROM memories WHERE id = ${id})`,
    )
  return rows.map(fromRow)
}

// Reads of the review queue: queued memories, and memories that another contradicts. Reads take a Viewer.

/** The most items to list. Beyond that, the count is "many". */
const MAX_ITEMS = 500

/** A claim about one of several people is one item, represented by its first memory that the viewer may read. */
const ITEM = sql`CASE WHEN status = 'queued' THEN coalesce(decided->>'choice', id) ELSE id END`

/** Returns the ids of the items that the viewer may decide, oldest first. */
export async function reviewQueue(db: Database, viewer: Viewer): Promise<string[]> {
  const rows = await db
    .select({ id: memories.id, first: sql<number>`min(seq)` })
    .from(memories)
    .where(mayDecide(viewer))
    .groupBy(ITEM)
    .orderBy(sql`created_at, 2`)
    .limit(MAX_ITEMS)
  return rows.map(({ id }) => id)
}

/** Returns the number of items that the viewer may decide. */
export async function countReviewItems(db: Database, viewer: Viewer): Promise<number> {
  const rows = await db
    .select({ count: sql<number>`count(DISTINCT ${ITEM})` })
    .from(memories)
    .where(mayDecide(viewer))
  return rows[0]?.count ?? 0
}

/** Only someone who may read both sides may decide a contradiction. */
function mayDecide(viewer: Viewer): SQL {
  return sql`${isWaiting(viewer.guildId)} AND ${readableMemory(viewer)}
    AND (status = 'queued' OR ${readableLinkedMemory(viewer, sql`memories.contradicts`)})`
}

/**
 * Two memories that contradict each other are one item, represented by one of them: the queued one, if there
 * is one, otherwise the one that was stored first.
 */
function isWaiting(guildId: Id): SQL {
  return sql`guild_id = ${guildId} AND (status = 'queued' OR (status IN ('active', 'shadow') AND EXISTS
    (SELECT 1 FROM memories other WHERE other.id = memories.contradicts AND other.status IN ('active', 'shadow')
      AND NOT (other.contradicts IS memories.id AND other.seq < memories.seq))))`
}
