/** The page of imports: administrators preview, start, pause, resume and stop one there, and nobody else does. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { openHistoryJob } from "../../src/history/job-rows.ts"
import { PERMISSIONS } from "../discord/permissions.ts"
import { Backfill, MINUTE } from "./backfill-world.ts"
import { PageBrowser } from "./dashboard-browser.ts"
import { asShard } from "./gateway-told.ts"
import { watchedDatabase } from "./stand-ins.ts"

const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")

/** Runs a test in a guild with 130 old messages, whose owner is an administrator and Bo a manager. */
function inGuild(test: (told: Backfill, page: string) => Promise<void>) {
  return asShard({}, async (shard) => {
    const told = new Backfill(shard)
    const general = told.channel("general")
    const managers = shard.world.addRole(told.guild, {
      name: "managers",
      permissions: PERMISSIONS.manageGuild,
    })
    await shard.hear()
    await know(told.guild, shard.world.guild(told.guild).ownerId, [])
    await know(told.guild, told.ada.id, [])
    await know(told.guild, told.bo.id, [managers.made.id])
    for (let nth = 0; nth < 130; nth++) told.past(general, LONG_AGO + nth * MINUTE, `line ${nth}`)
    await told.keepImporterWaiting()
    await test(told, `/app/g/${told.guild}/run/history`)
  })
}

/** Stores a member, as if the gateway had listed them. */
async function know(guild: string, person: string, roles: string[]): Promise<void> {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO members (guild_id, id, name, roles, seen_at) VALUES (?, ?, ?, ?, ?)",
  )
    .bind(guild, person, `member-${person}`, JSON.stringify(roles), Date.now())
    .run()
}

const owner = (told: Backfill, change: Partial<Env> = { DISCORD_TOKEN: "token" }) =>
  PageBrowser.of(told.shard.world.guild(told.guild).ownerId, change)

async function previewed(told: Backfill, browser: PageBrowser, page: string): Promise<string> {
  expect((await browser.submit(page, { since: "" })).text).toContain("Counting")
  await told.run(told.deps(), 20)
  const job = await openHistoryJob(told.db, told.guild)
  return `${page}/${job?.id}`
}

test("an administrator previews an import, starts it with a cap, pauses it and lets it go on to its end", async () => {
  await inGuild(async (told, page) => {
    const browser = await owner(told)
    expect((await browser.get(page)).text).toContain("Nothing was imported")
    const future = await browser.post(page, { since: "2999-01-01", page })
    expect(future.status).toBe(400)
    expect(future.html).toMatch(/id="p-since"[^>]*>From this day on must not be in the future/)
    const job = await previewed(told, browser, page)
    const ready = await browser.get(page)
    expect(ready.text).toContain("Ready to start")
    expect(ready.text).toContain("Messages 130 1 channel")
    const overview = page.replace("run/history", "manage/overview")
    const needs = /An import waits to be started.*?href="([^"]+)"/s
    expect(needs.exec((await browser.get(overview)).html)?.[1]).toBe(page)
    const started = await browser.submit(`${job}/start`, { cap: "2.5" })
    expect(started.text).toContain("Reading")
    expect(started.text).toContain("Cost nothing")
    expect((await browser.get(overview)).text).not.toContain("import waits")
    await told.run(told.deps(), 1)
    const paused = await browser.submit(`${job}/pause`, {})
    expect(paused.text).toContain("Paused")
    expect(paused.text).toContain("Messages fetched 100 New 100")
    await told.run()
    expect((await browser.get(page)).text).toContain("Messages fetched 100 New 100")
    expect((await browser.submit(`${job}/resume`, {})).text).toContain("Reading")
    await told.run()
    const done = await browser.get(page)
    expect(done.text).toContain("Messages fetched 130 New 130")
    expect(done.text).toContain("Preview an import")
    expect(done.text).toContain("The last conversations are read within minutes of the end.")
  })
})

test("the figures of an import agree with those of its channels while it is being read", async () => {
  await inGuild(async (told, page) => {
    const job = await previewed(told, await owner(told), page)
    await (await owner(told)).submit(`${job}/start`, { cap: "" })
    // Between any two reads of the page, a page of messages more is saved.
    const read = env.DB.prepare(
      "UPDATE history_channels SET accepted = accepted + 100, read = read + 100 WHERE guild_id = ?",
    ).bind(told.guild)
    const DB = watchedDatabase(env.DB, async (call) => {
      const result = await call()
      await read.run()
      return result
    })
    const { text } = await (await owner(told, { DISCORD_TOKEN: "token", DB })).get(page)
    const [, above] = / New ([\d,]+) /.exec(text) ?? []
    expect(Number(above?.replace(",", ""))).toBeGreaterThan(100)
    expect(text).toMatch(new RegExp(`#general Waiting 130 ${above} `))
  })
})

test("an administrator stops an import for good, and what it read stays", async () => {
  await inGuild(async (told, page) => {
    const browser = await owner(told)
    const job = await previewed(told, browser, page)
    await browser.submit(`${job}/start`, { cap: "" })
    await told.run(told.deps(), 1)
    expect((await browser.submit(`${job}/stop`, {})).text).toContain("Stopped")
    await told.run()
    expect((await browser.get(page)).text).toContain("Messages fetched 100 New 100")
    expect((await browser.post(`${job}/resume`, {})).status).toBe(409)
  })
})

test("the channels of a canceled import do not wait", async () => {
  await inGuild(async (told, page) => {
    const browser = await owner(told)
    const job = await previewed(told, browser, page)
    expect((await browser.get(page)).text).toContain("#general Waiting")
    const canceled = await browser.submit(`${job}/stop`, {})
    expect(canceled.text).toContain("#general Not read")
    expect(canceled.text).not.toContain("Waiting")
  })
})

test("without a bot token nothing can be asked of Discord, and the page says what to do", async () => {
  await inGuild(async (told, page) => {
    const browser = await owner(told, {})
    const seen = await browser.get(page)
    expect(seen.text).toContain("Its operator sets DISCORD_TOKEN and deploys again.")
    expect(seen.html).not.toContain('name="since"')
    const refused = await browser.post(page, { since: "", page })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain("Nothing was changed. This deployment has no DISCORD_TOKEN")
    expect(await openHistoryJob(told.db, told.guild)).toBeNull()
  })
})

test("a cap that is no amount is refused, and the import does not start", async () => {
  await inGuild(async (told, page) => {
    const browser = await owner(told)
    const job = await previewed(told, browser, page)
    expect((await browser.post(`${job}/start`, { cap: "-1" })).status).toBe(400)
    expect((await openHistoryJob(told.db, told.guild))?.state).toBe("ready")
  })
})

test("people who are not administrators get 403, and an import stays as it is", async () => {
  await inGuild(async (told, page) => {
    const job = await previewed(told, await owner(told), page)
    const [ada, bo] = [await PageBrowser.of(told.ada.id), await PageBrowser.of(told.bo.id)]
    expect((await ada.get(page)).status).toBe(403)
    const seen = await bo.get(page)
    expect(seen.text).toContain("only administrators can start and see one")
    expect(seen.text).not.toMatch(/\b130\b/)
    for (const browser of [ada, bo]) {
      expect((await browser.post(page, { since: "" })).status).toBe(403)
      for (const verb of ["start", "pause", "resume", "stop"])
        expect((await browser.post(`${job}/${verb}`, { cap: "1" })).status).toBe(403)
    }
    expect((await openHistoryJob(told.db, told.guild))?.state).toBe("ready")
  })
})
