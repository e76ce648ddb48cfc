/** Certification against a simulated guild with known truth: the planted policies get the verdicts that they deserve. */
import { describe, expect, test } from "vitest"
import { certify } from "../../src/policy/lab/certify.ts"
import { inLogOrder, replayLog } from "../../src/policy/lab/replay.ts"
import { unsafeChanges } from "../../src/policy/lab/safety.ts"
import type { Policy } from "../../src/policy/policy.ts"
import { seed } from "../dice.ts"
import { better, equal, livePolicy, looser, ruleOf, unsafe, worse } from "../lab/planted.ts"
import { endOf, fewest, guildsOf, logOf, most, tell } from "../lab/seeds.ts"
import { CLEAN, type Knobs, LIVED_IN } from "../lab/simulated-talk.ts"

const TIMEOUT = 900_000

/** Judges a candidate on the holdout of a guild that lived under `live`. */
function certificateOf(knobs: Knobs, live: Policy, candidate: Policy) {
  const rules = { live: ruleOf(live), candidate: ruleOf(candidate) }
  const terms = { ...rules, unsafe: unsafeChanges(live, candidate), now: endOf(knobs) }
  return certify(logOf(knobs, live), terms).certificate
}

/** Counts the verdicts on a candidate over guilds. */
function verdictsOver(guilds: readonly Knobs[], live: Policy, candidate: Policy) {
  const counts = { certified: 0, refused: 0, not_yet: 0 }
  for (const knobs of guilds) counts[certificateOf(knobs, live, candidate).verdict] += 1
  for (const [verdict, count] of Object.entries(counts)) tell(verdict, count, guilds.length)
  return counts
}

test.each([
  ["a guild that labels evenly", CLEAN],
  ["a guild that forgets and complains", LIVED_IN],
])(
  "the log of %s replays to the same verdicts bit for bit under the live policy",
  (_, given) => {
    for (const knobs of [...guildsOf(given, { few: 1, full: 50 }), { ...given, seed: 1_000 + seed }]) {
      const rows = inLogOrder(logOf(knobs, livePolicy).toReversed())
      const logged = rows.map(({ verdict, reason }) => ({ verdict, reason }))
      expect(replayLog(rows, ruleOf(livePolicy))).toEqual(logged)
    }
  },
  TIMEOUT,
)

describe("on the holdout", () => {
  test(
    "a better policy is certified where a careless one is in force, and never refused",
    () => {
      const guilds = guildsOf(CLEAN, { few: 2 })
      const { certified, refused } = verdictsOver(guilds, looser, better)
      expect(certified).toBeGreaterThanOrEqual(Math.max(1, fewest(guilds.length, 0.8)))
      expect(refused).toBe(0)
    },
    TIMEOUT,
  )

  test(
    "a better policy that accepts more is certified where people decide enough, and otherwise waits for decisions",
    () => {
      const large = guildsOf({ ...CLEAN, claimsPerDay: 100 }, { few: 1, full: 50 })
      const { certified, refused } = verdictsOver(large, livePolicy, better)
      expect(certified).toBeGreaterThanOrEqual(fewest(large.length, 0.4))
      expect(refused).toBeLessThanOrEqual(most(large.length, 0.05) - 1)
      const [small] = guildsOf({ ...CLEAN, claimsPerDay: 5 }, { few: 1, full: 1 })
      if (!small) throw new Error("a guild is simulated")
      expect(certificateOf(small, livePolicy, better)).toMatchObject({
        verdict: "not_yet",
        same: false,
        more: expect.any(Number),
      })
    },
    TIMEOUT,
  )

  test(
    "a worse policy is refused in most guilds and certified in none",
    () => {
      const guilds = guildsOf(CLEAN, { few: 2 })
      const { certified, refused } = verdictsOver(guilds, livePolicy, worse)
      expect(certified).toBe(0)
      expect(refused).toBeGreaterThanOrEqual(Math.max(1, fewest(guilds.length, 0.65)))
    },
    TIMEOUT,
  )

  test.each(Object.entries(unsafe))(
    "a policy that gains as the better one but %s is refused as unsafe in every guild",
    (_, candidate) => {
      for (const knobs of guildsOf({ ...CLEAN, days: 35 }, { few: 1, full: 40 }))
        expect(certificateOf(knobs, livePolicy, candidate)).toMatchObject({
          verdict: "refused",
          reasons: expect.arrayContaining(["unsafe"]),
        })
    },
    TIMEOUT,
  )

  test("a policy that saves the same and rejects what waits for approval does not decide the same", () => {
    const manual: Policy = { ...livePolicy, gate: { ...livePolicy.gate, mode: "manual" } }
    const strict: Policy = {
      ...manual,
      gate: { ...manual.gate, min_confidence: 0.95, confidence_by_type: {} },
    }
    for (const knobs of guildsOf(CLEAN, { few: 1, full: 5 }))
      expect(certificateOf(knobs, manual, strict)).toMatchObject({
        verdict: "not_yet",
        same: false,
        more: null,
      })
  })

  test("a policy that decides the same is neither certified nor refused", () => {
    for (const knobs of guildsOf(CLEAN, { few: 1, full: 20 }))
      expect(certificateOf(knobs, livePolicy, equal)).toMatchObject({ verdict: "not_yet", same: true })
  })

  test.each([
    ["looser", looser],
    ["stricter on episodes", better],
    ["stricter on preferences", worse],
  ])(
    "a %s policy is certified in at most 5 % of the guilds if all claims are equally sound",
    (_, candidate) => {
      // Three of four sound is where the score gains nothing by accepting more or less.
      const guilds = guildsOf({ ...CLEAN, flat: 0.75 }, { few: 1 })
      const { certified } = verdictsOver(guilds, livePolicy, candidate)
      expect(certified).toBeLessThanOrEqual(Math.max(guilds.length * 0.05, 1))
    },
    TIMEOUT,
  )

  test(
    "a worse policy is certified in no guild that complains more often than it praises",
    () => {
      const guilds = guildsOf(LIVED_IN, { few: 1 })
      expect(verdictsOver(guilds, livePolicy, worse).certified).toBe(0)
    },
    TIMEOUT,
  )
})
