/** Hashes of single words and phrases, with a salt. Pure. Not for ids: see `domain/hash.ts`. */

/**
 * 53 bits of two FNV-1a hashes with different starts: with a million runs, one text in ten thousand matches
 * by chance. Whoever has the salt can test guesses.
 */
export function saltedHash(text: string, salt: number): number {
  let [low, high] = [0x811c9dc5 ^ salt, 0x9747b28c ^ Math.imul(salt, 0x85ebca6b)]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x5bd1e995)
    high ^= high >>> 15
  }
  return (high & 0x1fffff) * 0x1_0000_0000 + (low >>> 0)
}
