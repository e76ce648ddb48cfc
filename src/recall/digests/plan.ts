/**
 * Decides which stored digests to serve, composes the others by rules, and marks those a model should
 * rewrite. Pure.
 */

import { type Clock, type Day, localDate, localHour, weekOf } from "../../domain/calendar.ts"
import { hashOf } from "../../domain/hash.ts"
import type { Time } from "../../domain/types.ts"
import type { DigestKind } from "../../memory/write/digests.ts"
import { composeContext, composeDay, composeHistory } from "./compose.ts"
import {
  type DigestInput,
  type DigestLine,
  type DigestPart,
  type DigestPlan,
  digestFingerprint,
  fingerprintEntries,
  fingerprintEntry,
  onlyAddedTo,
  type StoredDigest,
} from "./fingerprint.ts"
import { digestPromptHash } from "./prompt.ts"

export const DIGEST_KINDS = ["day", "history", "context"] as const satisfies readonly DigestKind[]

/** Maximum number of lines per day, latest first. */
export const MOST_LINES = 16

/** Maximum number of facts in a context digest. */
export const MOST_FACTS = 12

/**
 * For additions, `day` is rewritten at most once an hour and `history` at most once a day. Changes and
 * removals (a deleted note, a superseded fact, a closed channel, another time zone or name) take effect at
 * once, because the fingerprints differ. `context` is cached by its inputs. Days 2 to 7 are yesterday and the
 * five days before.
 */
export function planDigests(known: DigestInput, clock: Clock & { tone?: boolean }): DigestPlan {
  const { now, timezone, tone = false } = clock
  const promptHash = digestPromptHash(tone)
  const week = weekOf(now, timezone)
  const [today, ...before] = week.map((day) => known.lines.filter(({ at }) => isOf(day, at)))
  const person = { name: known.name, timezone }
  const frame = [promptHash, timezone, localDate(now, timezone), known.name ?? ""]

  const day = linesDigest(known, clock, {
    kind: "day",
    frame,
    days: week.slice(0, 1),
    lines: [today ?? []],
    compose: ([lines]) => composeDay(person, lines ?? []),
    isWithinTerm: (at) => localHour(at, timezone) === localHour(now, timezone),
  })
  const history = linesDigest(known, clock, {
    kind: "history",
    frame,
    days: week.slice(1),
    lines: before,
    compose: (lines) => composeHistory(person, lines),
    isWithinTerm: (at) => isOf(week[0], at),
  })
  const lines = { day: day.lines.flat(), history: history.lines }
  const context = contextDigest(known, clock, { day: day.part, history: history.part, lines, promptHash })
  return {
    id: known.id,
    name: known.name,
    timezone,
    tone,
    facts: known.facts,
    lines,
    day: day.part,
    history: history.part,
    context,
  }
}

function isOf(day: Day | undefined, at: Time): boolean {
  return day !== undefined && at >= day.from && at < day.to
}

interface Span {
  kind: "day" | "history"
  frame: string[]
  /** Latest first, with the lines of each day. */
  days: Day[]
  lines: DigestLine[][]
  compose: (lines: DigestLine[][]) => string | null
  /** Returns true if a digest written at this time need not be rewritten for additions yet. */
  isWithinTerm: (at: Time) => boolean
}

/**
 * A digest of lines, and the lines it covers: all current lines, or those that existed when the stored digest
 * was written.
 */
function linesDigest(
  known: DigestInput,
  clock: Clock,
  span: Span,
): { part: DigestPart; lines: DigestLine[][] } {
  const { kind, lines } = span
  const days = { from: span.days.at(-1)?.date ?? "", to: span.days[0]?.date ?? "" }
  const print = digestFingerprint([kind, ...span.frame], lines.flat())
  const stored = known.stored.find((row) => row.kind === kind)
  if (stored && stored.body !== "" && isUsable(stored, print, span)) {
    const then = new Set(fingerprintEntries(stored.print))
    const covered = lines.map((ofDay) => ofDay.filter((line) => then.has(fingerprintEntry(line))))
    return { part: storedDigest(stored, days), lines: covered }
  }
  const wanted = print !== "" && !failedRecently(stored, print, clock)
  return {
    part: { kind, body: span.compose(lines), method: "rule", print, at: clock.now, stale: wanted, days },
    lines,
  }
}

function isUsable(stored: StoredDigest, print: string, span: Span): boolean {
  if (print === "") return false
  if (stored.print === print) return true
  const pushedOut = (at: Time) =>
    span.lines.some((lines, index) => isOf(span.days[index], at) && at < earliestRead(lines))
  return span.isWithinTerm(stored.updatedAt) && onlyAddedTo(stored.print, print, pushedOut)
}

/**
 * The time of the earliest line that was read, if the day reached the read limit and may have earlier ones;
 * otherwise negative infinity.
 */
function earliestRead(lines: readonly DigestLine[]): Time {
  const times = lines.filter(({ source }) => source === "note").map(({ at }) => at)
  return times.length < MOST_LINES ? Number.NEGATIVE_INFINITY : Math.min(...times)
}

/** The three-way merge of day, history and facts. Served from storage while its inputs are unchanged. */
function contextDigest(
  known: DigestInput,
  clock: Clock,
  of: { day: DigestPart; history: DigestPart; lines: DigestPlan["lines"]; promptHash: string },
): DigestPart {
  const kind = "context"
  // The version is left out: restating a fact does not change its content.
  const facts = known.facts.map(({ id, fact }) => [id, fact])
  const inputs = [of.promptHash, known.name ?? "", JSON.stringify(facts), of.day.print, of.history.print]
  const nothing = facts.length === 0 && of.day.print === "" && of.history.print === ""
  const print = nothing ? "" : hashOf(inputs)
  const days = { from: of.history.days.from, to: of.day.days.to }
  const stored = known.stored.find((row) => row.kind === kind)
  if (stored && stored.body !== "" && print !== "" && stored.print === print)
    return storedDigest(stored, days)
  const body = composeContext(
    { name: known.name, timezone: clock.timezone },
    known.facts.map(({ fact }) => fact),
    of.lines,
  )
  const wanted = !nothing && !failedRecently(stored, print, clock)
  return { kind, body, method: "rule", print, at: clock.now, stale: wanted, days }
}

function storedDigest(stored: StoredDigest, days: DigestPart["days"]): DigestPart {
  const { kind, body, print, updatedAt } = stored
  return { kind, body, method: "model", print, at: updatedAt, stale: false, days }
}

/**
 * Returns true if a failed model call should not be repeated yet: never for the same inputs, and not within
 * the same hour for others.
 */
function failedRecently(stored: StoredDigest | undefined, print: string, { now, timezone }: Clock): boolean {
  if (stored?.body !== "") return false
  return stored.print === print || localHour(stored.updatedAt, timezone) === localHour(now, timezone)
}
