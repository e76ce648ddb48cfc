/** Listening: when windows close, what is in them, and that nothing is lost whatever fails. Time is moved by hand, far
 * ahead of the platform's own clock, so that no alarm rings by itself. */
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import type { Delivered } from "../../src/channel/delivery.ts"
import { delivery, said } from "./builders.ts"
import { call, memories, ok } from "./http.ts"
import { bindModel, breakDatabase, type Channel, channelOf, claim, DOWN, mendDatabase } from "./stand-ins.ts"

const START = Date.parse("2090-01-01T12:00:00Z")
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function at(time: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: time })
}

/** A message of Ada's, said `minutes` after the start. */
function line(id: number, content: string, minutes: number, author = "11"): Delivered {
  return {
    ...said(String(id), author, author === "11" ? "Ada" : "Bo", content, 0),
    at: START + minutes * MINUTE,
  }
}

/** Hears messages live, each at its own time. */
async function live(guild: string, channel: Channel, messages: Delivered[]): Promise<void> {
  for (const message of messages) {
    at(message.at)
    await channel.append(delivery(guild, "100", [message]))
  }
}

/** Lets time pass, and the alarm ring whenever it is due until then. */
async function pass(channel: Channel, until: number): Promise<void> {
  for (let rings = 0; rings < 200; rings++) {
    const due = await alarmOf(channel)
    if (due === null || due > until) break
    at(Math.max(due, Date.now()))
    await runDurableObjectAlarm(channel)
  }
  at(until)
}

function alarmOf(channel: Channel): Promise<number | null> {
  return runInDurableObject(channel, (_, state) => state.storage.getAlarm())
}

interface WindowRow {
  id: string
  message_count: number
  reason: string
  method: string
}
async function windows(guild: string): Promise<WindowRow[]> {
  const rows = await env.DB.prepare(
    "SELECT id, message_count, reason, method FROM windows WHERE guild_id = ? ORDER BY first_at, id",
  )
    .bind(guild)
    .all<WindowRow>()
  return rows.results
}

function sizes(rows: WindowRow[]): [number, string][] {
  return rows.map((row) => [row.message_count, row.reason])
}

test("a conversation ends three minutes after its last message, though the object was evicted meanwhile", async () => {
  const channel = channelOf("6001", "100")
  await live("6001", channel, [line(1, "I love hiking", 0), line(2, "and sailing", 2)])
  await evictDurableObject(channel)
  await pass(channel, START + 5 * MINUTE - 1)
  expect(await windows("6001")).toEqual([])
  await pass(channel, START + 5 * MINUTE)
  expect(sizes(await windows("6001"))).toEqual([[2, "lull"]])
  expect(await channel.status()).toMatchObject({ open: 0, waiting: { windows: 0 } })
})

test("thirty messages close a window at once, and what arrives after opens the next", async () => {
  const channel = channelOf("6002", "100")
  const many = Array.from({ length: 31 }, (_, index) => line(index + 1, `point ${index}`, index / 100))
  await live("6002", channel, many)
  await pass(channel, START + MINUTE)
  expect(sizes(await windows("6002"))).toEqual([[30, "full"]])
  expect((await channel.status()).open).toBe(1)
  await pass(channel, START + 10 * MINUTE)
  expect(sizes(await windows("6002"))).toEqual([
    [30, "full"],
    [1, "lull"],
  ])
})

test("a channel that never rests is read every half hour", async () => {
  const channel = channelOf("6003", "100")
  for (let minute = 0; minute <= 44; minute += 2) {
    await pass(channel, START + minute * MINUTE)
    await live("6003", channel, [line(minute + 1, `still here at ${minute}`, minute)])
  }
  expect(sizes(await windows("6003"))).toEqual([[15, "span"]])
  await pass(channel, START + 60 * MINUTE)
  expect(sizes(await windows("6003"))).toEqual([
    [15, "span"],
    [8, "lull"],
  ])
})

test("the alarm is set by the first message and not moved by the ones after it", async () => {
  const channel = channelOf("6004", "100")
  await live("6004", channel, [line(1, "one", 0)])
  const armed = await alarmOf(channel)
  expect(armed).toBe(START + 3 * MINUTE)
  await live("6004", channel, [line(2, "two", 1), line(3, "three", 2), line(4, "four", 2.5)])
  expect(await alarmOf(channel)).toBe(armed)
  await pass(channel, START + 3 * MINUTE)
  expect(await alarmOf(channel)).toBe(START + 5.5 * MINUTE)
})

test("an edited message is read as edited, and a deleted one is not read", async () => {
  const channel = channelOf("6005", "100")
  await live("6005", channel, [
    line(1, "I love hiking", 0),
    line(2, "I love chess", 0),
    line(3, "I love tea", 0),
  ])
  const path = "/v1/guilds/6005/channels/100/messages"
  expect((await call("PATCH", `${path}/1`, { content: "I love sailing" })).status).toBe(204)
  expect((await call("DELETE", `${path}/2`)).status).toBe(204)
  expect((await call("DELETE", `${path}/2`)).status).toBe(404)
  expect(await channel.append(delivery("6005", "100", [line(2, "I love chess", 0)]))).toMatchObject({
    duplicates: 1,
  })
  await pass(channel, START + 10 * MINUTE)
  const facts = (await memories("6005")).map((memory) => memory.fact).join("; ")
  expect(facts).toMatch(/sailing/)
  expect(facts).toMatch(/tea/)
  expect(facts).not.toMatch(/hiking|chess/)
  expect(sizes(await windows("6005"))).toEqual([[2, "lull"]])
})

test("messages delivered late or twice stand in the order they were said, once each", async () => {
  const channel = channelOf("6006", "100")
  const [first, second, third] = [line(1, "one", 0), line(2, "two", 1), line(3, "three", 2)]
  const model = await bindModel(channel, () => [])
  at(START + 2 * MINUTE)
  for (const batch of [[third], [first, third], [second, second]])
    await channel.append(delivery("6006", "100", batch as Delivered[]))
  await pass(channel, START + 10 * MINUTE)
  expect(model.prompts).toHaveLength(1)
  expect(model.prompts[0]).toMatch(/\[1\].*one\n\[2\].*two\n\[3\].*three\n/)
  expect((await windows("6006"))[0]?.id).toMatch(/_1_3$/)
})

test("an import is cut by the times its messages were said, not by the time they came in", async () => {
  const channel = channelOf("6007", "100")
  const talks = [-3_000, -2_990, -2_989, -500, -499.5].map((minutes, index) =>
    line(index + 1, `word ${index}`, minutes),
  )
  at(START)
  await channel.append(delivery("6007", "100", talks))
  await pass(channel, START + 5 * MINUTE)
  expect((await windows("6007")).map((row) => row.message_count)).toEqual([1, 2, 2])
})

test("while no model is to be had windows wait, sealed, and are read when it is back", async () => {
  const channel = channelOf("6008", "100")
  const model = await bindModel(channel, DOWN)
  await live("6008", channel, [line(1, "I moved to Oslo", 0)])
  await pass(channel, START + 60 * MINUTE)
  expect(await channel.status()).toMatchObject({ open: 0, waiting: { windows: 1, messages: 1 } })
  expect(await alarmOf(channel)).toBeGreaterThan(START + 60 * MINUTE)
  expect(model.prompts.length).toBeGreaterThan(6)
  model.says = () => [claim("P1", "Ada moved to Oslo")]
  await pass(channel, START + 240 * MINUTE)
  expect(await windows("6008")).toMatchObject([{ method: "model", message_count: 1 }])
  expect((await memories("6008")).map((memory) => memory.fact)).toEqual(["Ada moved to Oslo"])
})

test("past two thousand waiting messages the rules read the oldest, and none is dropped", async () => {
  const channel = channelOf("6009", "100")
  await ok("PUT", "/v1/guilds/6009/settings", { max_messages: 100 })
  await bindModel(channel, DOWN)
  at(START)
  for (let start = 0; start < 2_150; start += 430) {
    const batch = Array.from({ length: 430 }, (_, index) =>
      line(start + index + 1, `word ${start + index}`, -9_000),
    )
    await channel.append(delivery("6009", "100", batch))
  }
  await pass(channel, START + 120 * MINUTE)
  const read = await windows("6009")
  const { waiting } = await channel.status()
  expect(read.every((row) => row.method === "rule")).toBe(true)
  expect(waiting.messages).toBeLessThanOrEqual(2_000)
  expect(waiting.messages + read.reduce((sum, row) => sum + row.message_count, 0)).toBe(2_150)
})

test("a guild that wants no model's reading, or has spent its tokens for today, is read by rules", async () => {
  const channel = channelOf("6010", "100")
  const model = await bindModel(channel, () => [])
  await ok("PUT", "/v1/guilds/6010/settings", { extraction_rate: 0 })
  await live("6010", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + 10 * MINUTE)
  await ok("PUT", "/v1/guilds/6010/settings", { daily_tokens: 100 })
  await live("6010", channel, [line(2, "I love sailing", 20)])
  await pass(channel, START + 30 * MINUTE)
  await live("6010", channel, [line(3, "I love chess", 40)])
  await pass(channel, START + 50 * MINUTE)
  expect((await windows("6010")).map((row) => row.method)).toEqual(["rule", "model", "rule"])
  expect(model.prompts).toHaveLength(1)
})

test("changed settings reach a channel at once, in both directions", async () => {
  const channel = channelOf("6011", "100")
  await live("6011", channel, [line(1, "hello", 0)])
  await ok("PUT", "/v1/guilds/6011/settings", { lull_seconds: 30 })
  expect(await alarmOf(channel)).toBe(START + MINUTE / 2)
  await ok("PUT", "/v1/guilds/6011/settings", { lull_seconds: 1_800 })
  await pass(channel, START + 29 * MINUTE)
  expect(await windows("6011")).toEqual([])
  await pass(channel, START + 30 * MINUTE)
  expect(await windows("6011")).toHaveLength(1)
})

test("messages are kept as long as the guild wants and no longer, and memories outlive them", async () => {
  const channel = channelOf("6012", "100")
  await ok("PUT", "/v1/guilds/6012/settings", { retention_days: 2 })
  await live("6012", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + 2 * DAY - 1)
  expect(await channel.search("hiking", START + 9 * DAY, 5)).toHaveLength(1)
  await pass(channel, START + 2 * DAY + 10 * MINUTE)
  expect(await channel.search("hiking", START + 9 * DAY, 5)).toEqual([])
  const left = await runInDurableObject(channel, (_, { storage }) =>
    storage.sql.exec("SELECT (SELECT count(*) FROM messages) + (SELECT count(*) FROM windows) AS rows").one(),
  )
  expect(left).toEqual({ rows: 0 })
  expect(await memories("6012")).toHaveLength(1)
})

test("shortening the time messages are kept takes effect on those already kept", async () => {
  const channel = channelOf("6013", "100")
  await live("6013", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + DAY)
  await ok("PUT", "/v1/guilds/6013/settings", { retention_days: 0 })
  await pass(channel, START + DAY + MINUTE)
  expect(await channel.search("hiking", START + 9 * DAY, 5)).toEqual([])
})

test("whoever objects is no longer heard, and what they said before is not read", async () => {
  const channel = channelOf("6014", "100")
  const model = await bindModel(channel, () => [claim("P1", "Bo plays chess")])
  await live("6014", channel, [line(1, "I love hiking", 0), line(2, "I play chess", 0, "12")])
  expect((await call("PUT", "/v1/guilds/6014/members/11/consent", { consent: "out" })).status).toBe(204)
  const receipt = await channel.append(delivery("6014", "100", [line(3, "I love sailing", 0)]))
  expect(receipt).toEqual({ accepted: 0, duplicates: 0, rejected: [{ index: 0, reason: "opted_out" }] })
  await pass(channel, START + 10 * MINUTE)
  expect(model.prompts.join()).not.toMatch(/hiking|Ada/)
  expect((await memories("6014")).map((memory) => memory.fact)).toEqual(["Bo plays chess"])
})

test("a window in which all have objected since is closed without a memory, a note or an end to listening", async () => {
  const channel = channelOf("6015", "100")
  await live("6015", channel, [line(1, "I love hiking", 0)])
  await call("PUT", "/v1/guilds/6015/members/11/consent", { consent: "out" })
  await live("6015", channel, [line(2, "I play chess", 20, "12")])
  await pass(channel, START + 40 * MINUTE)
  expect(await channel.status()).toMatchObject({ open: 0, waiting: { windows: 0 } })
  expect((await memories("6015")).map((memory) => memory.subject_id)).toEqual(["12"])
})

test("where people must agree first, only those who did are heard", async () => {
  const channel = channelOf("6016", "100")
  await ok("PUT", "/v1/guilds/6016/settings", { consent: "opt_in" })
  await call("PUT", "/v1/guilds/6016/members/12/consent", { consent: "in", name: "Bo" })
  at(START)
  const both = [line(1, "I love hiking", 0), line(2, "I play chess", 0, "12")]
  expect(await channel.append(delivery("6016", "100", both))).toMatchObject({
    accepted: 1,
    rejected: [{ index: 0, reason: "opted_out" }],
  })
})

test("while the database is out of reach a known channel still hears, and its windows wait", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const channel = channelOf("6017", "100")
  await live("6017", channel, [line(1, "I love hiking", 0)])
  await breakDatabase(channel, () => "before")
  await pass(channel, START + 2 * MINUTE)
  await live("6017", channel, [line(2, "I play chess", 2, "12")])
  await pass(channel, START + 600 * MINUTE)
  expect(await channel.status()).toMatchObject({ open: 0, waiting: { windows: 1, messages: 2 } })
  expect(await windows("6017")).toEqual([])
  await mendDatabase(channel)
  await pass(channel, START + 720 * MINUTE)
  expect(sizes(await windows("6017"))).toEqual([[2, "lull"]])
  expect(await memories("6017")).toHaveLength(2)
})

test("a channel's very first messages are refused whole while the database is out of reach, and taken when sent again", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const channel = channelOf("6018", "100")
  at(START)
  await breakDatabase(channel, () => "before")
  const body = {
    messages: [
      { id: "1", author: { id: "11", name: "Ada" }, content: "hi", timestamp: "2090-01-01T12:00:00Z" },
    ],
  }
  expect((await call("POST", "/v1/guilds/6018/channels/100/messages", body)).status).toBe(503)
  expect(await channel.status()).toMatchObject({ open: 0 })
  await mendDatabase(channel)
  expect(await ok("POST", "/v1/guilds/6018/channels/100/messages", body)).toMatchObject({
    accepted: 1,
    duplicates: 0,
  })
})

test("messages that arrive, are edited or go while a model reads are treated as they then stand", async () => {
  const channel = channelOf("6019", "100")
  let release = (): void => undefined
  const thinking = new Promise<void>((resolve) => {
    release = resolve
  })
  const model = await bindModel(channel, async (prompt) => {
    await thinking
    return [claim("P1", prompt.includes("Bergen") ? "Ada moved to Bergen" : "Ada moved to Oslo")]
  })
  await live("6019", channel, [line(1, "I moved to Oslo", 0), line(2, "hm", 0)])
  at(START + 5 * MINUTE)
  const reading = runDurableObjectAlarm(channel)
  await vi.waitFor(() => expect(model.prompts).toHaveLength(1))
  await channel.append(delivery("6019", "100", [line(3, "I play chess", 5)]))
  expect(await channel.edit("1", "I moved to Bergen")).toBe(true)
  expect(await channel.remove("2")).toBe(true)
  release()
  await reading
  expect((await memories("6019")).map((memory) => memory.fact)).toEqual(["Ada moved to Bergen"])
  expect(await channel.status()).toMatchObject({ open: 1, waiting: { windows: 0 } })
  expect(model.prompts.at(-1)).not.toMatch(/chess|hm/)
})
