/**
 * The only place that computes hashes. Ids, cache keys and prompt hashes are stored, so the hash of a text
 * must never change.
 */
// biome-ignore lint/correctness/noNodejsModules: workerd provides node:crypto, and WebCrypto hashes only asynchronously.
import { createHash } from "node:crypto"

const SHORT = 24

/** Returns the SHA-256 of the text's UTF-8 bytes as 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/**
 * Returns a short stable id made from parts: 24 hex digits of SHA-256. With 96 bits, two of 10^9 rows share
 * an id with a probability of 10^-11. Parts stay separate: "ab", "c" and "a", "bc" differ.
 */
export function hashOf(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, SHORT)
}
