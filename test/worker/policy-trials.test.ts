/** A candidate policy is tried beside the live one: first it judges and acts on nothing, then it decides a share. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { policyFor } from "../../src/policy/trial.ts"
import { enter } from "../../src/runtime/enter.ts"
import { deep } from "../dice.ts"
import { logRows } from "./claim-log.ts"
import { GENERAL, MOD_ROOM } from "./guild-structure.ts"
import { call, memories, ok } from "./http.ts"
import { quietly } from "./live.ts"
import { breakDatabase, channelOf, mendDatabase } from "./stand-ins.ts"
import {
  aGuild,
  aWindow,
  byWindow,
  decisions,
  type TrialBody,
  trialDeeds,
  trialsOf,
  tryOut,
} from "./trial-world.ts"

quietly({ silent: ["warn"] })

const STRICT = { gate: { min_confidence: 0.7 } }
const policyOf = (guild: string) => ok<{ version: number; gate: object }>("GET", `/v1/guilds/${guild}/policy`)
const trial = (guild: string, id: string) => ok<TrialBody & Report>("GET", `${trialsOf(guild)}/${id}`)

interface Report {
  judged: Record<string, number>
  decisions: object[]
  examples: { trial_reason: string; memory: { fact: string } | null }[]
  arms: { live: { claims: number }; candidate: { claims: number } }
  leaks: number
}

test("in shadow a candidate judges every claim, and nothing that is kept changes", async () => {
  const guild = "81301"
  await aGuild(guild)
  const { id, version } = await tryOut(guild, STRICT, { note: "Fewer guesses" })
  await aWindow(guild, 1)
  expect(await decisions(guild)).toEqual([
    [1, "accepted: fits", "accepted: fits"],
    [1, "accepted: fits", "rejected: low_confidence"],
  ])
  expect((await memories(guild)).map(({ status }) => status)).toEqual(["active", "active"])
  expect(await policyOf(guild)).toMatchObject({ version: 1, gate: { min_confidence: 0.6 } })
  const report = await trial(guild, id)
  expect(report).toMatchObject({
    version,
    base_version: 1,
    stage: "shadow",
    judged: { claims: 2, same: 1, would_accept: 0, would_reject: 1, would_queue: 0, would_shadow: 0 },
    leaks: 0,
    note: "Fewer guesses",
  })
  expect(report.examples).toEqual([
    expect.objectContaining({ trial_reason: "low_confidence", memory: expect.objectContaining({}) }),
  ])
  expect(report.examples[0]?.memory?.fact).toContain("Ada mends")
})

test("a candidate's caps count what the candidate itself would have written", async () => {
  const guild = "81302"
  await aGuild(guild)
  await tryOut(guild, { gate: { max_writes_per_window: 1 } })
  await aWindow(guild, 1)
  expect((await decisions(guild)).map(([, , candidate]) => candidate)).toEqual([
    "accepted: fits",
    "rejected: window_full",
  ])
})

test("in a rollout the candidate decides its share of windows, by hash, and each row says which version decided", async () => {
  const guild = "81303"
  await aGuild(guild)
  const { id, version } = await tryOut(guild, STRICT)
  await ok("POST", `${trialsOf(guild)}/${id}/rollout`, { share: 0.6 })
  for (let n = 1; n <= 8; n++) await aWindow(guild, n)
  const rows = byWindow(await logRows(guild))
  expect(rows).toHaveLength(16)
  const entered = await enter(env, guild)
  for (const row of rows)
    expect(row.policy_version).toBe(policyFor(entered.guild, String(row.window_id)).version)
  expect(new Set(rows.map(({ policy_version }) => policy_version))).toEqual(new Set([1, version]))
  for (const row of rows.filter(({ n }) => n === 1))
    expect(row.verdict).toBe(row.policy_version === version ? "rejected" : "accepted")
  const report = await trial(guild, id)
  const own = rows.filter(({ policy_version }) => policy_version === version).length
  expect(report.arms).toMatchObject({ live: { claims: 16 - own }, candidate: { claims: own } })
  expect(report.judged.claims).toBe(16 - own)
})

test("an adopted candidate is the policy in force, without another version; a repeat changes nothing", async () => {
  const guild = "81304"
  await aGuild(guild)
  const { id, version } = await tryOut(guild, STRICT)
  for (const _ of [1, 2])
    expect(await ok("POST", `${trialsOf(guild)}/${id}/adopt`)).toMatchObject({ outcome: "adopted" })
  expect(await policyOf(guild)).toMatchObject({ version, gate: { min_confidence: 0.7 } })
  const { items } = await ok<{ items: object[] }>("GET", `/v1/guilds/${guild}/policy/versions`)
  expect(items).toMatchObject([
    { version, candidate: false, in_force: true },
    { version: 1, in_force: false },
  ])
  expect((await call("POST", `${trialsOf(guild)}/${id}/stop`)).status).toBe(409)
  expect((await call("POST", `${trialsOf(guild)}/${id}/rollout`, { share: 1 })).status).toBe(409)
  expect(await trialDeeds(guild)).toEqual(["trial.start admin", "trial.end admin adopted"])
})

test("a stopped trial leaves the policy as it was, and its candidate never comes into force", async () => {
  const guild = "81305"
  await aGuild(guild)
  const { id } = await tryOut(guild, STRICT, { stage: "rollout", share: 1 })
  await ok("POST", `${trialsOf(guild)}/${id}/stop`)
  expect(await ok("POST", `${trialsOf(guild)}/${id}/stop`)).toMatchObject({ outcome: "stopped" })
  await aWindow(guild, 1)
  expect((await decisions(guild)).map(([version, , candidate]) => [version, candidate])).toEqual([
    [1, null],
    [1, null],
  ])
  expect((await call("POST", `${trialsOf(guild)}/${id}/adopt`)).status).toBe(409)
})

test("any change of the policy in force ends a running trial, also a rollback to an earlier version", async () => {
  const guild = "81306"
  const ended = { outcome: "stopped", reason: "policy_changed" }
  await aGuild(guild)
  const policy = `/v1/guilds/${guild}/policy`
  const changes = [
    () => ok("PATCH", policy, { gate: { min_evidence: 2 } }),
    () => ok("PUT", policy, { gate: { min_confidence: 0.5 } }),
    () => ok("POST", `${policy}/versions/1/restore`, {}),
  ]
  for (const change of changes) {
    const { id } = await tryOut(guild, STRICT, { stage: "rollout", share: 1 })
    await change()
    expect(await trial(guild, id)).toMatchObject(ended)
  }
  // A patch that changes nothing ends nothing.
  const { id } = await tryOut(guild, STRICT)
  await ok("PATCH", policy, { gate: { min_confidence: 0.6 } })
  expect(await trial(guild, id)).toMatchObject({ outcome: null })
})

test("a candidate that is unsafe, equal, or the second at once is refused by name and leaves nothing", async () => {
  const guild = "81307"
  await aGuild(guild, {
    subjects: { "user:11": { write: false }, "user:12": { read: false } },
    gate: { scopes: ["user", "guild"] },
  })
  const refused = async (candidate: object) => {
    const { status, body } = await call<{ type: string; detail: string }>("POST", trialsOf(guild), {
      candidate,
    })
    return [status, body.type, body.detail]
  }
  const unsafe: [object, string][] = [
    [{ sensitive: { health: "allow" } }, "sensitive.health"],
    [{ subjects: { "user:11": null } }, "subjects.user:11.write"],
    [{ subjects: { "user:12": { read: true } } }, "subjects.user:12.read"],
    [{ gate: { scopes: ["user", "guild", "channel"] } }, "gate.scopes"],
    [{ gate: { second_reading: false } }, "gate.second_reading"],
    [{ gate: { min_confidence: 0.9 }, sensitive: { slurs: "allow" } }, "sensitive.slurs"],
    [{ version: 0 }, "subjects.user:11.write"],
  ]
  for (const [candidate, field] of unsafe)
    expect(await refused(candidate)).toEqual([
      422,
      "urn:keepsake:unsafe_candidate",
      expect.stringContaining(field),
    ])
  expect((await refused({ gate: {} }))[0]).toBe(400)
  expect((await refused({ version: 77 }))[0]).toBe(404)
  expect(await ok("GET", trialsOf(guild))).toEqual({ items: [], next: null })
  const { id } = await tryOut(guild, STRICT)
  expect(await refused({ gate: { min_confidence: 0.8 } })).toEqual([
    409,
    "urn:keepsake:trial_running",
    expect.stringContaining(id),
  ])
  const { items } = await ok<{ items: object[] }>("GET", `/v1/guilds/${guild}/policy/versions`)
  expect(items).toHaveLength(2)
})

test("a report shows words only of memories that its reader may read", async () => {
  const guild = "81308"
  await aGuild(guild)
  const { id } = await tryOut(guild, STRICT)
  await aWindow(guild, 1, GENERAL)
  await aWindow(guild, 2, MOD_ROOM)
  const facts = async (reader: string) => {
    const { examples } = await ok<Report>("GET", `${trialsOf(guild)}/${id}${reader}`)
    return examples.map(({ memory }) => memory?.fact.replace(/\d/g, "") ?? null).toSorted()
  }
  expect(await facts("")).toEqual(["Ada mends drumss", "Ada mends maskss"])
  const inGeneral = await facts(`?channel_id=${GENERAL}`)
  expect(inGeneral.filter((fact) => fact !== null)).toEqual(["Ada mends maskss"])
})

test("in a rollout the candidate's recall rule answers its share of recalls, and the log says which version did", async () => {
  const guild = "81309"
  await aGuild(guild)
  await aWindow(guild, 1)
  await aWindow(guild, 2)
  const { version } = await tryOut(guild, { recall: { max_items: 1 } }, { stage: "rollout", share: 1 })
  const ask = { query: "Ada paints or mends masks, bells or drums", log: true }
  const counts = async () =>
    (await ok<{ items: object[] }>("POST", `/v1/guilds/${guild}/recall`, ask)).items.length
  // The first one may be answered from the guild as it was remembered here: its stamp tells that it changed.
  expect([await counts(), await counts()]).toEqual([1, 1])
  await ok("POST", `${trialsOf(guild)}/t_${guild}_${version}/stop`)
  expect(await counts()).toBeGreaterThan(1)
  await vi.waitFor(async () => {
    const rows = await env.DB.prepare(
      "SELECT policy_version AS v FROM recall_log WHERE guild_id = ? ORDER BY at, id",
    )
      .bind(guild)
      .all<{ v: number }>()
    expect(rows.results.map(({ v }) => v)).toEqual([version, version, 1])
  })
})

deep("a window in flight while its trial ends lands once, under the version that judged it", async () => {
  for (let at = 1; at <= 12; at++) {
    const guild = String(81_320 + at)
    await aGuild(guild)
    const { id, version } = await tryOut(guild, STRICT, { stage: "rollout", share: 1 })
    const count = await breakDatabase(channelOf(guild, GENERAL), async (number) => {
      if (number === at) await ok("POST", `${trialsOf(guild)}/${id}/stop`)
      return null
    })
    await aWindow(guild, 1)
    await mendDatabase(channelOf(guild, GENERAL))
    const rows = byWindow(await logRows(guild))
    const [by] = rows.map(({ policy_version }) => policy_version)
    expect(rows.map(({ policy_version, verdict }) => [policy_version, verdict])).toEqual([
      [by, "accepted"],
      [by, by === version ? "rejected" : "accepted"],
    ])
    if (count.calls < at) break
  }
})
