/** A deployment on the free plan goes on within its daily allowances, and nobody is shown an error. */
import { createExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { DAY, HOUR } from "../../src/domain/calendar.ts"
import { checkDeployment } from "../../src/health/deployment.ts"
import { app } from "../../src/http/app.ts"
import { dayGate } from "../../src/runtime/allowances/day-gate.ts"
import { deploymentEmbedding } from "../../src/runtime/allowances/models.ts"
import { NOON } from "./builders.ts"
import { hear, talk } from "./http.ts"
import { night } from "./night-stage.ts"
import { channelOf, equip, isSecondReading } from "./stand-ins.ts"

const FREE = { PLAN: "free" } as const
const SPENT = "4006: you have used up your daily free allocation of 10,000 neurons"

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON })
  vi.spyOn(console, "warn").mockReturnValue()
  // Allowances are those of all guilds.
  for (const table of ["usage", "windows", "runs"]) await env.DB.prepare(`DELETE FROM ${table}`).run()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** An AI binding that claims one fact for each window, and the prompts that it received. */
function workersAi(says: () => void = () => undefined) {
  const prompts: string[] = []
  const run = async (_: string, input: { messages?: { content: string }[]; text?: string[] }) => {
    const prompt = input.messages?.at(-1)?.content ?? "embedding"
    prompts.push(prompt)
    says()
    if (input.text) return { data: input.text.map(() => [1, 0]) }
    const reply = isSecondReading(prompt)
      ? { facts: [] }
      : { title: "Moving", summary: "Ada moved.", people: [], claims: [FACT] }
    return { response: reply, usage: { prompt_tokens: 100, completion_tokens: 20 } }
  }
  return { prompts, AI: { run } as unknown as Ai }
}
const FACT = {
  ...{ op: "save", memory: null, about: "P1", fact: "Ada lives in Oslo.", type: "profile", section: "bio" },
  ...{ topics: [], confidence: 1, lines: [1], when: null, until: null, more: "permanent medium" },
}

/** Gives a guild's channel this AI on the free plan. */
async function bind(guild: string, AI: Ai): Promise<void> {
  await equip(channelOf(guild, "100"), { ...FREE, AI })
}

/** Says a line, and closes the window. */
async function say(guild: string, id: number, words = "I live in Oslo since spring"): Promise<void> {
  const body = await hear(guild, "100", talk(id, Date.now(), [["11", "Ada", words]]))
  expect(body.waiting).toBe(0)
}

async function readings(guild: string): Promise<string[]> {
  const rows = await env.DB.prepare(
    "SELECT method, fallback FROM windows WHERE guild_id = ? ORDER BY first_at, id",
  )
    .bind(guild)
    .all<{ method: string; fallback: string | null }>()
  return rows.results.map(({ method, fallback }) => `${method} ${fallback ?? "as configured"}`)
}

async function useNeurons(neurons: number, guild = "47099"): Promise<void> {
  await env.DB.prepare(
    "INSERT OR IGNORE INTO guilds (id, settings, policy_version, writes, created_at) VALUES (?, '{}', 0, 0, 1)",
  )
    .bind(guild)
    .run()
  await env.DB.prepare("INSERT OR REPLACE INTO usage VALUES (?, ?, 'digest', '@cf/x', 1, 1, 1, ?)")
    .bind(guild, new Date().toISOString().slice(0, 10), (neurons * 0.011) / 1_000)
    .run()
}

test("once Workers AI refuses, rules read windows at once and nobody asks it again until midnight UTC", async () => {
  const guild = "47001"
  let refuses = true
  const ai = workersAi(() => {
    if (refuses) throw new Error(SPENT)
  })
  await bind(guild, ai.AI)
  await say(guild, 1)
  await say(guild, 2, "I work as a carpenter in Bergen")
  expect(await readings(guild)).toEqual(["rule spend_cap", "rule spend_cap"])
  expect(ai.prompts).toHaveLength(1)
  refuses = false
  vi.setSystemTime(Date.parse("2026-11-21T00:00:01Z"))
  await say(guild, 3, "I have a cat called Miso")
  expect((await readings(guild)).at(-1)).toBe("model as configured")
})

test("a refusal is remembered until midnight UTC", async () => {
  const bindings = { DB: env.DB }
  const gate = dayGate(bindings, FREE)
  expect(await gate?.mayCall("extraction")).toBe(true)
  gate?.refused()
  expect(await gate?.mayCall("extraction")).toBe(false)
  expect((await gate?.uses())?.find(({ allowance }) => allowance === "neurons")?.used).toBe(10_000)
  vi.setSystemTime(Date.parse("2026-11-20T23:59:59Z"))
  expect(await dayGate(bindings, FREE)?.mayCall("extraction")).toBe(false)
  vi.setSystemTime(Date.parse("2026-11-21T00:00:00Z"))
  expect(await dayGate(bindings, FREE)?.mayCall("extraction")).toBe(true)
})

test("neurons that any guild used count: past 80 % there is no second reading, and past all of them rules read", async () => {
  const ai = workersAi()
  await useNeurons(100)
  await bind("47002", ai.AI)
  await say("47002", 1)
  expect(ai.prompts.filter(isSecondReading)).toHaveLength(1)
  await useNeurons(8_000)
  await bind("47003", ai.AI)
  await say("47003", 1)
  expect(ai.prompts.filter(isSecondReading)).toHaveLength(1)
  expect(await readings("47003")).toEqual(["model as configured"])
  await useNeurons(10_000)
  await bind("47004", ai.AI)
  await say("47004", 1)
  expect(await readings("47004")).toEqual(["rule spend_cap"])
  vi.setSystemTime(NOON + DAY)
  await bind("47005", ai.AI)
  await say("47005", 1)
  expect(await readings("47005")).toEqual(["model as configured"])
})

test("past 80 % of rows, embeddings wait and a night only deletes what expired", async () => {
  const guild = "47006"
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  const ai = workersAi()
  const before = { ...env, ...FREE, AI: ai.AI }
  const embed = (bindings: Env) => deploymentEmbedding(bindings, { ...FREE })?.embed(["hello"], 1_000)
  expect(await embed(before)).toMatchObject({ kind: "ok" })
  await env.DB.prepare(
    `INSERT INTO windows (id, guild_id, channel_id, first_at, last_at, message_count, reason, method, verdicts, created_at)
      SELECT 'w' || value, ?, '1', ?, ?, 5, 'lull', 'rule', '[]', 1 FROM json_each(?)`,
  )
    .bind(guild, NOON, NOON, JSON.stringify(Array.from({ length: 4_500 }, (_, index) => index)))
    .run()
  const busy = { ...env, ...FREE, AI: ai.AI }
  expect(await embed(busy)).toMatchObject({ kind: "failed", failure: "stop_today", usage: null })
  const gate = dayGate(busy, FREE)
  const steps = await night(guild, {
    at: NOON + HOUR,
    tools: { mayDoOptionalWork: () => gate?.mayDoOptionalWork() ?? Promise.resolve(true) },
  })
  expect(steps.done).toContain("purge 1")
  expect(steps.done.filter((step) => /^(?:profiles|topics|digests)(?! affordable)/.test(step))).toEqual([])
  expect(steps.done.at(-1)).toBe("close")
})

test("an answer is quoted, with status 200, once the neurons are used", async () => {
  const guild = "47007"
  await hear(guild, "100", talk(1, NOON, [["11", "Ada", "I live in Oslo"]]))
  const ask = async (bindings: Env) => {
    const request = new Request(`https://keepsake.test/v1/guilds/${guild}/answers`, {
      method: "POST",
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      body: JSON.stringify({ question: "Where does Ada live?", channel_id: "100" }),
    })
    const answer = await app.fetch(request, bindings, createExecutionContext())
    return { status: answer.status, body: (await answer.json()) as { answer: string; method: string } }
  }
  const ai = workersAi()
  await useNeurons(10_000)
  const { status, body } = await ask({ ...env, ...FREE, AI: ai.AI })
  expect(status).toBe(200)
  expect(body.answer).toContain("Oslo")
  expect(ai.prompts).toEqual([])
})

test("the operator sees the allowances, on the free plan alone", async () => {
  const named = async (bindings: Env) =>
    (await checkDeployment(bindings, { probe: false })).checks.find(({ name }) => name === "allowances")
  expect(await named(env)).toBeUndefined()
  await useNeurons(7_000)
  expect(await named({ ...env, ...FREE })).toMatchObject({
    status: "ok",
    detail: expect.stringContaining("neurons 7,000 of 10,000"),
  })
  await useNeurons(8_500)
  expect(await named({ ...env, ...FREE })).toMatchObject({
    status: "warning",
    toDo: expect.stringContaining("Optional work waits until 00:00 UTC"),
  })
})
