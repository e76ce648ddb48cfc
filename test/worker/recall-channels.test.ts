/**
 * Recall searches the messages of channels: which ones it asks, how long it waits, and whose messages rank
 * higher.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ChannelBuffer } from "../../src/channel/channel-buffer.ts"
import { hear, ok, talk } from "./http.ts"
import { START, setClock } from "./live.ts"
import { isolate, texts } from "./recall-asker.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000
const OPEN = { name: "general", audience: "everyone" }
const CLOSED = { name: "mods", audience: "restricted" }

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Says something from which no rule extracts a memory. */
async function says(guild: string, channel: string, words: string, info: object = OPEN): Promise<void> {
  await hear(guild, channel, talk(Number(channel) * 10, START - HOUR, [["11", "Ada", words]]), { ...info })
}

/** Records the names of the channel objects that were searched. */
function asked(): string[] {
  const names: string[] = []
  const search = ChannelBuffer.prototype.search
  vi.spyOn(ChannelBuffer.prototype, "search").mockImplementation(function (this: ChannelBuffer, query) {
    // `ctx` is protected, and only tests may read it.
    names.push((this as unknown as { ctx: DurableObjectState }).ctx.id.name ?? "")
    return search.call(this, query)
  })
  return names
}

test("a recall without a channel finds messages in every open channel and in no other", async () => {
  await says("91801", "100", "zeppelin over the harbor")
  await says("91801", "200", "that zeppelin again")
  await says("91801", "300", "secret zeppelin", CLOSED)
  await says("91801", "400", "unknown zeppelin", { name: "of which nothing is known" })
  const names = asked()
  const asker = isolate()
  for (const _ of ["cold", "warm"]) {
    const found = texts(await asker.ask("91801", { query: "zeppelin" }), "message").sort()
    expect(found).toEqual(["Ada: that zeppelin again", "Ada: zeppelin over the harbor"])
  }
  expect(names.sort()).toEqual(["91801:100", "91801:100", "91801:200", "91801:200"])
})

test("the asking channel's messages come first among equal ones", async () => {
  await says("91802", "100", "the zeppelin")
  await says("91802", "200", "the zeppelin!")
  for (const [channel_id, first, second] of [
    ["100", "Ada: the zeppelin", "Ada: the zeppelin!"],
    ["200", "Ada: the zeppelin!", "Ada: the zeppelin"],
  ]) {
    const { items } = await isolate().ask("91802", { query: "zeppelin", channel_id })
    const said = items.filter(({ kind }) => kind === "message")
    expect(said.map(({ text }) => text)).toEqual([first, second])
    expect(said[0]).toHaveProperty(
      "score",
      expect.toSatisfy((score) => score > Number(Reflect.get(said[1] ?? {}, "score"))),
    )
  }
})

test("with many readable channels, only those that first results point to are searched, and the asking one", async () => {
  await ok("PUT", "/v1/guilds/91803/policy", { recall: { other_channels: 3 } })
  for (const at of [1, 2, 3, 4, 5, 6]) await says("91803", `${at}00`, "hello")
  await says("91803", "700", "the zeppelin is a secret", CLOSED)
  for (const [channel, color] of [
    ["300", "red"],
    ["500", "blue"],
  ] as const) {
    await bindModel(channelOf("91803", channel), () => [claim("P1", `Ada saw a ${color} zeppelin`)])
    await hear(
      "91803",
      channel,
      talk(Number(channel) * 100, START, [["11", "Ada", `a ${color} zeppelin there`]]),
      OPEN,
    )
  }
  const names = asked()
  const asker = isolate()
  for (const _ of ["cold", "warm"]) {
    names.length = 0
    const answer = await asker.ask("91803", { query: "zeppelin", channel_id: "100" })
    expect(names.sort()).toEqual(["91803:100", "91803:300", "91803:500"])
    expect(answer.degraded).toEqual([])
  }
  await ok("PUT", "/v1/guilds/91803/policy", { recall: { other_channels: 1 } })
  await asker.ask("91803", { query: "hello" })
  names.length = 0
  await asker.ask("91803", { query: "zeppelin" })
  expect(names).toHaveLength(1)
  await ok("PUT", "/v1/guilds/91803/policy", { recall: { other_channels: 0 } })
  await asker.ask("91803", { query: "hello" })
  names.length = 0
  await asker.ask("91803", { query: "zeppelin", channel_id: "100" })
  expect(names).toEqual(["91803:100"])
})

test("a channel that fails or hangs loses only its own messages, within its time limit", async () => {
  await says("91804", "100", "zeppelin here")
  await says("91804", "200", "zeppelin there")
  vi.spyOn(console, "warn").mockReturnValue()
  const search = ChannelBuffer.prototype.search
  for (const ill of ["fails", "hangs"]) {
    vi.spyOn(ChannelBuffer.prototype, "search").mockImplementation(async function (
      this: ChannelBuffer,
      query,
    ) {
      const { name } = (this as unknown as { ctx: DurableObjectState }).ctx.id
      if (name !== "91804:200") return search.call(this, query)
      if (ill === "fails") throw new Error("the object was reset")
      return new Promise((resolve) => setTimeout(resolve, 4_000, []))
    })
    const before = performance.now()
    const answer = await isolate().ask("91804", { query: "zeppelin" })
    expect(performance.now() - before).toBeLessThan(2_500)
    expect(answer.degraded).toEqual(["messages"])
    expect(texts(answer, "message")).toEqual(["Ada: zeppelin here"])
  }
})

test("a memory's source message is not repeated below it", async () => {
  await bindModel(channelOf("91805", "100"), () => [claim("P1", "Ada flies a zeppelin over the harbor")])
  const lines: [string, string, string][] = [
    ["11", "Ada", "I fly one over the harbor, a zeppelin"],
    ["12", "Bo", "that zeppelin is over budget"],
  ]
  await hear("91805", "100", talk(1, START - HOUR, lines), OPEN)
  await ok("PUT", "/v1/guilds/91805/policy", { recall: { message_weight: 0.5, memory_weight: 1 } })
  const { items } = await isolate().ask("91805", {
    query: "zeppelin over harbor",
    channel_id: "100",
    min_score: 0,
  })
  const ids = items.filter(({ kind }) => kind !== "note").map(({ sources }) => sources[0]?.message_id)
  expect(ids).toEqual(["1", "2"])
  expect(items.map(({ kind }) => kind)).toContain("message")
})
