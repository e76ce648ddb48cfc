/** Drift against a simulated guild: planted changes raise the alarm, and weeks that only vary by chance do not. */
import { expect, test } from "vitest"
import { driftOf, type WeekDrift } from "../../src/policy/lab/drift.ts"
import { snapshotOf } from "../../src/policy/lab/snapshot.ts"
import { deep, isDeep } from "../dice.ts"
import { livePolicy } from "../lab/planted.ts"
import { fewest, guildsOf, logOf, tell } from "../lab/seeds.ts"
import { CLEAN, DAY, type Knobs, START } from "../lab/simulated-talk.ts"

const TIMEOUT = 1_800_000
const WEEK = 7 * DAY

/** Returns the numbers of the weeks with an alarm. */
function alarms(knobs: Knobs): number[] {
  const weeks = Map.groupBy(logOf(knobs, livePolicy), ({ at }) => Math.floor((at - START) / WEEK))
  const snapshots = [...weeks].map(([number, rows]) => ({
    week: new Date(START + number * WEEK).toISOString().slice(0, 10),
    policyVersion: 1,
    claims: rows.length,
    body: snapshotOf(rows),
  }))
  const raised = (one: WeekDrift) => one.kind === "compared" && one.alarms.length > 0
  return driftOf(snapshots).flatMap((one, number) => (raised(one) ? [number] : []))
}

deep(
  "a year of unchanged weeks, with weekdays and growth, raises no alarm in 95 % of the guilds",
  () => {
    const guilds = guildsOf({ ...CLEAN, days: 52 * 7 }, { few: 1 })
    const silent = guilds.filter((knobs) => alarms(knobs).length === 0)
    tell("years without an alarm", silent.length, guilds.length)
    expect(silent.length).toBeGreaterThanOrEqual(fewest(guilds.length, 0.95))
  },
  TIMEOUT,
)

const AT = 12

// A smaller change has no bound: the deep tier prints how often it is noticed.
test.each([
  [0.5, 0.9],
  [0.3, 0],
])(
  "a change of a share of %d of the claims raises an alarm within two weeks in a share of at least %d of the guilds",
  (size, share) => {
    const drift = { day: AT * 7, size }
    const guilds = guildsOf({ ...CLEAN, days: (AT + 2) * 7, drift }, { few: 1, full: 100 })
    const raised = guilds.map((knobs) => alarms(knobs))
    const warned = raised.filter((weeks) => weeks.some((week) => week >= AT))
    tell(`alarms at size ${size}`, warned.length, guilds.length)
    expect(warned.length).toBeGreaterThanOrEqual(fewest(guilds.length, share))
    const early = raised.filter((weeks) => weeks.some((week) => week < AT))
    tell("alarms before it", early.length, guilds.length)
    expect(early.length).toBeLessThanOrEqual(isDeep ? guilds.length * 0.05 : 0)
  },
  TIMEOUT,
)
