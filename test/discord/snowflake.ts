/** Discord's ids: milliseconds since its epoch, shifted by 22 bits, over a counter. Rising, and unique in one world. */

const EPOCH = 1_420_070_400_000n
const COUNTS = 1n << 22n

/** Makes ids of the moment its clock tells; never one twice, nor a lower one after a higher. */
export class SnowflakeClock {
  readonly now: () => number
  private last: bigint

  constructor(now: () => number = Date.now) {
    this.now = now
    // Worlds of one process that live at the same moment are unlikely to meet.
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

/** A moment in Discord's own wording. */
export function isoOf(at: number): string {
  return new Date(at).toISOString().replace("Z", "000+00:00")
}

/** When a thing with this id was made, in milliseconds. */
export function timeOf(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

function firstAt(at: number): bigint {
  return BigInt(Math.floor(at)) - EPOCH
}
