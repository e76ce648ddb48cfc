/** Finds the memories that a person's decision on another memory changes, and their new states. */
import { sql } from "drizzle-orm"
import type { Id, Memory } from "../../domain/types.ts"
import { relate } from "../../text/similarity.ts"
import type { Database } from "../db/database.ts"
import { releaseContested, withConfidence } from "../facts/states.ts"
import { readBothHold } from "../read/both-hold.ts"

/** `readersOf` returns a key of a channel's readers; `null` stands for words told directly. */
export interface ReadersOf {
  readersOf: (channelId: Id | null) => string
}

/** A memory before and after a person's decision, and the other memories of its subject. */
interface Decided extends ReadersOf {
  before: Memory
  next: Memory
  others: readonly Memory[]
}

/**
 * Returns the other memories that a person's decision changes. An approved memory replaces the one it
 * contradicts, and those that say otherwise and have the same readers (docs/decisions/046-strata.md); a retired
 * one no longer contests others.
 */
export async function affectedOthers(db: Database, decided: Decided): Promise<Memory[]> {
  const { next, others } = decided
  const replaced = next.status === "active" ? await contraryOthers(db, decided) : []
  const gone = new Set(replaced.map(({ id }) => id))
  if (next.status === "superseded") gone.add(next.id)
  return [...replaced.map((other) => replacedBy(other, next.id)), ...releaseContested(gone, others)]
}

async function contraryOthers(db: Database, { before, next, others, readersOf }: Decided): Promise<Memory[]> {
  const active = others.filter(({ status }) => status === "active")
  const linked = (other: Memory) => other.contradicts === next.id || before.contradicts === other.id
  const opposed = active.filter(
    (other) => !linked(other) && ["opposed", "replaces"].includes(relate(other.fact, next.fact)),
  )
  if (opposed.length === 0) return active.filter(linked)
  const beside = await heldTogetherWith(db, before, next)
  const peers = await withSameReaders(db, next, { others: opposed, readersOf })
  return active.filter((other) => linked(other) || (peers.has(other.id) && !beside.has(other.id)))
}

/** Returns the ids of the memories whose statements have exactly the readers of this one's. */
async function withSameReaders(
  db: Database,
  { id }: Memory,
  { others, readersOf }: { others: readonly Memory[] } & ReadersOf,
): Promise<ReadonlySet<string>> {
  const ids = JSON.stringify([id, ...others.map((other) => other.id)])
  const rows = await db.all<{ memoryId: string; channelId: Id | null }>(
    sql`SELECT DISTINCT memory_id AS memoryId, channel_id AS channelId FROM evidence
      WHERE memory_id IN (SELECT value FROM json_each(${ids}))`,
  )
  const statements = Map.groupBy(rows, ({ memoryId }) => memoryId)
  const keyOf = (memoryId: string) =>
    [...new Set(statements.get(memoryId)?.map(({ channelId }) => readersOf(channelId)))].sort().join(" ")
  const own = keyOf(id)
  return new Set(others.map((other) => other.id).filter((other) => keyOf(other) === own))
}

/** Returns the memories recorded as holding together with this one. None if its wording changes. */
async function heldTogetherWith(db: Database, before: Memory, next: Memory): Promise<ReadonlySet<string>> {
  if (before.fact !== next.fact) return new Set()
  const beside = await readBothHold(db, next.guildId, [next.id])
  return beside.get(next.id) ?? new Set()
}

export function replacedBy(memory: Memory, by: string): Memory {
  const history = { status: "superseded", supersededBy: by, retiredBy: null, merged: false } as const
  return withConfidence({ ...memory, ...history, contradicts: null, version: memory.version + 1 })
}
