/** Estimates against a simulated guild with known truth: their intervals hold it, and those without propensities do not. */
import { beforeAll, expect, test } from "vitest"
import { certify } from "../../src/policy/lab/certify.ts"
import type { Comparison } from "../../src/policy/lab/estimate.ts"
import type { Policy } from "../../src/policy/policy.ts"
import { isDeep } from "../dice.ts"
import { better, livePolicy, looser, ruleOf, truthOf, worse } from "../lab/planted.ts"
import { endOf, fewest, guildsOf, logOf, tell } from "../lab/seeds.ts"
import { CLEAN } from "../lab/simulated-talk.ts"

const TIMEOUT = 900_000
const guilds = guildsOf(CLEAN, { few: 3 })
const candidates: Record<string, Policy> = { live: livePolicy, better, worse, looser }
const NAMES = Object.keys(candidates)

interface Judged {
  truth: ReturnType<typeof truthOf>
  holdout: Comparison[]
  all: Comparison[]
}
const judged = new Map<string, Judged>()

beforeAll(() => {
  for (const [name, candidate] of Object.entries(candidates))
    judged.set(name, { truth: truthOf(candidate, guilds), holdout: [], all: [] })
  for (const knobs of guilds) {
    const rows = logOf(knobs, livePolicy)
    for (const [name, candidate] of Object.entries(candidates)) {
      const terms = { live: ruleOf(livePolicy), candidate: ruleOf(candidate), unsafe: [], now: endOf(knobs) }
      judged.get(name)?.holdout.push(certify(rows, terms).comparison)
      judged.get(name)?.all.push(certify(rows, { ...terms, set: "all" }).comparison)
    }
  }
}, TIMEOUT)

function about(name: string): Judged {
  const found = judged.get(name)
  if (!found) throw new Error(`${name} was judged`)
  return found
}

interface Interval {
  low: number
  high: number
}
function holding(figure: string, intervals: readonly (Interval | null)[], truth: number): number {
  const count = intervals.filter((one) => one !== null && one.low <= truth && truth <= one.high).length
  tell(`${figure} holds the truth`, count, intervals.length)
  return count
}

test.each(NAMES)("95 %% intervals of the quality of the %s policy hold its truth", (name) => {
  const { truth, holdout, all } = about(name)
  for (const [set, some] of Object.entries({ holdout, all })) {
    const intervals = some.map(({ candidate }) => candidate.quality)
    expect(holding(`quality of ${name}, ${set}`, intervals, truth.quality)).toBeGreaterThanOrEqual(
      fewest(guilds.length, 0.92),
    )
  }
})

test.each(["better", "worse", "looser"])(
  "95 %% intervals of how the %s policy differs in quality and score hold the truth",
  (name) => {
    const { truth, holdout } = about(name)
    const live = about("live").truth
    const score = ({ good, bad }: typeof truth) => good - 3 * bad
    const least = fewest(guilds.length, 0.92)
    const differences = holdout.map(({ difference }) => difference)
    const qualities = differences.map(({ quality }) => quality)
    expect(
      holding(`quality of ${name} beside live`, qualities, truth.quality - live.quality),
    ).toBeGreaterThanOrEqual(least)
    const scores = differences.map((one) => one.score)
    expect(
      holding(`score of ${name} beside live`, scores, score(truth) - score(live)),
    ).toBeGreaterThanOrEqual(least)
  },
)

test.each(NAMES)("95 %% intervals of the number of good memories of the %s policy hold the truth", (name) => {
  const { truth, holdout } = about(name)
  const numbers = holdout.map(({ candidate }) => candidate.goodPer100)
  expect(holding(`good per 100 of ${name}`, numbers, truth.good)).toBeGreaterThanOrEqual(
    fewest(guilds.length, 0.92),
  )
})

test.each(["worse", "looser"])(
  "naive intervals miss the truth of the %s policy, which accepts claims that few were decided on",
  (name) => {
    const { truth, all } = about(name)
    const naive = all.map(({ candidate }) => candidate.naive)
    const weighted = all.map(({ candidate }) => candidate.quality)
    const mean = (some: typeof naive) =>
      some.reduce((sum, one) => sum + (one?.value ?? 0), 0) / some.length - truth.quality
    // They praise it, since the claims people saw were the surer ones.
    expect(mean(naive)).toBeGreaterThan(0.02)
    expect(Math.abs(mean(weighted))).toBeLessThan(isDeep ? 0.01 : 0.03)
    const held = holding(`naive quality of ${name}`, naive, truth.quality)
    if (isDeep) expect(held).toBeLessThan(guilds.length * 0.75)
  },
)
