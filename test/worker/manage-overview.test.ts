/** The overview of the dashboard: only managers open it, and it counts what they may read. */
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, ok } from "./http.ts"

const GUILD = "9471"
const ADA = "947110"
const BASE = `/app/g/${GUILD}/manage`

beforeAll(async () => {
  await tell(
    GUILD,
    guildStructure(GUILD, [], { members: [member(ADA, [], "Ada P"), member(OWNER, [], "Olive")] }),
  )
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "channel-200" })
  await adaSays(GUILD, MOD_ROOM, "I love climbing", { name: "channel-100" })
})

test("a manager sees what is known, what it costs, and what needs them", async () => {
  const olive = await PageBrowser.of(OWNER)
  const page = await olive.get(`${BASE}/overview`)
  expect(page.status).toBe(200)
  expect(page.text).toContain("Facts in use 2 about 1 person")
  expect(page.text).toContain("No night has run yet")
  expect(page.text).toContain("Not connected to Discord")
  expect(page.text).toContain("Facts learned")
})

test("members without rights get the page that tells nothing, and change nothing", async () => {
  const ada = await PageBrowser.of(ADA)
  expect((await ada.get(`${BASE}/overview`)).status).toBe(403)
  expect((await ada.post(`${BASE}/pause`, { paused: "true" })).status).toBe(403)
  expect((await ok<{ read_only: boolean }>("GET", `/v1/guilds/${GUILD}/settings`)).read_only).toBe(false)
})

test("a manager pauses saving and resumes it", async () => {
  const olive = await PageBrowser.of(OWNER)
  const paused = await olive.submit(`${BASE}/pause`, { paused: "true" })
  expect(paused.text).toContain("Saving is paused")
  expect((await ok<{ read_only: boolean }>("GET", `/v1/guilds/${GUILD}/settings`)).read_only).toBe(true)
  const resumed = await olive.submit(`${BASE}/pause`, { paused: "false" })
  expect(resumed.text).not.toContain("Saving is paused")
})

test("a form that says neither pause nor resume is refused by name", async () => {
  const olive = await PageBrowser.of(OWNER)
  const refused = await olive.post(`${BASE}/pause`, { paused: "perhaps" })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain("Paused must be one of the choices.")
})
