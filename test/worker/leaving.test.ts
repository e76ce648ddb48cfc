/**
 * A guild that removes the bot goes silent at once, is restored if the bot returns in time, and is erased
 * otherwise. The clock is set by hand.
 */
import { runDurableObjectAlarm } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { wakeErasers } from "../../src/erasure/wake.ts"
import { deep } from "../dice.ts"
import { dumpAll, found } from "./dump.ts"
import {
  ADA,
  CHANNELS,
  type ErasureBody,
  eraseThrough,
  erasure,
  line,
  markedGuild,
  markerOf,
  START,
} from "./erasing-world.ts"
import { call, channelPath, hear, memories, ok, type Page, type Problem, recall, send } from "./http.ts"
import { indexOf } from "./indexing.ts"
import { alarmOf, MINUTE, pass, quietly, setClock } from "./live.ts"
import { channelOf } from "./stand-ins.ts"

const DAY = 86_400_000

quietly({ silent: ["error", "warn"] })

const LEAVING = { status: 409, body: { type: "urn:keepsake:leaving" } }

function refusals(guild: string) {
  const message = line(900, ADA, "anyone here?", START + 1)
  return Promise.all([
    call<Problem>("POST", `${channelPath(guild, "101")}/messages`, { messages: [message] }),
    call<Problem>("POST", `${channelPath(guild, "999")}/messages`, { messages: [message] }),
    call<Problem>("POST", `/v1/guilds/${guild}/recall`, { query: "club" }),
    call<Problem>("POST", `/v1/guilds/${guild}/members/12/remember`, { text: "I sail" }),
  ])
}

deep(
  "a leaving guild hears, remembers and recalls nothing, and restoring it brings everything back",
  async () => {
    await markedGuild("9621")
    const before = await memories("9621")
    await recall("9621", { query: "kites" })
    const { leaving_at } = await ok<{ leaving_at: string }>("DELETE", "/v1/guilds/9621")
    expect(Date.parse(leaving_at) - START).toBeGreaterThanOrEqual(7 * DAY)
    expect(await refusals("9621")).toMatchObject([LEAVING, LEAVING, LEAVING, LEAVING])
    expect(await ok("DELETE", "/v1/guilds/9621")).toEqual({ leaving_at })
    setClock(START + 6 * DAY)
    await wakeErasers(env, Date.now())
    await eraseThrough("9621")
    await ok("POST", "/v1/guilds/9621/restore")
    expect(await memories("9621")).toEqual(before)
    expect((await recall("9621", { query: "kites" })).items.length).toBeGreaterThan(0)
    expect((await refusals("9621")).map(({ status }) => status)).toEqual([202, 202, 200, 200])
  },
)

test("with the admin token a guild is erased without a grace period, and a guild's key may not ask for that", async () => {
  const guild = "9625"
  const marker = markerOf(guild)
  await markedGuild(guild)
  const { token } = await ok<{ token: string }>("POST", `/v1/guilds/${guild}/keys`, {
    name: "admin",
    scope: "admin",
  })
  const headers = { authorization: `Bearer ${token}` }
  const asKey = await send(`/v1/guilds/${guild}?grace_days=0`, { method: "DELETE", headers })
  expect(asKey).toMatchObject({ status: 403 })
  expect((await memories(guild)).length).toBeGreaterThan(0)
  for (const days of ["", "-1", "0.5", "366"])
    expect(await call("DELETE", `/v1/guilds/${guild}?grace_days=${days}`), days).toMatchObject({
      status: 400,
    })
  await ok("DELETE", `/v1/guilds/${guild}?grace_days=0`)
  await eraseThrough(guild)
  expect(found(await dumpAll(), [marker])).toEqual([])
  expect(await call("GET", `/v1/guilds/${guild}/memories`)).toMatchObject({ status: 404 })
  const { items } = await ok<Page<ErasureBody>>("GET", `/v1/guilds/${guild}/erasures`)
  expect(items).toMatchObject([{ kind: "guild", state: "done", report: { left: 0 } }])
})

deep(
  "a person is erased from a leaving guild at once, although its open conversations wait for it",
  async () => {
    const guild = "9624"
    const marker = markerOf(guild)
    await markedGuild(guild)
    await ok("DELETE", `/v1/guilds/${guild}`)
    const open = channelOf(guild, "101")
    // The conversation ends, and its window waits for the guild.
    await pass(open, START + 60 * MINUTE)
    expect((await open.status()).waiting.windows).toBe(1)
    const { id } = await ok<ErasureBody>("POST", `/v1/guilds/${guild}/members/11/erase`, { opt_out: false })
    for (let hours = 1; hours <= 12 && (await erasure(guild, id)).state !== "done"; hours++) {
      await pass(open, START + (hours + 1) * 60 * MINUTE)
      await pass(env.ERASERS.getByName(guild), Date.now())
      await pass(indexOf(guild), Date.now())
    }
    expect(await erasure(guild, id)).toMatchObject({ state: "done", report: { left: 0, detail: null } })
    await ok("POST", `/v1/guilds/${guild}/restore`)
    await pass(open, Date.now() + 2 * 60 * MINUTE)
    expect((await open.status()).waiting.windows).toBe(0)
    expect((await memories(guild)).filter(({ fact }) => fact.includes(marker))).toEqual([])
  },
)

deep("a guild whose grace period ends is erased everywhere, leaving only the proof", async () => {
  const guild = "962200000000000017"
  await markedGuild(guild)
  expect(found(await dumpAll(), [markerOf(guild)]).length).toBeGreaterThan(20)
  await ok("DELETE", `/v1/guilds/${guild}`)
  setClock(START + 8 * DAY)
  await wakeErasers(env, Date.now())
  await eraseThrough(guild)
  // The journal names the guild until its days are over.
  const eraser = env.ERASERS.getByName(guild)
  setClock(((await alarmOf(eraser)) ?? 0) + 1)
  await runDurableObjectAlarm(eraser)
  const left = await dumpAll()
  expect(found(left, [markerOf(guild)])).toEqual([])
  const named = found(left, [guild])
  expect(named.every((held) => held.startsWith("D1 erasures"))).toBe(true)
  expect(named).toHaveLength(1)
  expect((await call("GET", `/v1/guilds/${guild}/settings`)).status).toBe(404)
  const { items } = await ok<Page<ErasureBody>>("GET", `/v1/guilds/${guild}/erasures`)
  expect(items).toMatchObject([
    { kind: "guild", state: "done", report: { left: 0, counts: { objects: 5, channels: 5 } } },
  ])

  const old = line(101_000, ADA, `my ${markerOf(guild)} club`, START - 3_600_000)
  for (const channel of [...CHANNELS, "888"])
    expect(await ok("POST", `${channelPath(guild, channel)}/messages`, { messages: [old] })).toMatchObject({
      accepted: 0,
      rejected: [{ index: 0, reason: "erased" }],
    })
  expect(await rowsOf(guild)).toBe(0)

  await hear(guild, "101", [line(300_000, ADA, "I live in Oslo", Date.now() + 1_000)])
  expect((await memories(guild)).map(({ fact }) => fact)).toEqual(["Ada lives in Oslo"])
})

deep("a guild that removes the bot without a grace period is erased at once", async () => {
  const guild = "962300000000000017"
  await markedGuild(guild)
  await ok("DELETE", `/v1/guilds/${guild}`)
  await env.DB.prepare("UPDATE guilds SET leaving_at = ? WHERE id = ?").bind(START, guild).run()
  await env.ERASERS.getByName(guild).wake(guild)
  await eraseThrough(guild)
  expect(await rowsOf(guild)).toBe(0)
  expect(await call("POST", `/v1/guilds/${guild}/restore`)).toMatchObject({ status: 404 })
})

async function rowsOf(guild: string): Promise<number> {
  const tables = [
    "guilds",
    "channels",
    "members",
    "memories",
    "notes",
    "evidence",
    "windows",
    "usage",
    "audit",
  ]
  const counts = await Promise.all(
    tables.map((table) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${table === "guilds" ? "id" : "guild_id"} = ?`)
        .bind(guild)
        .first<{ n: number }>(),
    ),
  )
  return counts.reduce((sum, row) => sum + (row?.n ?? 0), 0)
}
