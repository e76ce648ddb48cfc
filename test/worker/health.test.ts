/** The operator learns from one call what is wrong with a deployment, and what to do about it. */
import { createExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { postAlerts } from "../../src/health/alerts.ts"
import { runCronRound } from "../../src/health/cron.ts"
import { checkDeployment } from "../../src/health/deployment.ts"
import { app } from "../../src/http/app.ts"
import type { GatewayStatus } from "../../src/runtime/gateway-status.ts"
import { call, ok } from "./http.ts"
import { DAY, line, live, MINUTE, pass, quietly, START } from "./live.ts"
import { bindModel, channelOf, claim, DOWN } from "./stand-ins.ts"
import { VectorizeStandIn } from "./vectorize.ts"

quietly({ silent: ["error", "warn"] })

interface HealthBody {
  status: string
  discord: { application_id: string | null; public_key: string | null }
  checks: { name: string; status: string; detail: string; to_do: string | null }[]
}

const GUILD = "58001"
const HOUR = 60 * MINUTE

/** Runs statements on the real database. */
async function run(...statements: string[]): Promise<void> {
  for (const statement of statements) await env.DB.prepare(statement).run()
}

/** Returns one check of a deployment with other bindings. */
async function checkWith(name: string, change: Partial<Env> = {}, probe = false) {
  const { checks } = await checkDeployment({ ...env, ...change }, { probe })
  return checks.find((check) => check.name === name)
}

/** A deployment whose gateway reports this. */
function gateway(status: Partial<GatewayStatus> & { shard?: object }): Partial<Env> {
  const { shard, ...rest } = status
  const quiet = {
    shard: 0,
    phase: "ready",
    lastHeardAt: null,
    heartbeatAt: null,
    lastClose: null,
    lastFailure: null,
    stoppedBy: null,
    toDo: null,
  }
  const shards = shard ? [{ ...quiet, ...shard }] : []
  const statusOfAll = async () => ({ state: "running", toDo: null, lastFailure: null, shards, ...rest })
  // Only this method is called.
  return { SHARDS: { getByName: () => ({ statusOfAll }) } as unknown as Env["SHARDS"] }
}

test("the operator gets every check by name, also if some fail", async () => {
  const body = await ok<HealthBody>("GET", "/v1/health")
  expect(body.checks.map(({ name }) => name).sort()).toEqual(
    [
      "cron",
      "database",
      "deployment_spend",
      "erasures",
      "gateway",
      "nights",
      "schema",
      "settings",
      "spend",
      "windows",
    ].sort(),
  )
  expect(body.checks.find(({ name }) => name === "schema")).toMatchObject({ status: "ok", to_do: null })
  expect(body.checks.find(({ name }) => name === "database")).toMatchObject({ status: "ok" })
})

test("a database that lacks the newest migrations is reported, and the other checks still run", async () => {
  const { results } = await env.DB.prepare("SELECT * FROM d1_migrations ORDER BY id DESC LIMIT 2").all<{
    id: number
    name: string
    applied_at: string
  }>()
  const newest = results[0]
  await run(
    "DELETE FROM d1_migrations WHERE id = (SELECT max(id) FROM d1_migrations)",
    "ALTER TABLE late_windows RENAME TO none",
  )
  try {
    const { status, checks } = await checkDeployment(env, { probe: false })
    expect(status).toBe("failing")
    expect(checks.find(({ name }) => name === "schema")).toMatchObject({
      status: "failing",
      detail: expect.stringContaining(results[1]?.name ?? "none"),
      toDo: expect.stringContaining("npm run deploy"),
    })
    expect(checks.find(({ name }) => name === "windows")?.status).toBe("unknown")
    expect(checks.find(({ name }) => name === "erasures")?.status).not.toBe("unknown")
  } finally {
    await run("ALTER TABLE none RENAME TO late_windows")
    await env.DB.prepare("INSERT INTO d1_migrations (id, name, applied_at) VALUES (?, ?, ?)")
      .bind(newest?.id, newest?.name, newest?.applied_at)
      .run()
  }
})

test("an unreachable database makes its checks unknown, and nothing throws", async () => {
  const down = () => {
    throw new Error("D1_ERROR: the database is out of reach")
  }
  const DB = { prepare: down, batch: down } as unknown as D1Database
  const { status, checks } = await checkDeployment({ ...env, DB }, { probe: false })
  expect(status).toBe("warning")
  expect(checks.filter(({ status }) => status === "unknown").map(({ name }) => name)).toEqual([
    "database",
    "schema",
    "windows",
    "erasures",
    "nights",
    "cron",
    "spend",
    "deployment_spend",
  ])
})

test.each([
  [6, "ok"],
  [8, "warning"],
  [9.6, "failing"],
])("a database of %d GB is %s", async (size, status) => {
  const batch = async (statements: D1PreparedStatement[]) => {
    const results = await env.DB.batch(statements)
    return results.map((result) => ({ ...result, meta: { ...result.meta, size_after: size * 1e9 } }))
  }
  const DB = { prepare: (text: string) => env.DB.prepare(text), batch } as unknown as D1Database
  expect(await checkWith("database", { DB })).toMatchObject({ status })
})

test("a window that fails for an hour is found, and well again once it is read", async () => {
  const channel = channelOf(GUILD, "100")
  const model = await bindModel(channel, DOWN)
  const late = () =>
    env.DB.prepare("SELECT since FROM late_windows WHERE guild_id = ?").bind(GUILD).all<{ since: number }>()
  await live(GUILD, channel, [line(1, "I moved to Oslo", 0)])
  await pass(channel, START + 10 * MINUTE)
  expect((await late()).results).toEqual([])
  await pass(channel, START + 40 * MINUTE)
  expect((await late()).results).toHaveLength(1)
  expect(await checkWith("windows")).toMatchObject({ status: "warning" })
  await pass(channel, START + 3 * HOUR)
  expect(await checkWith("windows")).toMatchObject({ status: "failing" })
  model.says = () => [claim("P1", "Ada moved to Oslo")]
  await pass(channel, START + 6 * HOUR)
  expect((await late()).results).toEqual([])
})

test("a guild that is erased or about to leave reports no late window", async () => {
  await run(
    `INSERT INTO guilds (id, settings, policy_version, writes, created_at, leaving_at) VALUES ('58002', '{}', 0, 0, 0, 9e15)`,
    "INSERT INTO late_windows (guild_id, channel_id, since) VALUES ('58002', '1', 1)",
  )
  expect((await checkWith("windows"))?.detail).not.toContain("58002")
  await run("DELETE FROM late_windows WHERE guild_id = '58002'", "DELETE FROM guilds WHERE id = '58002'")
})

test.each([
  [2 * HOUR, "warning"],
  [25 * HOUR, "failing"],
])("an erasure that is open for %d ms is %s", async (age, status) => {
  vi.useFakeTimers({ toFake: ["Date"], now: 10 * DAY })
  await run(
    `INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at) VALUES ('e_58003', '58003', 'person', '1', 'running', '{}', 'test', ${10 * DAY - age})`,
  )
  expect(await checkWith("erasures")).toMatchObject({ status, toDo: expect.stringContaining("58003") })
  await run("DELETE FROM erasures WHERE id = 'e_58003'")
})

test("a guild whose last two nights failed is named; one failure among successes is not", async () => {
  const night = (guild: string, day: number, state: string) =>
    `INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at) VALUES ('${guild}_${day}', '${guild}', '2000-01-0${day}', 'schedule', 'schedule', '${state}', ${day})`
  const guild = (id: string) =>
    `INSERT INTO guilds (id, settings, policy_version, writes, created_at) VALUES ('${id}', '{}', 0, 0, 0)`
  await run(
    guild("11"),
    night("11", 1, "done"),
    night("11", 2, "failed"),
    night("11", 3, "skipped"),
    night("11", 4, "failed"),
  )
  await run(guild("12"), night("12", 1, "failed"), night("12", 2, "failed"), night("12", 3, "done"))
  const found = await checkWith("nights")
  expect(found).toMatchObject({ status: "failing", toDo: expect.stringContaining("/v1/guilds/11/runs") })
  expect(found?.detail).not.toContain("12")
  await run("DELETE FROM runs WHERE guild_id IN ('11', '12')", "DELETE FROM guilds WHERE id IN ('11', '12')")
})

test("cron that stopped, a job that failed, and cron that runs are told apart", async () => {
  const now = Date.now() + DAY
  vi.useFakeTimers({ toFake: ["Date"], now })
  await run("DELETE FROM cron_runs")
  expect(await checkWith("cron")).toMatchObject({
    status: "failing",
    detail: expect.stringContaining("the five-minutes round has not run yet"),
  })
  const nothing = async () => {}
  await run(`UPDATE d1_migrations SET applied_at = datetime(${now / 1_000}, 'unixepoch')`)
  expect(await checkWith("cron")).toMatchObject({
    status: "ok",
    detail: expect.stringContaining("first round"),
  })
  vi.spyOn(console, "log").mockReturnValue()
  await runCronRound("hourly", { purge: nothing }, env)
  const broken = { undo: () => Promise.reject(new Error("down")), renames: nothing }
  await runCronRound("five_minutes", broken, env)
  expect(await checkWith("cron")).toMatchObject({
    status: "failing",
    detail: expect.stringMatching(/failed.*: undo\.$/),
  })
  await runCronRound("five_minutes", { undo: nothing }, env)
  expect(await checkWith("cron")).toMatchObject({ status: "ok" })
  vi.setSystemTime(now + 30 * MINUTE)
  expect(await checkWith("cron")).toMatchObject({
    status: "failing",
    detail: expect.stringContaining("30 minutes ago"),
  })
})

test("a guild at 80 % of a cap is named", async () => {
  const now = Date.parse("2031-05-20T12:00:00Z")
  vi.useFakeTimers({ toFake: ["Date"], now })
  await ok("PUT", `/v1/guilds/${GUILD}/settings`, { daily_tokens: 1_000, monthly_usd: 50 })
  const spent = (day: string, tokens: number) =>
    `INSERT INTO usage (guild_id, day, purpose, model, calls, input_tokens, output_tokens, cost_usd) VALUES ('${GUILD}', '${day}', 'test', '@cf/x', 1, ${tokens}, 0, 0.1)`
  await run(spent("2031-05-19", 5_000), spent("2031-05-20", 700))
  expect(await checkWith("spend")).toMatchObject({ status: "ok" })
  await run(`UPDATE usage SET output_tokens = 100 WHERE guild_id = '${GUILD}' AND day = '2031-05-20'`)
  expect(await checkWith("spend")).toMatchObject({
    status: "warning",
    detail: expect.stringContaining(GUILD),
  })
})

const NOW = () => Date.now()

test.each<[string, () => Partial<Env>, string, string]>([
  ["no token", () => gateway({ state: "unset" }), "ok", "Without DISCORD_TOKEN"],
  ["a connection", () => gateway({ shard: { lastHeardAt: NOW() } }), "ok", "1 of 1"],
  [
    "a reconnect",
    () => gateway({ shard: { phase: "waiting", lastHeardAt: NOW() - MINUTE } }),
    "warning",
    "reconnecting",
  ],
  [
    "silence",
    () => gateway({ shard: { phase: "waiting", lastHeardAt: NOW() - 11 * MINUTE } }),
    "failing",
    "11 minutes",
  ],
  [
    "a stop by 4014",
    () => gateway({ shard: { phase: "stopped", stoppedBy: 4014, toDo: "Enable it." } }),
    "failing",
    "4014",
  ],
  [
    "an order to stop",
    () => gateway({ state: "stopped", shard: { phase: "stopped" } }),
    "warning",
    "operator",
  ],
  [
    "a refused token",
    () => gateway({ state: "stopped", toDo: "Set the secret DISCORD_TOKEN." }),
    "failing",
    "DISCORD_TOKEN",
  ],
])("the gateway with %s", async (_, change, status, detail) => {
  expect(await checkWith("gateway", change())).toMatchObject({
    status,
    detail: expect.stringContaining(detail),
  })
})

test("unusable variables are named to the operator, although nothing else works", async () => {
  const broken = { ...env, AI_TIMEOUT_SECONDS: "soon", DISCORD_PUBLIC_KEY: "short" }
  const headers = { authorization: "Bearer dev" }
  const answer = await app.fetch(
    new Request("https://keepsake.test/v1/health?probe=true", { headers }),
    broken,
    createExecutionContext(),
  )
  expect(answer.status).toBe(200)
  const body = (await answer.json()) as HealthBody
  expect(body.checks.find(({ name }) => name === "settings")).toMatchObject({
    status: "failing",
    detail: expect.stringMatching(/AI_TIMEOUT_SECONDS.*DISCORD_PUBLIC_KEY/),
  })
  expect(body.discord).toEqual({ application_id: null, public_key: "short" })
})

test("Discord set up in part, and Vectorize asked for but not bound, are found", async () => {
  expect(await checkWith("settings", { DISCORD_TOKEN: "x" })).toMatchObject({
    status: "warning",
    detail: expect.stringContaining("DISCORD_APPLICATION_ID and DISCORD_PUBLIC_KEY"),
  })
  expect(await checkWith("settings", { VECTOR_INDEX: "vectorize" })).toMatchObject({ status: "failing" })
})

/** A binding whose chat model answers with `chat`, and whose embeddings have `dimensions`. */
function ai(chat: () => unknown, dimensions = 4): Partial<Env> {
  const run = async (_: string, input: { text?: string[] }) =>
    input.text ? { data: input.text.map(() => Array(dimensions).fill(0.5)) } : chat()
  return { AI: { run } as unknown as Ai }
}

const HELLO = () => ({ choices: [{ message: { content: null }, finish_reason: "length" }] })

test("a probe asks the models and compares dimensions with Vectorize", async () => {
  const VECTORS = new VectorizeStandIn(4, []).binding
  expect(await checkWith("model", ai(HELLO), true)).toMatchObject({ status: "ok" })
  expect(await checkWith("model", ai(DOWN), true)).toMatchObject({
    status: "failing",
    detail: expect.stringContaining("1031"),
  })
  expect(await checkWith("index", { ...ai(HELLO), VECTORS }, true)).toMatchObject({ status: "ok" })
  expect(await checkWith("index", { ...ai(HELLO, 8), VECTORS }, true)).toMatchObject({
    status: "failing",
    detail: expect.stringMatching(/has 4 dimensions.*gives 8/),
  })
  expect(await checkWith("model")).toBeUndefined()
})

test("a probe compares dimensions with a guild's embedded index", async () => {
  // A model of its own: other tests leave vectors of the usual one.
  const AI_EMBED_MODEL = "test/dimensions"
  const index = env.INDEXES.getByName("58009")
  await index.put([{ kind: "note", seq: 1, vector: new Float32Array([1, 0, 0, 0]) }], "test/dimensions")
  await run(
    "INSERT INTO guilds (id, settings, policy_version, writes, created_at, embedded_with) VALUES ('58009', '{}', 0, 0, 0, 'embedded:test/dimensions')",
    `INSERT INTO notes (id, guild_id, channel_id, kind, title, summary, participants, first_message_id, from_at, to_at, method, embedded_with)
      VALUES ('n_58009', '58009', '1', 'conversation', 'A', 'B', '[]', '1', 0, 0, 'rule', 'embedded:test/dimensions')`,
  )
  expect(await checkWith("index", { ...ai(HELLO), AI_EMBED_MODEL }, true)).toMatchObject({ status: "ok" })
  expect(await checkWith("index", { ...ai(HELLO, 8), AI_EMBED_MODEL }, true)).toMatchObject({
    status: "failing",
    detail: expect.stringContaining("8 dimensions among vectors of 4"),
  })
  await run("DELETE FROM notes WHERE guild_id = '58009'", "DELETE FROM guilds WHERE id = '58009'")
})

test("a guild's key cannot read the deployment's health", async () => {
  const { token } = await ok<{ token: string }>("POST", `/v1/guilds/${GUILD}/keys`, {
    name: "a",
    scope: "admin",
  })
  const headers = { authorization: `Bearer ${token}` }
  const request = new Request("https://keepsake.test/v1/health", { headers })
  expect((await app.fetch(request, env, createExecutionContext())).status).toBe(403)
  expect(await call("GET", "/v1/health?probe=maybe")).toMatchObject({ status: 400 })
})

/** A webhook that answers with `status` and keeps the lines about the gateway. */
function webhook() {
  const state = { status: 204, gatewayLines: [] as string[], bodies: [] as unknown[] }
  vi.spyOn(globalThis, "fetch").mockImplementation(async (address, init) => {
    expect(String(address)).toBe("https://discord.test/api/webhooks/1/secret")
    const body = JSON.parse(String(init?.body)) as { content: string }
    state.bodies.push(body)
    if (state.status < 300)
      state.gatewayLines.push(...body.content.split("\n").filter((line) => line.includes("**gateway**")))
    return new Response(null, { status: state.status })
  })
  return state
}

test("an alert is posted once, tried again after a failed post, and ended when all is well", async () => {
  await run("DELETE FROM alerts")
  const told = webhook()
  const ALERT_WEBHOOK = "https://discord.test/api/webhooks/1/secret"
  const [down, up] = [
    gateway({ shard: { phase: "stopped", stoppedBy: 4014, toDo: "Enable it." } }),
    gateway({ shard: { lastHeardAt: Date.now() } }),
  ]
  const round = (change: Partial<Env>) => postAlerts({ ...env, ALERT_WEBHOOK, ...change })
  told.status = 500
  await expect(round(down)).rejects.toThrow(/^the alert webhook answered 500$/)
  told.status = 204
  await round(down)
  await round(down)
  expect(told.gatewayLines).toEqual([expect.stringMatching(/is failing\. .*4014.* Enable it\.$/)])
  await round(up)
  await round(up)
  expect(told.gatewayLines.slice(1)).toEqual([expect.stringContaining("is well again")])
  expect(told.bodies[0]).toEqual({ content: expect.any(String), allowed_mentions: { parse: [] } })
  const posts = told.bodies.length
  await postAlerts({ ...env, ...down })
  expect(told.bodies).toHaveLength(posts)
  await run("DELETE FROM alerts")
})
