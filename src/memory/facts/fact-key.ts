/** The identity of a fact: two sentences with the same key are the same memory. */
import { hashOf } from "../../domain/hash.ts"
import type { Id, Subject } from "../../domain/types.ts"
import { withSigns } from "../../text/stems.ts"

const MAX_KEY = 128

/**
 * Lower case, no punctuation, single spaces, at most 128 characters. Unique within guild, scope and subject.
 */
export function factKey(fact: string): string {
  const bare = withSigns(fact.normalize("NFKC"))
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu, " ")
    .trim()
  // A fact that consists of signs only is its own key.
  const key = Array.from(bare === "" ? fact.normalize("NFKC").trim() : bare)
  if (key.length <= MAX_KEY) return key.join("")
  // Two long facts may differ only after the cut, so a hash of the whole replaces the rest.
  const hash = hashOf([key.join("")])
  return `${key.slice(0, MAX_KEY - hash.length - 1).join("")} ${hash}`
}

/** Begins what follows the key in a separate key. Plain keys contain no underscore. */
export const SEPARATE = " m_"

/**
 * Returns the key of a memory whose plain key another memory of the subject has: one that other people read.
 * Memory ids begin with `m_`.
 */
export function separateKey(key: string, id: string): string {
  return `${key} ${id}`
}

/** Returns true if a memory's key, plain or separate, is `key`. */
export function hasFactKey(memory: { factKey: string }, key: string): boolean {
  return memory.factKey === key || memory.factKey.startsWith(`${key}${SEPARATE}`)
}

/**
 * Returns the id of a memory first learned from `origin` (a window, or the moment it was told). Replaying an
 * origin gives the same id.
 */
export function memoryId(guildId: Id, subject: Subject, key: string, origin: string): string {
  return `m_${hashOf([guildId, subject.scope, subject.id, key, origin])}`
}
