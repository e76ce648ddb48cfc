/** Every form of the dashboard asks Discord first. The list of forms comes from the app, so that none can be forgotten. */
import { introspectWorkflow } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest"
import { pages } from "../../src/dashboard/pages.ts"
import { everyFourth } from "../dice.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays } from "./http.ts"

const GUILD = "9481"
const MANAGER = "948101"
const MANAGING = "948150"
const ORIGIN = "https://keepsake.test"
/** Discord is asked and its answer is stored, so these alone may change. */
const TOLD = ["members", "guilds"]

/** The forms below a guild, with something in place of their parameters. */
const FORMS = [
  ...new Set(pages.routes.filter(({ method }) => method === "POST").map(({ path }) => path)),
].filter((path) => path.startsWith("/app/g/:guild/"))
const ADDRESSES = FORMS.map((path) =>
  path
    .replace(":guild", GUILD)
    .replace(/:\w+\{m_[^/]*\}+/, `m_${"0".repeat(24)}`)
    .replace(/:\w+\{([^|}]*)[^}]*\}/g, "$1")
    .replace(/:\w+/g, "1"),
)
const MANAGERS_ONLY = ADDRESSES.filter((path) => /\/(?:manage|run)\//.test(path))

let nights: Awaited<ReturnType<typeof introspectWorkflow>>

beforeAll(async () => {
  nights = await introspectWorkflow(env.NIGHTS)
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  const structure = guildStructure(GUILD, [], {
    members: [member(OWNER, [], "Olga"), member(MANAGER, [MANAGING], "Mia")],
  })
  const { guild } = structure as { guild: { roles: unknown[] } }
  guild.roles.push({ id: MANAGING, name: "managers", permissions: String(1n << 5n), tags: {} })
  await tell(GUILD, structure)
})

afterEach(() => {
  vi.restoreAllMocks()
})

afterAll(() => nights.dispose())

/** Signs the manager in, and from then on serves their browser as a deployment does. */
async function deployedManager(): Promise<PageBrowser> {
  const here = await PageBrowser.of(MANAGER)
  const browser = new PageBrowser({ LOCAL_SIGN_IN: "", DISCORD_TOKEN: "bot-token" }, ORIGIN)
  for (const [name, value] of here.cookies) browser.cookies.set(name, value)
  return browser
}

/** Stands in for Discord: it answers what it knows of the manager. */
function discordAnswers(answer: () => Response): () => number {
  const spy = vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer())
  return () => spy.mock.calls.length
}

function memberWith(roles: string[]): Response {
  return Response.json({ user: { id: MANAGER, username: "mia" }, roles })
}

/** Returns every row of the guild, by table, once the nights that forms have begun are over. */
async function rowsOfGuild(): Promise<Record<string, unknown[]>> {
  for (const night of await nights.get()) await night.waitForStatus("complete")
  const tables = await env.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%guild_id%' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  ).all<{ name: string }>()
  const names = tables.results.map(({ name }) => name).filter((name) => !TOLD.includes(name))
  const read = names.map((name) => env.DB.prepare(`SELECT * FROM "${name}" WHERE guild_id = ?`).bind(GUILD))
  const results = await env.DB.batch(read)
  return Object.fromEntries(names.map((name, index) => [name, results[index]?.results ?? []]))
}

async function settings(): Promise<unknown> {
  return env.DB.prepare("SELECT settings, policy_version FROM guilds WHERE id = ?").bind(GUILD).first()
}

test("the list of forms is the dashboard's own", () => {
  expect(MANAGERS_ONLY.length).toBeGreaterThanOrEqual(20)
  expect(ADDRESSES.length).toBeGreaterThan(MANAGERS_ONLY.length)
  expect(ADDRESSES.filter((path) => /[:{}]/.test(path))).toEqual([])
})

test.each(MANAGERS_ONLY)(
  "a manager whose role Discord took away since the page was read cannot post %s",
  async (path) => {
    const mia = await deployedManager()
    const before = [await rowsOfGuild(), await settings()]
    const calls = discordAnswers(() => memberWith([]))
    const answer = await mia.post(path, {})
    expect(answer.status).toBe(403)
    expect(calls()).toBe(1)
    expect([await rowsOfGuild(), await settings()]).toEqual(before)
    // The role is back for the next form.
    vi.restoreAllMocks()
    discordAnswers(() => memberWith([MANAGING]))
    await mia.post(path, {})
    expect((await mia.get(`/app/g/${GUILD}/run/audit`)).status).toBe(200)
  },
)

test.each(everyFourth(ADDRESSES))(
  "whoever left the server since the page was read cannot post %s",
  async (path) => {
    const mia = await deployedManager()
    const before = [await rowsOfGuild(), await settings()]
    discordAnswers(() => new Response(null, { status: 404 }))
    expect((await mia.post(path, {})).status).toBe(403)
    expect([await rowsOfGuild(), await settings()]).toEqual(before)
    vi.restoreAllMocks()
    discordAnswers(() => memberWith([MANAGING]))
    await mia.post(path, {})
  },
)

test.each(everyFourth(ADDRESSES))("while Discord is silent nobody can post %s", async (path) => {
  const mia = await deployedManager()
  const before = [await rowsOfGuild(), await settings()]
  discordAnswers(() => new Response(null, { status: 500 }))
  expect((await mia.post(path, {})).status).toBe(503)
  expect([await rowsOfGuild(), await settings()]).toEqual(before)
})
