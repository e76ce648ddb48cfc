/** An erased person's API keys leave no name behind: not in the keys, the audit log or the erasures. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { erasePerson } from "../../src/erasure/jobs.ts"
import { wakeEraser } from "../../src/erasure/wake.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { type ErasureBody, eraseThrough, erasure, START } from "./erasing-world.ts"
import { adaSays, ok } from "./http.ts"
import { as, newKey } from "./key-holder.ts"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const OPEN = { name: "general", audience: "everyone" }

/** Returns every row of keys, audit log and erasures of a guild as text. */
async function traces(guild: string): Promise<string> {
  const tables = await env.DB.batch(
    ["api_keys", "audit", "erasures"].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE guild_id = ?`).bind(guild),
    ),
  )
  return JSON.stringify(tables.map(({ results }) => results))
}

test("the audit log names neither an erased person's keys nor, by them, what the person did", async () => {
  const guild = "9651"
  await adaSays(guild, "100", "I love hiking", OPEN)
  const phone = await newKey(guild, { name: "Ada's phone", scope: "write", viewer_id: "11" })
  const bots = await newKey(guild, { name: "dice bot", scope: "write" })
  expect((await as(phone.token, "GET", `/v1/guilds/${guild}/members/11/export`)).status).toBe(200)
  expect(
    (await as(bots.token, "PUT", `/v1/guilds/${guild}/members/11/consent`, { consent: "in" })).status,
  ).toBe(204)
  const asked = await as<ErasureBody>(phone.token, "POST", `/v1/guilds/${guild}/members/11/erase`, {})
  expect(asked.status).toBe(202)
  expect(await traces(guild)).toContain("Ada's phone")
  await eraseThrough(guild)
  const { target } = await erasure(guild, asked.body.id)
  const left = await traces(guild)
  expect(left).not.toMatch(/Ada|phone/)
  expect(left).toContain(`key ${target} (${phone.id})`)
  expect(left).toContain(`key dice bot (${bots.id})`)
  const { items } = await ok<{ items: { action: string; target: string; detail: object }[] }>(
    "GET",
    `/v1/guilds/${guild}/audit?action=key.create`,
  )
  expect(items.map(({ target: id, detail }) => [id, detail])).toEqual([
    [bots.id, expect.objectContaining({ name: "dice bot", bound: [] })],
    [phone.id, expect.objectContaining({ name: target, bound: ["person"] })],
  ])
})

test("an erasure that a person asked for on Discord does not keep their id as its requester", async () => {
  const guild = "9652"
  await adaSays(guild, "100", "I love hiking", OPEN)
  const by = { actor: "member 11", now: START }
  const job = await erasePerson(guildDatabase(env, guild), { guildId: guild, userId: "11", optOut: true }, by)
  await wakeEraser(env, guild)
  await eraseThrough(guild)
  const { target } = await erasure(guild, job.id)
  const row = await env.DB.prepare("SELECT requested_by FROM erasures WHERE id = ?").bind(job.id).first()
  expect(row).toEqual({ requested_by: `member ${target}` })
})
