/** Erasures and the export in the dashboard: managers follow what is erased, and take away what they may read. */
import { beforeAll, expect, test } from "vitest"
import { sha256 } from "../../src/domain/hash.ts"
import { chainHash, type PartEnd } from "../../src/portability/format.ts"
import { PageBrowser, type PageSeen } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const GUILD = "9464"
const OTHER = "9483"
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

/** Sends an export's file to a server, from the page that shows this step. */
function upload(
  browser: PageBrowser,
  { guild, step, text }: { guild: string; step: string; text: string },
): Promise<PageSeen> {
  const body = new FormData()
  body.set("act", crypto.randomUUID())
  body.set("step", step)
  body.set("page", `/app/g/${guild}/run/${step === "check" ? "export" : "import"}`)
  body.set("file", new File([text], "keepsake.jsonl"))
  const headers = { origin: "http://127.0.0.1:8787" }
  return browser.send(`/app/g/${guild}/run/import`, { method: "POST", body, headers })
}

test("an export is checked first, then imported by administrators, and sent again it changes nothing", async () => {
  const [mia, olga] = [await PageBrowser.of(MANAGER), await PageBrowser.of(OWNER)]
  const text = (await olga.get(`${BASE}/export/file`)).html
  expect((await upload(mia, { guild: GUILD, step: "check", text })).status).toBe(403)
  await ok("PUT", `/v1/guilds/${OTHER}/settings`, {})
  await tell(OTHER, guildStructure(OTHER, [], { members: [member(OWNER, [], "Olga")] }))
  const facts = async () => {
    const { items } = await ok<{ items: { fact: string }[] }>("GET", `/v1/guilds/${OTHER}/memories`)
    return items.map(({ fact }) => fact).sort()
  }
  const send = (step: string) => upload(olga, { guild: OTHER, step, text })
  const checked = await send("check")
  expect(checked.text).toContain("Nothing was written.")
  expect(checked.text).toContain("memories added 2")
  expect(await facts()).toEqual([])
  expect((await send("import")).text).toContain("The export is imported.")
  const imported = await facts()
  expect(imported.join()).toMatch(/hiking.*|trolls.*/)
  expect(imported).toHaveLength(2)
  expect((await send("import")).text).toContain("The export is imported.")
  expect(await facts()).toEqual(imported)
})

test.each([
  ["a text that is no export", () => "hello", "no export of a server"],
  ["an export of channels", () => '{\n  "guild": {"id": "9464"}', "Import old messages on the page History"],
  ["a zip", () => "PK\u0003\u0004", "Import old messages on the page History"],
  ["a file in UTF-16", () => "\ufffd\ufffd{\0", "Save it in UTF-8"],
  ["a damaged file", (text: string) => text.replace("hiking", "biking"), "is damaged"],
  ["an unfinished file", (text: string) => text.slice(0, text.lastIndexOf('{"page"')), "not finished"],
])("%s is refused in both steps, at the field, with what to do", async (_, spoil, why) => {
  const olga = await PageBrowser.of(OWNER)
  const text = spoil((await olga.get(`${BASE}/export/file`)).html)
  for (const [step, button] of [
    ["check", "Check file"],
    ["import", "Import"],
  ] as const) {
    const refused = await upload(olga, { guild: GUILD, step, text })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain("Nothing was changed.")
    expect(/id="p-file"[^>]*>([^<]*)/.exec(refused.html)?.[1]).toContain(why)
    expect(refused.html).toContain(`name="step" value="${step}"`)
    expect(refused.html).toContain(`>${button}</button>`)
  }
})

test("a file larger than the page takes is refused with its form and the command that takes it", async () => {
  const olga = await PageBrowser.of(OWNER)
  const refused = await upload(olga, { guild: GUILD, step: "check", text: " ".repeat(10 * 2 ** 20) })
  expect(refused.status).toBe(413)
  expect(refused.text).toContain("The file is larger than 8 MB. Import it with npm run import -- FILE --url")
  expect(refused.html).toContain(`action="${BASE}/import"`)
})

test("a fault in a later part is told with how far the import came, and not that nothing was changed", async () => {
  const olga = await PageBrowser.of(OWNER)
  const exported = (await olga.get(`${BASE}/export/file`)).html
  const at = exported.lastIndexOf('{"page"')
  const { page: last } = JSON.parse(exported.slice(at)) as { page: PartEnd }
  const fault = '{"table":"memories","row":{}}\n'
  const [hash, part] = [sha256(fault), last.part + 1]
  const end = { rows: 1, next: null, part, sha256: hash, whole: chainHash(last.whole, hash) }
  const pages = [{ page: { ...last, next: "more" } }, { page: end }].map((one) => `${JSON.stringify(one)}\n`)
  const text = exported.slice(0, at) + pages.join(fault)
  const told = await upload(olga, { guild: GUILD, step: "import", text })
  expect(told.status).toBe(200)
  expect(told.text).toContain(`${part} of ${part + 1} parts are done. Part ${part}, line 1`)
  expect(told.text).not.toContain("Nothing was changed")
  expect(told.text).toContain("Import it now")
})

test("the second step alone is for administrators, and a file left out is asked for there", async () => {
  const [mia, olga] = [await PageBrowser.of(MANAGER), await PageBrowser.of(OWNER)]
  expect((await mia.get(`${BASE}/import`)).status).toBe(403)
  expect((await olga.get(`${BASE}/import`)).text).toContain("Import it now")
  const refused = await upload(olga, { guild: GUILD, step: "import", text: "" })
  expect(refused.status).toBe(400)
  expect(refused.html).toMatch(/id="p-file"[^>]*>File is empty/)
  expect(refused.text).toContain("Import it now")
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
  // Its name went with it.
  expect(after.text).toMatch(new RegExp(`Channel ${MOD_ROOM} +Done`))
  expect(after.html).not.toContain('http-equiv="refresh"')
  expect((await olga.get(`${BASE}/export/file`)).html).not.toContain("trolls")
})

test("an empty file is refused at its field, on the page of the form", async () => {
  const olga = await PageBrowser.of(OWNER)
  const refused = await upload(olga, { guild: GUILD, step: "check", text: "" })
  expect(refused.status).toBe(400)
  expect(refused.html).toMatch(/id="p-file"[^>]*>File is empty: it has 0 bytes/)
  expect(refused.text).toContain("Check file")
})
