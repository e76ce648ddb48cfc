/**
 * A channel's search index holds each stored message once and nothing else, whatever happens to the messages.
 */

import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import fc from "fast-check"
import { afterEach, expect, test, vi } from "vitest"
import { History } from "../../src/channel/store/history.ts"
import { MessageRows } from "../../src/channel/store/message-rows.ts"
import { PassageRows } from "../../src/channel/store/passage-rows.ts"
import { WindowRows } from "../../src/channel/store/window-rows.ts"
import type { Message } from "../../src/domain/types.ts"
import type { MessageHit } from "../../src/memory/read/guild-messages.ts"
import { deep, propertyRuns } from "../dice.ts"
import { query, message as spoken } from "../unit/builders.ts"
import { delivery, said } from "./builders.ts"
import { call, ok } from "./http.ts"
import { line, live, MINUTE, pass, START, setClock } from "./live.ts"
import { indexOf, rebuiltIndexOf, wordsIn } from "./passage-index.ts"
import { type Channel, channelOf } from "./stand-ins.ts"

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function ids(hits: readonly MessageHit[]): string[] {
  return hits.map((hit) => hit.message.id)
}

/** Delivers and seals all messages at once, as an import does. */
async function imported(guild: string, channel: Channel, messages: ReturnType<typeof line>[]): Promise<void> {
  await channel.append(delivery(guild, "100", messages))
  await channel.flush()
}

test("a search finds open and sealed messages by the same words", async () => {
  const channel = channelOf("6800", "100")
  await live("6800", channel, [line(1, "the harbor is frozen", 0)])
  expect(ids(await channel.search(query("frozen harbors")))).toEqual(["1"])
  await pass(channel, START + 10 * MINUTE)
  expect((await channel.status()).open).toBe(0)
  await live("6800", channel, [line(2, "a frozen harbor again", 20)])
  expect(ids(await channel.search(query("frozen harbors"))).sort()).toEqual(["1", "2"])
  await evictDurableObject(channel)
  expect(ids(await channel.search(query("frozen harbors"))).sort()).toEqual(["1", "2"])
})

test("a slow channel's one-line windows form one passage, and an answer is found by the question before it", async () => {
  const channel = channelOf("6801", "100")
  const slow = [
    line(1, "where do you keep the canoe?", 0),
    line(2, "behind the old mill", 6, "12"),
    line(3, "thanks", 12),
    line(4, "unrelated matters", 60),
  ]
  for (const message of slow) {
    await live("6801", channel, [message])
    await pass(channel, message.at + 4 * MINUTE)
  }
  expect((await indexOf(channel)).passages.map((lines) => lines.map(({ id }) => id))).toEqual([
    ["1", "2", "3"],
    ["4"],
  ])
  const hits = await channel.search(query("canoe"))
  expect(ids(hits).slice(0, 2)).toEqual(["1", "2"])
  expect(hits[1]).toMatchObject({ before: [{ id: "1" }], after: [{ id: "3" }] })
})

test("neighboring messages count across windows, sealed and open", async () => {
  const channel = channelOf("6802", "100")
  const filler = Array.from({ length: 29 }, (_, index) => line(index + 1, `point ${index}`, index / 10))
  await live("6802", channel, [...filler, line(30, "who has the lantern?", 2.95), line(31, "me", 2.98, "12")])
  await pass(channel, START + 3 * MINUTE)
  expect((await channel.status()).open).toBe(1)
  expect(ids(await channel.search(query("lantern"))).slice(0, 2)).toEqual(["30", "31"])
})

test("a search as of an earlier time leaves out later messages, also around a hit", async () => {
  const channel = channelOf("6803", "100")
  await live("6803", channel, [line(1, "the lantern is lost", 0), line(2, "found the lantern", 1)])
  await pass(channel, START + 10 * MINUTE)
  const hits = await channel.search(query("lantern", { before: START + MINUTE / 2 }))
  expect(ids(hits)).toEqual(["1"])
  expect(hits[0]?.after).toEqual([])
})

test("an edited message is found by its new words, wherever it is in its window", async () => {
  const channel = channelOf("6804", "100")
  const four = ["apricot", "blackthorn", "cardamom", "dandelion"]
  await live(
    "6804",
    channel,
    four.map((word, index) => line(index + 1, `we grow ${word}`, index / 10)),
  )
  await pass(channel, START + 10 * MINUTE)
  for (const [index, word] of four.entries()) {
    expect(await channel.edit(String(index + 1), `we grow ${word}x`)).toBe(true)
    const left = await wordsIn(channel)
    expect(left).not.toMatch(new RegExp(`${word}\\b`))
    expect(ids(await channel.search(query(`${word}x`)))[0]).toBe(String(index + 1))
    expect((await channel.search(query(word))).length).toBe(0)
  }
  expect(await indexOf(channel)).toEqual(await rebuiltIndexOf(channel))
})

test.each([
  ["the first", 0],
  ["one in the middle", 1],
  ["the last", 3],
])("deleting %s of a window's messages leaves nothing of it in any table", async (_, place) => {
  const guild = String(6810 + place)
  const channel = channelOf(guild, "100")
  const four = ["apricot", "blackthorn", "cardamom", "dandelion"]
  await live(
    guild,
    channel,
    four.map((word, index) => line(index + 1, word, index / 10)),
  )
  await pass(channel, START + 10 * MINUTE)
  const word = four[place] ?? ""
  expect(await wordsIn(channel)).toContain(word)
  await channel.remove(guild, [String(place + 1)])
  expect(await wordsIn(channel)).not.toContain(word)
  expect(ids(await channel.search(query(four.join(" ")))).sort()).toEqual(
    ["1", "2", "3", "4"].filter((id) => id !== String(place + 1)),
  )
  expect(await indexOf(channel)).toEqual(await rebuiltIndexOf(channel))
})

test("deleting a window's only message leaves nothing of it, open or sealed", async () => {
  const channel = channelOf("6814", "100")
  await live("6814", channel, [line(1, "apricot", 0)])
  await channel.remove("6814", ["1"])
  expect(await channel.search(query("apricot"))).toEqual([])
  await live("6814", channel, [line(2, "blackthorn", 1)])
  await pass(channel, START + 10 * MINUTE)
  await channel.remove("6814", ["2"])
  expect(await channel.search(query("blackthorn"))).toEqual([])
  expect(await wordsIn(channel)).not.toMatch(/apricot|blackthorn/)
  expect(await indexOf(channel)).toEqual({ passages: [], terms: [] })
})

test("retention removes the older part of a passage and leaves the rest searchable", async () => {
  const channel = channelOf("6815", "100")
  await ok("PUT", "/v1/guilds/6815/settings", { retention_days: 2 })
  await live("6815", channel, [line(1, "the ferry sank", 0)])
  await pass(channel, START + 4 * MINUTE)
  await live("6815", channel, [line(2, "the ferry floats", 10)])
  await pass(channel, START + 15 * MINUTE)
  expect((await indexOf(channel)).passages).toHaveLength(1)
  await pass(channel, START + 2 * DAY + 5 * MINUTE)
  expect(ids(await channel.search(query("ferry")))).toEqual(["2"])
  expect(await wordsIn(channel)).not.toContain("sank")
  await pass(channel, START + 3 * DAY)
  expect(await indexOf(channel)).toEqual({ passages: [], terms: [] })
})

test("an import older than known messages is searchable, and again after its purge", async () => {
  const channel = channelOf("6816", "100")
  setClock(START)
  const older = [line(1, "where is the anvil?", -600), line(2, "in the barn", -595, "12")]
  await imported("6816", channel, [line(50, "a new anvil came", 0)])
  await imported("6816", channel, older)
  expect(ids(await channel.search(query("anvil"))).sort()).toEqual(["1", "2", "50"])
  expect((await indexOf(channel)).passages.map((lines) => lines.length)).toEqual([2, 1])
  await pass(channel, START + 8 * DAY)
  expect(await indexOf(channel)).toEqual({ passages: [], terms: [] })
  await imported("6816", channel, older)
  expect(ids(await channel.search(query("anvil"))).sort()).toEqual(["1", "2"])
  expect(await indexOf(channel)).toEqual(await rebuiltIndexOf(channel))
})

test("a slow channel's older windows join each other and not the newest", async () => {
  const channel = channelOf("6817", "100")
  setClock(START)
  await imported("6817", channel, [line(90, "late", 0)])
  await imported("6817", channel, [line(1, "one", -600), line(2, "two", -590), line(3, "three", -580)])
  // Delivered page by page backwards, as histories are read.
  await imported("6817", channel, [line(80, "just before", -5)])
  expect((await indexOf(channel)).passages.map((lines) => lines.map(({ id }) => id))).toEqual([
    ["1", "2", "3"],
    ["80", "90"],
  ])
})

test("a guild with no retention has nothing searchable after reading, nor after it changes the setting back", async () => {
  const channel = channelOf("6818", "100")
  await live("6818", channel, [line(1, "the ferry sank", 0)])
  await pass(channel, START + 10 * MINUTE)
  await ok("PUT", "/v1/guilds/6818/settings", { retention_days: 0 })
  expect(await indexOf(channel)).toEqual({ passages: [], terms: [] })
  await live("6818", channel, [line(2, "another ferry", 20)])
  expect(ids(await channel.search(query("ferry")))).toEqual(["2"])
  await pass(channel, START + HOUR)
  expect(await channel.search(query("ferry"))).toEqual([])
  expect(await indexOf(channel)).toEqual({ passages: [], terms: [] })
})

test("a guild that turns retention off keeps none of its windows, however many there were", async () => {
  const channel = channelOf("6822", "100")
  await live("6822", channel, [line(1, "the first ferry", 0)])
  await runInDurableObject(channel, (_, { storage }) => {
    const [messages, windows] = [new MessageRows(storage.sql), new WindowRows(storage.sql)]
    const history = new History(messages, new PassageRows(storage.sql))
    const place = { guildId: "6822", channelId: "100" }
    for (let id = 100; id < 1_300; id++) {
      const message = { ...spoken("a ferry", { id: String(id), at: START + id * DAY }), ...place }
      messages.insert([message], START)
      windows.seal({ id: `w_${id}`, ids: [message.id], reason: "lull", heardAt: START, bytes: 7 })
      history.add([[message]])
    }
    storage.sql.exec("UPDATE windows SET state = 'done'")
  })
  expect((await indexOf(channel)).passages).toHaveLength(1_200)
  await ok("PUT", "/v1/guilds/6822/settings", { retention_days: 0 })
  expect(await indexOf(channel)).toEqual({ passages: [], terms: [] })
  expect(ids(await channel.search(query("ferry")))).toEqual(["1"])
})

test("windows of one page are indexed as if each were sealed by itself, and each passage is written once", async () => {
  const [together, alone] = [channelOf("6823", "100"), channelOf("6823", "101")]
  const place = { guildId: "6823", channelId: "100" }
  /** Per message: the window it belongs to, of which two may interleave, and minutes since the one before. */
  const talks = fc.array(fc.tuple(fc.nat(1), fc.constantFrom(0, 1, 5, 40), fc.boolean()), {
    minLength: 1,
    maxLength: 120,
  })
  const add = (channel: Channel, pages: Message[][][]) =>
    runInDurableObject(channel, (_, { storage }) => {
      storage.sql.exec("DELETE FROM passages")
      storage.sql.exec("INSERT INTO passage_text (passage_text) VALUES ('delete-all')")
      const rows = new PassageRows(storage.sql)
      const written = vi.spyOn(rows, "add")
      const history = new History(new MessageRows(storage.sql), rows)
      for (const page of pages) history.add(page)
      return written.mock.calls.flatMap(([passage]) => (passage.length > 0 ? [passage[0]?.id] : []))
    })
  await fc.assert(
    fc.asyncProperty(talks, fc.nat(3), async (lines, before) => {
      let [at, first] = [START, 0]
      const windows = new Map<number, Message[]>()
      for (const [index, [side, minutes, isEnd]] of lines.entries()) {
        at += minutes * MINUTE
        const message = { ...spoken(`ferry ${index % 7}`, { id: String(index + 1), at }), ...place }
        const window = 2 * first + side
        windows.set(window, [...(windows.get(window) ?? []), message])
        if (isEnd) first = index + 1
      }
      const all = [...windows.values()]
      const wrote = await add(together, [all.slice(0, before), all.slice(before)])
      await add(
        alone,
        all.map((one) => [one]),
      )
      expect(await indexOf(together)).toEqual(await indexOf(alone))
      const { passages } = await indexOf(together)
      expect(wrote.length).toBeLessThanOrEqual(passages.length + before)
    }),
    { numRuns: propertyRuns(100) },
  )
})

test("two conversations split into interleaved windows are both searchable, each message once", async () => {
  const channel = channelOf("6819", "100")
  const talks = Array.from({ length: 40 }, (_, index) => {
    const [author, name, other, word] = index % 2 ? ["11", "Ada", "Bo", "sails"] : ["13", "Cy", "Di", "bread"]
    const [id, by] = index % 4 > 1 ? [`${Number(author) + 1}`, other] : [author ?? "", name]
    const to = by === name ? other : name
    return {
      ...said(String(index + 1), id, by ?? "", `${to}: ${word} ${index}`, 0),
      at: START + index * 4_000,
    }
  })
  setClock(START + 40 * 4_000)
  await imported("6819", channel, talks)
  const { passages } = await indexOf(channel)
  expect(
    passages
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual(talks.map(({ id }) => id).sort())
  expect(ids(await channel.search(query("bread"))).length).toBeGreaterThanOrEqual(20)
  expect(await channel.edit("7", "a swallow")).toBe(true)
  expect(ids(await channel.search(query("swallow")))[0]).toBe("7")
  expect(await indexOf(channel)).toEqual(await rebuiltIndexOf(channel))
})

test("words of any script and accent are found as written, with their own rarity", async () => {
  const channel = channelOf("6820", "100")
  const words = ["café", "हिन्दी", "東京", "ὁδός", "straße", "naïve", "안녕", "🎷 jazz"]
  await live(
    "6820",
    channel,
    words.map((word, index) => line(index + 1, word, index / 10)),
  )
  await pass(channel, START + 10 * MINUTE)
  for (const [index, word] of words.entries()) {
    const [best] = await channel.search(query(word))
    expect(best, word).toMatchObject({ message: { id: String(index + 1) }, fit: expect.closeTo(1) })
  }
  expect(await indexOf(channel)).toEqual(await rebuiltIndexOf(channel))
})

test("a message found over HTTP is gone from recall once it is deleted there", async () => {
  const channel = channelOf("6821", "100")
  await live("6821", channel, [line(1, "the wolverine escaped", 0), line(2, "oh no", 0.1)])
  await pass(channel, START + 10 * MINUTE)
  const ask = { query: "wolverine", channel_id: "100" }
  const found = await ok<{ items: { kind: string; text: string }[] }>("POST", "/v1/guilds/6821/recall", ask)
  expect(found.items.some((item) => item.kind === "message" && item.text.includes("wolverine"))).toBe(true)
  expect((await call("DELETE", "/v1/guilds/6821/channels/100/messages/1")).status).toBe(204)
  const left = await ok<{ items: { kind: string; text: string }[] }>("POST", "/v1/guilds/6821/recall", ask)
  expect(left.items.filter((item) => item.kind === "message" && item.text.includes("wolverine"))).toEqual([])
})

const words = fc.subarray("kite reed moss fern gull tern crab clam".split(" "), { minLength: 1 })
const deed = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("say" as const), words, minutes: fc.nat(50) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("import" as const),
      words,
      minutes: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("edit" as const), which: fc.nat(), words }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("flush" as const, "evict" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.constantFrom(10, 600, 3_000) }),
  },
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

/** Applies actions to a channel in turn, with a clock that only they advance. */
async function act(guild: string, channel: Channel, deeds: readonly Deed[]): Promise<void> {
  const known: string[] = []
  let now = START
  const say = (text: string, at: number) => {
    // Ids grow with time, as snowflakes do, and exceed JavaScript's safe integers.
    const id = String(9_007_199_254_740_993n + BigInt(at - START + 30 * DAY) * 1_000n + BigInt(known.length))
    known.push(id)
    return channel.append(delivery(guild, "100", [{ ...said(id, "11", "Ada", text, 0), at }]))
  }
  for (const each of deeds) {
    if (each.kind === "say" || each.kind === "wait") now += each.minutes * MINUTE
    setClock(now)
    if (each.kind === "say") await say(each.words.join(" "), now)
    if (each.kind === "import") await say(each.words.join(" "), now - each.minutes * MINUTE)
    if (each.kind === "edit")
      await channel.edit(known[each.which % known.length] ?? "1", each.words.join(" "))
    if (each.kind === "remove") await channel.remove(guild, [known[each.which % known.length] ?? "1"])
    if (each.kind === "flush") await channel.flush()
    if (each.kind === "evict") {
      // Only a running object can be evicted.
      await channel.status()
      await evictDurableObject(channel)
    }
    if (each.kind === "wait") await pass(channel, now)
  }
}

deep(
  "the index equals one rebuilt from stored messages after any sequence of actions",
  async () => {
    let round = 0
    let lines = 0
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 30 }), async (deeds) => {
        round += 1
        const guild = String(681_000 + round)
        const channel = channelOf(guild, "100")
        setClock(START)
        await ok("PUT", `/v1/guilds/${guild}/settings`, { retention_days: 2 })
        await channel.append(delivery(guild, "100", [line(1, "kite", 0)]))
        await act(guild, channel, deeds)
        const index = await indexOf(channel)
        lines += index.passages.flat().length
        expect(index).toEqual(await rebuiltIndexOf(channel))
        await runInDurableObject(channel, (_, { storage }) =>
          storage.sql.exec("INSERT INTO passage_text (passage_text) VALUES ('integrity-check')"),
        )
      }),
      { numRuns: propertyRuns(25) },
    )
    expect(lines).toBeGreaterThan(propertyRuns(25))
  },
  60_000,
)
