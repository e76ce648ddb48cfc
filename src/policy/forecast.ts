/**
 * Forecasts a guild's model spend at the end of the day and of the month, if it continues as before. Pure;
 * ignores caps.
 */
import { DAY, nextUtcMonth, utcDate, WEEK } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import type { Spent } from "../memory/write/usage.ts"

/** With fewer complete days there is no forecast. */
const LEAST_DAYS = 3
const MEAN_DAYS = 7
/** Four of each weekday. With fewer, one busy evening would count as a habit. */
export const HABIT_DAYS = 28

type Measures = Pick<Spent, "tokens" | "neurons" | "usd">

export interface Forecast {
  today: Measures
  month: Measures
  /** Number of complete days it rests on. */
  days: number
}

/**
 * Input: sums of complete days by date (a missing date spent nothing), the day of the first row, and the sums
 * of this day and month so far.
 */
export interface KnownSpend {
  byDay: ReadonlyMap<string, Measures>
  since: string | null
  today: Measures
  month: Measures
}

/**
 * Adds to the spend so far the expected spend of the remaining time. A day's expectation is the mean of the
 * last 7 complete days; with four weeks of data, it is multiplied by the weekday's share of the four-week
 * mean. Returns `null` with fewer than 3 complete days. Days are UTC.
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

/** Returns a day's expected spend, from complete days, latest first. */
function expectation(days: readonly (readonly [Time, number])[]): (day: Time) => number {
  const mean = meanOf(days.slice(0, MEAN_DAYS))
  const habit = meanOf(days)
  if (days.length < HABIT_DAYS || habit === 0) return () => mean
  return (day) => (mean * meanOf(days.filter(([at]) => (day - at) % WEEK === 0))) / habit
}

function meanOf(days: readonly (readonly [Time, number])[]): number {
  return days.reduce((sum, [, value]) => sum + value, 0) / days.length
}

/** Returns the complete days since the guild's first row, latest first, at most four weeks. */
function completeDays(since: string | null, midnight: Time): Time[] {
  if (since === null) return []
  const count = Math.min(HABIT_DAYS, (midnight - Date.parse(since)) / DAY)
  return Array.from({ length: Math.max(0, count) }, (_, index) => midnight - (index + 1) * DAY)
}

/** Returns the days of the month after the one that begins at `midnight`. */
function daysLeft(midnight: Time): Time[] {
  return Array.from(
    { length: (nextUtcMonth(midnight) - midnight) / DAY - 1 },
    (_, index) => midnight + (index + 1) * DAY,
  )
}
