/** Spend, nights and health in the dashboard: the figures of the API and of /keepsake, for those who may see them. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { recordUsage } from "../../src/memory/write/usage.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const GUILD = "9462"
/** Holds Manage Server and reads no #mods. */
const MANAGER = "946201"
const MEMBER = "946202"
const MANAGING = "946250"
const BASE = `/app/g/${GUILD}/run`

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  await adaSays(GUILD, MOD_ROOM, "I love banning trolls", { name: "mods", audience: "restricted" })
  const structure = guildStructure(GUILD, [], {
    members: [member(OWNER, [], "Olga"), member(MANAGER, [MANAGING], "Mia"), member(MEMBER, [], "Ben")],
  })
  const { guild } = structure as { guild: { roles: unknown[] } }
  guild.roles.push({ id: MANAGING, name: "managers", permissions: String(1n << 5n), tags: {} })
  await tell(GUILD, structure)
  const charge = {
    purpose: "extract",
    model: "some/model",
    inputTokens: 1_000,
    outputTokens: 234,
    costUsd: 1.5,
  }
  await recordUsage(guildDatabase(env, GUILD), GUILD, { usage: [charge], now: Date.now() })
})

interface Run {
  id: string
  day: string
  state: string
}

test.each(["spend", "nights", "health"])("a member without rights does not see %s", async (page) => {
  const ben = await PageBrowser.of(MEMBER)
  expect((await ben.get(`${BASE}/${page}`)).status).toBe(403)
})

test("the spend page has the figures of the API", async () => {
  const stats = await ok<{ spend: { month: { tokens: number; cost_usd: number } } }>(
    "GET",
    `/v1/guilds/${GUILD}/stats`,
  )
  const { month } = stats.spend
  const { text } = await (await PageBrowser.of(MANAGER)).get(`${BASE}/spend`)
  expect(text).toContain(
    `This month $${month.cost_usd.toFixed(2)} ${month.tokens.toLocaleString("en")} tokens`,
  )
  expect(text).toContain("some/model 1 1,234 $1.50")
})

test("caps are set, shown with what is left, and cleared; a number that is none changes nothing", async () => {
  const mia = await PageBrowser.of(MANAGER)
  const none = { daily_tokens: "", daily_neurons: "" }
  const set = await mia.submit(`${BASE}/spend`, { ...none, monthly_usd: "1.25" })
  expect(set.text).toContain("US dollars a month: $1.50 of $1.25")
  expect(set.text).toContain("A cap is used up")
  const caps = async () => {
    const { daily_tokens, daily_neurons, monthly_usd } = await ok<Record<string, number | null>>(
      "GET",
      `/v1/guilds/${GUILD}/settings`,
    )
    return { daily_tokens, daily_neurons, monthly_usd }
  }
  expect(await caps()).toEqual({ daily_tokens: null, daily_neurons: null, monthly_usd: 1.25 })
  for (const wrong of ["lots", "-1"])
    expect((await mia.post(`${BASE}/spend`, { ...none, monthly_usd: wrong })).status).toBe(400)
  expect((await caps()).monthly_usd).toBe(1.25)
  await mia.post(`${BASE}/spend`, { ...none, monthly_usd: "" })
  expect((await caps()).monthly_usd).toBeNull()
})

test("a manager starts a night and follows it, and only people who read every channel see its steps", async () => {
  const [mia, olga] = [await PageBrowser.of(MANAGER), await PageBrowser.of(OWNER)]
  expect((await mia.get(`${BASE}/nights`)).text).toContain("No night yet")
  const started = await mia.post(`${BASE}/nights`, {})
  expect(started.status).toBe(303)
  const list = await ok<{ items: Run[] }>("GET", `/v1/guilds/${GUILD}/runs`)
  const run = list.items[0] as Run
  expect(started.location).toContain(`/run/nights/${run.id}`)
  await expect
    .poll(async () => (await ok<Run>("GET", `/v1/guilds/${GUILD}/runs/${run.id}`)).state, { timeout: 30_000 })
    .not.toBe("running")
  expect((await mia.get(`${BASE}/nights`)).text).toContain(run.day)
  expect((await olga.get(`${BASE}/nights/${run.id}`)).text).toContain("Steps Step Result")
  const outside = await mia.get(`${BASE}/nights/${run.id}`)
  expect(outside.text).not.toContain("Steps Step Result")
  expect(outside.text).toContain("Administrators also see each step")
  expect((await mia.get(`${BASE}/nights/9462_never`)).status).toBe(403)
})

test("the health page counts what waits in the channels that a manager reads, and no others", async () => {
  const [mia, olga] = [await PageBrowser.of(MANAGER), await PageBrowser.of(OWNER)]
  expect((await mia.get(`${BASE}/health`)).text).toContain("Channels read 1 ")
  expect((await olga.get(`${BASE}/health`)).text).toContain("Channels read 2 ")
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, { channels: { modes: { [GENERAL]: "off" } } })
  for (const page of ["run/health", "manage/overview"])
    expect((await olga.get(`/app/g/${GUILD}/${page}`)).text).toContain("Channels read 1 1 ignored")
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, { channels: { modes: {} } })
})
