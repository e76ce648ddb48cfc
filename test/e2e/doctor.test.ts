/** The doctor finds nothing wrong with a good deployment, and names the cause of each of ten broken ones. */
import { readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, expect, test } from "vitest"
import { main } from "../../src/tools/doctor.ts"
import { freePort, type LocalWorker } from "../../src/tools/local-worker.ts"
import { main as register } from "../../src/tools/register.ts"
import { type FakeDiscord, startFakeDiscord } from "../discord/server.ts"
import { eventually } from "../discord/waiting.ts"
import { type ModelServer, startModelServer } from "./model-server.ts"
import { freshState, startWorker } from "./prepared.ts"

interface Finding {
  name: string
  status: string
  detail: string
  to_do: string | null
}

const stateDir = freshState()
const embedded: string[] = []
let dimensions = 3
let discord: FakeDiscord
let model: ModelServer
let worker: LocalWorker
let port: number

beforeAll(async () => {
  discord = await startFakeDiscord({ heartbeatMs: 1_000 })
  discord.world.addGuild({ name: "Harbor" })
  model = await startModelServer({
    embed: (texts) => {
      embedded.push(...texts)
      return texts.map(() => Array(dimensions).fill(0.5))
    },
  })
  port = await freePort()
  worker = await start()
  await runProgram(register, ["--url", worker.url])
  await cron()
  await eventually(async () => (await finding("gateway")).status === "ok")
})
afterAll(async () => {
  await worker?.stop()
  await model?.close()
  await discord?.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

function start(vars: Record<string, string> = {}): Promise<LocalWorker> {
  const usual = {
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_APPLICATION_ID: discord.applicationId,
    DISCORD_PUBLIC_KEY: discord.publicKey,
    AI_BASE_URL: model.url,
    AI_FAST_MODEL: "chat",
    AI_EMBED_MODEL: "embed",
  }
  return startWorker({ stateDir, port, vars: { ...usual, ...vars } })
}

/** Ends the worker, lets `between` change its data, and starts it with other variables. */
async function restart(vars: Record<string, string> = {}, between = () => {}): Promise<void> {
  await worker.stop()
  between()
  worker = await start(vars)
}

/** Runs both cron rounds. */
async function cron(): Promise<void> {
  for (const schedule of ["*/5 * * * *", "17 * * * *"])
    await fetch(`${worker.url}/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(schedule)}`)
}

async function runProgram(program: typeof main, args: string[], env: Record<string, string> = {}) {
  let said = ""
  const sink = { write: (text: string) => (said += text) }
  const own = { ADMIN_TOKEN: "dev", DISCORD_TOKEN: discord.token, DISCORD_API_URL: discord.apiUrl, ...env }
  const code = await program(args, { stdout: sink, stderr: sink, env: own, cwd: tmpdir() })
  return { code, said }
}

/** Runs the doctor. Returns its exit code and what it found, by name. */
async function examine(args: string[] = [], env: Record<string, string> = {}) {
  const { code, said } = await runProgram(main, ["--url", worker.url, "--json", ...args], env)
  const { checks } = JSON.parse(said) as { checks: Finding[] }
  const failing = checks.filter(({ status }) => status === "failing").map(({ name }) => name)
  return { code, failing, checks, of: (name: string) => checks.find((check) => check.name === name) }
}

async function finding(name: string): Promise<Finding> {
  const found = (await examine()).of(name)
  if (!found) throw new Error(`the doctor has no check ${name}`)
  return found
}

/** Runs statements on the stopped worker's database. */
function change(...statements: string[]): void {
  const folder = join(stateDir, "v3/d1/miniflare-D1DatabaseObject")
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  const database = new DatabaseSync(join(folder, file ?? ""))
  for (const statement of statements) database.exec(statement)
  database.close()
}

function atDiscord(method: string, path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bot ${discord.token}`, "content-type": "application/json" }
  return fetch(`${discord.apiUrl}/v10${path}`, { method, headers, body: JSON.stringify(body) })
}

/** Ids of the servers that the worker has any row of. */
async function servers(): Promise<string[]> {
  const answer = await fetch(`${worker.url}/v1/backups`, { headers: { authorization: "Bearer dev" } })
  const { items } = (await answer.json()) as { items: string[] }
  return items
}

test("a good deployment has nothing failing, and a message reaches recall and leaves nothing behind", async () => {
  const before = await servers()
  const { code, checks, failing } = await examine(["--send"])
  expect(await servers()).toEqual(before)
  expect(checks.filter(({ status }) => status !== "ok")).toEqual([])
  expect({ code, failing }).toEqual({ code: 0, failing: [] })
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["worker", "admin token", "schema", "gateway", "model", "index", "send", "erase"]),
  )
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "signature",
      "front page",
      "sign-in",
      "redirect",
      "bot token",
      "application",
      "intents",
      "commands",
      "endpoint",
      "servers",
    ]),
  )
})

test("without an address, the doctor checks the one to which Discord sends interactions", async () => {
  const { code, said } = await runProgram(main, [])
  expect(said).toContain(`ok       worker: Keepsake answers at ${worker.url}`)
  expect(code).toBe(0)
})

test("no worker at the address, and a wrong admin token, are told apart", async () => {
  const nobody = await runProgram(main, ["--url", `http://127.0.0.1:${await freePort()}`])
  expect(nobody).toMatchObject({ code: 1, said: expect.stringContaining("failing  worker: Nobody answers") })
  const { failing, of } = await examine([], { ADMIN_TOKEN: "wrong" })
  expect(failing).toEqual(["admin token"])
  expect(of("admin token")?.detail).toContain("refuses")
})

test("missing intents are named", async () => {
  await atDiscord("PATCH", "/applications/@me", { flags: 0 })
  const { code, failing, of } = await examine()
  expect({ code, failing }).toEqual({ code: 1, failing: ["intents"] })
  expect(of("intents")).toMatchObject({
    detail: "Not enabled: Message Content Intent and Server Members Intent.",
    to_do: expect.stringContaining("Developer Portal"),
  })
  await runProgram(register, ["--url", worker.url])
})

test("missing commands are named, and outdated ones", async () => {
  const path = `/applications/${discord.applicationId}/commands`
  const all = (await (
    await fetch(`${discord.apiUrl}/v10${path}`, { headers: { authorization: `Bot ${discord.token}` } })
  ).json()) as { name: string; description: string }[]
  await atDiscord(
    "PUT",
    path,
    all.map((one) => (one.name === "recall" ? { ...one, description: "Old." } : one)),
  )
  expect((await examine()).of("commands")).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("/recall"),
  })
  await atDiscord(
    "PUT",
    path,
    all.filter(({ name }) => name !== "ask"),
  )
  const { failing, of } = await examine()
  expect(failing).toEqual(["commands"])
  expect(of("commands")).toMatchObject({
    detail: expect.stringMatching(/: \/ask\.$/),
    to_do: "Run `npm run register`.",
  })
  await runProgram(register, ["--url", worker.url])
})

test("an endpoint that is not set, or is set to another address, is named", async () => {
  await atDiscord("PATCH", "/applications/@me", { interactions_endpoint_url: null })
  const { failing, of } = await examine()
  expect(failing).toEqual(["endpoint"])
  expect(of("endpoint")).toMatchObject({
    detail: "No interactions endpoint is set at Discord.",
    to_do: expect.stringMatching(/^Discord cannot call a worker on your machine\. Deploy it/),
  })
  const unknown = await runProgram(main, [])
  expect(unknown).toMatchObject({ code: 2, said: expect.stringContaining("Discord tells no address") })
  await runProgram(register, ["--url", worker.url])
  expect((await finding("endpoint")).status).toBe("ok")
})

test("an index of other dimensions is named", async () => {
  const author = { id: "4", name: "Ada" }
  const messages = [{ id: "3", author, content: "I live in Oslo", timestamp: new Date().toISOString() }]
  const channel = `${worker.url}/v1/guilds/1/channels/2`
  embedded.length = 0
  const headers = { authorization: "Bearer dev", "content-type": "application/json" }
  await fetch(`${channel}/messages`, { method: "POST", headers, body: JSON.stringify({ messages }) })
  await fetch(`${channel}/flush`, { method: "POST", headers })
  await eventually(() => embedded.some((text) => !text.startsWith("Are you there")))
  dimensions = 5
  await eventually(async () => (await finding("index")).status === "failing")
  const { failing, of } = await examine()
  expect(failing).toEqual(["index"])
  expect(of("index")?.detail).toContain("5 dimensions among vectors of 3")
  dimensions = 3
})

test("a shard stopped by 4014 is named, with the close code", async () => {
  discord.settings.granted = 0
  discord.gateway.close(4014)
  await eventually(async () => (await finding("gateway")).status === "failing")
  const { failing, of } = await examine()
  expect(failing).toEqual(["gateway"])
  expect(of("gateway")).toMatchObject({
    detail: expect.stringContaining("stopped by close code 4014"),
    to_do: expect.stringContaining("Message Content Intent"),
  })
  discord.settings.granted = 0xffff_ffff
})

test("a wrong public key is named by the worker's values and by Discord's test", async () => {
  await restart({ DISCORD_PUBLIC_KEY: "ab".repeat(32) })
  const { failing, of } = await examine()
  expect(failing).toEqual(expect.arrayContaining(["application", "endpoint"]))
  expect(of("application")?.detail).toContain(`DISCORD_PUBLIC_KEY (it must be ${discord.publicKey})`)
  expect(of("endpoint")?.detail).toContain("Discord's test of the endpoint fails")
})

test("a wrong bot token is named, at Discord and in the worker", async () => {
  await restart({ DISCORD_TOKEN: "wrong" })
  await cron()
  const { failing, of } = await examine([], { DISCORD_TOKEN: "wrong" })
  expect(failing).toEqual(expect.arrayContaining(["bot token", "gateway"]))
  expect(of("bot token")?.detail).toBe("Discord refuses this DISCORD_TOKEN.")
  expect(of("gateway")?.to_do).toContain("DISCORD_TOKEN")
})

test("an absent admin token is named", async () => {
  await restart({ ADMIN_TOKEN: "" })
  const { code, failing, of } = await examine()
  expect({ code, failing }).toEqual({ code: 1, failing: ["admin token"] })
  expect(of("admin token")?.detail).toBe("The worker has no ADMIN_TOKEN.")
})

test("migrations that are behind are named, and cron that does not run", async () => {
  await restart({}, () =>
    change(
      "UPDATE d1_migrations SET applied_at = '2026-01-01 00:00:00'",
      "DELETE FROM cron_runs",
      "ALTER TABLE late_windows RENAME TO none",
      "DELETE FROM d1_migrations WHERE name >= '0007'",
    ),
  )
  const behind = await examine()
  expect(behind.failing).toEqual(expect.arrayContaining(["schema", "cron"]))
  expect(behind.of("schema")).toMatchObject({
    detail: expect.stringContaining("0006_icons_and_tags.sql"),
    to_do: "Run `npm run deploy`, which applies migrations.",
  })
  expect(behind.of("windows")?.status).toBe("unknown")
  expect(behind.of("cron")?.detail).toContain("Cron does not run")
})
