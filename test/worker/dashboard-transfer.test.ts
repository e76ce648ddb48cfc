/** Erasures and the export in the dashboard: managers follow what is erased, and take away what they may read. */
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const GUILD = "9464"
/** Holds Manage Server and reads no #mods. */
const MANAGER = "946401"
const MEMBER = "946402"
const MANAGING = "946450"
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
})

interface Job {
  kind: string
  target: string
  state: string
}

const erasures = async () => (await ok<{ items: Job[] }>("GET", `/v1/guilds/${GUILD}/erasures`)).items

test.each(["erasures", "export", "export/file"])("a member without rights does not see %s", async (page) => {
  const ben = await PageBrowser.of(MEMBER)
  expect((await ben.get(`${BASE}/${page}`)).status).toBe(403)
})

test("the export holds what the manager may read and nothing else", async () => {
  const [mia, olga] = [await PageBrowser.of(MANAGER), await PageBrowser.of(OWNER)]
  expect((await mia.get(`${BASE}/export`)).html).toContain(`${BASE}/export/file`)
  const file = await mia.get(`${BASE}/export/file`)
  expect(file.headers.get("content-disposition")).toContain(`keepsake-${GUILD}.jsonl`)
  expect(file.html).toContain("hiking")
  expect(file.html).not.toContain("trolls")
  const lines = file.html.trimEnd().split("\n")
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ page: { next: null } })
  expect((await olga.get(`${BASE}/export/file`)).html).toContain("trolls")
})

test("a channel is erased once, only by those who read it, and the page shows it to the end", async () => {
  const [mia, olga] = [await PageBrowser.of(MANAGER), await PageBrowser.of(OWNER)]
  expect((await mia.post(`${BASE}/erasures`, { channel: MOD_ROOM, sure: "on" })).status).toBe(400)
  expect((await olga.post(`${BASE}/erasures`, { channel: MOD_ROOM })).status).toBe(400)
  expect(await erasures()).toEqual([])
  const form = { act: crypto.randomUUID(), channel: MOD_ROOM, sure: "on" }
  expect((await olga.submit(`${BASE}/erasures`, form)).text).toContain("Started.")
  await olga.post(`${BASE}/erasures`, form)
  expect(await erasures()).toHaveLength(1)
  await expect.poll(async () => (await erasures())[0]?.state, { timeout: 30_000 }).toBe("done")
  const after = await olga.get(`${BASE}/erasures`)
  expect(after.text).toContain("A channel Done")
  expect(after.html).not.toContain('http-equiv="refresh"')
  expect((await olga.get(`${BASE}/export/file`)).html).not.toContain("trolls")
})
