/** The erasure of a whole server on its pages: administrators request it by typing the name, and cancel it while it waits. */
import { env } from "cloudflare:workers"
import { beforeAll, expect, test } from "vitest"
import { PageBrowser } from "./dashboard-browser.ts"
import { GENERAL, guildStructure, MOD_ROOM, member, OWNER, tell } from "./guild-structure.ts"
import { adaSays } from "./http.ts"

const GUILD = "9482"
const MANAGER = "948201"
const MANAGING = "948250"
const BASE = `/app/g/${GUILD}`
const PAGE = `${BASE}/run/erasures/server`

beforeAll(async () => {
  await adaSays(GUILD, GENERAL, "I love hiking", { name: "general", audience: "everyone" })
  const structure = guildStructure(GUILD, [], {
    members: [member(OWNER, [], "Olga"), member(MANAGER, [MANAGING], "Mia"), member("11", [], "Ada")],
  })
  const { guild } = structure as { guild: { roles: unknown[]; name: string } }
  guild.name = "Harbor"
  guild.roles.push({ id: MANAGING, name: "managers", permissions: String(1n << 5n), tags: {} })
  await tell(GUILD, structure)
})

async function leavingAt(): Promise<number | null> {
  const row = await env.DB.prepare("SELECT leaving_at FROM guilds WHERE id = ?")
    .bind(GUILD)
    .first<{ leaving_at: number | null }>()
  return row?.leaving_at ?? null
}

test("a manager who is no administrator neither sees nor requests it", async () => {
  const mia = await PageBrowser.of(MANAGER)
  expect((await mia.get(`${BASE}/run/erasures`)).html).not.toContain("erasures/server")
  expect((await mia.get(PAGE)).status).toBe(403)
  expect((await mia.post(PAGE, { name: "Harbor" })).status).toBe(403)
  expect(await leavingAt()).toBeNull()
})

test("the list names the channels that were erased, to whoever may read them", async () => {
  await env.DB.batch(
    [GENERAL, MOD_ROOM, "948299"].map((channel) =>
      env.DB.prepare(
        `INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at)
         VALUES ('e_' || ?1 || ?2, ?1, 'channel', ?2, 'done', '{}', 'grace', 1)`,
      ).bind(GUILD, channel),
    ),
  )
  const olga = await (await PageBrowser.of(OWNER)).get(`${BASE}/run/erasures`)
  for (const said of [/#channel-200\s+Done/, /#channel-100\s+Done/, /Channel 948299\s+Done/])
    expect(olga.text).toMatch(said)
  expect(olga.text).toContain("every stored message of the channel and its threads")
  expect(olga.text).toContain("learned in this channel and its threads for good")
  const mia = await (await PageBrowser.of(MANAGER)).get(`${BASE}/run/erasures`)
  expect(mia.text).toMatch(/#channel-200\s+Done/)
  expect(mia.text.match(/A channel\s+Done/g)).toHaveLength(2)
  expect(mia.text).not.toContain("channel-100")
})

test("another name than the server's erases nothing", async () => {
  const olga = await PageBrowser.of(OWNER)
  expect((await olga.get(PAGE)).text).toContain("Type Harbor")
  for (const name of ["Harbour", ""]) {
    const answer = await olga.post(PAGE, { name })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain("must be “Harbor”.")
  }
  expect(await leavingAt()).toBeNull()
})

test("an administrator requests it, everybody is told, and canceling keeps the memory", async () => {
  const [olga, mia] = [await PageBrowser.of(OWNER), await PageBrowser.of(MANAGER)]
  const asked = await olga.submit(PAGE, { name: " harbor " })
  expect(asked.text).toContain("Until then nothing is recorded or answered.")
  expect(asked.html).toContain("<h1>This server&#39;s memory will be erased</h1>")
  const at = await leavingAt()
  expect(at).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect((await mia.get(`${BASE}/run/erasures`)).text).toContain("memory will be erased")
  expect((await mia.post(`${PAGE}/cancel`, {})).status).toBe(403)
  expect((await olga.post(`${BASE}/run/erasures`, { channel: GENERAL, sure: "on" })).status).toBe(409)
  const date = /will be erased on \w+, \w+ \d+, \d{4}, \d\d:\d\d UTC/
  const reading = [
    "me",
    "memories",
    "manage/overview",
    "run/audit",
    "run/identities",
    "run/history",
    "manage/lab",
  ]
  for (const path of reading) {
    const page = await olga.get(`${BASE}/${path}`)
    expect([path, page.status]).toEqual([path, 200])
    expect(page.text).toMatch(date)
    expect(page.html).toMatch(/href="[^"]*\/run\/erasures\/server"[^>]*>\s*Keep this server/)
  }
  const ada = await (await PageBrowser.of("11")).get(`${BASE}/memories`)
  expect(ada.text).toContain("hiking")
  expect(ada.text).toMatch(date)
  expect(ada.html).not.toContain("run/erasures")
  for (const path of ["manage/pause", "undo", "run/history"]) {
    const refused = await olga.post(`${BASE}/${path}`, { page: `${BASE}/manage/overview` })
    expect([path, refused.status]).toEqual([path, 409])
    expect(refused.text).toMatch(date)
    expect(refused.text).not.toMatch(/\dT\d\d:/)
    expect(refused.html).toContain(`${BASE}/run/erasures/server`)
  }
  // Sent again, it keeps its time.
  await olga.post(PAGE, { name: "Harbor" })
  expect(await leavingAt()).toBe(at)

  const kept = await olga.submit(`${PAGE}/cancel`, {})
  expect(kept.text).toContain("memory is kept, and Keepsake records")
  expect(await leavingAt()).toBeNull()
  expect((await olga.get(`${BASE}/memories`)).text).toContain("hiking")
  const log = await olga.get(`${BASE}/run/audit?action=guild.restore`)
  expect(log.text).toMatch(/Canceled the erasure of the server.{0,20}Olga/)
})

test("an erasure that has begun cannot be canceled", async () => {
  const olga = await PageBrowser.of(OWNER)
  const until = Date.now() - 1_000
  await env.DB.batch([
    env.DB.prepare("UPDATE guilds SET leaving_at = ?, structure = structure + 1 WHERE id = ?").bind(
      until,
      GUILD,
    ),
    env.DB.prepare(
      `INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at)
       VALUES ('e_begun', ?1, 'guild', ?1, 'running', '{}', 'grace', ?2)`,
    ).bind(GUILD, until),
  ])
  const begun = await olga.get(PAGE)
  expect(begun.text).toContain("can no longer be canceled")
  expect(begun.html).toContain("<h1>This server&#39;s memory is being erased</h1>")
  expect((await olga.post(`${PAGE}/cancel`, {})).status).toBe(409)
  expect(await leavingAt()).toBe(until)
})
