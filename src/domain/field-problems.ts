/** Names the fields that a schema refuses, and says why in a caller's words. Pure. */
import type { z } from "zod"

/** `root`: the path of the document that was checked. An unknown field is named itself, not the object that holds it. */
export function fieldProblems(
  issue: z.core.$ZodIssue,
  root: readonly string[],
): { field: string; problem: string }[] {
  const path = [...root, ...issue.path].map(String)
  if (issue.code !== "unrecognized_keys") return [{ field: path.join("."), problem: problemOf(issue) }]
  // Without `unknownFieldError` the message is zod's own. The field is named beside the problem, not in it.
  const at = issue.message.indexOf(UNKNOWN)
  const problem = at < 0 ? UNKNOWN : issue.message.slice(at)
  return issue.keys.map((key) => ({ field: [...path, key.slice(0, 100)].join("."), problem }))
}

const UNKNOWN = "is not a known field"
/** More would hide the problem. */
const MOST_NAMES = 40
const MOST_UNKNOWN = 3

/** An error setting for zod: names the unknown fields and those an object may have. `undefined` leaves the other issues to zod. */
export function unknownFieldError({ code, inst, keys }: z.core.$ZodRawIssue): string | undefined {
  if (code !== "unrecognized_keys") return undefined
  const shape = (inst as { shape?: Record<string, unknown> } | undefined)?.shape ?? {}
  const names = Object.keys(shape).slice(0, MOST_NAMES)
  const unknown = (keys as string[]).slice(0, MOST_UNKNOWN).map((key) => key.slice(0, 100))
  return names.length === 0 ? undefined : `${unknown.join(", ")} ${UNKNOWN}: allowed are ${names.join(", ")}`
}

/** Messages that zod writes itself. A schema's own message stays. */
const ZODS_OWN = /^(?:Invalid|Too (?:small|big))\b/
const TYPES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "an array",
  object: "an object",
  record: "an object",
}

const FORMATS: Record<string, string> = {
  date: "a date, such as 2026-11-14",
  datetime: "an ISO 8601 time with an offset, such as 2026-11-14T12:00:00Z",
  uuid: "a UUID",
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (!ZODS_OWN.test(issue.message)) return issue.message
  if (issue.code === "invalid_type") {
    if (issue.message.endsWith("received undefined")) return "is required"
    return `must be ${TYPES[issue.expected] ?? issue.expected}`
  }
  if (issue.code === "invalid_value")
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`
  if (issue.code === "too_small")
    return `must ${amount(issue.origin, "at least", { bound: issue.minimum, inclusive: issue.inclusive ?? true })}`
  if (issue.code === "too_big")
    return `must ${amount(issue.origin, "at most", { bound: issue.maximum, inclusive: issue.inclusive ?? true })}`
  if (issue.code === "invalid_format" && FORMATS[issue.format]) return `must be ${FORMATS[issue.format]}`
  if (issue.code === "invalid_key") return "has a key that is not allowed"
  if (issue.code === "invalid_format")
    return `must be ${issue.pattern ? `of the form ${issue.pattern}` : issue.format}`
  return issue.code === "invalid_union" ? "has none of the forms that it may have" : issue.message
}

const COUNTED: Record<string, string> = { string: "characters", array: "entries", set: "entries" }

function amount(
  origin: string,
  limit: "at least" | "at most",
  { bound, inclusive }: { bound: number | bigint; inclusive: boolean },
): string {
  const counted = COUNTED[origin]
  if (counted !== undefined) return `have ${limit} ${bound} ${counted}`
  return inclusive ? `be ${limit} ${bound}` : `be ${limit === "at least" ? "more" : "less"} than ${bound}`
}
