/** The time of a fact: when it happens or until when it holds, as exactly as it was said. Pure. */
import { instantOf, isDate } from "./calendar.ts"
import type { FactTime, Span } from "./types.ts"

/**
 * Returns the first and the last instant of a local year, month, day or minute: "2026", "2026-05", "2026-05-16",
 * "2026-05-16T21:00". Returns `null` for anything else.
 */
export function spanOfMoment(moment: string, timezone: string): Span | null {
  const [, y, m, d, h, min] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d))?)?)?$/.exec(moment) ?? []
  if (y === undefined) return null
  const [year, month, day] = [Number(y), Number(m ?? 1), Number(d ?? 1)]
  if (!isDate(`${y}-${m ?? "01"}-${d ?? "01"}`) || Number(h ?? 0) > 23 || Number(min ?? 0) > 59) return null
  const from = { year, month, day, hour: Number(h ?? 0), minute: Number(min ?? 0) }
  const next =
    m === undefined
      ? { year: year + 1, month: 1, day: 1 }
      : d === undefined
        ? { year, month: month + 1, day: 1 }
        : h === undefined
          ? { year, month, day: day + 1 }
          : { ...from, minute: from.minute + 1 }
  return { from: instantOf(from, timezone), to: instantOf(next, timezone) - 1 }
}

/**
 * Returns the time of a fact from what a reader wrote down. A part that is no moment is dropped, and so is an
 * end before the beginning.
 */
export function factTime(
  { when, until }: { when: string | null; until: string | null },
  timezone: string,
): FactTime | null {
  const [begins, ends] = [when, until].map((text) => {
    const moment = text === null ? "" : toMoment(text)
    const span = spanOfMoment(moment, timezone)
    return span && { moment, span }
  })
  const end = begins && ends && ends.span.to < begins.span.from ? null : ends
  const last = end ?? begins
  return last ? { when: begins?.moment ?? null, until: end?.moment ?? null, endsAt: last.span.to } : null
}

/** Returns true for "2026", "2026-05", "2026-05-16" and "2026-05-16T21:00". */
export function isMoment(text: string): boolean {
  return spanOfMoment(text, "UTC") !== null
}

/** Drops seconds, a zone and a midnight that nobody meant: models add them. */
function toMoment(text: string): string {
  return text
    .trim()
    .replace(/^(\d{4}-\d\d-\d\d) (?=\d\d:)/, "$1T")
    .replace(/(T\d\d:\d\d):.*$/, "$1")
    .replace(/(T\d\d:\d\d)(?:Z|[+-]\d\d:?\d\d)$/, "$1")
    .replace(/T(?:00:00|23:59|24:00)$/, "")
}
