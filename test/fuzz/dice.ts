/** Repeatable chance: every draw of a request depends on the seed and the request's number alone. */

export interface Dice {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns a whole number from 0 to `sides` - 1. */
  below(sides: number): number
  /** Returns true in this share of draws. */
  chance(share: number): boolean
  pick<T>(from: readonly [T, ...T[]]): T
  pick<T>(from: readonly T[]): T | undefined
}

/** mulberry32, started from a mix of the seed and the number. */
export function diceOf(seed: number, number: number): Dice {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)) | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (sides: number) => Math.floor(next() * sides)
  return {
    next,
    below,
    chance: (share) => next() < share,
    // The index is within the list; an empty list yields undefined, as its overload says.
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
  }
}
