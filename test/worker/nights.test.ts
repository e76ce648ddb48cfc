/** A guild's night from start to ledger entry: concurrent nights, dead ones, and repeated ones. */

import { introspectWorkflow } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { z } from "zod"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { runBilledStep } from "../../src/nights/billed-step.ts"
import type { Night } from "../../src/nights/deps.ts"
import { findRun } from "../../src/nights/ledger/run-reading.ts"
import { closeRun, landStep, RunOver, recordStepFailure } from "../../src/nights/ledger/runs.ts"
import { openNight } from "../../src/nights/night.ts"
import { NOON } from "./builders.ts"
import { hear, talk } from "./http.ts"
import { night, stage, toolsFor } from "./night-stage.ts"

const DAY = 86_400_000
const HOUR = 3_600_000
const NEXT = NOON + DAY

async function known(guild: string): Promise<string> {
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  return guild
}

function asked(guildId: string, about: Partial<Night> = {}): Night {
  return { guildId, runId: `${guildId}_2026-11-21`, trigger: "schedule", requestedBy: "schedule", ...about }
}

const openAt = (guild: string, at: number, about: Partial<Night> = {}) =>
  openNight(toolsFor(guild, { now: () => at }), asked(guild, about))

async function states(guild: string): Promise<Record<string, string>> {
  const rows = await env.DB.prepare("SELECT id, state FROM runs WHERE guild_id = ? ORDER BY id")
    .bind(guild)
    .all<{ id: string; state: string }>()
  return Object.fromEntries(rows.results.map(({ id, state }) => [id.replace(`${guild}_`, ""), state]))
}

const USAGE = {
  purpose: "digest" as const,
  model: "@cf/zai-org/glm-4.7-flash",
  inputTokens: 1_000,
  outputTokens: 100,
}
const Draft = z.object({ words: z.string() })

test("a night is recorded with its date and finishes", async () => {
  await known("4601")
  await night("4601", { at: NEXT })
  const rows = await env.DB.prepare("SELECT id, day, state FROM runs WHERE guild_id = '4601'").all()
  expect(rows.results).toEqual([{ id: "4601_2026-11-21", day: "2026-11-21", state: "done" }])
})

test("a night whose opening is repeated keeps its plan, even an hour and a date later", async () => {
  const guild = await known("4610")
  const late = Date.parse("2026-11-21T23:30:00Z")
  const first = await openAt(guild, late)
  expect(await openAt(guild, late + HOUR)).toEqual(first)
  expect(first).toMatchObject({ at: late, day: "2026-11-21" })
})

test("an unknown or leaving guild has no night, and nothing is recorded", async () => {
  expect(await openAt("4611", NEXT)).toBeNull()
  const guild = await known("4612")
  await env.DB.prepare("UPDATE guilds SET leaving_at = 1 WHERE id = ?").bind(guild).run()
  expect(await openAt(guild, NEXT)).toBeNull()
  expect(await states(guild)).toEqual({})
})

test("of several nights opened at once only one runs, however they were started", async () => {
  const guild = await known("4613")
  const plans = await Promise.all([
    openAt(guild, NEXT),
    openAt(guild, NEXT, { runId: `${guild}_h1`, trigger: "hand" }),
    openAt(guild, NEXT, { runId: `${guild}_h2`, trigger: "hand" }),
    openAt(guild, NEXT, { runId: `${guild}_2026-11-22` }),
  ])
  expect(plans.filter((plan) => plan !== null)).toHaveLength(1)
  expect(Object.values(await states(guild)).filter((state) => state === "running")).toHaveLength(1)
})

test("a scheduled night that meets a manual one ends at once and is recorded as skipped", async () => {
  const guild = await known("4614")
  await openAt(guild, NEXT, { runId: `${guild}_h1`, trigger: "hand", requestedBy: "admin" })
  const steps = await night(guild, { at: NEXT + HOUR })
  expect(steps.done).toEqual(["open"])
  expect(await states(guild)).toEqual({ h1: "running", "2026-11-21": "skipped" })
  expect(await findRun(guildDatabase(env, guild), guild, `${guild}_2026-11-21`)).toMatchObject({
    state: "skipped",
    finishedAt: NEXT + HOUR,
  })
})

test("a skipped night does not count as done: the next one covers its day", async () => {
  const guild = await known("4615")
  await night(guild, { at: NEXT })
  await openAt(guild, NEXT + DAY, { runId: `${guild}_h1`, trigger: "hand" })
  await openAt(guild, NEXT + DAY, { runId: `${guild}_2026-11-22` })
  await closeRun(guildDatabase(env, guild), { guildId: guild, runId: `${guild}_h1` }, NEXT + DAY)
  await env.DB.prepare("UPDATE runs SET state = 'failed' WHERE id = ?").bind(`${guild}_h1`).run()
  const plan = await openAt(guild, NEXT + 2 * DAY, { runId: `${guild}_2026-11-23` })
  expect(plan?.days.map(({ date }) => date)).toEqual(["2026-11-21", "2026-11-22"])
})

test("one night catches up on those missed while the worker was down, day by day", async () => {
  const guild = await known("4616")
  await night(guild, { at: NEXT })
  const steps = stage()
  await night(guild, { at: NEXT + 4 * DAY, steps })
  const plan = await openAt(guild, NEXT + 9 * DAY, { runId: `${guild}_later` })
  expect(plan?.days.map(({ date }) => date)).toEqual([
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
    "2026-11-28",
    "2026-11-29",
  ])
  expect(await states(guild)).toMatchObject({ "2026-11-21": "done", "2026-11-25": "done" })
})

test("a dead night blocks nobody: three hours after its last step it is closed as failed and can write nothing more", async () => {
  const guild = await known("4617")
  const db = guildDatabase(env, guild)
  await openAt(guild, NEXT)
  const key = { guildId: guild, runId: `${guild}_2026-11-21`, step: "profiles 1" }
  const done = { ...key, startedAt: NEXT, counts: { people: 1 }, usage: [] }
  await landStep(db, { ...done, now: NEXT + 2 * HOUR })
  const next = { runId: `${guild}_h1`, trigger: "hand" as const }
  expect(await openAt(guild, NEXT + 4 * HOUR, next)).toBeNull()
  expect(await openAt(guild, NEXT + 5 * HOUR, next)).not.toBeNull()
  expect(await states(guild)).toEqual({ "2026-11-21": "failed", h1: "running" })
  const late = landStep(db, { ...done, step: "profiles 2", now: NEXT + 6 * HOUR }, [])
  await expect(late).rejects.toThrow(RunOver)
  await recordStepFailure(db, { ...key, step: "profiles" }, { error: "late", now: NEXT + 6 * HOUR })
  expect(await findRun(db, guild, key.runId)).toMatchObject({ totals: { steps: 1, errors: 0 } })
})

test("a leaving guild's night finishes no model call and keeps no model output", async () => {
  const guild = await known("4618")
  await openAt(guild, NEXT)
  await env.DB.prepare("UPDATE guilds SET leaving_at = 1 WHERE id = ?").bind(guild).run()
  let calls = 0
  const paid = runBilledStep(
    toolsFor(guild),
    { guildId: guild, runId: `${guild}_2026-11-21`, step: "one" },
    {
      draft: Draft,
      ask: async () => {
        calls += 1
        return { draft: { words: "Ada lives in Oslo" }, usage: [USAGE] }
      },
      apply: async () => ({ statements: [], counts: {} }),
    },
  )
  await expect(paid).rejects.toThrow(RunOver)
  expect(calls).toBe(1)
  const drafts = await env.DB.prepare("SELECT count(*) AS rows FROM run_drafts WHERE guild_id = ?")
    .bind(guild)
    .first()
  expect(drafts).toEqual({ rows: 0 })
})

test("a paid draft that was never written is deleted, and its cost stays in the total", async () => {
  const guild = await known("4619")
  const db = guildDatabase(env, guild)
  await openAt(guild, NEXT)
  const key = { guildId: guild, runId: `${guild}_2026-11-21`, step: "one" }
  const paid = runBilledStep(toolsFor(guild), key, {
    draft: Draft,
    ask: async () => ({
      draft: { words: "Ada lives in Oslo" },
      usage: [USAGE, { ...USAGE, inputTokens: 500 }],
    }),
    apply: async () => {
      throw new Error("down")
    },
  })
  await expect(paid).rejects.toThrow("down")
  await closeRun(db, key, NEXT)
  expect(await findRun(db, guild, key.runId)).toMatchObject({
    state: "failed",
    totals: {
      steps: 1,
      errors: 1,
      calls: 2,
      inputTokens: 1_500,
      outputTokens: 200,
      // 1,500 tokens in at $0.0605 a million, 200 out at $0.4004.
      costUsd: expect.closeTo(0.00017083, 10),
    },
  })
  const drafts = await env.DB.prepare("SELECT count(*) AS rows FROM run_drafts WHERE guild_id = ?")
    .bind(guild)
    .first()
  expect(drafts).toEqual({ rows: 0 })
})

test("the platform's Workflow runs a guild's night", async () => {
  await known("4602")
  await using nights = await introspectWorkflow(env.NIGHTS)
  const instance = await env.NIGHTS.create({ id: "4602_2026-11-21", params: asked("4602") })
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  expect(await instance.status()).toMatchObject({ status: "complete" })
})

test("a step that fails on the platform is retried, and the night still finishes", async () => {
  const guild = await known("4603")
  await using nights = await introspectWorkflow(env.NIGHTS)
  await nights.modifyAll(async (instance) => {
    await instance.disableRetryDelays()
    await instance.mockStepError({ name: "open" }, new Error("the database is away"), 3)
    await instance.mockStepError({ name: "index" }, new Error("the index is away"), 5)
  })
  await env.NIGHTS.create({ id: `${guild}_2026-11-21`, params: asked(guild) })
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  expect(await states(guild)).toEqual({ "2026-11-21": "done" })
})

test("a restarted instance skips completed steps, ends as before, and keeps one run", async () => {
  const guild = await known("4604")
  await using nights = await introspectWorkflow(env.NIGHTS)
  const instance = await env.NIGHTS.create({ id: `${guild}_2026-11-21`, params: asked(guild) })
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  const before = await findRun(guildDatabase(env, guild), guild, `${guild}_2026-11-21`)
  await instance.restart()
  await expect.poll(async () => (await instance.status()).status, { timeout: 10_000 }).toBe("complete")
  await expect.poll(() => states(guild)).toEqual({ "2026-11-21": "done" })
  const after = await findRun(guildDatabase(env, guild), guild, `${guild}_2026-11-21`)
  expect(after).toMatchObject({ startedAt: before?.startedAt, totals: before?.totals })
})
