/** Events, identities and projects in the dashboard: managers change what they may read, and nothing else. */
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OFFTOPIC, OWNER, tell } from "./guild-structure.ts"
import { adaSays, call, ok } from "./http.ts"

const GUILD = "9463"
/** Holds Manage Server and reads no #mods. */
const MANAGER = "946301"
const MEMBER = "946302"
const BRIDGE = "946303"
const MANAGING = "946350"
const BASE = `/app/g/${GUILD}/run`
const AT = "2026-01-05T10:00:00Z"

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  await adaSays(GUILD, MOD_ROOM, "I love banning trolls", { name: "mods", audience: "restricted" })
  const structure = guildStructure(GUILD, [], {
    members: [member(OWNER, [], "Olga"), member(MANAGER, [MANAGING], "Mia"), member(MEMBER, [], "Ben")],
  })
  const { guild } = structure as { guild: { roles: unknown[] } }
  guild.roles.push({ id: MANAGING, name: "managers", permissions: String(1n << 5n), tags: {} })
  await tell(GUILD, structure)
  const event = { scope: "guild", source: "tool_result", role: "tool", at: AT }
  await ok("POST", `/v1/guilds/${GUILD}/events`, {
    events: [
      { ...event, id: "deploy:1", content: "The website was deployed." },
      { ...event, id: "ban:1", content: "A troll was banned.", channel_id: MOD_ROOM },
    ],
  })
})

test.each(["events", "identities", "projects"])("a member without rights does not see %s", async (page) => {
  const ben = await PageBrowser.of(MEMBER)
  expect((await ben.get(`${BASE}/${page}`)).status).toBe(403)
})

test("a manager sees and takes back events that they may read, and no others", async () => {
  const mia = await PageBrowser.of(MANAGER)
  const seen = await mia.get(`${BASE}/events`)
  expect(seen.text).toContain("The website was deployed.")
  expect(seen.html).not.toMatch(/\bban/)
  expect((await mia.post(`${BASE}/events/remove`, { event: "ban:1" })).status).toBe(403)
  expect((await call("GET", `/v1/guilds/${GUILD}/events/ban:1`)).status).toBe(200)
  const removed = await mia.submit(`${BASE}/events/remove`, { event: "deploy:1" })
  expect(removed.text).toContain("Removed.")
  expect(removed.text).not.toContain("deployed")
  expect((await call("GET", `/v1/guilds/${GUILD}/events/deploy:1`)).status).toBe(404)
})

test("an account is attributed and detached, by people who may know of both", async () => {
  const [olga, mia] = [await PageBrowser.of(OWNER), await PageBrowser.of(MANAGER)]
  const items = async () =>
    (await ok<{ items: { account: { id: string } }[] }>("GET", `/v1/guilds/${GUILD}/identities`)).items
  expect((await mia.post(`${BASE}/identities`, { account: BRIDGE, person: MEMBER })).status).toBe(400)
  expect(await items()).toEqual([])
  const made = await olga.submit(`${BASE}/identities`, { account: BRIDGE, person: MEMBER })
  expect(made.text).toMatch(/speaks for B Ben/)
  expect((await mia.get(`${BASE}/identities`)).html).not.toContain(BRIDGE)
  expect((await mia.post(`${BASE}/identities/end`, { account: BRIDGE })).status).toBe(403)
  expect(await items()).toHaveLength(1)
  await olga.post(`${BASE}/identities/end`, { account: BRIDGE })
  expect(await items()).toEqual([])
})

test("a project is created, changed and removed, and its memory is on its page", async () => {
  const mia = await PageBrowser.of(MANAGER)
  const created = await mia.submit(`${BASE}/projects`, { id: "website", name: "Website", channel: GENERAL })
  expect(created.text).toContain("#channel-200")
  await ok("POST", `/v1/guilds/${GUILD}/events`, {
    events: [
      {
        id: "site:1",
        scope: "project",
        scope_id: "website",
        source: "tool_result",
        role: "tool",
        content: "The website uses Astro.",
        at: AT,
      },
    ],
    flush: true,
  })
  expect((await mia.get(`${BASE}/projects/website`)).text).toContain("The website uses Astro.")
  await mia.post(`${BASE}/projects/website`, { name: "Web site", channel: OFFTOPIC })
  const projects = async () =>
    (await ok<{ projects: object }>("GET", `/v1/guilds/${GUILD}/settings`)).projects
  expect(await projects()).toEqual({ website: { name: "Web site", channels: [OFFTOPIC] } })
  await mia.post(`${BASE}/projects/website/remove`, {})
  expect(await projects()).toEqual({})
})

test("a project with a channel that a manager cannot read is not theirs to see or to change", async () => {
  const [olga, mia] = [await PageBrowser.of(OWNER), await PageBrowser.of(MANAGER)]
  await olga.post(`${BASE}/projects`, { id: "bans", name: "Bans", channel: MOD_ROOM })
  expect((await mia.get(`${BASE}/projects`)).html).not.toMatch(/bans/i)
  for (const path of ["projects/bans", "projects/bans/remove"])
    expect((await mia.post(`${BASE}/${path}`, { name: "Mine" })).status).toBe(403)
  const other = { id: "other", name: "Other", channel: MOD_ROOM }
  expect((await mia.post(`${BASE}/projects`, other)).status).toBe(400)
  const { projects } = await ok<{ projects: object }>("GET", `/v1/guilds/${GUILD}/settings`)
  expect(projects).toEqual({ bans: { name: "Bans", channels: [MOD_ROOM] } })
})
