/** Messages wait and none is lost while a model or the database is down, slow or out of quota. */
import { runDurableObjectAlarm } from "cloudflare:test"
import { afterEach, expect, test, vi } from "vitest"
import { WindowQueue } from "../../src/channel/reading/window-queue.ts"
import { deep } from "../dice.ts"
import { delivery } from "./builders.ts"
import { call, memories, ok } from "./http.ts"
import { alarmOf, line, live, MINUTE, pass, START, setClock, sizes, windows } from "./live.ts"
import { bindModel, breakDatabase, channelOf, claim, DOWN, mendDatabase } from "./stand-ins.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("windows wait, sealed, while the model is down and are read when it is back", async () => {
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

deep("beyond two thousand waiting messages the rules read the oldest, and none is dropped", async () => {
  const channel = channelOf("6009", "100")
  await ok("PUT", "/v1/guilds/6009/settings", { max_messages: 100 })
  await bindModel(channel, DOWN)
  setClock(START)
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

deep("a model out of its daily quota is waited for only while there is room to wait", async () => {
  const channel = channelOf("6020", "100")
  await ok("PUT", "/v1/guilds/6020/settings", { max_messages: 100 })
  await bindModel(channel, () => {
    throw new Error("4006: you have used up your daily free allocation of 10,000 neurons")
  })
  setClock(START)
  const batch = (start: number, minutes: number) => {
    const lines = Array.from({ length: 450 }, (_, index) => line(start + index, `word ${index}`, minutes))
    return delivery("6020", "100", lines)
  }
  await channel.append(batch(1, -9_000))
  await pass(channel, START + 10 * MINUTE)
  expect((await channel.status()).waiting.messages).toBe(450)
  for (const start of [1_001, 2_001, 3_001, 4_001]) await channel.append(batch(start, 10))
  await pass(channel, START + 30 * MINUTE)
  expect((await channel.status()).waiting.messages).toBeLessThanOrEqual(2_000)
})

test("the rules read a guild that turned extraction off or has spent its tokens for the day", async () => {
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

test("a known channel keeps hearing while the database is down, and its windows wait", async () => {
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

test("a channel whose alarm fails wakes again within its lease and reads what waits", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const channel = channelOf("6023", "100")
  await live("6023", channel, [line(1, "I love hiking", 0)])
  vi.spyOn(WindowQueue.prototype, "run").mockRejectedValueOnce(new Error("cut off"))
  await pass(channel, START + 3 * MINUTE)
  expect(await alarmOf(channel)).toBe(START + 3.5 * MINUTE)
  await pass(channel, START + 4 * MINUTE)
  expect(sizes(await windows("6023"))).toEqual([[1, "lull"]])
})

test("a new channel's first messages are refused together while the database is down, and accepted when sent again", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const channel = channelOf("6018", "100")
  setClock(START)
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

test("messages that arrive, change or are deleted while a model reads count in their current state", async () => {
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
  setClock(START + 5 * MINUTE)
  const reading = runDurableObjectAlarm(channel)
  await vi.waitFor(() => expect(model.prompts).toHaveLength(1))
  await channel.append(delivery("6019", "100", [line(3, "I play chess", 5)]))
  expect(await channel.edit("1", "I moved to Bergen")).toBe(true)
  await channel.remove("6019", ["2"])
  release()
  await reading
  expect((await memories("6019")).map((memory) => memory.fact)).toEqual(["Ada moved to Bergen"])
  expect(await channel.status()).toMatchObject({ open: 1, waiting: { windows: 0 } })
  expect(model.prompts.at(-1)).not.toMatch(/chess|hm/)
})
