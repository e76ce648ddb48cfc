/**
 * Caps and forecasts: the last share is reserved for listening, usage without a price counts nothing, and too
 * little data gives no forecast.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { NOTHING_SPENT, type Spending, type Spent } from "../../src/memory/write/usage.ts"
import { forecastOf, type KnownSpend } from "../../src/policy/forecast.ts"
import { SettingsSchema } from "../../src/policy/settings.ts"
import { type Caps, capStates, capsOf, checkCaps, hasCaps, spendStateOf } from "../../src/policy/spend.ts"
import { cutoffsOf } from "../../src/privacy/retention.ts"

const NOON = Date.parse("2026-11-20T12:00:00Z")
const MIDNIGHT = Date.parse("2026-11-21T00:00:00Z")
const DECEMBER = Date.parse("2026-12-01T00:00:00Z")
const DAY = 86_400_000

const FREE: Caps = { daily_tokens: null, daily_neurons: null, monthly_usd: null, deployment_usd: null }

function spent(today: Partial<Spent>, month: Partial<Spent> = today): Spending {
  return { today: { ...NOTHING_SPENT, ...today }, month: { ...NOTHING_SPENT, ...month }, deploymentUsd: 0 }
}

test.each([
  [null, 1e9, "within"],
  [100, 0, "within"],
  [100, 79, "within"],
  [100, 80, "reserve"],
  [100, 99, "reserve"],
  [100, 100, "past"],
  [100, 5_000, "past"],
  [1, 0, "within"],
  [1, 1, "past"],
  [0, 0, "past"],
])("with a cap of %j tokens a day and %d spent, the guild is %s", (daily_tokens, tokens, state) => {
  const caps = { ...FREE, daily_tokens }
  expect(spendStateOf(caps, spent({ tokens }), NOON).state).toBe(state)
  expect(checkCaps(caps, spent({ tokens }), { use: "listening", now: NOON }).ok).toBe(state !== "past")
  expect(checkCaps(caps, spent({ tokens }), { use: "rest", now: NOON }).ok).toBe(state === "within")
})

test("listening stops last, whatever the caps and the spending", () => {
  const cap = fc.option(fc.integer({ min: 0, max: 1_000 }))
  const amount = fc.nat({ max: 1_200 })
  fc.assert(
    fc.property(
      fc.record({ daily_tokens: cap, daily_neurons: cap, monthly_usd: cap, deployment_usd: cap }),
      fc.tuple(amount, fc.option(amount), amount, amount),
      (caps, [tokens, neurons, usd, deploymentUsd]) => {
        const spending = { ...spent({ tokens, neurons }, { usd }), deploymentUsd }
        const may = (use: "listening" | "rest") => checkCaps(caps, spending, { use, now: NOON }).ok
        return may("listening") || !may("rest")
      },
    ),
  )
})

test("each cap counts its own measure", () => {
  const now = { use: "listening", now: NOON } as const
  const spending = spent({ tokens: 50, neurons: 10, usd: 3 }, { tokens: 900, neurons: 800, usd: 7 })
  expect(checkCaps({ ...FREE, daily_tokens: 51 }, spending, now)).toEqual({ ok: true })
  expect(checkCaps({ ...FREE, daily_tokens: 50 }, spending, now)).toMatchObject({ cap: "daily_tokens" })
  expect(checkCaps({ ...FREE, daily_neurons: 11 }, spending, now)).toEqual({ ok: true })
  expect(checkCaps({ ...FREE, daily_neurons: 10 }, spending, now)).toMatchObject({ cap: "daily_neurons" })
  expect(checkCaps({ ...FREE, monthly_usd: 7.01 }, spending, now)).toEqual({ ok: true })
  expect(checkCaps({ ...FREE, monthly_usd: 7 }, spending, now)).toMatchObject({ cap: "monthly_usd" })
})

test("the operator's cap counts what all guilds spent, keeps its last fifth for listening and ends with the month", () => {
  const caps = capsOf(FREE, 10)
  const at = (deploymentUsd: number) => spendStateOf(caps, { ...spent({ usd: 1 }), deploymentUsd }, NOON)
  expect([7.99, 8, 10].map((usd) => at(usd).state)).toEqual(["within", "reserve", "past"])
  expect(at(10)).toMatchObject({ cap: "deployment_usd", until: DECEMBER })
  expect(capStates(caps, { ...spent({}), deploymentUsd: 10 })).toEqual({})
  expect(hasCaps(caps)).toBe(true)
})

test("usage without a neuron price does not count against a neuron cap", () => {
  const caps = { ...FREE, daily_neurons: 10 }
  expect(spendStateOf(caps, spent({ tokens: 1e9, neurons: null }), NOON)).toEqual({ state: "within" })
})

test("a daily cap ends at midnight, a monthly one with the month, and the longer of two is reported", () => {
  const asked = { use: "rest", now: NOON } as const
  const both = { ...FREE, daily_tokens: 1, monthly_usd: 1 }
  const day = { ok: false, cap: "daily_tokens", until: MIDNIGHT }
  expect(checkCaps(both, spent({ tokens: 9 }), asked)).toEqual(day)
  const month = { ok: false, cap: "monthly_usd", until: DECEMBER }
  expect(checkCaps(both, spent({ tokens: 9, usd: 9 }), asked)).toEqual(month)
  const newYear = Date.parse("2027-01-01T00:00:00Z")
  const lastDay = { use: "rest", now: newYear - 1 } as const
  expect(checkCaps(both, spent({ usd: 9 }), lastDay)).toMatchObject({ until: newYear })
})

test("the remainder of each cap is reported and never negative", () => {
  const caps = { daily_tokens: 100, daily_neurons: null, monthly_usd: 5 }
  expect(capStates(caps, spent({ tokens: 130 }, { usd: 2 }))).toEqual({
    daily_tokens: { limit: 100, spent: 130, left: 0 },
    monthly_usd: { limit: 5, spent: 2, left: 3 },
  })
  expect(hasCaps(FREE)).toBe(false)
  expect(hasCaps({ ...FREE, monthly_usd: 0 })).toBe(true)
})

/**
 * Builds spending of `tokens` on the days before the 20th, the latest first. A token costs a hundredth of a
 * dollar.
 */
function known(tokens: number[], rest: Partial<KnownSpend> = {}): KnownSpend {
  const dateOf = (back: number) => new Date(NOON - back * DAY).toISOString().slice(0, 10)
  const measures = (amount: number) => ({ tokens: amount, neurons: null, usd: amount / 100 })
  return {
    byDay: new Map(tokens.map((amount, index) => [dateOf(index + 1), measures(amount)])),
    since: tokens.length === 0 ? null : dateOf(tokens.length),
    today: measures(0),
    month: measures(0),
    ...rest,
  }
}

test("a forecast needs three complete days", () => {
  expect(forecastOf(known([]), NOON)).toBeNull()
  expect(forecastOf(known([100, 100]), NOON)).toBeNull()
  expect(forecastOf(known([100, 100, 100]), NOON)).toMatchObject({ days: 3 })
})

test("a forecast adds the average of the last seven days for the rest of the month to past spending", () => {
  const before = known([200, 0, 200, 0, 200, 0, 100, 9_999, 9_999], {
    today: { tokens: 30, neurons: null, usd: 0.3 },
    month: { tokens: 1_000, neurons: null, usd: 10 },
  })
  const forecast = forecastOf(before, NOON)
  // A mean of 100 a day: half of the 20th is left, and the 21st to the 30th.
  expect(forecast).toMatchObject({ days: 7, today: { tokens: 80 }, month: { tokens: 2_050 } })
  expect(forecast?.month.usd).toBeCloseTo(20.5, 10)
  expect(forecast?.month.neurons).toBeNull()
})

test("a day without calls counts as a day", () => {
  const sparse = known([0, 0, 0, 0, 0, 0, 70])
  sparse.byDay = new Map([...sparse.byDay].filter(([, { tokens }]) => tokens > 0))
  expect(forecastOf(sparse, NOON)).toMatchObject({ today: { tokens: 5 }, days: 7 })
})

test("after four weeks each weekday has its own forecast", () => {
  // The 20th is a Friday, and so are the days 7, 14, 21 and 28 before it. Nothing is said on other days.
  const fridays = Array.from({ length: 28 }, (_, index) => ((index + 1) % 7 === 0 ? 70 : 0))
  const forecast = forecastOf(known(fridays), NOON)
  // Half of this Friday, and the whole of the 27th.
  expect(forecast).toMatchObject({ days: 28, today: { tokens: 35 }, month: { tokens: 105 } })
  expect(forecastOf(known(fridays.slice(0, 27)), NOON)).toMatchObject({ days: 7, today: { tokens: 5 } })
})

test("a silent month forecasts nothing, and the month's last moment forecasts only past spending", () => {
  expect(forecastOf(known(Array.from({ length: 28 }, () => 0)), NOON)).toMatchObject({ month: { tokens: 0 } })
  const end = { ...known([5, 5, 5], { month: { tokens: 7, neurons: 3, usd: 1 } }), since: "2026-11-01" }
  expect(forecastOf(end, DECEMBER - 1)?.month).toMatchObject({ tokens: 7, neurons: 3 })
})

test("usage under a monthly cap is not purged before the month ends", () => {
  const { retention } = SettingsSchema.parse({ retention: { usage_days: 3 } })
  expect(cutoffsOf(retention, NOON).usage).toBe("2026-11-01")
  expect(cutoffsOf(retention, DECEMBER + DAY).usage).toBe("2026-11-29")
  const { retention: usual } = SettingsSchema.parse({})
  expect(cutoffsOf(usual, NOON).usage).toBe("2025-10-16")
})
