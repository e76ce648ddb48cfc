/** What may be served of a person's digests as they are stored, what is composed instead, and what a model should write anew. Pure. */

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
import { DIGEST_PROMPT_HASH } from "./prompt.ts"

export const DIGEST_KINDS = ["day", "history", "context"] as const satisfies readonly DigestKind[]

/** Lines of one day that digests are made of, at most: the latest. */
export const MOST_LINES = 16

/** Facts that go into a context, at most. */
export const MOST_FACTS = 12

/**
 * `day` is written at most once an hour and `history` at most once a day for what is added; what is changed or gone
 * (a note deleted, a fact superseded, a channel closed, another time zone, another name) is noticed at once, for the
 * prints no longer agree. `context` is cached by what it is made of. Days 2 to 7 are yesterday and the five days before.
 */
export function planDigests(known: DigestInput, clock: Clock): DigestPlan {
  const { now, timezone } = clock
  const week = weekOf(now, timezone)
  const [today, ...before] = week.map((day) => known.lines.filter(({ at }) => isOf(day, at)))
  const told = { name: known.name, timezone }
  const frame = [DIGEST_PROMPT_HASH, timezone, localDate(now, timezone), known.name ?? ""]

  const day = covered(known, clock, {
    kind: "day",
    frame,
    days: week.slice(0, 1),
    lines: [today ?? []],
    compose: ([lines]) => composeDay(told, lines ?? []),
    sameTerm: (at) => localHour(at, timezone) === localHour(now, timezone),
  })
  const history = covered(known, clock, {
    kind: "history",
    frame,
    days: week.slice(1),
    lines: before,
    compose: (lines) => composeHistory(told, lines),
    sameTerm: (at) => isOf(week[0], at),
  })
  const lines = { day: day.lines.flat(), history: history.lines }
  const context = merged(known, clock, { day: day.part, history: history.part, lines })
  return {
    id: known.id,
    name: known.name,
    timezone,
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
  /** The latest first, and the lines of each. */
  days: Day[]
  lines: DigestLine[][]
  compose: (lines: DigestLine[][]) => string | null
  /** Whether what was written at a time need not yet be written anew for what was added. */
  sameTerm: (at: Time) => boolean
}

/** A digest of lines, and the lines it tells of: all there are, or those that were there when it was written. */
function covered(known: DigestInput, clock: Clock, span: Span): { part: DigestPart; lines: DigestLine[][] } {
  const { kind, lines } = span
  const days = { from: span.days.at(-1)?.date ?? "", to: span.days[0]?.date ?? "" }
  const print = digestFingerprint([kind, ...span.frame], lines.flat())
  const stored = known.stored.find((row) => row.kind === kind)
  if (stored && stored.body !== "" && stands(stored, print, span)) {
    const then = new Set(fingerprintEntries(stored.print))
    const toldOf = lines.map((ofDay) => ofDay.filter((line) => then.has(fingerprintEntry(line))))
    return { part: served(stored, days), lines: toldOf }
  }
  const wanted = print !== "" && !restsAt(stored, print, clock)
  return {
    part: { kind, body: span.compose(lines), method: "rule", print, at: clock.now, stale: wanted, days },
    lines,
  }
}

function stands(stored: StoredDigest, print: string, span: Span): boolean {
  if (print === "") return false
  if (stored.print === print) return true
  const pushedOut = (at: Time) =>
    span.lines.some((lines, index) => isOf(span.days[index], at) && at < earliestRead(lines))
  return span.sameTerm(stored.updatedAt) && onlyAddedTo(stored.print, print, pushedOut)
}

/** Where a day is read as far as it may be, there may be more before this; else there is not. */
function earliestRead(lines: readonly DigestLine[]): Time {
  const times = lines.filter(({ source }) => source === "note").map(({ at }) => at)
  return times.length < MOST_LINES ? Number.NEGATIVE_INFINITY : Math.min(...times)
}

/** The three-way merge. It stands for as long as it would be made of the same. */
function merged(
  known: DigestInput,
  clock: Clock,
  of: { day: DigestPart; history: DigestPart; lines: DigestPlan["lines"] },
): DigestPart {
  const kind = "context"
  // Not the version: a fact said again is the same content.
  const facts = known.facts.map(({ id, fact }) => [id, fact])
  const inputs = [DIGEST_PROMPT_HASH, known.name ?? "", JSON.stringify(facts), of.day.print, of.history.print]
  const nothing = facts.length === 0 && of.day.print === "" && of.history.print === ""
  const print = nothing ? "" : hashOf(inputs)
  const days = { from: of.history.days.from, to: of.day.days.to }
  const stored = known.stored.find((row) => row.kind === kind)
  if (stored && stored.body !== "" && print !== "" && stored.print === print) return served(stored, days)
  const body = composeContext(
    { name: known.name, timezone: clock.timezone },
    known.facts.map(({ fact }) => fact),
    of.lines,
  )
  const wanted = !nothing && !restsAt(stored, print, clock)
  return { kind, body, method: "rule", print, at: clock.now, stale: wanted, days }
}

function served(stored: StoredDigest, days: DigestPart["days"]): DigestPart {
  const { kind, body, print, updatedAt } = stored
  return { kind, body, method: "model", print, at: updatedAt, stale: false, days }
}

/** Asked in vain: of these very inputs not again, of others not within the hour. */
function restsAt(stored: StoredDigest | undefined, print: string, { now, timezone }: Clock): boolean {
  if (stored?.body !== "") return false
  return stored.print === print || localHour(stored.updatedAt, timezone) === localHour(now, timezone)
}
