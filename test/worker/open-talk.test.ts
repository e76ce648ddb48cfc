/** A channel stores one row per open message, and an eviction of its object neither loses nor repeats any. */
import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { afterEach, expect, test, vi } from "vitest"
import { ok } from "./http.ts"
import { line, live, MINUTE, pass, START, sizes, windows } from "./live.ts"
import { channelOf } from "./stand-ins.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("an ongoing conversation writes one row per message and nothing else, and survives an eviction after each", async () => {
  const channel = channelOf("6190", "100")
  await live("6190", channel, [line(1, "I love hiking", 0)])
  const written = await runInDurableObject(channel, (_, { storage }) => vi.spyOn(storage.sql, "exec"))
  await live("6190", channel, [line(2, "and sailing", 0.1), line(3, "and skating", 0.2)])
  const statements = written.mock.calls
    .map(([query]) => String(query))
    .filter((query) => /^\s*(INSERT|UPDATE|DELETE)/.test(query))
  expect(statements.map((query) => /INTO (\w+)/.exec(query)?.[1])).toEqual(["messages", "messages"])
  for (const [index, content] of ["and rowing", "and riding"].entries()) {
    await evictDurableObject(channel)
    await live("6190", channel, [line(4 + index, content, 1)])
  }
  await evictDurableObject(channel)
  await pass(channel, START + 10 * MINUTE)
  expect(sizes(await windows("6190"))).toEqual([[5, "lull"]])
})

test("messages after a closed window are read in the next, none twice, despite evictions before and after", async () => {
  const channel = channelOf("6191", "100")
  await live("6191", channel, [line(1, "I love hiking", 0), line(2, "and sailing", 1)])
  await pass(channel, START + 10 * MINUTE)
  await evictDurableObject(channel)
  await live("6191", channel, [line(3, "I moved to Oslo", 20), line(4, "and like it", 21)])
  await evictDurableObject(channel)
  expect((await channel.status()).open).toBe(2)
  await pass(channel, START + 40 * MINUTE)
  expect(sizes(await windows("6191"))).toEqual([
    [2, "lull"],
    [2, "lull"],
  ])
})

test("messages with lower ids than earlier ones stay open after an eviction, each once", async () => {
  const channel = channelOf("6192", "100")
  await live("6192", channel, [line(50, "I love hiking", 0)])
  await pass(channel, START + 10 * MINUTE)
  // Lower than the messages read, higher, and in between, each followed by an eviction.
  for (const id of [20, 90, 60, 10, 95]) {
    await live("6192", channel, [line(id, `I like number ${id}`, 20 + id / 100)])
    await evictDurableObject(channel)
  }
  expect((await channel.status()).open).toBe(5)
  await pass(channel, START + 40 * MINUTE)
  expect(sizes(await windows("6192"))).toEqual([
    [1, "lull"],
    [5, "lull"],
  ])
})

test("a deleted open message stays out after an eviction, even if it is delivered again", async () => {
  const channel = channelOf("6193", "100")
  await live("6193", channel, [
    line(1, "I love hiking", 0),
    line(2, "I hate it", 0.1),
    line(3, "and sailing", 0.2),
  ])
  await channel.remove("6193", ["3"])
  await evictDurableObject(channel)
  await live("6193", channel, [line(3, "and sailing", 0.2), line(4, "and rowing", 0.3)])
  await evictDurableObject(channel)
  expect((await channel.status()).open).toBe(3)
  await pass(channel, START + 10 * MINUTE)
  expect(sizes(await windows("6193"))).toEqual([[3, "lull"]])
})

test("messages left open by an earlier release are read with newer ones", async () => {
  const channel = channelOf("6194", "100")
  await live("6194", channel, [line(1, "I love hiking", 0), line(2, "and sailing", 0.1)])
  // The earlier release stored the ids of open messages, and only the messages of those already read.
  await runInDurableObject(channel, (_, { storage }) => {
    storage.sql.exec(
      "INSERT INTO state VALUES ('open', '[\"2\"]') ON CONFLICT DO UPDATE SET value = excluded.value",
    )
  })
  await evictDurableObject(channel)
  expect((await channel.status()).open).toBe(1)
  for (const id of [3, 4]) {
    await live("6194", channel, [line(id, `I like number ${id}`, id / 10)])
    await evictDurableObject(channel)
  }
  expect((await channel.status()).open).toBe(3)
})

test("a channel that reloads its guild each minute writes it only if something changed", async () => {
  const channel = channelOf("6195", "100")
  await live("6195", channel, [line(1, "I love hiking", 0)])
  await evictDurableObject(channel)
  await live("6195", channel, [line(2, "and sailing", 2)])
  const written = await runInDurableObject(channel, (_, { storage }) => vi.spyOn(storage.sql, "exec"))
  const briefings = () => written.mock.calls.filter(([, key]) => key === "briefing").length
  await live("6195", channel, [line(3, "and skating", 4)])
  expect(briefings()).toBe(0)
  await ok("PUT", "/v1/guilds/6195/settings", { lull_seconds: 240 })
  await live("6195", channel, [line(4, "and rowing", 6)])
  expect(briefings()).toBe(1)
})
