/** The simulated guild of the policy lab keeps the contract of the claim log, and its truth is as planted. */
import { expect, test } from "vitest"
import { CLAIM_LABELS } from "../../src/domain/claim-labels.ts"
import { type MemoryType, TYPES } from "../../src/domain/types.ts"
import { replayClaim } from "../../src/memory/facts/claim-features.ts"
import { GateInputsSchema } from "../../src/memory/facts/gate-decision.ts"
import { everyFourth, seed } from "../dice.ts"
import {
  better,
  equal,
  livePolicy,
  looser,
  ruleOf,
  trueBadRate,
  truthOf,
  unsafe,
  worse,
} from "../lab/planted.ts"
import { decidedUnder, simulatedGuild } from "../lab/simulated-guild.ts"
import { CLEAN, LIVED_IN } from "../lab/simulated-talk.ts"

const live = ruleOf(livePolicy)
const guilds = [0, 1].map((n) => ({ ...CLEAN, seed: seed * 1_000 + n }))
const [first = { ...CLEAN, seed }] = guilds
const all = guilds.flatMap((knobs) => simulatedGuild(knobs, live))
const claims = simulatedGuild(first, live)

test("a seed always simulates the same guild", () => {
  expect(all.slice(0, claims.length)).toEqual(claims)
  expect(all.slice(claims.length)).not.toEqual(claims)
})

test("every row replays to its own verdict under the live policy", () => {
  for (const { row } of claims) {
    const gate = row.gate === null ? null : GateInputsSchema.parse(row.gate)
    const { verdict, reason } = row
    expect(replayClaim({ verdict, reason, gate }, live)).toEqual({ verdict, reason })
  }
})

test("rows are in log order, have ids of their own, and a fifth of the windows is held out", () => {
  const rows = claims.map(({ row }) => row)
  expect(rows.toSorted((a, b) => a.at - b.at || a.n - b.n)).toEqual(rows)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  const windows = Map.groupBy(rows, ({ windowId }) => windowId)
  const held = [...windows.values()].filter((all) => all[0]?.holdout)
  expect([...windows.values()].every((all) => new Set(all.map(({ holdout }) => holdout)).size === 1)).toBe(
    true,
  )
  expect(held.length / windows.size).toBeCloseTo(0.2, 1)
})

test("chance sends about its share of the claims rejected for quality to review, and nothing refused for safety", () => {
  const chosen = all.filter(({ row }) => row.propensity !== null)
  const drawn = chosen.filter(({ row }) => row.reason === "drawn")
  expect(drawn.length / chosen.length).toBeCloseTo(CLEAN.reviewShare, 1)
  expect(new Set(chosen.map(({ row }) => row.reason))).toEqual(new Set(["drawn", "low_confidence"]))
  expect(claims.filter(({ row }) => row.reason === "subject_off").length).toBeGreaterThan(0)
  expect(claims.filter(({ row }) => row.reason === "scope_off").length).toBeGreaterThan(0)
})

test("only memories that were kept or wait get labels, and good and bad ones equally often", () => {
  expect(all.filter(({ row, wrote }) => row.label !== null && !wrote)).toEqual([])
  const given = all.filter(({ row }) => row.verdict === "accepted" && row.change !== "retire")
  const isOutcome = (label: string | null) =>
    label !== null && !["refiled", "outdated", "unused"].includes(label)
  const rate = (sound: boolean) => {
    const some = given.filter((claim) => claim.sound === sound)
    return some.filter(({ row }) => isOutcome(row.label)).length / some.length
  }
  expect(Math.abs(rate(true) - rate(false))).toBeLessThan(0.04)
  expect(CLAIM_LABELS).toEqual(
    expect.arrayContaining([...new Set(all.flatMap(({ row }) => row.label ?? []))]),
  )
})

test("a forgotten memory leaves rows that name nothing", () => {
  const rows = simulatedGuild({ ...LIVED_IN, seed: first.seed }, live).map(({ row }) => row)
  const forgotten = rows.filter(({ label }) => label === "forgotten")
  expect(forgotten.length).toBeGreaterThan(0)
  for (const { windowId, channelId, subjectId, gate, at } of forgotten) {
    expect([windowId, channelId, subjectId, gate]).toEqual([null, null, null, null])
    expect(at % 86_400_000).toBe(0)
  }
})

test("the planted policies are as good as their names say", () => {
  const [is, up, down, wide, same] = [livePolicy, better, worse, looser, equal].map((one) =>
    truthOf(one, guilds),
  )
  if (!is || !up || !down || !wide || !same) throw new Error("five policies were judged")
  expect(up.quality).toBeGreaterThan(is.quality + 0.03)
  expect(up.good).toBeGreaterThan(is.good)
  expect(down.quality).toBeLessThan(is.quality - 0.06)
  expect(down.good).toBeLessThan(is.good)
  expect(wide.quality).toBeLessThan(is.quality - 0.03)
  expect(same).toEqual(is)
})

test("the unsafe policies would gain as much as the better one, so only safety speaks against them", () => {
  const gain = truthOf(better, [first]).quality
  for (const policy of everyFourth(Object.values(unsafe)))
    expect(truthOf(policy, [first]).quality).toBeCloseTo(gain, 1)
})

test("types are calibrated apart: fewer are bad with more confidence, and preferences are sound far down", () => {
  const said = guilds.flatMap((knobs) => decidedUnder(knobs, live))
  const rates = (type: MemoryType) => [0.4, 0.6, 0.7, 0.8].map((least) => trueBadRate(said, type, least))
  for (const type of TYPES) expect(rates(type).toSorted((a, b) => b - a)).toEqual(rates(type))
  expect(rates("preference")[0]).toBeLessThan(0.1)
  expect(rates("episode")[1]).toBeGreaterThan(0.25)
})
