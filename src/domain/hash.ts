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

/** Returns the length and the SHA-256 of bytes that come in pieces. */
export async function sha256Of(
  pieces: AsyncIterable<Uint8Array>,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256")
  let bytes = 0
  for await (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, sha256: hash.digest("hex") }
}

/**
 * Returns a short stable id made from parts: 24 hex digits of SHA-256. With 96 bits, two of 10^9 rows share
 * an id with a probability of 10^-11. Parts stay separate: "ab", "c" and "a", "bc" differ.
 */
export function hashOf(parts: readonly string[]): string {
  return sha256(JSON.stringify(parts)).slice(0, SHORT)
}

/** Returns a number from 0 to below 1 made from parts: a draw that comes out the same each time. Resolution 2^-32. */
export function hashShare(parts: readonly string[]): number {
  return Number.parseInt(hashOf(parts).slice(0, 8), 16) / 2 ** 32
}

/**
 * 53 bits of two FNV-1a hashes with different starts: with a million runs, one text in ten thousand matches
 * by chance. Whoever has the salt can test guesses.
 */
export function saltedHash(text: string, salt: number): number {
  const [hash = 0] = saltedPrefixHashes([text], "", salt)
  return hash
}

/** Returns the salted hashes of the first word, the first two, and so on, each with `end`: one pass over the words. */
export function saltedPrefixHashes(words: readonly string[], end: string, salt: number): number[] {
  let [low, high] = [0x811c9dc5 ^ salt, 0x9747b28c ^ Math.imul(salt, 0x85ebca6b)]
  const add = (text: string) => {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      low = Math.imul(low ^ code, 0x01000193)
      high = Math.imul(high ^ code, 0x5bd1e995)
      high ^= high >>> 15
    }
  }
  return words.map((word, index) => {
    if (index > 0) add(" ")
    add(word)
    const [lowBefore, highBefore] = [low, high]
    add(end)
    const hash = (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
    low = lowBefore
    high = highBefore
    return hash
  })
}
