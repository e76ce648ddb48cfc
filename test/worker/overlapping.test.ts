/** Two interleaved conversations in a channel are separated, and each is read as a whole. */
import { evictDurableObject } from "cloudflare:test"
import { afterEach, expect, test, vi } from "vitest"
import type { DeliveredMessage } from "../../src/channel/delivery.ts"
import { deep } from "../dice.ts"
import { delivery } from "./builders.ts"
import { live, MINUTE, pass, START, setClock, sizes, windows } from "./live.ts"
import { bindModel, channelOf } from "./stand-ins.ts"

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const PEOPLE = [
  { id: "11", name: "Ada" },
  { id: "12", name: "Bo" },
  { id: "13", name: "Cy" },
  { id: "14", name: "Dee" },
]

/**
 * Ada and Bo talk about chess, Cy and Dee about a ferry. Lines are ten seconds apart, and each replies to the
 * one before in its conversation.
 */
function twoTalks(count: number): DeliveredMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const author = PEOPLE[(index % 2) * 2 + (Math.floor(index / 2) % 2)] ?? { id: "11", name: "Ada" }
    return {
      id: String(1_000 + index),
      author,
      bot: false,
      content: `${index % 2 ? "ferry" : "chess"} ${index}`,
      at: START + index * 10_000,
      replyTo: index < 2 ? null : String(1_000 + index - 2),
      mentions: [],
      attachments: [],
      source: "passive",
    }
  })
}

/** Returns the topics of each window the model read. */
function topics(prompts: string[]): string[][] {
  return prompts.map((prompt) => [...new Set(prompt.match(/\b(?:chess|ferry)\b/g) ?? [])].sort())
}

test("each conversation is its own window, even if the object was evicted in between", async () => {
  const channel = channelOf("6101", "100")
  const model = await bindModel(channel, () => [])
  const talk = twoTalks(60)
  await live("6101", channel, talk.slice(0, 59))
  expect((await channel.status()).open).toBe(59)
  await live("6101", channel, talk.slice(59))
  await pass(channel, START + 10 * MINUTE)
  expect(topics(model.prompts)).toHaveLength(1)
  expect((await channel.status()).open).toBe(30)
  await evictDurableObject(channel)
  await pass(channel, START + 20 * MINUTE)
  expect(sizes(await windows("6101"))).toEqual([
    [30, "full"],
    [30, "lull"],
  ])
  expect(model.prompts.length).toBeLessThanOrEqual(2)
  for (const topic of topics(model.prompts)) expect(topic).toHaveLength(1)
})

test("an import of the same conversations is split alike, and delivering it again changes nothing", async () => {
  const channel = channelOf("6102", "100")
  setClock(START + 60 * MINUTE)
  const talk = twoTalks(60)
  for (const batch of [talk.slice(0, 45), talk.slice(30), talk])
    await channel.append(delivery("6102", "100", batch))
  await channel.flush()
  const first = await windows("6102")
  expect(sizes(first).map(([count]) => count)).toEqual([30, 30])
  expect(first.map((window) => window.id).sort()).toEqual(["w_6102_100_1000_1058", "w_6102_100_1001_1059"])
  expect(await channel.append(delivery("6102", "100", talk))).toMatchObject({ accepted: 0, duplicates: 60 })
  await channel.flush()
  expect(await windows("6102")).toEqual(first)
})

deep("a carried-over conversation survives an edit and a delete", async () => {
  const channel = channelOf("6103", "100")
  await live("6103", channel, twoTalks(60))
  await pass(channel, START + 10 * MINUTE + 1)
  expect((await channel.status()).open).toBe(30)
  const [first] = await windows("6103")
  const carried = first?.id.includes("_1000_") ? "1001" : "1000"
  await channel.remove("6103", [carried])
  expect((await channel.status()).open).toBe(29)
  await pass(channel, START + 30 * MINUTE)
  expect(sizes(await windows("6103"))).toEqual([
    [30, "full"],
    [29, "lull"],
  ])
})
