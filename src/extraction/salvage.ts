/**
 * Makes a weak model's reply fit the schema where its meaning is plain: missing fields get defaults, texts
 * become numbers, and invalid claims are dropped as long as some are valid. Pure.
 */
import { SECTIONS, TYPES } from "../domain/types.ts"

/** A claim without a type is kept for the shortest time that a fact of unknown kind deserves: 30 days. */
const DEFAULT_TYPE = "episode"
const DEFAULT_CONFIDENCE = 0.8
const WORDED_CONFIDENCE: Record<string, number> = { high: 0.9, medium: 0.75, low: 0.5 }

/** Returns the reply with valid fields only. A value that is no reply at all is returned as it is. */
export function salvageReply(value: unknown): unknown {
  const reply = Array.isArray(value) ? { claims: value } : value
  if (!isRecord(reply)) return value
  const { claims, people } = reply
  if (!Array.isArray(claims)) return value
  const usable = claims.flatMap((claim) => salvageClaim(claim) ?? [])
  return {
    title: textOf(reply.title),
    summary: textOf(reply.summary),
    // No valid claim among some: the model is asked again.
    claims: usable.length > 0 || claims.length === 0 ? usable : claims,
    people: Array.isArray(people) ? people.filter((entry) => typeof entry === "string") : [],
  }
}

function salvageClaim(value: unknown): Record<string, unknown> | null {
  if (!isRecord(value)) return null
  const more = isRecord(value.more) ? value.more : {}
  const memory = textOf(value.memory ?? more.memory)
  const op = oneOf(["save", "update", "forget"], value.op ?? more.op) ?? (memory === "" ? "save" : "update")
  const fact = textOf(value.fact)
  if (fact === "" && op !== "forget") return null
  const type = oneOf(TYPES, value.type) ?? DEFAULT_TYPE
  return {
    op,
    memory: memory === "" ? null : memory,
    about: textOf(value.about),
    fact,
    type,
    section: oneOf(SECTIONS, value.section),
    topics: listOf(value.topics).filter((topic) => typeof topic === "string"),
    lines: listOf(value.lines ?? value.line).flatMap(linesIn),
    when: textOf(value.when) || null,
    until: textOf(value.until) || null,
    confidence: confidenceOf(value.confidence),
    more: [value.more, value.importance, value.lifetime, value.sensitive, ...Object.values(more)]
      .filter((word) => typeof word === "string")
      .join(" "),
  }
}

/** Reads a line number, "[3]", "L3", or a range such as "3-5". */
function linesIn(value: unknown): number[] {
  if (typeof value === "number") return Number.isInteger(value) ? [value] : []
  if (typeof value !== "string") return []
  const [, from, to] = /(\d{1,3})(?:\s*[-–]\s*\D{0,2}(\d{1,3}))?/.exec(value) ?? []
  if (from === undefined) return []
  const [first, last] = [Number(from), Number(to ?? from)]
  return last < first || last - first > 20
    ? [first]
    : Array.from({ length: last - first + 1 }, (_, step) => first + step)
}

function confidenceOf(value: unknown): number {
  const number = typeof value === "string" ? (WORDED_CONFIDENCE[value.toLowerCase()] ?? Number(value)) : value
  if (typeof number !== "number" || !Number.isFinite(number)) return DEFAULT_CONFIDENCE
  // Out of ten, or in percent.
  if (number > 1 && number <= 10) return number / 10
  return number > 10 && number <= 100 ? number / 100 : number
}

function oneOf<T extends string>(values: readonly T[], value: unknown): T | null {
  const text = typeof value === "string" ? value.trim().toLowerCase() : ""
  return values.find((one) => one === text) ?? null
}

function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === "string") return value.split(/[,;]/).map((part) => part.trim())
  return typeof value === "number" ? [value] : []
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : ""
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
