/** What runs nights, a Workflow or an object's alarm, holds to one contract. */
import { introspectWorkflow, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { DAY, HOUR } from "../../src/domain/calendar.ts"
import { beginManualNight } from "../../src/nights/begin.ts"
import type { Night } from "../../src/nights/deps.ts"
import { RunOver } from "../../src/nights/ledger/runs.ts"
import { hasEnded } from "../../src/nights/run-takeover.ts"
import { NightRows } from "../../src/nights/runner/night-rows.ts"
import { MOST_ATTEMPTS, runOneStep } from "../../src/nights/runner/one-step.ts"
import { type NightRunner, nightRunner } from "../../src/nights/runner/runner.ts"
import { enterActive } from "../../src/runtime/enter.ts"
import { hear, talk } from "./http.ts"

const RUNNERS = [
  { plan: "paid", own: "1" },
  { plan: "free", own: "2" },
] as const
const runnerOf = (plan: "paid" | "free"): NightRunner => nightRunner(env, { PLAN: plan })

/** A guild with a day of talk, and a night to run for it. */
async function guildWithNight(guild: string): Promise<Night> {
  await hear(guild, "100", talk(1, Date.now() - DAY, [["11", "Ada", "I live in Oslo"]]))
  return { guildId: guild, runId: `${guild}_2026-11-21`, trigger: "schedule", requestedBy: "schedule" }
}

const instanceOf = (night: Night) => ({ id: night.runId, params: night })

async function ended(runner: NightRunner, runId: string): Promise<void> {
  const status = async () => (await (await runner.get(runId)).status()).status
  await expect.poll(status, { timeout: 20_000, interval: 20 }).toBe("complete")
}

async function ledger(guild: string) {
  const rows = await env.DB.prepare(
    "SELECT runs.state, step FROM runs JOIN run_steps ON run_id = runs.id WHERE runs.guild_id = ? ORDER BY run_steps.rowid",
  )
    .bind(guild)
    .all()
  return rows.results
}

test.each(RUNNERS)(
  "on the $plan plan, a night that is begun twice runs once, and the second is known to exist",
  async ({ plan, own }) => {
    await using _ = await introspectWorkflow(env.NIGHTS)
    const runner = runnerOf(plan)
    const night = await guildWithNight(`4630${own}`)
    const instances = [instanceOf(night)]
    expect((await runner.createBatch({ instances })).errors).toEqual([])
    expect((await runner.createBatch({ instances })).errors).toMatchObject([{ index: 0, code: 10_405 }])
    await ended(runner, night.runId)
    expect((await runner.createBatch({ instances })).errors).toMatchObject([{ index: 0, code: 10_405 }])
    await expect(runner.create(instanceOf(night))).rejects.toThrow(/already exists/)
  },
)

test("both plans run the same steps in the same order", async () => {
  await using _ = await introspectWorkflow(env.NIGHTS)
  const found: unknown[] = []
  for (const { plan, own } of RUNNERS) {
    const night = await guildWithNight(`4631${own}`)
    await runnerOf(plan).create(instanceOf(night))
    await ended(runnerOf(plan), night.runId)
    found.push(await ledger(night.guildId))
  }
  expect(found[0]).toContainEqual({ state: "done", step: "purge 1" })
  expect(found[1]).toEqual(found[0])
})

test.each(RUNNERS)(
  "on the $plan plan, a night that ended or never was is told from one that goes on",
  async ({ plan, own }) => {
    await using _ = await introspectWorkflow(env.NIGHTS)
    const NIGHTS = runnerOf(plan)
    const night = await guildWithNight(`4632${own}`)
    const lookup = { NIGHTS, since: null, now: HOUR }
    expect(await hasEnded({ id: `${night.guildId}_never`, startedAt: 0 }, lookup)).toBe(true)
    expect(await hasEnded({ id: `${night.guildId}_never`, startedAt: HOUR }, lookup)).toBe(false)
    await NIGHTS.create(instanceOf(night))
    await ended(NIGHTS, night.runId)
    expect(await hasEnded({ id: night.runId, startedAt: 0 }, lookup)).toBe(true)
  },
)

test.each(RUNNERS)("on the $plan plan, a manual night runs to its end", async ({ plan, own }) => {
  await using _ = await introspectWorkflow(env.NIGHTS)
  const NIGHTS = runnerOf(plan)
  const { guildId } = await guildWithNight(`4633${own}`)
  const entered = await enterActive(env, guildId)
  const run = await beginManualNight({ NIGHTS, since: null }, entered, { actor: "admin", now: Date.now() })
  await ended(NIGHTS, run.id)
  expect(await ledger(guildId)).toContainEqual({ state: "done", step: "purge 1" })
})

// The alarm's own: what Cloudflare does for a Workflow.

/** Runs `advance` calls on the rows of an object of its own. */
async function onRows<T>(name: string, work: (rows: NightRows) => Promise<T>): Promise<T> {
  return runInDurableObject(env.NIGHT_ALARMS.getByName(name), (_, { storage }) =>
    work(new NightRows(storage)),
  )
}

test("a step is retried with growing delays, as a Workflow does, then given up without the words of its error", async () => {
  const delays = await onRows("retries", async (rows) => {
    const found: number[] = []
    for (;;) {
      const run = async (steps: { do: (name: string, work: () => Promise<never>) => Promise<never> }) => {
        await steps.do("open", async () => {
          throw new SyntaxError("Ada said: my cat is called Miso")
        })
      }
      const progress = await runOneStep(run as never, rows.resultsOf("1"), () => 0)
      if (progress.kind === "ended") return [...found, progress.error]
      found.push(progress.at)
    }
  })
  expect(delays).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 0, "Error: SyntaxError"])
})

test("a step of a run that is over is not retried", async () => {
  const progress = await onRows("over", (rows) =>
    runOneStep(
      (steps) => steps.do("open", () => Promise.reject(new RunOver("1"))),
      rows.resultsOf("1"),
      () => 7,
    ),
  )
  expect(progress).toEqual({ kind: "next", at: 7 })
})

test("a step that is cut off each time is given up, and the others go on", async () => {
  await onRows("cut", async (rows) => {
    for (let cut = 0; cut < MOST_ATTEMPTS; cut++) rows.resultsOf("1").attempt("heavy")
    let ran = false
    const run = async (steps: Parameters<Parameters<typeof runOneStep>[0]>[0]) => {
      await steps
        .do("heavy", async () => {
          ran = true
        })
        .catch(() => undefined)
      await steps.do("light", async () => "done")
    }
    for (const _ of [1, 2])
      expect(await runOneStep(run, rows.resultsOf("1"), () => 0)).toMatchObject({ kind: "next" })
    expect(await runOneStep(run, rows.resultsOf("1"), () => 0)).toEqual({ kind: "ended", error: null })
    expect(ran).toBe(false)
    expect(rows.resultsOf("1").find("light")).toEqual({ value: '"done"' })
  })
})

test("a night that begins beside another takes its first step before the other goes on", async () => {
  await onRows("queue", async (rows) => {
    const night = (runId: string): Night => ({ guildId: "1", runId, trigger: "hand", requestedBy: "hand" })
    rows.add(night("a"))
    rows.resultsOf("a").attempt("open")
    rows.add(night("b"))
    expect(rows.next()?.runId).toBe("b")
    rows.resultsOf("b").attempt("open")
    expect(rows.next()?.runId).toBe("a")
    rows.end("a", "complete", 5)
    expect(rows.next()?.runId).toBe("b")
    expect(rows.statusOf("a")).toBe("complete")
    rows.forget(6)
    expect(rows.statusOf("a")).toBe("unknown")
  })
})
