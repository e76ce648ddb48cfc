/** What a guild's models will have been given by the end of the day and of the month, if it goes on as it did. Pure; caps aside. */
import { DAY, nextUtcMonth, utcDate, WEEK } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import type { Spent } from "../memory/write/usage.ts"

/** Fewer complete days say nothing of the next one. */
const LEAST_DAYS = 3
const MEAN_DAYS = 7
/** Four of each weekday: fewer would take one evening for a habit. */
export const HABIT_DAYS = 28

type Measures = Pick<Spent, "tokens" | "neurons" | "usd">

export interface Forecast {
  today: Measures
  month: Measures
  /** Complete days it rests on. */
  days: number
}

/** What is known: the sums of complete days by date (one that is missing spent nothing), the day of the first row, and this day's and month's so far. */
export interface KnownSpend {
  byDay: ReadonlyMap<string, Measures>
  since: string | null
  today: Measures
  month: Measures
}

/**
 * So far, and for the time that is left a day's mean: that of the last 7 complete days, times the weekday's share of the mean of four
 * weeks where there are so many. null with fewer than 3 complete days. Days are UTC's.
 */
export function forecastOf(known: KnownSpend, now: Time): Forecast | null {
  const midnight = Math.floor(now / DAY) * DAY
  const days = completeDays(known.since, midnight)
  if (days.length < LEAST_DAYS) return null
  const left = 1 - (now - midnight) / DAY
  const rest = daysLeft(midnight)
  const ahead = (of: keyof Measures) => {
    const expected = expectation(days.map((at) => [at, known.byDay.get(utcDate(at))?.[of] ?? 0]))
    const today = expected(midnight) * left
    return { today, month: rest.reduce((sum, at) => sum + expected(at), today) }
  }
  const [tokens, neurons, usd] = [ahead("tokens"), ahead("neurons"), ahead("usd")]
  const plus = (so: Measures, span: "today" | "month"): Measures => ({
    tokens: Math.round(so.tokens + tokens[span]),
    neurons: so.neurons === null && neurons[span] === 0 ? null : (so.neurons ?? 0) + neurons[span],
    usd: so.usd + usd[span],
  })
  return {
    today: plus(known.today, "today"),
    month: plus(known.month, "month"),
    days: days.length === HABIT_DAYS ? HABIT_DAYS : Math.min(MEAN_DAYS, days.length),
  }
}

/** What a day is expected to come to, from complete days, the latest first. */
function expectation(days: readonly (readonly [Time, number])[]): (day: Time) => number {
  const mean = meanOf(days.slice(0, MEAN_DAYS))
  const habit = meanOf(days)
  if (days.length < HABIT_DAYS || habit === 0) return () => mean
  return (day) => (mean * meanOf(days.filter(([at]) => (day - at) % WEEK === 0))) / habit
}

function meanOf(days: readonly (readonly [Time, number])[]): number {
  return days.reduce((sum, [, value]) => sum + value, 0) / days.length
}

/** The complete days since the guild's first row, the latest first, four weeks at most. */
function completeDays(since: string | null, midnight: Time): Time[] {
  if (since === null) return []
  const count = Math.min(HABIT_DAYS, (midnight - Date.parse(since)) / DAY)
  return Array.from({ length: Math.max(0, count) }, (_, index) => midnight - (index + 1) * DAY)
}

/** The days of the month after the one that begins at `midnight`. */
function daysLeft(midnight: Time): Time[] {
  return Array.from(
    { length: (nextUtcMonth(midnight) - midnight) / DAY - 1 },
    (_, index) => midnight + (index + 1) * DAY,
  )
}
