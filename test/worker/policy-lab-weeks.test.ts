/** Weeks of the policy lab: stored once, an alarm if they move, and what the settings let follow from it. */
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { week } from "../../src/nights/maintenance/week.ts"
import type { LabRow } from "../../src/policy/lab/outcomes.ts"
import { embeddedIndex } from "../../src/vectors/index-choice.ts"
import { deep } from "../dice.ts"
import { inputs, logged, times } from "../unit/policy-lab-rows.ts"
import { hear, ok, talk } from "./http.ts"
import { embedder, indexBindings, MODEL } from "./indexing.ts"
import { quietly } from "./live.ts"
import { night, stage, toolsFor } from "./night-stage.ts"
import { fillLog } from "./policy-lab-log.ts"
import { type Fault, faulty } from "./stand-ins.ts"

/** A Monday; weeks are counted from it. */
const START = Date.parse("2088-05-03T00:00:00Z")
const HOUR = 3_600_000
const DAY = 24 * HOUR
const WEEK = 7 * DAY

quietly({ silent: ["error", "warn"], at: START + 9 * WEEK })

interface Week {
  centroid_cosine: number | null
  week: string
  policy_version: number
  claims: number
  state: string
  measures: Record<string, { value: number; limit: number; alarm: boolean }>
  alarms: string[]
}
const drift = async (guild: string) =>
  (await ok<{ weeks: Week[] }>("GET", `/v1/guilds/${guild}/policy/drift`)).weeks
const version = async (guild: string) =>
  (await ok<{ version: number }>("GET", `/v1/guilds/${guild}/policy`)).version

/** 80 claims of a week; an odd week has other types and methods. */
function weekRows(n: number, given: { odd?: boolean; policyVersion?: number } = {}): LabRow[] {
  const { odd = false, policyVersion = 0 } = given
  return times(80, (k) =>
    logged({
      at: START + n * WEEK + k * 2 * HOUR,
      policyVersion,
      gate: inputs({
        type: odd ? "episode" : k % 2 === 0 ? "profile" : "preference",
        confidence: odd ? 0.95 : 0.6 + (k % 4) / 10,
      }),
      method: odd ? "rule" : "model",
    }),
  )
}

/** The night after the Sunday of week `n`, at one o'clock. */
const mondayAfter = (n: number) => START + (n + 1) * WEEK + HOUR

async function calmGuild(guild: string, lab: object, weeks = 5): Promise<void> {
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab })
  await fillLog(guild, times(weeks, (n) => weekRows(n)).flat())
  for (let n = 0; n < weeks; n++) await weekly(guild, n)
}

/** Does the weekly work after week `n`. */
async function weekly(
  guild: string,
  n: number,
  DB: D1Database = env.DB,
  bindings: Partial<Env> = {},
): Promise<void> {
  const at = mondayAfter(n)
  const sunday = new Date(at - DAY).toISOString().slice(0, 10)
  const plan = {
    guildId: guild,
    runId: `${guild}_${n}`,
    day: new Date(at).toISOString().slice(0, 10),
    timezone: "UTC",
    at,
    days: [{ date: sunday, from: at - DAY - HOUR, to: at - HOUR }],
  }
  await week(stage(), toolsFor(guild, { now: () => at }, { ...env, ...bindings, DB }), plan)
}

async function audited(guild: string, action: string): Promise<{ target: string; detail: string }[]> {
  const query = env.DB.prepare("SELECT target, detail FROM audit WHERE guild_id = ? AND action = ?")
  return (await query.bind(guild, action).all<{ target: string; detail: string }>()).results
}

test("the night after a Sunday stores the week once, and other nights do no step for it", async () => {
  const guild = "73301"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  await fillLog(guild, weekRows(0))
  const saturday = await night(guild, { at: START + 5 * DAY })
  expect(saturday.done).not.toContain("week")
  const monday = await night(guild, { at: mondayAfter(0) })
  expect(monday.done).toContain("week")
  await night(guild, { at: mondayAfter(0) + HOUR, run: { runId: `${guild}_again` } })
  expect(await drift(guild)).toEqual([
    {
      week: "2088-05-03",
      policy_version: 0,
      claims: 80,
      state: "learning",
      against: null,
      measures: {},
      centroid_cosine: null,
      alarms: [],
    },
  ])
})

test("a week without claims is not stored", async () => {
  const guild = "73302"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  await weekly(guild, 0)
  expect(await drift(guild)).toEqual([])
})

test("a week that moved raises the alarm with an audit row, and changes nothing unless allowed", async () => {
  const guild = "73303"
  await calmGuild(guild, {})
  await ok("PATCH", `/v1/guilds/${guild}/policy`, { gate: { min_confidence: 0.5 } })
  await fillLog(guild, weekRows(5, { odd: true, policyVersion: 1 }))
  await weekly(guild, 5)
  const weeks = await drift(guild)
  expect(weeks.slice(0, 5).flatMap(({ alarms }) => alarms)).toEqual([])
  expect(weeks[4]).toMatchObject({ state: "compared", policy_version: 0 })
  expect(weeks[5]?.alarms).toContain("kinds_psi")
  expect(weeks[5]?.measures.kinds_cosine?.value).toBeLessThan(weeks[4]?.measures.kinds_cosine?.value ?? 0)
  const alarms = await audited(guild, "drift.alarm")
  expect(alarms.map(({ target }) => target)).toEqual([weeks[5]?.week])
  expect(await version(guild)).toBe(1)
})

test("with the setting, the alarm restores the policy from before the change, once", async () => {
  const guild = "73304"
  await calmGuild(guild, { drift_rollback: true })
  await ok("PATCH", `/v1/guilds/${guild}/policy`, { gate: { min_confidence: 0.5 } })
  await fillLog(guild, weekRows(5, { odd: true, policyVersion: 1 }))
  await weekly(guild, 5)
  await weekly(guild, 5)
  const policy = await ok<{ version: number; gate: { min_confidence: number } }>(
    "GET",
    `/v1/guilds/${guild}/policy`,
  )
  expect(policy).toMatchObject({ version: 2, gate: { min_confidence: 0.6 } })
  expect(await audited(guild, "drift.alarm")).toHaveLength(1)
})

test("drift under an unchanged policy restores nothing: it comes from the talk", async () => {
  const guild = "73305"
  await calmGuild(guild, { drift_rollback: true })
  await fillLog(guild, weekRows(5, { odd: true }))
  await weekly(guild, 5)
  expect((await drift(guild)).at(-1)?.alarms).not.toEqual([])
  expect(await version(guild)).toBe(0)
})

test("after four odd weeks in a row the new state is the usual one", async () => {
  const guild = "73306"
  await calmGuild(guild, {}, 4)
  for (let n = 4; n < 9; n++) {
    await fillLog(guild, weekRows(n, { odd: true }))
    await weekly(guild, n)
  }
  expect((await drift(guild)).map(({ alarms }) => alarms.length > 0)).toEqual([
    ...times(4, () => false),
    ...times(4, () => true),
    false,
  ])
})

async function rolloutOf(guild: string): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO policy_trials (guild_id, id, version, base_version, stage, share, guardrails, actor, started_at, stage_at)
      VALUES (?, 't1', 1, 0, 'rollout', 0.2, '{}', 'operator', 1, 1)`,
  )
    .bind(guild)
    .run()
}
const trialOf = (guild: string) =>
  env.DB.prepare("SELECT outcome, reason, ended_by FROM policy_trials WHERE guild_id = ?").bind(guild).first()

test("with the setting, the alarm ends a running rollout, and the policy in force stays", async () => {
  const guild = "73307"
  await calmGuild(guild, { drift_rollback: true })
  await rolloutOf(guild)
  await fillLog(guild, weekRows(5, { odd: true }))
  await weekly(guild, 5)
  expect(await trialOf(guild)).toEqual({
    outcome: "rolled_back",
    reason: `drift ${(await drift(guild)).at(-1)?.week}`,
    ended_by: "policy lab",
  })
  expect(await version(guild)).toBe(0)
})

/** Outcomes by which preferences of 0.5 are good. */
function tunable(): LabRow[] {
  return times(600, (n) =>
    logged({
      at: START - (n % 40) * DAY,
      holdout: n % 5 === 0,
      policyVersion: 0,
      gate: inputs({ confidence: n % 2 === 0 ? 0.7 : 0.5, drawn: n % 2 === 1 }),
      propensity: n % 2 === 0 ? null : 0.5,
      label: "approved",
    }),
  )
}

test("with the setting, certified thresholds take effect each week, and not while a trial runs", async () => {
  const guild = "73308"
  await ok("PUT", `/v1/guilds/${guild}/settings`, { lab: { auto_tune: true } })
  await fillLog(guild, [...tunable(), ...weekRows(0)])
  await rolloutOf(guild)
  await weekly(guild, 0)
  expect(await version(guild)).toBe(0)
  await env.DB.prepare("DELETE FROM policy_trials WHERE guild_id = ?").bind(guild).run()
  await fillLog(guild, weekRows(1))
  await weekly(guild, 1)
  const policy = await ok<{ version: number; gate: object }>("GET", `/v1/guilds/${guild}/policy`)
  expect(policy).toMatchObject({ version: 1, gate: { confidence_by_type: { preference: 0.3 } } })
})

deep(
  "each database call of the weekly work may fail once: alarm, rollback and tuning happen once",
  async () => {
    for (let failing = 1, fired = true; fired; failing++) {
      fired = false
      for (const fault of ["before", "after"] as const) {
        const guild = `733${50 + failing}${fault === "before" ? 0 : 1}`
        await calmGuild(guild, { drift_rollback: true })
        await ok("PATCH", `/v1/guilds/${guild}/policy`, { gate: { min_confidence: 0.5 } })
        await fillLog(guild, weekRows(5, { odd: true, policyVersion: 1 }))
        const fails = (call: number): Fault | null => {
          fired ||= call === failing
          return call === failing ? fault : null
        }
        await weekly(guild, 5, faulty(env.DB, fails, { calls: 0 }))
        expect(await version(guild), `call ${failing} fails ${fault}`).toBe(2)
        expect(await audited(guild, "drift.alarm")).toHaveLength(1)
        expect(await drift(guild)).toHaveLength(6)
      }
    }
  },
)

test("weeks are compared by what their memories mean, where vectors are at hand", async () => {
  const guild = "73321"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  const bindings = indexBindings({ model: embedder() })
  const index = embeddedIndex(env.INDEXES)
  const said = ["I like tea", "I like jazz", "I like chess", "I like sailing", "I like cheese", "I like rain"]
  for (const [n, words] of said.entries()) {
    await fillLog(guild, weekRows(n))
    await hear(guild, "100", talk(1_000 + n, START + n * WEEK + HOUR, [["11", "Ada", words]]))
    const { results } = await env.DB.prepare(
      "UPDATE memories SET embedded_with = ? WHERE guild_id = ? AND embedded_with IS NULL RETURNING seq",
    )
      .bind(`embedded:${MODEL}`, guild)
      .all<{ seq: number }>()
    expect(results).toHaveLength(1)
    // The last week is about something else.
    const vector = Float32Array.from(n === 5 ? [0, 0, 1] : [1, n / 10, 0])
    await index.upsert(
      guild,
      results.map(({ seq }) => ({ kind: "memory", seq, vector })),
      MODEL,
    )
    await weekly(guild, n, env.DB, bindings)
  }
  const cosines = (await drift(guild)).map((one) => one.centroid_cosine)
  expect(cosines.slice(0, 4)).toEqual([null, null, null, null])
  expect(cosines.slice(4)).toEqual([expect.closeTo(0.9957, 2), 0])
})

test("a week is stored without its meaning if the index does not answer", async () => {
  const guild = "73322"
  await ok("PUT", `/v1/guilds/${guild}/settings`, {})
  await fillLog(guild, weekRows(0))
  const warned = vi.spyOn(console, "warn").mockReturnValue()
  const VECTORS = { getByIds: () => Promise.reject(new Error("out of reach")) } as unknown as Vectorize
  await hear(guild, "100", talk(1_000, START + HOUR, [["11", "Ada", "I like tea"]]))
  await env.DB.prepare("UPDATE memories SET embedded_with = ? WHERE guild_id = ?")
    .bind(`vectorize:${MODEL}`, guild)
    .run()
  await weekly(guild, 0, env.DB, { ...indexBindings({ model: embedder() }), VECTORS })
  expect(await drift(guild)).toMatchObject([{ claims: 80, centroid_cosine: null }])
  expect(warned).toHaveBeenCalledWith(expect.objectContaining({ event: "vectors.no_centroid" }))
})
