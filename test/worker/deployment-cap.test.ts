/** The operator's cap on what all guilds together spend in a month: one row, written with each charge. */
import { env } from "cloudflare:workers"
import { beforeEach, expect, test } from "vitest"
import { checkDeployment } from "../../src/health/deployment.ts"
import { app } from "../../src/http/app.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { recordUsage, spendingOf, spentQuery } from "../../src/memory/write/usage.ts"
import { mayCallModels } from "../../src/nights/billed-step.ts"
import { recountDeployment } from "../../src/nights/purge-due.ts"
import { openGuild } from "../../src/policy/guild.ts"
import { asks } from "./answering-world.ts"
import { hear, ok, type Page, talk } from "./http.ts"
import { DAY, line, live, MINUTE, pass, quietly, START, setClock } from "./live.ts"
import { toolsFor } from "./night-stage.ts"
import { fakeModels, isolate } from "./recall-asker.ts"
import { bindModel, type Channel, channelOf, equip } from "./stand-ins.ts"

const CAP = { DEPLOYMENT_SPEND_CAP_USD: "10" }

quietly({ silent: ["warn"], at: START })
// Other files spend in this month too.
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM usage WHERE guild_id = '0'").run()
})

async function spend(guild: string, costUsd: number | null): Promise<void> {
  const db = guildDatabase(env, guild)
  await openGuild(db, guild, { now: START, mode: "full" })
  const usage = [{ purpose: "answer", model: "m", inputTokens: 10, outputTokens: 1, costUsd }]
  await recordUsage(db, guild, { usage, now: Date.now() })
}

async function total(): Promise<number> {
  return spendingOf(await spentQuery(guildDatabase(env, "38800"), "38800", Date.now())).deploymentUsd
}

async function lastReading(guild: string): Promise<[string, string | null] | undefined> {
  const path = `/v1/guilds/${guild}/windows`
  const { items } = await ok<Page<{ method: string; fallback: string | null }>>("GET", path)
  const [last] = items
  return last && [last.method, last.fallback]
}

/** Ada says one thing, and her channel reads it. */
async function says(channel: Channel, guild: string, minute: number): Promise<void> {
  await live(guild, channel, [line(minute + 1, `I love hiking number ${minute}`, minute)])
  await pass(channel, START + (minute + 5) * MINUTE)
}

test("what one guild spends stops the models of all guilds until the month ends", async () => {
  const channel = channelOf("38801", "100")
  const model = await bindModel(channel, () => [])
  await equip(channel, CAP)
  await spend("38802", 7)
  await says(channel, "38801", 0)
  expect(await lastReading("38801")).toEqual(["model", null])
  await spend("38803", 3)
  await says(channel, "38801", 10)
  expect(await lastReading("38801")).toEqual(["rule", "spend_cap"])
  expect(model.prompts).toHaveLength(1)
  const nextMonth = (40 * DAY) / MINUTE
  await says(channel, "38801", nextMonth)
  expect(await lastReading("38801")).toEqual(["model", null])
})

test("the last fifth is for reading: answers quote, recall uses words and nights ask no model", async () => {
  await spend("38804", 8)
  const channel = channelOf("38805", "100")
  await bindModel(channel, () => [])
  await equip(channel, CAP)
  await says(channel, "38805", 0)
  expect(await lastReading("38805")).toEqual(["model", null])
  const models = fakeModels()
  const bound = { AI: models.ai, ...CAP }
  await asks("38805", "Who loves hiking?", { bound, channel: "100" })
  expect((await isolate(bound).ask("38805", { query: "who loves hiking" })).degraded).toContain("vectors")
  expect(models.asked).toEqual({ embed: [], rerank: [], chat: [] })
  const night = (deploymentCapUsd: number | null) => mayCallModels(toolsFor("38805", { deploymentCapUsd }))
  expect([await night(10), await night(10.1), await night(null)]).toEqual([false, true, true])
})

test("guilds that spend at once are all counted, and one whose charge cannot be written counts nothing", async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => spend(`3881${index % 10}`, 0.25)))
  expect(await total()).toBeCloseTo(5, 9)
  await spend("38811", null)
  await env.DB.prepare(
    "CREATE TRIGGER no_spend BEFORE INSERT ON usage WHEN NEW.guild_id = '38812' BEGIN SELECT RAISE(ABORT, 'down'); END",
  ).run()
  await expect(spend("38812", 4)).rejects.toThrow()
  await env.DB.prepare("DROP TRIGGER no_spend").run()
  expect(await total()).toBeCloseTo(5, 9)
})

test("channels of several guilds overshoot by no more than the windows they read at that moment", async () => {
  const guilds = Array.from({ length: 6 }, (_, index) => `3882${index}`)
  const models = await Promise.all(
    guilds.map(async (guild) => {
      const channel = channelOf(guild, "100")
      const model = await bindModel(channel, () => [])
      await equip(channel, { DEPLOYMENT_SPEND_CAP_USD: "0.00001" })
      return model
    }),
  )
  const calls = () => models.reduce((sum, { prompts }) => sum + prompts.length, 0)
  const say = (round: number) =>
    Promise.all(
      guilds.map((guild) => hear(guild, "100", talk(round, START, [["11", "Ada", "I love hiking"]]))),
    )
  // One window costs more than the cap.
  await say(1)
  const before = calls()
  expect(before).toBeGreaterThanOrEqual(1)
  expect(before).toBeLessThanOrEqual(guilds.length)
  expect(await total()).toBeGreaterThan(0.00001)
  await say(2)
  expect(calls()).toBe(before)
})

test("the recount adds what was spent before there was a sum, and keeps what erased guilds spent", async () => {
  setClock(START + 400 * DAY)
  await spend("38830", 4)
  await env.DB.prepare("DELETE FROM usage WHERE guild_id = '0'").run()
  await recountDeployment(env, null)
  expect(await total()).toBe(0)
  await recountDeployment(env, 10)
  await recountDeployment(env, 10)
  expect(await total()).toBe(4)
  await spend("38831", 1)
  await env.DB.prepare("DELETE FROM usage WHERE guild_id = '38830'").run()
  await recountDeployment(env, 10)
  expect(await total()).toBe(5)
})

test("the health check tells the sum, and warns from 80 % of the cap on", async () => {
  const check = async (cap?: string) => {
    const bindings = { ...env, ...(cap && { DEPLOYMENT_SPEND_CAP_USD: cap }) }
    const { checks } = await checkDeployment(bindings, { probe: false })
    return checks.find(({ name }) => name === "deployment_spend")
  }
  expect(await check("10")).toMatchObject({ status: "ok", detail: expect.stringContaining("$0.00") })
  await spend("38840", 8)
  expect(await check()).toMatchObject({ status: "ok", detail: expect.stringContaining("$8.00") })
  expect(await check("10.01")).toMatchObject({ status: "ok" })
  expect(await check("10")).toMatchObject({ status: "warning", toDo: expect.stringContaining("only read") })
  expect(await check("8")).toMatchObject({ status: "warning", toDo: expect.stringContaining("No guild") })
})

test("managers see that the operator's cap is reached, and not what other servers spent", async () => {
  await spend("38850", 12)
  await spend("38851", 0.5)
  const stats = await isolateStats("38851")
  expect(stats.spend).toMatchObject({ state: "past", cap: "deployment_usd", caps: {} })
  expect(JSON.stringify(stats)).not.toContain("12.5")
})

async function isolateStats(guild: string) {
  const request = new Request(`https://keepsake.test/v1/guilds/${guild}/stats`, {
    headers: { authorization: "Bearer dev" },
  })
  const response = await app.fetch(request, { ...env, ...CAP })
  return response.json<{ spend: object }>()
}
