/** A channel decides when its windows close and which messages they contain. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { afterEach, expect, test, vi } from "vitest"
import type { DeliveredMessage } from "../../src/channel/delivery.ts"
import { query } from "../unit/builders.ts"
import { delivery } from "./builders.ts"
import { call, memories, ok } from "./http.ts"
import { alarmOf, DAY, line, live, MINUTE, pass, START, setClock, sizes, windows } from "./live.ts"
import { bindModel, channelOf } from "./stand-ins.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("a conversation ends three minutes after its last message, even if the object was evicted meanwhile", async () => {
  const channel = channelOf("6001", "100")
  await live("6001", channel, [line(1, "I love hiking", 0), line(2, "and sailing", 2)])
  await evictDurableObject(channel)
  await pass(channel, START + 5 * MINUTE - 1)
  expect(await windows("6001")).toEqual([])
  await pass(channel, START + 5 * MINUTE)
  expect(sizes(await windows("6001"))).toEqual([[2, "lull"]])
  expect(await channel.status()).toMatchObject({ open: 0, waiting: { windows: 0 } })
})

test("thirty messages close a window at once, and later ones open the next", async () => {
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

test("a channel that is never quiet is read every half hour", async () => {
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

test("an alarm that runs during a conversation is set again and writes nothing else", async () => {
  const channel = channelOf("6089", "100")
  await live("6089", channel, [line(1, "one", 0), line(2, "two", 2)])
  const set = await runInDurableObject(channel, (_, { storage }) => vi.spyOn(storage, "setAlarm"))
  await pass(channel, START + 3 * MINUTE)
  expect(set.mock.calls).toEqual([[START + 5 * MINUTE]])
  expect(await alarmOf(channel)).toBe(START + 5 * MINUTE)
  await pass(channel, START + 5 * MINUTE)
  expect(sizes(await windows("6089"))).toEqual([[2, "lull"]])
})

test("the first message sets the alarm, and later ones do not move it", async () => {
  const channel = channelOf("6004", "100")
  await live("6004", channel, [line(1, "one", 0)])
  const armed = await alarmOf(channel)
  expect(armed).toBe(START + 3 * MINUTE)
  await live("6004", channel, [line(2, "two", 1), line(3, "three", 2), line(4, "four", 2.5)])
  expect(await alarmOf(channel)).toBe(armed)
  await pass(channel, START + 3 * MINUTE)
  expect(await alarmOf(channel)).toBe(START + 5.5 * MINUTE)
})

test("an edited message is read in its new words, and a deleted one is not read", async () => {
  const channel = channelOf("6005", "100")
  await live("6005", channel, [
    line(1, "I love hiking", 0),
    line(2, "I love chess", 0),
    line(3, "I love tea", 0),
  ])
  const path = "/v1/guilds/6005/channels/100/messages"
  expect((await call("PATCH", `${path}/1`, { content: "I love sailing" })).status).toBe(204)
  expect((await call("DELETE", `${path}/2`)).status).toBe(204)
  // Deleting twice changes nothing.
  expect((await call("DELETE", `${path}/2`)).status).toBe(204)
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

test("messages delivered late or twice are read once each, in the order they were said", async () => {
  const channel = channelOf("6006", "100")
  const [first, second, third] = [line(1, "one", 0), line(2, "two", 1), line(3, "three", 2)]
  const model = await bindModel(channel, () => [])
  setClock(START + 2 * MINUTE)
  for (const batch of [[third], [first, third], [second, second]])
    await channel.append(delivery("6006", "100", batch as DeliveredMessage[]))
  await pass(channel, START + 10 * MINUTE)
  expect(model.prompts).toHaveLength(1)
  expect(model.prompts[0]).toMatch(/\n1 .*one\n2 .*two\n3 .*three\n/)
  expect((await windows("6006"))[0]?.id).toMatch(/_1_3$/)
})

test("an import is split by the times its messages were said, not received", async () => {
  const channel = channelOf("6007", "100")
  const talks = [-3_000, -2_990, -2_989, -500, -499.5].map((minutes, index) =>
    line(index + 1, `word ${index}`, minutes),
  )
  setClock(START)
  await channel.append(delivery("6007", "100", talks))
  await pass(channel, START + 5 * MINUTE)
  expect((await windows("6007")).map((row) => row.message_count)).toEqual([1, 2, 2])
})

test("changed settings reach a channel at once, whether shorter or longer", async () => {
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

test("messages are kept as long as the guild's retention says, and memories outlive them", async () => {
  const channel = channelOf("6012", "100")
  await ok("PUT", "/v1/guilds/6012/settings", { retention_days: 2 })
  await live("6012", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + 2 * DAY - 1)
  expect(await channel.search(query("hiking", { before: START + 9 * DAY, limit: 5 }))).toHaveLength(1)
  await pass(channel, START + 2 * DAY + 10 * MINUTE)
  expect(await channel.search(query("hiking", { before: START + 9 * DAY, limit: 5 }))).toEqual([])
  const left = await runInDurableObject(channel, (_, { storage }) =>
    storage.sql.exec("SELECT (SELECT count(*) FROM messages) + (SELECT count(*) FROM windows) AS rows").one(),
  )
  expect(left).toEqual({ rows: 0 })
  expect(await memories("6012")).toHaveLength(1)
})

test("a shorter retention applies to messages already stored", async () => {
  const channel = channelOf("6013", "100")
  await live("6013", channel, [line(1, "I love hiking", 0)])
  await pass(channel, START + DAY)
  await ok("PUT", "/v1/guilds/6013/settings", { retention_days: 0 })
  await pass(channel, START + DAY + MINUTE)
  expect(await channel.search(query("hiking", { before: START + 9 * DAY, limit: 5 }))).toEqual([])
})

test("a message delivered again after it was read counts once even if no messages are kept", async () => {
  await ok("PUT", "/v1/guilds/6090/settings", { retention_days: 0 })
  const channel = channelOf("6090", "100")
  const hike = delivery("6090", "100", [line(1, "I love hiking", 0)])
  await channel.append(hike)
  expect((await channel.flush())?.windows.map((window) => window.messages)).toEqual([1])
  expect(await channel.append(hike)).toEqual({ accepted: 0, duplicates: 1, rejected: [] })
  expect(await channel.search(query("hiking", { before: Date.now() + DAY, limit: 5 }))).toEqual([])
})
