/** Discord ids (snowflakes): what counts as one, how one stands inside text, and the time it carries. The only place that knows. */
import { z } from "zod"
import type { Id, Time } from "./types.ts"

/** An id inside a regular expression: a decimal number without leading zeros, as Discord writes it. */
export const ID_PATTERN = String.raw`[1-9]\d{0,18}`
/** A mention of a person inside a regular expression. Its group is the id. */
export const MENTION_PATTERN = `<@!?(${ID_PATTERN})>`
export const MENTIONS = new RegExp(MENTION_PATTERN, "g")

const WHOLE = new RegExp(`^${ID_PATTERN}$`)
/** 2^63 - 1: SQLite keeps the ids of messages as signed 64-bit integers. */
const LARGEST = "9223372036854775807"

export function isSnowflake(text: string): boolean {
  return WHOLE.test(text) && isWithin(text)
}

/** Of two decimal numbers with as many digits, the larger one sorts last. */
function isWithin(digits: string): boolean {
  return digits.length !== LARGEST.length || digits <= LARGEST
}

export const Snowflake = z
  .string('must be a snowflake in a string, such as "81384788765712384"')
  .regex(WHOLE, "must be a snowflake: 1 to 19 digits in a string")
  // Checked for ids alone: zod asks this of a text that is none, too.
  .refine((text) => !WHOLE.test(text) || isWithin(text), "must be below 2^63")

/** The first millisecond of 2015: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n

/** When Discord made the object with this id. */
export function snowflakeTime(id: Id): Time {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

/** An id that could have been made at `time`: the smallest, or with `nth` from 0 to 4,194,303 one of those after it. */
export function snowflakeAt(time: Time, nth = 0): Id {
  return String(((BigInt(Math.floor(time)) - EPOCH) << 22n) | BigInt(nth))
}
