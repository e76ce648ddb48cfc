/** Messages are found by the guild's index, with texts from channels, or by the channels alone. */
import { afterEach, expect, test, vi } from "vitest"
import type {
  IndexAnswer,
  LineHit,
  MessageQuery,
  QuoteRequest,
} from "../../src/memory/read/guild-messages.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import {
  type SearchableChannel,
  type SearchableMessages,
  searchIndex,
  searchUnindexed,
} from "../../src/recall/find/channels.ts"
import { evidence, found, hit, message, note, question } from "./builders.ts"

const HOW = { rule: DEFAULT_POLICY.recall }
const NOTHING = { matching: [], notes: [] }

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A channel that has every message it is asked for. */
function channel(id: string, given: Partial<SearchableChannel> = {}): SearchableChannel {
  return {
    id,
    search: async () => [hit(`1${id}`, "tea")],
    quote: async ({ ids }) => ({ messages: ids.map((one) => message(`tea ${one}`, { id: one })), open: [] }),
    ...given,
  }
}

function line(channelId: string, id: string, score: number, rest: Partial<LineHit> = {}): LineHit {
  return { channelId, id, score, fit: 0.5, before: [], after: [], ...rest }
}

/** An index that has these channels and finds these lines. */
function answering(hits: LineHit[], indexed: string[], open: string[] = []): SearchableMessages["index"] {
  return async (): Promise<IndexAnswer> => ({ hits, indexed, open, rarity: new Map([["tea", 2]]) })
}

function ids(lists: readonly { message: { id: string } }[][]): string[][] {
  return lists.map((hits) => hits.map((one) => one.message.id))
}

test("hits of all channels form one list, best first, with the texts that their channels keep", async () => {
  const hits = [line("1", "10", 5, { before: ["9"], after: ["11"] }), line("2", "20", 4), line("1", "12", 3)]
  const messages = {
    here: channel("3"),
    elsewhere: [channel("1"), channel("2")],
    index: answering(hits, ["1", "2", "3"]),
  }
  const { lists, late, unindexed } = await searchIndex(messages, question("tea"), HOW)
  expect(ids(lists)).toEqual([["10", "20", "12"]])
  expect(lists[0]?.[0]).toMatchObject({
    message: { content: "tea 10" },
    score: 5,
    before: [{ id: "9" }],
    after: [{ id: "11" }],
  })
  expect({ late, unindexed }).toEqual({ late: false, unindexed: { channels: [], none: false } })
})

test("a line whose channel no longer shows the message is dropped", async () => {
  const shown = async ({ ids }: QuoteRequest) => ({
    messages: ids.filter((id) => id !== "10").map((id) => message("tea", { id })),
    open: [],
  })
  const hits = [line("1", "10", 5), line("1", "11", 4, { before: ["10"] })]
  const one = { here: null, elsewhere: [channel("1", { quote: shown })], index: answering(hits, ["1"]) }
  const { lists } = await searchIndex(one, question("tea"), HOW)
  expect(ids(lists)).toEqual([["11"]])
  expect(lists[0]?.[0]?.before).toEqual([])
})

test("open messages come from the channel asked in and from others that have some, on the same scale", async () => {
  const asked: [string, QuoteRequest][] = []
  const withOpen = (id: string, score: number) =>
    channel(id, {
      quote: async (request) => {
        asked.push([id, request])
        const open = request.open === null ? [] : [hit(`9${id}`, "tea", { score })]
        return { messages: request.ids.map((one) => message("tea", { id: one })), open }
      },
    })
  const messages = {
    here: withOpen("1", 1),
    elsewhere: [withOpen("2", 4), withOpen("3", 9), withOpen("4", 9)],
    index: answering([line("3", "30", 3)], ["1", "2", "3", "4"], ["2"]),
  }
  const { lists } = await searchIndex(messages, question("tea"), HOW)
  expect(ids(lists)).toEqual([["92", "30", "91"]])
  expect(asked.map(([id, { open }]) => [id, open?.rarity.get("tea") ?? null])).toEqual([
    ["1", 2],
    ["2", 2],
    ["3", null],
  ])
})

test("texts are read from at most eight channels besides the one asked in, those with the best hits", async () => {
  const all = Array.from({ length: 12 }, (_, at) => `${at + 1}`)
  const messages = {
    here: null,
    elsewhere: all.map((id) => channel(id)),
    index: answering(
      all.map((id, at) => line(id, id, 20 - at)),
      all,
    ),
  }
  const { lists } = await searchIndex(messages, question("tea"), HOW)
  expect(ids(lists)).toEqual([all.slice(0, 8)])
})

test("a channel that fails or takes more than 1.5 seconds loses only its own texts", async () => {
  vi.useFakeTimers()
  vi.spyOn(console, "warn").mockReturnValue()
  const messages = {
    here: null,
    elsewhere: [
      channel("1"),
      channel("2", { quote: () => Promise.reject(new Error("the object was reset")) }),
      channel("3", { quote: () => new Promise(() => {}) }),
    ],
    index: answering([line("1", "10", 3), line("2", "20", 2), line("3", "30", 1)], ["1", "2", "3"]),
  }
  const answer = searchIndex(messages, question("tea"), HOW)
  await vi.advanceTimersByTimeAsync(1_500)
  const { lists, late } = await answer
  expect(ids(lists)).toEqual([["10"]])
  expect(late).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ["fails", () => Promise.reject(new Error("the object was reset"))],
  ["takes more than 1.5 seconds", () => new Promise<IndexAnswer>(() => {})],
])("if the index %s, every channel counts as not indexed and the answer says so", async (_, index) => {
  vi.useFakeTimers()
  vi.spyOn(console, "warn").mockReturnValue()
  const messages = { here: channel("1"), elsewhere: [channel("2")], index }
  const answer = searchIndex(messages, question("tea"), HOW)
  await vi.advanceTimersByTimeAsync(1_500)
  const { lists, late, unindexed } = await answer
  expect(lists).toEqual([])
  expect(late).toBe(true)
  expect(unindexed.channels.map(({ id }) => id)).toEqual(["1", "2"])
})

test("a channel that the index has in part is left to its own search", async () => {
  const messages = {
    here: null,
    elsewhere: [channel("1"), channel("2")],
    index: answering([line("2", "20", 2)], ["2"]),
  }
  const { lists, unindexed } = await searchIndex(messages, question("tea"), HOW)
  expect(ids(lists)).toEqual([["20"]])
  expect(unindexed.channels.map(({ id }) => id)).toEqual(["1"])
})

test("without the index, the channel asked in and four at most that first results come from are searched", async () => {
  const from = (id: string, channelId: string | null) => found(id, "tea", {}, [evidence({ channelId })])
  const channels = ["1", "2", "3", "4", "5", "6", "7"].map((id) => channel(id))
  const unindexed = { channels, none: true }
  const known = {
    matching: [from("a", "3"), from("b", null), from("c", "1"), from("d", "5"), from("e", "6")],
    notes: [note("n", "Tea", "Tea.", { channelId: "1" })],
  }
  const scope = { unindexed, here: channels[6] ?? null }
  const { lists, late } = await searchUnindexed(scope, known, { question: question("tea"), ...HOW })
  expect(ids(lists)).toEqual([["17"], ["11"], ["13"], ["15"], ["16"]])
  expect(late).toBe(true)
  expect(
    await searchUnindexed({ ...scope, here: null }, NOTHING, { question: question("tea"), ...HOW }),
  ).toEqual({ lists: [], late: false })
})

test("an index that lacks channels without matches costs an answer nothing", async () => {
  const own = channel("1", { search: async () => [] })
  const asked = { question: question("tea"), ...HOW }
  const { late } = await searchUnindexed(
    { unindexed: { channels: [own], none: true }, here: own },
    NOTHING,
    asked,
  )
  expect(late).toBe(false)
})

test("the index receives everything the search needs and nothing about who asks", async () => {
  const asked: [MessageQuery, readonly string[]][] = []
  const during = { from: 1, to: 2 }
  const known = question("tea", { during, asksWhen: true, speakers: ["7"], people: ["7", "8"], until: 5 })
  const index: SearchableMessages["index"] = async (query, channels) => {
    asked.push([query, channels])
    return answering([], [])(query, channels)
  }
  await searchIndex({ here: channel("1"), elsewhere: [channel("2")], index }, known, HOW)
  const [query, channels] = asked[0] ?? []
  expect(query).toMatchObject({ words: "tea", during, asksWhen: true, speakers: ["7"], before: 5 })
  expect(Object.keys(query?.rule ?? {})).toHaveLength(5)
  expect(HOW.rule).toMatchObject(query?.rule ?? {})
  expect(channels).toEqual(["1", "2"])
})

test("only a search for an answer asks for further lines, whose texts are read and told apart", async () => {
  const queries: MessageQuery[] = []
  const found = { ...line("1", "10", 5), after: ["11"], later: ["12", "13"] }
  const index: SearchableMessages["index"] = (query, channels) => {
    queries.push(query)
    return answering([found], ["1"])(query, channels)
  }
  const quote = async ({ ids }: QuoteRequest) => ({
    messages: ids.filter((id) => id !== "13").map((id) => message("tea", { id })),
    open: [],
  })
  const messages = { here: channel("1", { quote }), elsewhere: [], index }
  const { lists } = await searchIndex(messages, question("tea"), { ...HOW, withLater: true })
  await searchIndex(messages, question("tea"), HOW)
  expect(lists).toMatchObject([[{ message: { id: "10" }, after: [{ id: "11" }], later: [{ id: "12" }] }]])
  expect(queries.map(({ withLater }) => withLater)).toEqual([true, undefined])
})

test("an empty question asks nobody", async () => {
  const index = vi.fn(answering([], []))
  const messages = { here: channel("1"), elsewhere: [], index }
  expect(await searchIndex(messages, question(" "), HOW)).toEqual({
    lists: [],
    late: false,
    unindexed: { channels: [], none: false },
    shown: new Map(),
  })
  expect(index).not.toHaveBeenCalled()
})

test("a message that is found twice while it is being indexed counts once", async () => {
  const quote = async ({ ids }: QuoteRequest) => ({
    messages: ids.map((id) => message("tea", { id })),
    open: [hit("10", "tea", { score: 9 })],
  })
  const here = channel("1", { quote })
  const { lists } = await searchIndex(
    { here, elsewhere: [], index: answering([line("1", "10", 5)], ["1"]) },
    question("tea"),
    HOW,
  )
  expect(lists).toMatchObject([[{ message: { id: "10" }, score: 9 }]])
})

test("a small guild that the index has nothing of is searched whole", async () => {
  const channels = ["1", "2", "3"].map((id) => channel(id))
  const asked = { question: question("tea"), ...HOW }
  const search = (none: boolean) =>
    searchUnindexed({ unindexed: { channels, none }, here: null }, NOTHING, asked)
  expect(ids((await search(true)).lists)).toEqual([["11"], ["12"], ["13"]])
  expect(ids((await search(false)).lists)).toEqual([])
})
