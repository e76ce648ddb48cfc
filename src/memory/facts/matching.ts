/** Finds the memory that says what a claim says, among those that the same people read. Pure. */
import type { Memory, Time } from "../../domain/types.ts"
import { type Relation, relate } from "../../text/similarity.ts"
import { separateKey } from "./fact-key.ts"
import type { KnownMemory } from "./known.ts"
import { mergeSurvivor } from "./states.ts"

/** A known memory and how the new fact relates to it. */
export interface Related {
  memory: KnownMemory
  relation: Relation
}

export function relateAll(mine: readonly KnownMemory[], fact: string): Related[] {
  return mine.map((memory) => ({ memory, relation: relate(memory.fact, fact) }))
}

const NEAREST: Record<Memory["status"], number> = { active: 0, queued: 1, shadow: 1, superseded: 2 }

/** Returns the memory with the same meaning: active first, then waiting or shadow, then superseded. */
export function nearDuplicate(all: readonly Related[], except: KnownMemory | undefined): KnownMemory | null {
  const [nearest] = all
    .filter(({ memory, relation }) => relation === "same" && memory.id !== except?.id)
    .map(({ memory }) => memory)
    .sort((a, b) => NEAREST[a.status] - NEAREST[b.status])
  return nearest ?? null
}

/** Prefers the exact key, unless that memory is superseded and a near duplicate is not. */
export function matchOf(exact: KnownMemory | undefined, similar: KnownMemory | null): KnownMemory | null {
  if (exact && exact.status !== "superseded") return exact
  return similar && similar.status !== "superseded" ? similar : (exact ?? similar)
}

/**
 * Returns the memory that a restatement counts for: the one it was merged into, if any. Returns the memory
 * itself if other people now read that one, so it is not among `mine`, or if the claim replaces it.
 */
export function statementTarget(
  memory: KnownMemory,
  mine: readonly KnownMemory[],
  replaced: KnownMemory | undefined,
): KnownMemory {
  const survivor = mergeSurvivor(memory, mine)
  return survivor && survivor.id !== replaced?.id ? survivor : memory
}

/**
 * Returns true if the memory was superseded by something said at `saidAt` or later. An older statement does
 * not bring it back.
 */
export function isStale(memory: KnownMemory, mine: readonly KnownMemory[], saidAt: Time): boolean {
  if (memory.status !== "superseded") return false
  const survivor = memory.merged ? mergeSurvivor(memory, mine) : undefined
  if (survivor) return isStale(survivor, mine, saidAt)
  const successor = mine.find((other) => other.id === memory.supersededBy)
  return saidAt <= (successor ?? memory).lastSaidAt
}
/** Gives a new memory a separate key if a memory that other people read has its plain one. */
export function withOwnKey(said: Memory, all: readonly KnownMemory[]): Memory {
  const isTaken = all.some(({ factKey: key, merges }) => !merges && key === said.factKey)
  return isTaken ? { ...said, factKey: separateKey(said.factKey, said.id) } : said
}
