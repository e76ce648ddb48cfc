/** The API previews, starts, pauses and stops an import of old messages, and tells how far it is. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { app } from "../../src/http/app.ts"
import { Backfill, MINUTE } from "./backfill-world.ts"
import { asShard } from "./gateway-told.ts"
import { call, ok, type Page, type Problem } from "./http.ts"

const LONG_AGO = Date.parse("2025-03-01T12:00:00Z")

interface HistoryBody {
  id: string
  state: string
  reason: string | null
  estimate: { messages: number; calls: { low: number; high: number }; basis: string } | null
  cap_usd: number | null
  progress: Record<string, number>
}

/** Sends a request to a deployment with a bot's token. Other tests have none. */
async function withToken(path: string, body: object = {}): Promise<{ status: number; body: HistoryBody }> {
  const context = createExecutionContext()
  const request = new Request(`https://keepsake.test${path}`, {
    method: "POST",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const answer = await app.fetch(request, { ...env, DISCORD_TOKEN: "token" }, context)
  await waitOnExecutionContext(context)
  return { status: answer.status, body: (await answer.json()) as HistoryBody }
}

test("a preview is counted, started with a cap, paused, resumed and stopped, each with one audit row", async () => {
  await asShard({}, async (shard) => {
    const told = new Backfill(shard)
    const general = told.channel("general")
    await shard.hear()
    await told.keepImporterWaiting()
    shard.world.guild(told.guild).unindexed = 2
    for (let nth = 0; nth < 130; nth++) told.past(general, LONG_AGO + nth * MINUTE, `line ${nth}`)
    const path = `/v1/guilds/${told.guild}/history`
    const { id } = (await withToken(path)).body
    expect(await withToken(`${path}/${id}/start`)).toMatchObject({ status: 409 })
    await told.run(told.deps(), 30)
    expect(await ok<HistoryBody>("GET", `${path}/${id}`)).toMatchObject({
      state: "ready",
      estimate: { messages: 130, calls: { low: 0, high: 0 }, basis: "rules" },
    })
    expect(shard.rest.asked.filter((one) => one.includes("search"))).toHaveLength(3)
    const started = await withToken(`${path}/${id}/start`, { cap_usd: 2 })
    expect((await withToken(`${path}/${id}/start`, { cap_usd: 3 })).body).toMatchObject({ cap_usd: 2 })
    expect(started.body).toMatchObject({ state: "running", cap_usd: 2 })
    expect(await withToken(path)).toMatchObject({
      status: 409,
      body: { type: "urn:keepsake:history_running" },
    })
    await told.run(told.deps(), 1)
    await ok("POST", `${path}/${id}/pause`)
    await told.run()
    expect(await ok<HistoryBody>("GET", `${path}/${id}`)).toMatchObject({
      state: "paused",
      progress: { channels: 1, total: 130, read: 100, accepted: 100 },
    })
    expect(await call<Problem>("POST", `${path}/${id}/resume`)).toMatchObject(NO_TOKEN)
    expect(await ok<HistoryBody>("GET", `${path}/${id}`)).toMatchObject({ state: "paused" })
    expect((await withToken(`${path}/${id}/resume`)).status).toBe(202)
    await told.run()
    expect(await ok<HistoryBody>("GET", `${path}/${id}`)).toMatchObject({
      state: "done",
      progress: { done: 1, read: 130, accepted: 130, duplicates: 0, rejected: 0 },
    })
    expect(await call<Problem>("POST", `${path}/${id}/stop`)).toMatchObject({ status: 409 })
    expect((await ok<Page<HistoryBody>>("GET", path)).items.map((one) => one.id)).toEqual([id])
    expect(await ok("GET", `${path}/${id}/channels`)).toMatchObject({
      items: [{ channel_id: general, name: "general", state: "done", total: 130, accepted: 130 }],
    })
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit WHERE guild_id = ? AND action LIKE 'history.%' ORDER BY seq",
    )
      .bind(told.guild)
      .all<{ action: string }>()
    expect(results.map(({ action }) => action)).toEqual(["history.start", "history.pause", "history.resume"])
  })
})

const NO_TOKEN = { status: 409, body: { type: "urn:keepsake:discord_unset" } }

test("without the bot's token a preview and a start are refused at once, and nothing changes", async () => {
  await asShard({}, async (shard) => {
    const told = new Backfill(shard)
    told.channel("general")
    await shard.hear()
    await told.keepImporterWaiting()
    const path = `/v1/guilds/${told.guild}/history`
    expect(await call<Problem>("POST", path, {})).toMatchObject({
      ...NO_TOKEN,
      body: { detail: expect.stringContaining("no DISCORD_TOKEN") },
    })
    expect(await ok<Page<HistoryBody>>("GET", path)).toMatchObject({ items: [] })
    const { id } = (await withToken(path)).body
    await told.run(told.deps(), 30)
    expect(await call<Problem>("POST", `${path}/${id}/start`, {})).toMatchObject(NO_TOKEN)
    expect(await ok<HistoryBody>("GET", `${path}/${id}`)).toMatchObject({ state: "ready" })
  })
})

test("a preview whose deployment loses the bot's token says so, and none of another guild is found", async () => {
  const guild = "7752001"
  await ok("PUT", `/v1/guilds/${guild}/settings`, { cooldown_seconds: 0 })
  const { id } = (await withToken(`/v1/guilds/${guild}/history`)).body
  const state = () => ok<HistoryBody>("GET", `/v1/guilds/${guild}/history/${id}`)
  await expect.poll(state, { timeout: 8_000 }).toMatchObject({ state: "stopped", reason: "no_discord" })
  await ok("PUT", "/v1/guilds/7752002/settings", { cooldown_seconds: 0 })
  expect(await call("GET", `/v1/guilds/7752002/history/${id}`)).toMatchObject({ status: 404 })
})
