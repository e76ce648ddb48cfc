/** A night leaves nobody's words with the platform, and repeating a step charges and writes nothing twice. */

import type { WorkflowStep } from "cloudflare:workers"
import { env } from "cloudflare:workers"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { z } from "zod"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { runBilledStep } from "../../src/nights/billed-step.ts"
import type { Steps } from "../../src/nights/deps.ts"
import { findRun } from "../../src/nights/ledger/run-reading.ts"
import { RunOver } from "../../src/nights/ledger/runs.ts"
import { openNight } from "../../src/nights/night.ts"
import { platformSteps } from "../../src/nights/workflow.ts"
import { NOON } from "./builders.ts"
import { hear, talk } from "./http.ts"
import { night, type Stage, scripted, stage, toolsFor } from "./night-stage.ts"
import { type Fault, faulty } from "./stand-ins.ts"

const NEXT = NOON + 86_400_000

/** A platform step that runs the work and records what it returned or threw. */
function platform(kept: unknown[]): Steps {
  const step = {
    do: async (_name: string, _config: unknown, work: () => Promise<unknown>) => {
      try {
        const value = await work()
        kept.push(value)
        return value
      } catch (error) {
        kept.push(error)
        throw error
      }
    },
  }
  // Only the overload with a configuration is used.
  return platformSteps(step as unknown as Pick<WorkflowStep, "do">)
}

/** Steps that also record their results. */
function overheard(kept: string[]): Stage {
  const steps = stage()
  const { do: before } = steps
  steps.do = async <T>(name: string, work: () => Promise<T>) => {
    const value = await before(name, work)
    kept.push(`${name}: ${JSON.stringify(value)}`)
    return value
  }
  return steps
}

test("a night after a talkative day leaves ids, dates and numbers with the platform, and nobody's words", async () => {
  const lines: [string, string, string][] = [
    ["11", "Philippa", "I live in Zanzibar and play the accordion"],
    ["12", "Bartholomew", "I love hiking in the Dolomites"],
    ["11", "Philippa", "the lighthouse party is planned for Saturday"],
  ]
  for (const channel of ["100", "101", "102"])
    await hear("6401", channel, talk(Number(channel) * 100, NOON, lines))
  const kept: string[] = []
  const chat = scripted(() => "Philippa of Zanzibar plays the accordion.")
  await night("6401", { at: NEXT, steps: overheard(kept), tools: { chat } })
  expect(kept.length).toBeGreaterThan(2)
  const words = new Set(
    lines.flatMap(([, name, said]) => [name, ...said.split(" ")]).filter((word) => word.length > 4),
  )
  expect(words.size).toBeGreaterThan(8)
  for (const value of kept)
    for (const word of words) expect(value.toLowerCase()).not.toContain(word.toLowerCase())
  for (const value of kept) expect(value.length, value.slice(0, 80)).toBeLessThan(100_000)
})

test("the platform keeps an error without the words people said", async () => {
  const kept: unknown[] = []
  const failing = platform(kept).do("one", () =>
    guildDatabase(env, "6402")
      .select()
      .from(sql`nowhere`)
      .where(sql`${"Philippa lives in Zanzibar"} = 1`)
      .then(() => 1),
  )
  await expect(failing).rejects.toThrow("failed query")
  expect(kept).toHaveLength(1)
  const [error] = kept as Error[]
  expect(`${error?.message} ${error?.stack} ${error?.cause}`).not.toContain("Zanzibar")
})

test("a step of a finished night is not retried", async () => {
  const kept: unknown[] = []
  const over = platform(kept).do("one", () => Promise.reject(new RunOver("6403_2026-11-21")))
  await expect(over).rejects.toThrow("6403_2026-11-21 is over")
  expect(kept[0]).toMatchObject({ name: "RunOver" })
})

test.each([
  ["lost after the model answered", "settle"],
  ["lost after all was written", "after"],
])(
  "a restarted instance forgets its steps but the ledger does not: a step %s is charged once",
  async (_, when) => {
    const guild = when === "settle" ? "6404" : "6405"
    await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
    const tools = toolsFor(guild, { now: () => NEXT })
    const key = { guildId: guild, runId: `${guild}_2026-11-21`, step: "one" }
    const usage = {
      purpose: "digest" as const,
      model: "@cf/zai-org/glm-4.7-flash",
      inputTokens: 1_000,
      outputTokens: 100,
    }
    const told = { asked: 0, settled: 0 }
    const work = (fails: boolean) => async () => {
      const counts = await runBilledStep(tools, key, {
        draft: z.object({ words: z.string() }),
        ask: async () => {
          told.asked += 1
          return { draft: { words: "Ada lives in Oslo" }, usage: [usage] }
        },
        apply: async () => {
          told.settled += 1
          if (fails && when === "settle") throw new Error("gone")
          return { statements: [], counts: { people: 1 } }
        },
      })
      if (fails) throw new Error("gone")
      return counts
    }
    await openNight(tools, { guildId: guild, runId: key.runId, trigger: "schedule", requestedBy: "schedule" })
    await expect(stage().do("one", work(true))).rejects.toThrow("gone")
    expect(await stage().do("one", work(false))).toEqual({ people: 1 })
    expect(told).toEqual({ asked: 1, settled: when === "settle" ? 7 : 1 })
    const db = guildDatabase(env, guild)
    expect((await findRun(db, guild, key.runId))?.totals).toEqual({
      steps: 1,
      errors: 0,
      calls: 1,
      inputTokens: 1_000,
      outputTokens: 100,
      costUsd: expect.closeTo(0.00010054, 10),
      unpricedTokens: 0,
      counts: { people: 1 },
    })
    const billed = await env.DB.prepare(
      "SELECT sum(calls) AS calls FROM usage WHERE guild_id = ? AND purpose = 'digest'",
    )
      .bind(guild)
      .first()
    expect(billed).toEqual({ calls: 1 })
  },
)

test("a step asks its model once and writes once, whichever database call fails", async () => {
  const guild = "6406"
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  const runId = `${guild}_2026-11-21`
  const usage = { purpose: "digest", model: "@cf/zai-org/glm-4.7-flash", inputTokens: 10, outputTokens: 1 }
  const night = { guildId: guild, runId, trigger: "schedule", requestedBy: "schedule" } as const
  await openNight(toolsFor(guild, { now: () => NEXT }), night)
  const done = async (step: string, fault: (call: number) => Fault) => {
    const count = { calls: 0 }
    const tools = toolsFor(guild, { now: () => NEXT }, { ...env, DB: faulty(env.DB, fault, count) })
    const written = sql`INSERT INTO audit (guild_id, at, actor, action, target) VALUES (${guild}, 0, 'test', 'step.write', ${step})`
    let asked = 0
    await stage().do(step, () =>
      runBilledStep(
        tools,
        { guildId: guild, runId, step },
        {
          draft: z.object({}),
          ask: async () => {
            asked += 1
            return { draft: {}, usage: [usage] }
          },
          apply: async () => ({ statements: [written], counts: {} }),
        },
      ),
    )
    const rows = await env.DB.prepare("SELECT count(*) AS rows FROM audit WHERE guild_id = ? AND target = ?")
      .bind(guild, step)
      .first<{ rows: number }>()
    return { asked, written: rows?.rows, calls: count.calls }
  }
  const { calls } = await done("whole", () => null)
  expect(calls).toBeGreaterThan(2)
  for (let failing = 1; failing <= calls; failing++)
    for (const fault of ["before", "after"] as const) {
      const step = `call ${failing} fails ${fault} taking effect`
      const { asked, written } = await done(step, (call) => (call === failing ? fault : null))
      expect({ asked, written }, step).toEqual({ asked: 1, written: 1 })
    }
})
