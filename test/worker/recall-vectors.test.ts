/**
 * Recall by meaning finds what shares no word with the question, and never shows anything deleted or
 * unreadable.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { hear, memories, ok, talk } from "./http.ts"
import { START, setClock } from "./live.ts"
import {
  type Ask,
  DIMENSIONS,
  embedAll,
  type FakeModels,
  fakeModels,
  isolate,
  spent,
  texts,
} from "./recall-asker.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"
import { VectorizeStandIn } from "./vectorize.ts"

const HOUR = 3_600_000
const OPEN = { name: "general", audience: "everyone" }
/** A conversation of which the rules take a note. */
async function repainted(guild: string, info = OPEN): Promise<void> {
  const lines = talk(1, START - HOUR, [
    ["11", "Ada", "the convertible is being repainted, what a colour"],
    ["12", "Bo", "which garage repaints that convertible of yours"],
  ])
  await hear(guild, "400", lines, info)
}
/** Shares no word with anything said here. */
const CANINE: Ask = { query: "canine" }

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Ada is said to have a beagle, in a conversation with a note. */
async function beagle(
  guild: string,
  channel = "100",
  info = OPEN,
  lifetime: "permanent" | "1d" = "permanent",
) {
  const extractor = await bindModel(channelOf(guild, channel), () => [
    claim("P1", "Ada has a beagle", { lifetime }),
  ])
  await hear(
    guild,
    channel,
    talk(Number(channel) * 10, START - HOUR, [["11", "Ada", "I have a beagle"]]),
    info,
  )
  return extractor
}

const memoryId = async (guild: string) =>
  (await memories(guild)).find(({ fact }) => fact.includes("beagle"))?.id

interface Kept {
  bound: Partial<Env>
  model: FakeModels
  /** Embeds everything new. Vectors of deleted rows stay if nothing is deleted in between. */
  embed(guild: string): Promise<void>
}
const HOMES: [name: string, digit: number, start: () => Kept][] = [
  [
    "a guild's own index",
    1,
    () => {
      const model = fakeModels()
      return { model, bound: { AI: model.ai }, embed: (guild) => embedAll(guild, model) }
    },
  ],
  [
    "Vectorize",
    2,
    () => {
      const model = fakeModels()
      const standIn = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
      const bound = { AI: model.ai, VECTORS: standIn.binding }
      return { model, bound, embed: (guild) => embedAll(guild, model, standIn) }
    },
  ],
]

test.each(HOMES)(
  "%s finds a memory that shares no word with the question, with its source",
  async (_, digit, start) => {
    const guild = `9110${digit}`
    const { bound, embed } = start()
    await beagle(guild)
    await embed(guild)
    const { items, degraded } = await isolate(bound).ask(guild, CANINE)
    expect(items[0]).toMatchObject({
      kind: "memory",
      text: "Ada has a beagle",
      sources: [
        { message_id: "1000", channel_id: "100", url: `https://discord.com/channels/${guild}/100/1000` },
      ],
    })
    expect(degraded).toEqual([])
  },
)

test.each(HOMES)(
  "%s finds a note that shares no word with the question, cold and warm alike",
  async (_, digit, start) => {
    const guild = `9111${digit}`
    const { bound, embed } = start()
    await repainted(guild)
    await embed(guild)
    const asker = isolate(bound)
    const cold = await asker.ask(guild, { query: "automobile" })
    const warm = await asker.ask(guild, { query: "automobile" })
    expect(cold.items.filter(({ kind }) => kind === "note")).toMatchObject([
      { text: expect.stringContaining("convertible"), sources: [{ message_id: "1", channel_id: "400" }] },
    ])
    expect(warm.items).toEqual(cold.items)
    expect(texts(await isolate().ask(guild, { query: "automobile" }), "note")).toEqual([])
  },
)

/** Ways a memory can change after its vector was written, without telling the index. */
const ENDS: [what: string, digit: number, end: (guild: string) => Promise<unknown>][] = [
  [
    "was corrected",
    1,
    async (guild) =>
      ok("PATCH", `/v1/guilds/${guild}/memories/${await memoryId(guild)}`, {
        fact: "Ada has a poodle",
      }),
  ],
  ["expired", 2, async () => setClock(START + 48 * HOUR)],
  ["was deleted", 3, async (guild) => ok("DELETE", `/v1/guilds/${guild}/memories/${await memoryId(guild)}`)],
  [
    "is from a channel closed since",
    4,
    (guild) =>
      ok("POST", `/v1/guilds/${guild}/channels/100/messages`, {
        channel: { audience: "restricted" },
        messages: [],
      }),
  ],
]
const STALE = HOMES.flatMap(([home, digit, start]) =>
  ENDS.map(([what, number, end]) => [home, what, `912${digit}${number}`, start, end] as const),
)

test.each(STALE)(
  "%s never shows a memory that %s, though its vector is still there",
  async (_home, _what, guild, start, end) => {
    const { bound, embed } = start()
    await beagle(guild, "100", OPEN, "1d")
    await embed(guild)
    const asker = isolate(bound)
    const found = async (who: typeof asker) =>
      texts(await who.ask(guild, { ...CANINE, channel_id: "300" })).join()
    expect(await found(asker)).toContain("beagle")
    await end(guild)
    expect(await found(asker)).not.toContain("beagle")
    expect(await found(isolate(bound))).not.toContain("beagle")
  },
)

test.each(HOMES)(
  "%s never shows near matches from another guild or an unreadable channel",
  async (_, digit, start) => {
    const { bound, embed } = start()
    const [here, there] = [`9131${digit}`, `9132${digit}`]
    await beagle(here, "100", { name: "mods", audience: "restricted" })
    await repainted(here, { name: "mods", audience: "restricted" })
    await beagle(there)
    await embed(here)
    await embed(there)
    const asker = isolate(bound)
    const automobile = { query: "automobile" }
    for (const ask of [CANINE, automobile])
      for (const channel_id of [null, "200"])
        expect((await asker.ask(here, { ...ask, channel_id })).items).toEqual([])
    expect(texts(await asker.ask(here, { ...automobile, channel_id: "400" }), "note")).toHaveLength(1)
    expect(texts(await asker.ask(here, { ...CANINE, channel_id: "100" }))).toContain("Ada has a beagle")
    const { items } = await asker.ask(there, CANINE)
    expect(items.length).toBeGreaterThan(0)
    expect(
      items.flatMap(({ sources }) => sources.map(({ url }) => url?.includes(`/${there}/`))),
    ).not.toContain(false)
  },
)

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

deep("a failing or slow model loses only the vector results, within its time limit", async () => {
  const model = fakeModels()
  await beagle("91401")
  await embedAll("91401", model)
  vi.spyOn(console, "warn").mockReturnValue()
  for (const embeds of [
    () => {
      throw new Error("1031: internal error")
    },
    () => pause(4_000),
  ]) {
    model.embeds = embeds
    const asker = isolate({ AI: model.ai })
    for (const _ of ["cold", "warm"]) {
      const before = performance.now()
      const answer = await asker.begin("91401", { query: "canine beagle" })
      expect(performance.now() - before).toBeLessThan(2_500)
      expect(answer.answer.degraded).toEqual(["vectors"])
      expect(texts(answer.answer)).toContain("Ada has a beagle")
    }
  }
})

test("a failing index loses only the vector results", async () => {
  const model = fakeModels()
  const standIn = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  await beagle("91402")
  await embedAll("91402", model, standIn)
  vi.spyOn(console, "warn").mockReturnValue()
  const asker = isolate({ AI: model.ai, VECTORS: standIn.binding })
  standIn.down = true
  const answer = await asker.ask("91402", { query: "beagle" })
  expect(answer.degraded).toEqual(["vectors"])
  expect(texts(answer)).toContain("Ada has a beagle")
  standIn.down = false
  expect((await asker.ask("91402", { query: "beagle" })).degraded).toEqual([])
})

test("without an embedding model nothing is reported missing; with one, each query is charged", async () => {
  const model = fakeModels()
  await beagle("91403")
  const usage = await spent("91403")
  expect((await isolate().ask("91403", { query: "beagle" })).degraded).toEqual([])
  expect(
    (await isolate({ AI: model.ai, AI_EMBED_MODEL: "none" }).ask("91403", { query: "beagle" })).degraded,
  ).toEqual([])
  expect(model.asked.embed).toEqual([])
  expect(await spent("91403")).toEqual(usage)
  await isolate({ AI: model.ai }).ask("91403", { query: "beagle" })
  expect(model.asked.embed).toEqual([["beagle"]])
  expect(await spent("91403")).toEqual({ ...usage, embedding: 10 })
})
