/** The overview of the dashboard: only managers open it, and it counts what they may read. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays, channelPath, hear, ok, talk } from "./http.ts"

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
  const pages = [
    page,
    await olive.get(`/app/g/${GUILD}/run/health`),
    await olive.get(`/app/g/${GUILD}/run/nights`),
  ]
  for (const { text } of pages)
    expect(text).toContain("No night has run yet. The first one starts within the hour")
  expect(page.text).toContain("Not connected to Discord")
  expect(page.text).toContain("Facts learned")
  expect(page.text).toContain("deletions lower a day&#39;s count only until the next nightly run")
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
  expect(paused.text).toContain("Saving is paused Nothing new is saved until you choose Resume saving above.")
  const health = await olive.get(`/app/g/${GUILD}/run/health`)
  expect(health.text).toContain("Saving is paused. Nothing new is saved until you choose Resume saving.")
  expect(health.html).toContain(`href="${BASE}/overview"`)
  expect((await ok<{ read_only: boolean }>("GET", `/v1/guilds/${GUILD}/settings`)).read_only).toBe(true)
  const resumed = await olive.submit(`${BASE}/pause`, { paused: "false" })
  expect(resumed.text).not.toContain("Saving is paused")
})

test.each([
  ["off", { enabled: false }, "Nothing new is learned", "“Learn new facts” off"],
  ["hidden", { mode: "shadow" }, "New facts are hidden", "“Save but hide”"],
])(
  "learning that is %s is told on the overview and under Health, with a link to the policy",
  async (_, gate, title, why) => {
    const olive = await PageBrowser.of(OWNER)
    for (const path of [`${BASE}/overview`, `/app/g/${GUILD}/run/health`]) {
      await ok("PUT", `/v1/guilds/${GUILD}/policy`, {})
      expect((await olive.get(path)).text).not.toContain(title)
      await ok("PUT", `/v1/guilds/${GUILD}/policy`, { gate })
      const page = await olive.get(path)
      expect(page.text).toContain(title)
      expect(page.text).toContain(why)
      expect(page.html).toContain(`<a class="button" href="${BASE}/policy">Policy</a>`)
    }
    await ok("PUT", `/v1/guilds/${GUILD}/policy`, {})
  },
)

test("a form that says neither pause nor resume is refused by name", async () => {
  const olive = await PageBrowser.of(OWNER)
  const refused = await olive.post(`${BASE}/pause`, { paused: "perhaps" })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain("Paused must be one of the choices.")
})

test("facts in use are about the server only if one is, and expired ones count nowhere", async () => {
  const [guild, ada] = ["947821", "11"]
  const members = [member(ada, [], "Ada P"), member(OWNER, [], "Olive")]
  await tell(guild, guildStructure(guild, [], { members }))
  await adaSays(guild, GENERAL, "I love bouldering", { name: "channel-200" })
  await adaSays(guild, MOD_ROOM, "I love abseiling", { name: "channel-100" })
  const change = (set: string, ...values: (string | number)[]) =>
    env.DB.prepare(`UPDATE memories SET ${set} WHERE guild_id = ? AND fact LIKE '%abseiling%'`)
      .bind(...values, guild)
      .run()
  const olive = await PageBrowser.of(OWNER)
  const read = async (path: string) => (await olive.get(`/app/g/${guild}/${path}`)).text
  expect(await read("manage/overview")).toContain("Facts in use 2 about 1 person Notes")
  await change("scope = 'guild', subject_id = ?", guild)
  expect(await read("manage/overview")).toContain("Facts in use 2 about 1 person and the server Notes")
  await change("scope = 'user', subject_id = ?, expires_at = ?", ada, 1)
  expect(await read("manage/overview")).toContain("Facts in use 1 about 1 person Notes")
  expect(await read("people")).toMatch(/Ada P? ?1 fact/)
  expect(await read("memories")).toContain("abseiling")
  expect(await read("memories?status=active")).toContain("bouldering")
  expect(await read("memories?status=active")).not.toContain("abseiling")
  const stricter = { consent: "opt_in", retention_days: "7", notes_days: "0" }
  const preview = await olive.post(`/app/g/${guild}/manage/settings`, stricter)
  expect(preview.text).toMatch(/not opted in\. Their new messages are not read, and 1 fact about them/)
})

test("a fact that was held back counts among the bad ones' total once somebody decided on it", async () => {
  const guild = "947822"
  await tell(guild, guildStructure(guild, [], { members: [member(OWNER, [], "Olive")] }))
  await adaSays(guild, GENERAL, "I love bouldering", { name: "channel-200" })
  await adaSays(guild, MOD_ROOM, "I love abseiling", { name: "channel-100" })
  const olive = await PageBrowser.of(OWNER)
  const bad = async () => (await olive.get(`/app/g/${guild}/manage/overview`)).text
  expect(await bad()).toContain("called wrong: 0 of 2 from the last 7 days")
  const hold = (label: string | null) =>
    env.DB.prepare(
      "UPDATE claim_log SET verdict = 'queued', label = ?2 WHERE guild_id = ?1 AND id = (SELECT min(id) FROM claim_log WHERE guild_id = ?1)",
    )
      .bind(guild, label)
      .run()
  await hold(null)
  expect(await bad()).toContain(
    "called wrong: 0 of 1 from the last 7 days, without what was deleted since or still waits",
  )
  await hold("approved")
  expect(await bad()).toContain("called wrong: 0 of 2 from the last 7 days")
  await hold("rejected")
  expect(await bad()).toContain("Bad facts 50.0 % rejected, corrected, forgotten or called wrong: 1 of 2")
})

test("conversations that are read again after a deletion are counted until they are", async () => {
  const guild = "947822"
  const members = [member("11", [], "Ada P"), member(OWNER, [], "Olive")]
  await tell(guild, guildStructure(guild, [], { members }))
  const lines: [string, string, string][] = [
    ["11", "Ada", "I love canyoning"],
    ["11", "Ada", "I love caving"],
  ]
  await hear(guild, GENERAL, talk(94782201, NOON, lines))
  const olive = await PageBrowser.of(OWNER)
  const pages = async () => [
    (await olive.get(`/app/g/${guild}/manage/overview`)).text,
    (await olive.get(`/app/g/${guild}/run/health`)).text,
  ]
  for (const page of await pages()) expect(page).not.toContain("read again")
  await ok("DELETE", `${channelPath(guild, GENERAL)}/messages/94782201`)
  for (const page of await pages()) expect(page).toContain("1 conversation is being read again")
  await ok("POST", `${channelPath(guild, GENERAL)}/flush`)
  for (const page of await pages()) expect(page).not.toContain("read again")
})
