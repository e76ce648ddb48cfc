/** Hashes: the only place that makes one. Ids, cache keys and prompt hashes are stored, so what a text hashes to never changes. */
// biome-ignore lint/correctness/noNodejsModules: workerd provides node:crypto, and WebCrypto hashes only asynchronously.
import { createHash } from "node:crypto"

const SHORT = 24

/** SHA-256 of the text's UTF-8 bytes, 64 hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/**
 * A short stable id made from parts: 24 hex digits of SHA-256. With 96 bits, two of 10^9 rows share one with a chance of
 * 10^-11. Parts are kept apart: "ab", "c" and "a", "bc" differ.
 */
export function hashOf(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, SHORT)
}
