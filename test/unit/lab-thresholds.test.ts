/** Tuning against a simulated guild with known truth: a certified threshold keeps its promise as often as it says. */
import { beforeAll, expect, test } from "vitest"
import { type MemoryType, TYPES } from "../../src/domain/types.ts"
import { isInSet } from "../../src/policy/lab/outcomes.ts"
import { tuneThresholds } from "../../src/policy/lab/thresholds.ts"
import { isDeep } from "../dice.ts"
import { livePolicy, ruleOf, trueBadRate } from "../lab/planted.ts"
import { endOf, guildsOf, logOf, most, tell } from "../lab/seeds.ts"
import { decidedUnder, type KnownClaim } from "../lab/simulated-guild.ts"
import { CLEAN } from "../lab/simulated-talk.ts"

const TIMEOUT = 1_800_000
const guilds = guildsOf({ ...CLEAN, claimsPerDay: 50 }, { few: 2 })
const live = ruleOf(livePolicy)
const RISKS = [
  { alpha: 0.1, delta: 0.1 },
  { alpha: 0.2, delta: 0.1 },
  { alpha: 0.2, delta: 0.05 },
]
const proposed = new Map<
  (typeof RISKS)[number],
  { seed: number; tuned: ReturnType<typeof tuneThresholds> }[]
>()
let claims: KnownClaim[] = []
const badRates = new Map<string, number>()

beforeAll(() => {
  claims = guilds.slice(0, 20).flatMap((knobs) => decidedUnder(knobs, live))
  for (const risk of RISKS) proposed.set(risk, [])
  for (const knobs of guilds) {
    const rows = logOf(knobs, livePolicy).filter((row) => isInSet(row, "tuning", endOf(knobs)))
    for (const risk of RISKS)
      proposed.get(risk)?.push({ seed: knobs.seed, tuned: tuneThresholds(rows, live, risk) })
  }
}, TIMEOUT)

function badRate(type: MemoryType, threshold: number): number {
  const key = `${type} ${threshold}`
  const rate = badRates.get(key) ?? trueBadRate(claims, type, threshold)
  badRates.set(key, rate)
  return rate
}

test.each(RISKS)(
  "a threshold for a share of $alpha bad ones breaks it with a probability of $delta at most",
  (risk) => {
    const certified = (proposed.get(risk) ?? []).flatMap(({ tuned }) =>
      tuned.flatMap((one) => (one.kind === "certified" ? [one] : [])),
    )
    tell(`certified, ${JSON.stringify(risk)}`, certified.length, guilds.length * TYPES.length)
    expect(certified.length).toBeGreaterThan(isDeep ? guilds.length / 2 : 0)
    const broken = Map.groupBy(
      certified.filter(({ type, threshold }) => badRate(type, threshold) > risk.alpha),
      ({ type }) => type,
    )
    for (const [type, some] of broken) {
      tell(`broken, ${type}`, some.length, guilds.length)
      expect(some.length).toBeLessThanOrEqual(most(guilds.length, risk.delta))
    }
  },
)
