/**
 * Discord ids (snowflakes): their form, their form inside text, and the time they contain. The only place
 * that knows.
 */
import { z } from "zod"
import type { Id, Time } from "./types.ts"

/** An id inside a regular expression: a decimal number without leading zeros, as Discord writes it. */
export const ID_PATTERN = String.raw`[1-9]\d{0,18}`
/** A mention of a person inside a regular expression. Its group is the id. */
export const MENTION_PATTERN = `<@!?(${ID_PATTERN})>`
export const MENTIONS = new RegExp(MENTION_PATTERN, "g")

const WHOLE = new RegExp(`^${ID_PATTERN}$`)
/** 2^63 - 1: SQLite stores message ids as signed 64-bit integers. */
const LARGEST = "9223372036854775807"

export function isSnowflake(text: string): boolean {
  return WHOLE.test(text) && isWithin(text)
}

/** Compares as text: of two decimal numbers of equal length, the larger one sorts last. */
function isWithin(digits: string): boolean {
  return digits.length !== LARGEST.length || digits <= LARGEST
}

export const Snowflake = z
  .string('must be a Discord id in a string, such as "81384788765712384"')
  .regex(WHOLE, "must be a Discord id: 1 to 19 digits in a string")
  // Only checks ids: zod also runs this check on a text that is no id.
  .refine((text) => !WHOLE.test(text) || isWithin(text), "must be below 2^63")

/** The first millisecond of 2015: https://discord.com/developers/docs/reference#snowflakes */
const EPOCH = 1_420_070_400_000n

/** Returns when Discord created the object with this id. */
export function snowflakeTime(id: Id): Time {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

/**
 * Returns the smallest id that could have been made at `time`. With `nth` from 0 to 4,194,303, returns one of
 * the ids after it.
 */
export function snowflakeAt(time: Time, nth = 0): Id {
  return String(((BigInt(Math.floor(time)) - EPOCH) << 22n) | BigInt(nth))
}

/** Guild id in rows of no guild: the audit of changes to all guilds, and the sum of what all guilds spend. */
export const DEPLOYMENT: Id = "0"
