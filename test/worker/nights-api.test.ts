/**
 * Over the API, nights start by hand and never two at once, are listed with their results, and are shown step
 * by step.
 */

import { introspectWorkflow } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { closeRun, keepDraft, landStep } from "../../src/nights/ledger/runs.ts"
import { NOON } from "./builders.ts"
import { call, hear, ok, type Page, type Problem, talk } from "./http.ts"
import { newKey } from "./key-holder.ts"
import { night } from "./night-stage.ts"

interface Spent {
  calls: number
  input_tokens: number
  output_tokens: number
  cost_usd: number
  unpriced_tokens: number
  counts: Record<string, number>
}

interface RunBody {
  id: string
  state: string
  day: string
  trigger: string
  requested_by: string
  started_at: string
  finished_at: string | null
  totals: Spent & { steps: number; errors: number }
}

interface StepsBody extends RunBody {
  steps: (Spent & { step: string; state: string; error: string | null })[]
  next: string | null
}

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM runs").run()
})

async function known(guild: string): Promise<string> {
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  return guild
}

const runsOf = (guild: string) => `/v1/guilds/${guild}/runs`

/** Inserts a step as a night writes it. */
async function step(
  runId: string,
  name: string,
  about: { failed?: string; calls?: number; cost?: number | null; counts?: unknown } = {},
) {
  const { failed = null, calls = 0, cost = 0, counts = {} } = about
  await env.DB.prepare(
    `INSERT INTO run_steps (guild_id, run_id, step, state, started_at, finished_at, counts, calls, input_tokens, output_tokens, cost_usd, error)
    VALUES (?, ?, ?, ?, 1, 2, ?, ?, ?, ?, ?, ?)`,
  )
    .bind(
      runId.split("_")[0],
      runId,
      name,
      failed === null ? "done" : "failed",
      JSON.stringify(counts),
      calls,
      calls * 100,
      calls * 10,
      cost,
      failed,
    )
    .run()
}

test("a night started by hand runs to its end under the returned id, and its run names who started it", async () => {
  const guild = await known("6301")
  await using nights = await introspectWorkflow(env.NIGHTS)
  const begun = await call<RunBody>("POST", runsOf(guild))
  expect(begun).toMatchObject({
    status: 202,
    body: {
      state: "running",
      trigger: "hand",
      requested_by: "admin",
      finished_at: null,
      totals: { steps: 0, cost_usd: 0 },
    },
  })
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  const { id } = begun.body
  expect(await ok<RunBody>("GET", `${runsOf(guild)}/${id}`)).toMatchObject({ id, state: "done" })
  const audit = await ok<Page<unknown>>("GET", `/v1/guilds/${guild}/audit?action=run.start`)
  expect(audit.items).toMatchObject([{ actor: "admin", action: "run.start", target: id }])
})

test("of two nights started at once, one is refused with the other's id and leaves no row", async () => {
  const guild = await known("6302")
  await using nights = await introspectWorkflow(env.NIGHTS)
  await nights.modifyAll((instance) => instance.forceStepTimeout({ name: "index" }))
  const answers = await Promise.all([
    call<RunBody & Problem>("POST", runsOf(guild)),
    call<RunBody & Problem>("POST", runsOf(guild)),
  ])
  const begun = answers.find(({ status }) => status === 202)
  const refused = answers.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ type: "urn:keepsake:night_running" })
  expect(refused?.body.detail).toContain(begun?.body.id)
  expect(await nights.get()).toHaveLength(1)
  expect((await ok<Page<RunBody>>("GET", runsOf(guild))).items).toHaveLength(1)
  expect((await ok<Page<unknown>>("GET", `/v1/guilds/${guild}/audit?action=run.start`)).items).toHaveLength(1)
})

test("a night the platform fails to start is closed, and the next one can start", async () => {
  const guild = await known("6303")
  const get = env.NIGHTS.get.bind(env.NIGHTS)
  const create = env.NIGHTS.create.bind(env.NIGHTS)
  const { beginManualNight } = await import("../../src/nights/begin.ts")
  const { enter } = await import("../../src/runtime/enter.ts")
  const entered = await enter(env, guild)
  const down = { create: () => Promise.reject(new Error("the platform is down")), get }
  await expect(
    beginManualNight({ NIGHTS: down, since: null }, entered, { actor: "admin", now: NOON }),
  ).rejects.toThrow("could not be started")
  await using nights = await introspectWorkflow(env.NIGHTS)
  const run = await beginManualNight({ NIGHTS: { create, get }, since: null }, entered, {
    actor: "admin",
    now: NOON + 1,
  })
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  const { items } = await ok<Page<RunBody>>("GET", runsOf(guild))
  expect(items).toMatchObject([{ id: run.id, state: "done" }, { state: "failed" }])
})

test("a night's totals are the sums of its steps: counts by name, errors and cost", async () => {
  const guild = await known("6304")
  await night(guild, { at: NOON + 86_400_000 })
  const id = `${guild}_2026-11-21`
  await step(id, "profiles 1", { calls: 2, cost: 0.001, counts: { people: 7, merged: 1 } })
  await step(id, "profiles 2", { calls: 1, cost: 0.0005, counts: { people: 5, merged: 2 } })
  await step(id, "clusters given up", { failed: "the model is down", cost: null })
  const [run] = (await ok<Page<RunBody>>("GET", runsOf(guild))).items
  expect(run?.totals).toMatchObject({
    errors: 1,
    calls: 3,
    input_tokens: 300,
    output_tokens: 30,
    counts: { people: 12, merged: 3 },
  })
  expect(run?.totals.cost_usd).toBeCloseTo(0.0015, 9)
  const told = await ok<StepsBody>("GET", `${runsOf(guild)}/${id}`)
  expect(told.totals).toEqual(run?.totals)
  expect(told.steps.find(({ state }) => state === "failed")).toMatchObject({
    error: "the model is down",
    cost_usd: 0,
  })
})

test("a night with a model of unknown price reports the cost of the others and the number of unpriced tokens", async () => {
  const guild = await known("6305")
  await night(guild, { at: NOON + 86_400_000 })
  const id = `${guild}_2026-11-21`
  const key = { guildId: guild, runId: id }
  const call = { purpose: "topics", inputTokens: 100, outputTokens: 10 } as const
  const usage = [
    { ...call, model: "known", costUsd: 0.002 },
    { ...call, model: "unknown", costUsd: null },
  ]
  const db = guildDatabase(env, guild)
  await env.DB.prepare("UPDATE runs SET state = 'running' WHERE id = ?").bind(id).run()
  const done = { startedAt: NOON, now: NOON, counts: { topics: 2 }, usage }
  await landStep(db, { ...key, ...done, step: "topics 1" })
  await keepDraft(db, { ...key, step: "topics 2" }, { body: {}, usage, now: NOON })
  await closeRun(db, key, NOON)
  // A step in the old format says only that some price was unknown.
  await step(id, "old", { calls: 1, cost: null })
  const told = await ok<StepsBody>("GET", `${runsOf(guild)}/${id}`)
  const priced = told.steps
    .filter(({ calls }) => calls > 0)
    .map(({ step: name, cost_usd, unpriced_tokens, counts }) => [name, cost_usd, unpriced_tokens, counts])
  expect(priced).toEqual([
    ["topics 1", 0.002, 110, { topics: 2 }],
    ["topics 2", 0.002, 110, {}],
    ["old", 0, 110, {}],
  ])
  expect(told.totals).toMatchObject({ cost_usd: 0.004, unpriced_tokens: 330, calls: 5 })
  expect(told.totals.counts).not.toHaveProperty("unpriced_tokens")
  const ledger = await ok<{ total: Spent }>("GET", `/v1/guilds/${guild}/usage?from=2026-11-20&to=2026-11-20`)
  expect(ledger.total).toMatchObject({ cost_usd: 0.002, unpriced_tokens: 110 })
  const listed = (await ok<Page<RunBody>>("GET", runsOf(guild))).items[0]
  expect(listed?.totals).toEqual(told.totals)
})

test("nights and their steps are paged without repeats, latest night and earliest step first", async () => {
  const guild = await known("6306")
  for (let day = 1; day <= 5; day++) await night(guild, { at: NOON + day * 86_400_000 })
  const days: string[] = []
  let cursor = ""
  do {
    const page = await ok<Page<RunBody>>("GET", `${runsOf(guild)}?limit=2${cursor}`)
    days.push(...page.items.map(({ day }) => day))
    cursor = page.next === null ? "" : `&cursor=${page.next}`
  } while (cursor !== "")
  expect(days).toEqual(["2026-11-25", "2026-11-24", "2026-11-23", "2026-11-22", "2026-11-21"])

  const id = `${guild}_2026-11-21`
  await env.DB.prepare("DELETE FROM run_steps WHERE run_id = ?").bind(id).run()
  for (let index = 0; index < 7; index++) await step(id, `profiles ${9 - index}`)
  const names: string[] = []
  do {
    const page = await ok<StepsBody>("GET", `${runsOf(guild)}/${id}?limit=3${cursor}`)
    names.push(...page.steps.map(({ step: name }) => name))
    cursor = page.next === null ? "" : `&cursor=${page.next}`
  } while (cursor !== "")
  expect(names).toEqual(Array.from({ length: 7 }, (_, index) => `profiles ${9 - index}`))
})

test("a night is unknown to other guilds, and only an admin can see it", async () => {
  const [guild, other] = [await known("6307"), await known("6308")]
  await night(guild, { at: NOON + 86_400_000 })
  const answer = await call<Problem>("GET", `${runsOf(other)}/${guild}_2026-11-21`)
  expect(answer).toMatchObject({ status: 404, body: { type: "urn:keepsake:unknown_run" } })
  expect((await ok<Page<RunBody>>("GET", runsOf(other))).items).toEqual([])
  const { token } = await newKey(guild, { scope: "write" })
  const { send } = await import("./http.ts")
  for (const method of ["GET", "POST"])
    expect(
      await send(runsOf(guild), { method, headers: { authorization: `Bearer ${token}` } }),
    ).toMatchObject({ status: 403 })
})

test("no night starts for a leaving or unknown guild", async () => {
  const guild = await known("6309")
  expect((await call("POST", runsOf("6310"))).status).toBe(404)
  await ok("DELETE", `/v1/guilds/${guild}`)
  expect(await call<Problem>("POST", runsOf(guild))).toMatchObject({
    status: 409,
    body: { type: "urn:keepsake:leaving" },
  })
  expect((await ok<Page<RunBody>>("GET", runsOf(guild))).items).toEqual([])
})
