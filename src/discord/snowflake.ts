/** Discord's ids tell when they were made. Pure. */
import type { Id, Time } from "../vocabulary.ts"

/** The first millisecond of 2015: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n

/** When Discord made what has this id. */
export function madeAt(id: Id): Time {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

/** The smallest id that could have been made at `time`. */
export function idAt(time: Time): Id {
  return String((BigInt(Math.floor(time)) - EPOCH) << 22n)
}
