/** The identity of a fact: what makes two sentences the same memory. */
// biome-ignore lint/correctness/noNodejsModules: workerd provides node:crypto, and WebCrypto hashes only asynchronously.
import { createHash } from "node:crypto"
import type { Id, Subject } from "../vocabulary.ts"
import { withSigns } from "./numerals.ts"

const MAX_KEY = 128
const DIGEST = 24

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
  // Two long facts may differ only past the cut: the digest of the whole stands for what is cut off.
  return `${key.slice(0, MAX_KEY - DIGEST - 1).join("")} ${digest([key.join("")])}`
}

/** The id of a memory first learned from `origin` (a window, or a moment of telling). The same origin, replayed, gives the same id. */
export function memoryId(guildId: Id, subject: Subject, key: string, origin: string): string {
  return `m_${digest([guildId, subject.scope, subject.id, key, origin])}`
}

/** A short stable id from its parts: 96 bits, so that a deployment of 10^9 rows sees a collision with chance 10^-11. */
export function digest(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, DIGEST)
}
