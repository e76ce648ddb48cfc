/** The identity of a fact: what makes two sentences the same memory. */
import { hashOf } from "../../domain/hash.ts"
import type { Id, Subject } from "../../domain/types.ts"
import { withSigns } from "../../text/stems.ts"

const MAX_KEY = 128

/** Lower case, no punctuation, single spaces, at most 128 characters. Unique within guild, scope and subject. */
export function factKey(fact: string): string {
  const bare = withSigns(fact.normalize("NFKC"))
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}]+/gu, " ")
    .trim()
  // A fact of nothing but signs is its own key.
  const key = Array.from(bare === "" ? fact.normalize("NFKC").trim() : bare)
  if (key.length <= MAX_KEY) return key.join("")
  // Two long facts may differ only past the cut: the hash of the whole stands for what is cut off.
  const hash = hashOf([key.join("")])
  return `${key.slice(0, MAX_KEY - hash.length - 1).join("")} ${hash}`
}

/** The id of a memory first learned from `origin` (a window, or a moment of telling). The same origin, replayed, gives the same id. */
export function memoryId(guildId: Id, subject: Subject, key: string, origin: string): string {
  return `m_${hashOf([guildId, subject.scope, subject.id, key, origin])}`
}
