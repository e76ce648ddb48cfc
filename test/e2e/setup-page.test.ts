/** A deployed Worker without tables and a new application at Discord: its owner presses one button, and the bot answers. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { freePort, type LocalWorker } from "../../src/tools/local-worker.ts"
import { type FakeDiscord, startFakeDiscord } from "../discord/server.ts"
import { eventually } from "../discord/waiting.ts"
import { startWorker } from "./prepared.ts"

const TOKEN = "k8Zq1-correct-horse-battery"
const stateDir = mkdtempSync(join(tmpdir(), "keepsake-setup-"))
let discord: FakeDiscord
let worker: LocalWorker
let cookie = ""

beforeAll(async () => {
  discord = await startFakeDiscord({ heartbeatMs: 1_000 })
  worker = await start()
})
afterAll(async () => {
  await worker?.stop()
  await discord?.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

async function start(vars: Record<string, string> = {}): Promise<LocalWorker> {
  const usual = {
    ADMIN_TOKEN: TOKEN,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_APPLICATION_ID: discord.applicationId,
    DISCORD_PUBLIC_KEY: discord.publicKey,
  }
  return startWorker({ stateDir, port: await freePort(), vars: { ...usual, ...vars } })
}

async function page(path = "/setup"): Promise<string> {
  const response = await fetch(worker.url + path, { headers: { cookie } })
  return (await response.text()).replace(/<style>[\s\S]*?<\/style>/g, "").replace(/\s+/g, " ")
}

/** Sends a form as a browser does, and follows the redirect. */
async function submit(path: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(worker.url + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
    headers: { cookie, origin: worker.url },
  })
  cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie
  return page(response.headers.get("location") ?? "/setup")
}

test("before the setup the API names the page, and after it a press of one button makes a working bot", async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const early = await fetch(`${worker.url}/v1/guilds/1/memories`, { headers })
  expect(early.status).toBe(503)
  expect(await early.json()).toMatchObject({
    detail: `The database is not set up yet: open ${worker.url}/setup`,
  })

  await submit("/setup/sign-in", { token: TOKEN })
  const done = await submit("/setup/do", { step: "all" })
  expect(done).not.toContain("could not")
  expect(done).toContain("The endpoint was set, and Discord tested it.")
  await eventually(async () => /<h2>Connection to Discord <span class="state">OK</.test(await page()))
  expect(discord.commands.all().map(({ name }) => name)).toContain("ask")
  expect((await fetch(`${worker.url}/v1/guilds/1/memories`, { headers })).status).not.toBe(503)

  const invited = discord.world.addGuild({ name: "Harbor" }).made
  await eventually(async () => /Keepsake is in one server/.test(await page()))
  expect(discord.world.guilds.has(invited.id)).toBe(true)
  expect(await submit("/setup/do", { step: "all" })).toMatch(/were registered before/)
})

test("a public key of another application is named with the right value, and nothing is set", async () => {
  await worker.stop()
  worker = await start({ DISCORD_PUBLIC_KEY: "ab".repeat(32) })
  const said = await page()
  expect(said).toContain(`Edit DISCORD_PUBLIC_KEY: for this token it must be ${discord.publicKey}`)
  expect(await submit("/setup/do", { step: "endpoint" })).toContain("missing or wrong")
})
