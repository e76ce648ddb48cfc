/** Hashes: the only place that makes one. Ids, cache keys and prompt hashes are stored, so what a text hashes to never changes. */
import { createHash } from "node:crypto"

const SHORT = 24

/** SHA-256 of the text's UTF-8 bytes, 32 bytes long. */
export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

/**
 * A short stable id made from parts: 24 hex digits of SHA-256. With 96 bits, two of 10^9 rows share one with a chance of
 * 10^-11. Parts are kept apart: "ab", "c" and "a", "bc" differ.
 */
export function hashOf(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).toString("hex").slice(0, SHORT)
}
