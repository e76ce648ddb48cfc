/**
 * The guild's index of messages: whatever happens in a channel reaches it, nothing is lost or kept if calls
 * fail, and what a viewer may not read affects nothing that they find.
 */
import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { GuildPassages } from "../../src/channel/guild/guild-passages.ts"
import { searchGuild } from "../../src/channel/guild/guild-search.ts"
import { deep, everyFourth, propertyRuns } from "../dice.ts"
import { query } from "../unit/builders.ts"
import { delivery, said } from "./builders.ts"
import { ok } from "./http.ts"
import { indexOf } from "./indexing.ts"
import { alarmOf, DAY, line, live, MINUTE, pass, quietly, START, setClock } from "./live.ts"
import {
  expectIndexed,
  faultyIndex,
  linesFound,
  passagesIndexed,
  searchIndex,
  wordsIndexed,
} from "./message-index.ts"
import { type Channel, channelOf, equip, type Fault, faultsOf } from "./stand-ins.ts"

quietly({ silent: ["error", "warn"], at: START })

/** Delivers messages to a channel and seals them. */
async function sealed(guild: string, channel: string, messages: ReturnType<typeof line>[]): Promise<Channel> {
  const stub = channelOf(guild, channel)
  await stub.append(delivery(guild, channel, messages))
  await stub.flush()
  return stub
}

test("a sealed window is found in the index, with its neighbors, also after both objects were evicted", async () => {
  const channel = await sealed("36801", "100", [
    line(1, "who has the lantern?", 0),
    line(2, "it hangs in the shed", 1, "12"),
  ])
  for (const _ of ["awake", "evicted"]) {
    const { hits, indexed } = await searchIndex("36801", "lanterns", ["100"])
    expect(hits[0]).toMatchObject({ channelId: "100", id: "1", before: [], after: ["2"] })
    expect(hits[0]?.fit).toBe(1)
    expect(indexed).toEqual(["100"])
    await evictDurableObject(indexOf("36801"))
    // Only a running object can be evicted.
    await channel.status()
    await evictDurableObject(channel)
  }
  await expectIndexed("36801", ["100"])
})

test("the index holds no text, and a passage delivered twice is there once", async () => {
  const channel = await sealed("36802", "100", [line(1, "The ferries were hiking", 0)])
  expect(await wordsIndexed("36802")).not.toMatch(/ferries|hiking/)
  await runInDurableObject(channel, (_, { storage }) =>
    storage.sql.exec("INSERT INTO unindexed SELECT first FROM passages"),
  )
  await channel.flush()
  await expectIndexed("36802", ["100"])
  expect(await indexOf("36802").passageCount("100")).toBe(1)
})

test("an edit, a deletion and a bulk deletion reach the index before their calls return", async () => {
  const channel = await sealed(
    "36803",
    "100",
    ["apricot", "blackthorn", "cardamom", "dandelion"].map((word, at) => line(at + 1, `a ${word}`, at / 10)),
  )
  expect(await channel.edit("1", "a quince")).toBe(true)
  expect(await wordsIndexed("36803")).not.toContain("apricot")
  expect(await linesFound("36803", "quince", ["100"])).toContain("100:1")
  await channel.remove("36803", ["2"])
  expect(await wordsIndexed("36803")).not.toContain("blackthorn")
  await channel.remove("36803", ["3", "4"])
  expect(await wordsIndexed("36803")).not.toMatch(/cardamom|dandelion/)
  await expectIndexed("36803", ["100"])
  await channel.remove("36803", ["1"])
  expect(await passagesIndexed("36803", "100")).toEqual([])
})

test("messages leave the index when their retention ends", async () => {
  await ok("PUT", "/v1/guilds/36804/settings", { retention_days: 2 })
  const channel = channelOf("36804", "100")
  await live("36804", channel, [line(1, "an old lantern", 0)])
  await pass(channel, START + DAY)
  expect(await linesFound("36804", "lantern", ["100"])).toEqual(["100:1"])
  await pass(channel, START + 3 * DAY)
  expect(await wordsIndexed("36804")).not.toContain("lantern")
})

test("a person's lines leave the index when they opt out and return when they opt in again", async () => {
  await sealed("36805", "100", [line(1, "my lantern", 0), line(2, "my canoe", 1, "12")])
  await sealed("36805", "200", [line(1, "your lantern", 0, "12")])
  await ok("PUT", "/v1/guilds/36805/members/12/consent", { consent: "out" })
  await vi.waitFor(async () => {
    await channelOf("36805", "100").flush()
    await channelOf("36805", "200").flush()
    expect(await wordsIndexed("36805")).not.toMatch(/canoe|"author":"12"/)
  })
  expect(await linesFound("36805", "lantern", ["100", "200"])).toEqual(["100:1"])
  await ok("PUT", "/v1/guilds/36805/members/12/consent", { consent: "in" })
  await vi.waitFor(async () => {
    await channelOf("36805", "100").flush()
    await channelOf("36805", "200").flush()
    expect((await linesFound("36805", "lantern canoe", ["100", "200"])).sort()).toEqual([
      "100:1",
      "100:2",
      "200:1",
    ])
  })
})

test("a dropped channel leaves nothing in the index, and the lines of a person can be counted", async () => {
  await sealed("36806", "100", [line(1, "my lantern", 0), line(2, "my canoe", 1, "12")])
  await sealed("36806", "200", [line(1, "a kayak", 0)])
  const index = indexOf("36806")
  expect(await index.linesOf("12", START + DAY)).toBe(1)
  await index.dropChannel("200")
  expect(await wordsIndexed("36806")).not.toContain("kayak")
  expect(await index.passageCount("200")).toBe(0)
  expect(await index.linesOf("12", START)).toBe(0)
})

test("a channel switched off while windows wait sends them away from the index", async () => {
  const channel = channelOf("36807", "100")
  await sealed("36807", "100", [line(1, "an early lantern", 0)])
  // A model that is down keeps the window waiting.
  await equip(channel, {
    AI: { run: () => Promise.reject(new Error("1031: internal error")) } as unknown as Ai,
  })
  await channel.append(delivery("36807", "100", [{ ...line(2, "I live in Lisbon with a late lantern", 60) }]))
  setClock(START + 90 * MINUTE)
  await channel.flush()
  expect(await wordsIndexed("36807")).toContain("lisbon")
  await ok("PUT", "/v1/guilds/36807/settings", { channels: { modes: { "100": "off" } } })
  await pass(channel, START + 2 * DAY)
  expect(await wordsIndexed("36807")).not.toContain("lisbon")
  expect(await linesFound("36807", "lantern", ["100"])).toEqual(["100:1"])
})

test("while the index fails, changes wait with growing delays, survive eviction and arrive in the end", async () => {
  const channel = channelOf("36808", "100")
  await channel.append(delivery("36808", "100", [line(1, "the first lantern", 0)]))
  const state = { down: true, calls: 0 }
  const broken = faultyIndex((method) => {
    if (method === "updateMessages") state.calls += 1
    return state.down ? "before" : null
  })
  await equip(channel, { INDEXES: broken })
  await channel.flush()
  await channel.remove("36808", ["77"])
  await pass(channel, START + 60 * MINUTE)
  expect(state.calls).toBeGreaterThan(5)
  expect(state.calls).toBeLessThan(30)
  expect(await alarmOf(channel)).toBeGreaterThan(START + 60 * MINUTE)
  expect(await linesFound("36808", "lantern", ["100"])).toEqual([])
  await evictDurableObject(channel)
  await pass(channel, START + DAY)
  expect(await linesFound("36808", "lantern", ["100"])).toEqual(["100:1"])
  await expectIndexed("36808", ["100"])
})

deep("the index equals the channel, whichever call of it fails, before or after taking effect", async () => {
  const play = async (guild: string, failing: number, fault: Fault) => {
    setClock(START)
    const channel = channelOf(guild, "100")
    const count = { calls: 0 }
    await equip(channel, {
      INDEXES: faultyIndex(() => {
        count.calls += 1
        return count.calls === failing ? fault : null
      }),
    })
    await live(guild, channel, [line(1, "a lantern", 0), line(2, "a canoe", 1)])
    await pass(channel, START + 10 * MINUTE)
    await live(guild, channel, [line(3, "a kayak", 20)])
    await channel.remove(guild, ["1"])
    await pass(channel, START + 40 * MINUTE)
    await channel.edit("3", "a raft")
    await pass(channel, START + 2 * DAY)
    await expectIndexed(guild, ["100"])
    expect(await wordsIndexed(guild)).not.toMatch(/lantern|kayak/)
    return count.calls
  }
  const calls = await play("36900", 0, null)
  expect(calls).toBeGreaterThan(4)
  for (const { at, fault } of everyFourth(faultsOf(calls)))
    await play(String(36_900 + at * 2 + Number(fault === "after")), at, fault)
})

test("an update that arrives late undoes nothing", async () => {
  await sealed("36809", "100", [line(1, "a lantern", 0)])
  const index = indexOf("36809")
  const put = [{ first: "1", lines: [] }]
  const late = { channelId: "100", version: 5, put, remove: [], complete: true, openAt: null }
  expect(await index.updateMessages(late)).toBe(START)
  await expectIndexed("36809", ["100"])
})

test("a channel from before the index sends what it keeps with its next call", async () => {
  const channel = await sealed("36810", "100", [line(1, "a lantern", 0)])
  await runInDurableObject(channel, (_, { storage }) => storage.sql.exec("DROP TABLE unindexed"))
  await indexOf("36810").dropChannel("100")
  expect(await linesFound("36810", "lantern", ["100"])).toEqual([])
  await evictDurableObject(channel)
  await channel.status()
  await pass(channel, START + MINUTE)
  expect(await linesFound("36810", "lantern", ["100"])).toEqual(["100:1"])
})

test("a check compares the index with the channel and repairs what differs", async () => {
  const channel = await sealed("36811", "100", [line(1, "a lantern", 0)])
  await sealed("36811", "100", [line(2, "a canoe", 120)])
  const ask = () =>
    channel.stillHolds({ userId: "99", salt: 1, runs: new Float64Array() }, { until: START, after: null })
  expect(await ask()).toMatchObject({ owed: 0 })
  await runInDurableObject(indexOf("36811"), (_, { storage }) => {
    storage.sql.exec("UPDATE passages SET lines = replace(lines, 'cano', 'raft')")
  })
  expect((await ask()).owed).toBeGreaterThan(0)
  await pass(channel, START + DAY)
  expect(await ask()).toMatchObject({ owed: 0 })
  expect((await searchIndex("36811", "lantern canoe", ["100"])).hits).toHaveLength(2)
})

test("hidden channels move neither what is found nor any score", async () => {
  const open: [string, ReturnType<typeof line>[]][] = [
    [
      "100",
      [line(1, "the lantern is in the shed", 0), line(2, "which shed?", 1, "12"), line(3, "the red one", 2)],
    ],
    ["200", [line(1, "a lantern and a canoe", 0), line(2, "the canoe leaks", 1, "12")]],
  ]
  for (const guild of ["36812", "36813"])
    for (const [channel, messages] of open) await sealed(guild, channel, messages)
  for (let at = 0; at < 40; at++)
    await sealed("36813", "900", [line(100 + at, "lantern lantern shed canoe red leaks", at * 60)])
  for (const words of ["lantern shed", "canoe", "what leaks?", "red"]) {
    const [plain, shadowed] = await Promise.all(
      ["36812", "36813"].map((guild) => searchIndex(guild, words, ["100", "200"])),
    )
    expect(shadowed).toEqual(plain)
    expect(plain?.hits.length).toBeGreaterThan(0)
  }
})

test("a large index, whose stems are counted by queries, finds what a small one finds", async () => {
  const talk = [
    "the lantern is in the shed",
    "a lantern, a red lantern",
    "the canoe leaks",
    "red canoe, red shed",
  ]
  for (const [at, words] of talk.entries()) await sealed("36814", "100", [line(at + 1, words, at * 60)])
  await runInDurableObject(indexOf("36814"), (_, { storage }) => {
    for (const words of ["lantern shed", "red canoe", "nothing of it"]) {
      const [small, large] = [undefined, 0].map((most) =>
        searchGuild(
          new GuildPassages(storage.sql, most),
          { query: query(words), channels: ["100"] },
          { own: null, now: START },
        ),
      )
      expect(large).toEqual(small)
    }
  })
})

const place = fc.constantFrom("100", "200")
const deed = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("say" as const),
      word: fc.constantFrom("kite", "reed", "moss"),
      place,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "remove" as const),
      which: fc.nat(),
      word: fc.constantFrom("fern", "gull"),
      place,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom("wait" as const, "flush" as const, "evict" as const),
      place,
    }),
  },
)
type Deed = typeof deed extends fc.Arbitrary<infer T> ? T : never

/** Applies one action at a time. Returns the time after it. `known` are the ids of what was said. */
async function act(
  guild: string,
  each: Deed,
  { now, known }: { now: number; known: string[] },
): Promise<number> {
  const channel = channelOf(guild, each.place)
  if (each.kind === "say") {
    const id = String(known.push(`${known.length + 1}`))
    const message = { ...said(id, "11", "Ada", each.word, 0), at: now }
    await channel.append(delivery(guild, each.place, [message]))
  }
  if (each.kind === "edit" || each.kind === "remove") {
    const id = known[each.which % Math.max(1, known.length)] ?? "1"
    if (each.kind === "edit") await channel.edit(id, each.word)
    else await channel.remove(guild, [id])
  }
  if (each.kind === "flush") await channel.flush()
  if (each.kind === "evict") await evictDurableObject(channel)
  if (each.kind !== "wait") return now
  await pass(channel, now + 3 * 60 * MINUTE)
  return now + 3 * 60 * MINUTE
}

deep(
  "after any sequence of actions and failing calls, the index equals its channels",
  async () => {
    let round = 0
    const deeds = fc.array(deed, { minLength: 5, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(deeds, fc.array(fc.nat(9)), async (all, faults) => {
        round += 1
        const guild = String(3_690_000 + round)
        const queue = [...faults]
        const INDEXES = faultyIndex(() => (["before", "after"] as const)[queue.pop() ?? 9] ?? null)
        const known: string[] = []
        let now = START
        for (const each of all) {
          now += MINUTE
          setClock(now)
          await equip(channelOf(guild, each.place), { INDEXES })
          now = await act(guild, each, { now, known })
        }
        for (const id of ["100", "200"]) {
          const channel = channelOf(guild, id)
          await equip(channel, { INDEXES: env.INDEXES })
          await channel.flush()
          await pass(channel, now + 60 * MINUTE)
        }
        await expectIndexed(guild, ["100", "200"])
      }),
      { numRuns: propertyRuns(15) },
    )
  },
  60_000,
)
