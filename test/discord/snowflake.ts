/**
 * Discord's ids: milliseconds since its epoch, shifted by 22 bits, plus a counter. Rising, and unique in one
 * world.
 */

const EPOCH = 1_420_070_400_000n
const COUNTS = 1n << 22n

/** Makes ids for the clock's current time: unique and always rising. */
export class SnowflakeClock {
  readonly now: () => number
  private last: bigint

  constructor(now: () => number = Date.now) {
    this.now = now
    // Makes ids of worlds that run at the same moment in one process unlikely to collide.
    this.last = (firstAt(now()) << 22n) + BigInt(Math.floor(Math.random() * 2_000_000))
  }

  next(): string {
    const floor = firstAt(this.now()) << 22n
    const within = this.last % COUNTS
    this.last = floor + within > this.last ? floor + ((within + 1n) % COUNTS) : this.last + 1n
    return String(this.last)
  }

  iso(): string {
    return isoOf(this.now())
  }
}

/** A time in Discord's format. */
export function isoOf(at: number): string {
  return new Date(at).toISOString().replace("Z", "000+00:00")
}

/** Returns the creation time in an id, in milliseconds. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

function firstAt(at: number): bigint {
  return BigInt(Math.floor(at)) - EPOCH
}
