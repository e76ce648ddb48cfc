/** The leak test's only source of randomness, reproducible from a seed. */

/** A generator of numbers from 0 up to 1 that depend on the seed alone (mulberry32, by Tommy Ettinger). */
export class Dice {
  #state: number
  #words = 0

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  chance(share: number): boolean {
    return this.roll() < share
  }

  below(count: number): number {
    return Math.floor(this.roll() * count)
  }

  pick<T>(from: readonly T[]): T {
    // Callers pass at least one item.
    return from[this.below(from.length)] as T
  }

  some<T>(from: readonly T[], share: number): T[] {
    return from.filter(() => this.chance(share))
  }

  shuffled<T>(from: readonly T[]): T[] {
    return from
      .map((one) => ({ one, key: this.roll() }))
      .sort((a, b) => a.key - b.key)
      .map(({ one }) => one)
  }

  /** Returns an invented word: unique for a seed, and never the stem of another. */
  marker(): string {
    this.#words += 1
    const scrambled = (this.#words * 7_919) % 4_096_000
    const syllable = (n: number) => `${"bdfghjkmnprtvwxz"[n % 16]}${"aeiou"[Math.floor(n / 16) % 5]}`
    return `${syllable(scrambled % 80)}${syllable(Math.floor(scrambled / 80) % 80)}${syllable(Math.floor(scrambled / 6_400) % 80)}x`
  }
}

/** Returns a word of one of some lines. Lines that consent hides have none. */
export function markerOf(dice: Dice, lines: readonly { markers: readonly string[] }[]): string {
  return dice.pick(dice.pick(lines.filter(({ markers }) => markers.length > 0)).markers)
}
