/** Recalls as their callers name them: formats of the text, ids, and what people say of one. Pure. */
import type { Time } from "./types.ts"

export const FORMATS = ["json", "xml", "block", "tagged", "narrative"] as const
export type Format = (typeof FORMATS)[number]

/** `classic` writes `xml` and `tagged` in the shapes that earlier bots' prompts expect. Other formats have one style. */
export const STYLES = ["default", "classic"] as const
export type Style = (typeof STYLES)[number]

/** Parts that a recall can lack: a source or a step that failed or may not be paid for, or reading as a whole. */
export const DEGRADATIONS = ["messages", "vectors", "expansion", "reranker", "model", "reading_off"] as const
export type Degradation = (typeof DEGRADATIONS)[number]

/**
 * A judgment of a recall. `useless`: nothing of it helped, and nothing of it is wrong. `wrong`: something of it is not so.
 */
export const RECALL_VERDICTS = ["useful", "useless", "wrong"] as const
export type RecallVerdict = (typeof RECALL_VERDICTS)[number]

/** Crockford's base 32, in the order of its characters: ids sort by time. */
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
const TIME_DIGITS = 10
const RANDOM_DIGITS = 16
const RECALL_ID = new RegExp(`^r_[${DIGITS}]{${TIME_DIGITS + RANDOM_DIGITS}}$`)

/**
 * Makes the id of a recall: its time in milliseconds and 80 random bits, in the order of a ULID
 * (https://github.com/ulid/spec). `random` holds at least 16 bytes, of which 5 bits each are used.
 */
export function recallId(now: Time, random: Uint8Array): string {
  let rest = now
  let time = ""
  for (let at = 0; at < TIME_DIGITS; at += 1) {
    time = `${DIGITS[rest % 32]}${time}`
    rest = Math.floor(rest / 32)
  }
  const chance = [...random.subarray(0, RANDOM_DIGITS)].map((byte) => DIGITS[byte & 31]).join("")
  return `r_${time}${chance}`
}

/** Returns when a recall with this id was asked; `null` for a text that is no such id. */
export function recallTime(id: string): Time | null {
  if (!RECALL_ID.test(id)) return null
  return [...id.slice(2, 2 + TIME_DIGITS)].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0)
}
