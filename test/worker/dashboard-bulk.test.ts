/** Forgetting several memories at once: first shown, then done, then undone; never more than one may forget. */
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, type MemoryBody, ok, type Page } from "./http.ts"

const GUILD = "9465"
/** Holds Manage Server and reads no #mods. */
const MANAGER = "946501"
const MEMBER = "946502"
const MANAGING = "946550"
const BASE = `/app/g/${GUILD}`

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

async function memories(): Promise<MemoryBody[]> {
  return (await ok<Page<MemoryBody>>("GET", `/v1/guilds/${GUILD}/memories`)).items
}

async function idOf(word: string): Promise<string> {
  return (await memories()).find(({ fact }) => fact.includes(word))?.id ?? ""
}

test("selected memories are shown before they go, go once, and come back by undo", async () => {
  const [olga, before] = [await PageBrowser.of(OWNER), await memories()]
  expect((await olga.get(`${BASE}/memories`)).html).toContain('type="checkbox" name="id"')
  const id = await idOf("hiking")
  const preview = await olga.post(`${BASE}/memories/selected`, { id })
  expect(preview.text).toContain("1 memory would go")
  expect(await memories()).toEqual(before)
  const gone = await olga.submit(`${BASE}/memories/forget-selected`, { id })
  expect(gone.text).toContain("Forgotten.")
  expect(await idOf("hiking")).toBe("")
  const undo = /name="undo" value="([^"]+)"/.exec(gone.html)?.[1] ?? ""
  await olga.post(`${BASE}/undo`, { undo })
  expect(await idOf("hiking")).toBe(id)
})

test("a member has no boxes for memories of others, and nobody forgets what they cannot read", async () => {
  const [ben, mia] = [await PageBrowser.of(MEMBER), await PageBrowser.of(MANAGER)]
  const [open, hidden] = [await idOf("hiking"), await idOf("trolls")]
  expect((await ben.get(`${BASE}/memories`)).html).not.toContain('type="checkbox" name="id"')
  expect((await ben.post(`${BASE}/memories/forget-selected`, { id: open })).status).toBe(403)
  const preview = await mia.post(`${BASE}/memories/selected`, { id: hidden })
  expect(preview.text).toContain("Nothing is selected")
  expect(preview.html).not.toContain("trolls")
  expect((await mia.post(`${BASE}/memories/forget-selected`, { id: hidden })).status).toBe(403)
  expect(await idOf("trolls")).toBe(hidden)
})
