/** The policy lab over HTTP: a replay, a verdict and thresholds from a guild's own log. */
import { expect, test } from "vitest"
import type { LabRow } from "../../src/policy/lab/outcomes.ts"
import { inputs, logged, times } from "../unit/policy-lab-rows.ts"
import { logRows } from "./claim-log.ts"
import { call, hear, ok, type Problem, talk } from "./http.ts"
import { setClock } from "./live.ts"
import { fillLog } from "./policy-lab-log.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

interface Replay {
  replayed: number
  evaluated: number
  reproduced: { rows: number; same: number }
  certificate: { verdict: string; reasons: string[]; unsafe: string[]; same: boolean; more: number | null }
  candidate: { accepted: number; quality: { value: number } | null; naive: { value: number } | null }
  live: { accepted: number; quality: { value: number } | null }
  gained: number
  lost: number
  changes: { type: string; live: string; candidate: string; claims: number }[]
  not_replayed: string[]
}
interface Tuned {
  rows: number
  thresholds: {
    type: string
    verdict: string
    threshold: number | null
    more: number | null
    explanation: string
  }[]
  patch: { gate: { confidence_by_type: Record<string, number> } } | null
  holdout: { verdict: string } | null
  applied: { outcome: string; version: number } | null
}

const START = Date.parse("2089-03-02T12:00:00Z")
const DAY = 86_400_000

const replay = (guild: string, candidate: object, more: object = {}) =>
  ok<Replay>("POST", `/v1/guilds/${guild}/policy/replay`, { candidate, ...more })
const tune = (guild: string, body: object = {}) => ok<Tuned>("POST", `/v1/guilds/${guild}/policy/tune`, body)

/** Preferences of low confidence are good, tasks of high confidence mostly bad; a fifth is held out. */
function planted(count: number): LabRow[] {
  return times(count, (n) => {
    const about = { at: START - (n % 60) * DAY - 20 * DAY, holdout: n % 5 === 0, policyVersion: 0 }
    if (n % 2 === 0)
      return logged({
        ...about,
        gate: inputs({ type: "task_state", confidence: 0.7 }),
        label: n % 3 === 0 ? "approved" : "rejected",
      })
    const drawn = n % 3 === 0
    return logged({
      ...about,
      gate: inputs({ confidence: 0.5, drawn }),
      propensity: 1 / 3,
      label: drawn ? "approved" : null,
    })
  })
}

async function plantedGuild(guild: string, count = 900): Promise<void> {
  setClock(START)
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  await fillLog(guild, planted(count))
}

test("what was heard replays to the same verdicts, and a candidate's differ where they should", async () => {
  const guild = "73201"
  setClock(START)
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { review_share: 0 } })
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada plays chess", { confidence: 0.9 }),
    claim("P1", "Ada may like tea", { confidence: 0.5 }),
    claim("P2", "Bo owes Ada a parrot", { type: "task_state", lines: [2], lifetime: "7d" }),
  ])
  const lines: [string, string, string][] = [
    ["11", "Ada", "I play chess and may like tea"],
    ["12", "Bo", "I owe Ada a parrot"],
  ]
  await hear(guild, "100", talk(1, START - DAY, lines))
  const before = await logRows(guild)
  const same = await replay(guild, {}, { set: "all" })
  expect(same.reproduced).toEqual({ rows: before.length, same: before.length })
  expect(same.certificate).toMatchObject({ verdict: "not_yet", same: true })
  const looser = await replay(
    guild,
    { gate: { min_confidence: 0.1 }, lifetimes: { episode: "7d" } },
    { set: "all" },
  )
  expect(looser.gained).toBe(1)
  expect(looser.changes).toEqual([
    { type: expect.any(String), live: "rejected:low_confidence", candidate: "accepted:fits", claims: 1 },
  ])
  expect(looser.not_replayed).toEqual(["lifetimes.episode"])
  expect(await logRows(guild)).toEqual(before)
})

test("a better candidate is certified, a worse one refused, and an unsafe one refused whatever it gains", async () => {
  const guild = "73202"
  await plantedGuild(guild)
  const better = { gate: { confidence_by_type: { preference: 0.4, task_state: 0.95 } } }
  expect(await replay(guild, better)).toMatchObject({ certificate: { verdict: "certified" }, replayed: 900 })
  const worse = await replay(guild, { gate: { confidence_by_type: { task_state: 0.2, preference: 0.9 } } })
  expect(worse.certificate.verdict).not.toBe("certified")
  const unsafe = await replay(guild, { ...better, sensitive: { health: "allow" } })
  expect(unsafe.certificate).toMatchObject({
    verdict: "refused",
    reasons: ["unsafe"],
    unsafe: ["sensitive.health"],
  })
  // The way back: from the better policy to the default, which is version 0.
  await ok("PATCH", `/v1/guilds/${guild}/policy`, better)
  const back = await replay(guild, { version: 0 })
  expect(back.certificate).toMatchObject({ verdict: "refused" })
  expect(back.certificate.reasons).toContain("lower_score")
})

test("thresholds are tuned without the held-out claims, and applied once as a new version", async () => {
  const guild = "73203"
  await plantedGuild(guild, 1_500)
  const proposed = await tune(guild)
  expect(proposed.rows).toBe(1_200)
  expect(proposed.applied).toBeNull()
  expect(proposed.holdout?.verdict).toBe("certified")
  const of = (type: string) => proposed.thresholds.find((one) => one.type === type)
  expect(of("preference")).toMatchObject({ verdict: "certified", threshold: 0.3 })
  expect(of("preference")?.explanation).toContain("more would be kept")
  expect(of("task_state")).toMatchObject({ verdict: "refused" })
  expect(of("profile")).toMatchObject({ verdict: "not_yet", more: 22 })
  expect(proposed.patch).toEqual({ gate: { confidence_by_type: { preference: 0.3 } } })
  const applied = await tune(guild, { apply: true })
  expect(applied.applied).toEqual({ outcome: "changed", version: 1 })
  const policy = await ok<{ gate: object; version: number }>("GET", `/v1/guilds/${guild}/policy`)
  expect(policy).toMatchObject({ version: 1, gate: { confidence_by_type: { preference: 0.3 } } })
  const again = await tune(guild, { apply: true })
  expect(again.applied).toEqual({ outcome: "nothing", version: 1 })
})

test("a stricter aim certifies less", async () => {
  const guild = "73204"
  await plantedGuild(guild, 300)
  const { thresholds, patch } = await tune(guild, { alpha: 0.01, delta: 0.01 })
  expect(thresholds.map(({ verdict }) => verdict)).not.toContain("certified")
  expect(patch).toBeNull()
})

test("claims about a person who objects judge nothing", async () => {
  const guild = "73205"
  await plantedGuild(guild, 100)
  await fillLog(
    guild,
    times(10, () => ({
      ...logged({ at: START - 20 * DAY }),
      scope: "user" as const,
      subjectId: "11",
    })),
  )
  expect((await replay(guild, {}, { set: "all" })).replayed).toBe(110)
  await ok("PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "out" })
  expect((await replay(guild, {}, { set: "all" })).replayed).toBe(100)
})

test("a version that does not exist is refused by name", async () => {
  const guild = "73206"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  const { status, body } = await call<Problem>("POST", `/v1/guilds/${guild}/policy/replay`, {
    candidate: { version: 7 },
  })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain("body.candidate.version")
})
