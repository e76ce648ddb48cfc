/**
 * A night whose instance ended without a trace blocks no other: the platform is asked, once, when one night
 * meets another.
 */

import { introspectWorkflow } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, expect, test } from "vitest"
import type { Time } from "../../src/domain/types.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { beginManualNight } from "../../src/nights/begin.ts"
import type { KnownRun } from "../../src/nights/deps.ts"
import { findRun } from "../../src/nights/ledger/run-reading.ts"
import { keepDraft, landStep, openRun, RunOver } from "../../src/nights/ledger/runs.ts"
import { hasEnded } from "../../src/nights/run-takeover.ts"
import { enter } from "../../src/runtime/enter.ts"
import { NOON } from "./builders.ts"
import { call, hear, ok, type Page, type Problem, talk } from "./http.ts"
import { night } from "./night-stage.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEXT = NOON + 24 * HOUR

interface RunBody {
  id: string
  state: string
}

beforeEach(async () => {
  await env.DB.prepare("DELETE FROM runs").run()
})

const runsOf = (guild: string) => `/v1/guilds/${guild}/runs`

/** A guild with a running night in the ledger. */
async function under(guild: string, startedAt: Time): Promise<{ guild: string; id: string }> {
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  const id = `${guild}_2026-11-21`
  const run = { guildId: guild, day: "2026-11-21", trigger: "schedule", requestedBy: "schedule" } as const
  await openRun(guildDatabase(env, guild), { ...run, id, startedAt })
  return { guild, id }
}

async function states(guild: string): Promise<string[]> {
  const { items } = await ok<Page<RunBody>>("GET", runsOf(guild))
  return items.map(({ state }) => state).toSorted()
}

type Told = InstanceStatus["status"]

/** A platform that reports this status for every instance, or throws it, and starts any night. */
function platform(says: Told | Error) {
  const asked: string[] = []
  const get = async (id: string) => {
    asked.push(id)
    if (says instanceof Error) throw says
    return { status: async () => ({ status: says }) } as WorkflowInstance
  }
  // Only the id of a started night matters here.
  const create = async (options?: { id?: string }) => ({ id: options?.id }) as WorkflowInstance
  return { asked, NIGHTS: { get, create } }
}

async function byHand(guild: string, NIGHTS: ReturnType<typeof platform>["NIGHTS"], now: Time) {
  const entered = await enter(env, guild)
  return beginManualNight({ NIGHTS, since: null }, entered, { actor: "admin", now })
}

test.each<[string, Told]>([
  ["7620001", "errored"],
  ["7620002", "terminated"],
  ["7620003", "complete"],
])(
  "in guild %s, a night whose instance is %s gives way within a minute and is reported as failed",
  async (guild, status) => {
    const { id } = await under(guild, NEXT)
    const { asked, NIGHTS } = platform(status)
    const run = await byHand(guild, NIGHTS, NEXT + 1_000)
    expect(run).toMatchObject({ state: "running" })
    expect(asked).toEqual([id])
    expect(await findRun(guildDatabase(env, guild), guild, id)).toMatchObject({
      state: "failed",
      finishedAt: NEXT + 1_000,
    })
  },
)

test.each<[string, Told]>([
  ["7620011", "queued"],
  ["7620012", "running"],
  ["7620013", "paused"],
  ["7620014", "waiting"],
  ["7620015", "waitingForPause"],
  ["7620016", "rollingBack"],
  ["7620017", "unknown"],
])(
  "in guild %s, a night whose instance is %s keeps running, and a second one is refused with its id",
  async (guild, status) => {
    const { id } = await under(guild, NEXT)
    const { asked, NIGHTS } = platform(status)
    const second = byHand(guild, NIGHTS, NEXT + 2 * HOUR)
    await expect(second).rejects.toMatchObject({ refusal: { reason: "night_running", runId: id } })
    expect(asked).toEqual([id])
    expect(await states(guild)).toEqual(["running"])
  },
)

test("a night whose instance the platform does not know gives way, unless it started within the last minute", async () => {
  const { guild, id } = await under("7620021", NEXT)
  const { NIGHTS } = platform(new Error("(instance.not_found) Instance not found"))
  await expect(byHand(guild, NIGHTS, NEXT + MINUTE - 1)).rejects.toMatchObject({
    refusal: { reason: "night_running", runId: id },
  })
  expect(await byHand(guild, NIGHTS, NEXT + MINUTE)).toMatchObject({ state: "running" })
  expect(await states(guild)).toEqual(["failed", "running"])
})

test("a night keeps its three-hour lease if the platform cannot be asked", async () => {
  const { guild } = await under("7620022", NEXT)
  const { NIGHTS } = platform(new Error("internal error"))
  await expect(byHand(guild, NIGHTS, NEXT + 2 * HOUR)).rejects.toMatchObject({
    refusal: { reason: "night_running" },
  })
  expect(await byHand(guild, NIGHTS, NEXT + 3 * HOUR)).toMatchObject({ state: "running" })
})

test("the platform is asked nothing if no night is in the way", async () => {
  await hear("7620023", "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  const { asked, NIGHTS } = platform("running")
  await byHand("7620023", NIGHTS, NEXT)
  expect(asked).toEqual([])
})

test("of two manual nights that meet an ended instance, one starts and the other is refused with its id", async () => {
  const { guild, id } = await under("7620024", NEXT)
  const { NIGHTS } = platform("running")
  const get = (asked: string) => platform(asked === id ? "errored" : "running").NIGHTS.get(asked)
  const both = await Promise.allSettled(
    [1, 2].map((after) => byHand(guild, { ...NIGHTS, get }, NEXT + after)),
  )
  const begun = both.flatMap((one) => (one.status === "fulfilled" ? [one.value.id] : []))
  const refused = both.flatMap((one) => (one.status === "rejected" ? [one.reason.refusal] : []))
  expect(begun).toHaveLength(1)
  expect(refused).toEqual([{ reason: "night_running", runId: begun[0] }])
  expect(await states(guild)).toEqual(["failed", "running"])
})

test("a scheduled night runs if the night in its way has ended, and is skipped if that continues", async () => {
  const { guild, id } = await under("7620025", NEXT)
  const asked: KnownRun[] = []
  const answering = (ended: boolean) => ({
    hasEnded: async (other: KnownRun) => {
      asked.push(other)
      return ended
    },
  })
  await night(guild, { at: NEXT + HOUR, run: { runId: `${guild}_a` }, tools: answering(false) })
  expect(await states(guild)).toEqual(["running", "skipped"])
  await night(guild, { at: NEXT + 2 * HOUR, run: { runId: `${guild}_b` }, tools: answering(true) })
  expect(await states(guild)).toEqual(["done", "failed", "skipped"])
  expect(asked.map((other) => other.id)).toEqual([id, id])
})

test("a night that gave way writes nothing more, and its unwritten paid calls stay in the ledger as a failed step", async () => {
  const { guild, id } = await under("7620026", NEXT)
  const db = guildDatabase(env, guild)
  const key = { guildId: guild, runId: id, step: "profiles 1" }
  const usage = [
    { purpose: "consolidation", model: "m", inputTokens: 100, outputTokens: 10, costUsd: 0.5 },
  ] as const
  await keepDraft(db, key, { body: {}, usage: [...usage], now: NEXT })
  await byHand(guild, platform("terminated").NIGHTS, NEXT + MINUTE)
  const late = landStep(db, { ...key, startedAt: NEXT, now: NEXT + HOUR, counts: {}, usage: [] })
  await expect(late).rejects.toThrow(RunOver)
  expect(await findRun(db, guild, id)).toMatchObject({
    state: "failed",
    totals: { errors: 1, calls: 1, costUsd: 0.5 },
  })
})

test("in local development a night started before the worker has ended, whatever the platform says", async () => {
  const { NIGHTS } = platform("running")
  const other = { id: "1_2026-11-21", startedAt: NEXT }
  expect(await hasEnded(other, { NIGHTS, since: NEXT + 1, now: NEXT + 2 })).toBe(true)
  expect(await hasEnded(other, { NIGHTS, since: NEXT, now: NEXT + 2 })).toBe(false)
})

test("over the API, a night whose instance was terminated gives way to the next", async () => {
  const guild = "7620027"
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  await using nights = await introspectWorkflow(env.NIGHTS)
  // A step that always fails keeps each instance in its retries.
  await nights.modifyAll((instance) => instance.mockStepError({ name: "index" }, new Error("down")))
  const first = await ok<RunBody>("POST", runsOf(guild))
  expect((await call<Problem>("POST", runsOf(guild))).body.type).toBe("urn:keepsake:night_running")
  await (await env.NIGHTS.get(first.id)).terminate()
  const second = await ok<RunBody>("POST", runsOf(guild))
  const { items } = await ok<Page<RunBody>>("GET", runsOf(guild))
  expect(Object.fromEntries(items.map(({ id, state }) => [id, state]))).toEqual({
    [first.id]: "failed",
    [second.id]: "running",
  })
})

test("over the API, a night the platform never had gives way to the next", async () => {
  const { guild, id } = await under("7620028", Date.now() - 2 * MINUTE)
  await using nights = await introspectWorkflow(env.NIGHTS)
  await ok<RunBody>("POST", runsOf(guild))
  const [seen] = await nights.get()
  await seen?.waitForStatus("complete")
  expect(await states(guild)).toEqual(["done", "failed"])
  expect(await findRun(guildDatabase(env, guild), guild, id)).toMatchObject({ state: "failed" })
})
