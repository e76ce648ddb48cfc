/**
 * Recall finds kept messages in every readable channel by the guild's index: what it asks of channels, how long
 * it waits, and whose messages rank higher.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { ChannelBuffer } from "../../src/channel/channel-buffer.ts"
import type { Quoted } from "../../src/memory/read/guild-messages.ts"
import { GuildIndex } from "../../src/vectors/guild-index.ts"
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

/** Records the names of the channel objects that were asked for texts. */
function asked(): string[] {
  const names: string[] = []
  const { quote } = ChannelBuffer.prototype
  vi.spyOn(ChannelBuffer.prototype, "quote").mockImplementation(function (this: ChannelBuffer, request) {
    names.push(nameOf(this))
    return quote.call(this, request)
  })
  return names
}

function nameOf(channel: ChannelBuffer): string {
  // `ctx` is protected, and only tests may read it.
  return (channel as unknown as { ctx: DurableObjectState }).ctx.id.name ?? ""
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

test("messages of twelve channels are found from each of them, and those of a closed one from none", async () => {
  const places = [
    "lake",
    "harbor",
    "tower",
    "mill",
    "forest",
    "quarry",
    "island",
    "market",
    "bridge",
    "station",
  ]
  const channels = places.map((_, at) => `${at + 1}00`)
  for (const [at, channel] of channels.entries())
    await says("91803", channel, `the zeppelin landed at the ${places[at]}`)
  await says("91803", "1100", "nothing of interest")
  await says("91803", "1200", "the zeppelin is a secret", CLOSED)
  const asker = isolate()
  for (const place of ["lake", "station"])
    for (const channel_id of [...channels, "1100", null]) {
      const ask = { query: `zeppelin at the ${place}`, ...(channel_id && { channel_id }) }
      const found = texts(await asker.ask("91803", ask), "message")
      expect(found, `${place} from ${channel_id}`).toContain(`Ada: the zeppelin landed at the ${place}`)
      expect(found.join()).not.toContain("secret")
    }
})

test("a channel that fails or hangs loses only its own messages, within its time limit", async () => {
  await says("91804", "100", "zeppelin here")
  await says("91804", "200", "zeppelin there")
  vi.spyOn(console, "warn").mockReturnValue()
  const { quote } = ChannelBuffer.prototype
  for (const ill of ["fails", "hangs"]) {
    let recover = () => {}
    const hung = new Promise<Quoted>((resolve) => {
      recover = () => resolve({ messages: [], open: [] })
    })
    vi.spyOn(ChannelBuffer.prototype, "quote").mockImplementation(async function (
      this: ChannelBuffer,
      request,
    ) {
      if (nameOf(this) !== "91804:200") return quote.call(this, request)
      if (ill === "fails") throw new Error("the object was reset")
      return hung
    })
    const before = performance.now()
    const { answer, done } = await isolate().begin("91804", { query: "zeppelin" })
    expect(performance.now() - before).toBeLessThan(2_500)
    recover()
    await done()
    expect(answer.degraded).toEqual(["messages"])
    expect(texts(answer, "message")).toEqual(["Ada: zeppelin here"])
  }
})

test("open messages of another channel are found before they are sealed", async () => {
  await says("91806", "100", "hello there")
  const messages = talk(7, START, [["12", "Bo", "the zeppelin leaves at nine"]])
  await ok("POST", "/v1/guilds/91806/channels/200/messages", { messages, channel: OPEN })
  await vi.waitFor(async () => {
    const answer = await isolate().ask("91806", { query: "zeppelin", channel_id: "100" })
    expect(texts(answer, "message")).toEqual(["Bo: the zeppelin leaves at nine"])
  })
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

test("while the index fails, the channels themselves are searched, and the answer says so", async () => {
  await says("91807", "100", "zeppelin here")
  await says("91807", "200", "zeppelin there")
  vi.spyOn(console, "warn").mockReturnValue()
  vi.spyOn(GuildIndex.prototype, "searchMessages").mockImplementation(async () => {
    throw new Error("the object was reset")
  })
  const answer = await isolate().ask("91807", { query: "zeppelin", channel_id: "100" })
  expect(answer.degraded).toEqual(["messages"])
  expect(texts(answer, "message")).toEqual(["Ada: zeppelin here", "Ada: zeppelin there"])
})

test("a sealed message that the index does not have yet is found in its own channel", async () => {
  await says("91808", "100", "hello there")
  const error = vi.spyOn(console, "error").mockReturnValue()
  const update = vi.spyOn(GuildIndex.prototype, "updateMessages").mockImplementation(async () => {
    throw new Error("the object was reset")
  })
  await hear("91808", "100", talk(7, START, [["12", "Bo", "the zeppelin leaves at nine"]]), OPEN)
  update.mockRestore()
  expect(error).toHaveBeenCalled()
  const answer = await isolate().ask("91808", { query: "zeppelin", channel_id: "100" })
  expect(texts(answer, "message")).toEqual(["Bo: the zeppelin leaves at nine"])
})
