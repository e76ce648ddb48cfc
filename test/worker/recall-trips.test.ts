/**
 * A recall costs at most two sequential database round trips, whatever it asks for, and a cached guild is
 * always checked.
 */
import fc from "fast-check"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { FORMATS } from "../../src/domain/recalls.ts"
import { deep, propertyRuns } from "../dice.ts"
import { ANY, adaSays, hear, ok, talk } from "./http.ts"
import { START, setClock } from "./live.ts"
import { type Ask, embedAll, fakeModels, isolate, texts } from "./recall-asker.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const HOUR = 3_600_000

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Ada's friend is Bo, and Bo lives by the sea; only the first fact leads to the second. */
async function friends(guild: string): Promise<void> {
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada has a beagle that plays with Bo Lund"),
    claim("P2", "Bo Lund lives by the sea", { lines: [2] }),
  ])
  const lines: [string, string, string][] = [
    ["11", "Ada", "my beagle plays with Bo Lund"],
    ["12", "Bo Lund", "me? I live by the sea"],
    ["13", "Cy", "I see"],
  ]
  await hear(guild, "100", talk(1, START - HOUR, lines))
}

test("a recall takes at most two round trips, cold or warm, in every format, with everything enabled", async () => {
  await friends("91501")
  const model = fakeModels()
  model.says = (prompt) =>
    prompt.includes("<question>")
      ? { terms: ["dog"], people: [], from: null, to: null, rewritten: null }
      : { day: "", history: "", context: "" }
  await embedAll("91501", model)
  for (const switched of [false, true]) {
    const recall = { rerank: switched, expand_query: switched }
    await ok("PUT", "/v1/guilds/91501/policy", { recall })
    for (const format of FORMATS) {
      const asker = isolate({ AI: model.ai })
      for (const which of ["cold", "warm"]) {
        const ask = { query: "canine beagle talk", user_id: "11", mentions: ["12", "13"], format }
        const answer = await asker.begin("91501", ask)
        expect(texts(answer.answer).length, `${which} ${format}`).toBeGreaterThan(0)
        expect(answer.answer.degraded).toEqual([])
        expect(asker.trips.sequential, `${which} ${format}`).toBeLessThanOrEqual(2)
        await answer.done()
      }
    }
  }
})

test("the second round trip finds what first results point to, and is skipped if they point nowhere", async () => {
  await friends("91502")
  await ok("PUT", "/v1/guilds/91502/policy", {
    gate: { max_writes_per_window: 15 },
    recall: { max_per_type: 50 },
  })
  const crew = Array.from({ length: 11 }, (_, at) => `${14 + at}`)
  await bindModel(channelOf("91502", "200"), () =>
    crew.map((_, at) => claim(`P${at + 1}`, `Sailor ${at} has a boat`, { lines: [at + 1] })),
  )
  const boats = crew.map((id, at): [string, string, string] => [id, `Sailor ${at}`, "I have a boat"])
  await hear("91502", "200", talk(500, START - HOUR / 2, boats))
  const asker = isolate()
  const ask: Ask = {
    query: "beagle walks at midnight",
    channel_id: "100",
    max_items: 50,
    max_tokens: 4_000,
    min_score: 0,
  }
  await asker.ask("91502", ask)
  const { items } = await asker.ask("91502", ask)
  expect(items.map(({ text }) => text)).toContain("Bo Lund lives by the sea")
  expect(asker.trips).toEqual({ sequential: 2, calls: 2 })
  await asker.ask("91502", { ...ask, query: "zebra" })
  expect(asker.trips).toEqual({ sequential: 1, calls: 1 })
})

deep("nothing cached about a guild is used once the guild has changed", async () => {
  const open = { name: "general", audience: "everyone" }
  await adaSays("91503", "100", "I love hiking", open)
  const asker = isolate()
  const told = async (ask: Ask = ANY) => texts(await asker.ask("91503", ask)).join()
  expect(await told()).toContain("hiking")
  await told()
  expect(asker.trips.sequential).toBe(1)
  const channel = (change: object, id = "100") =>
    ok("POST", `/v1/guilds/91503/channels/${id}/messages`, { channel: change, messages: [] })
  await channel({ audience: "restricted" })
  expect(await told()).toBe("")
  await channel({ audience: "everyone" })
  expect(await told()).toContain("hiking")
  await channel({ audience: "restricted" }, "200")
  await channel({ parent_id: "200" }, "201")
  await adaSays("91503", "201", "I love chess", { name: "thread" })
  expect(await told()).not.toContain("chess")
  await channel({ audience: "everyone" }, "200")
  expect(await told()).toContain("chess")
  await adaSays("91503", "300", "I love sailing", open)
  expect(await told()).toContain("sailing")
  await ok("PUT", "/v1/guilds/91503/policy", { recall: { max_items: 1 } })
  expect((await asker.ask("91503", ANY)).items).toHaveLength(1)
})

test("a recall uses the guild's time zone at the moment of asking", async () => {
  await adaSays("91504", "100", "I love hiking", { name: "general", audience: "everyone" })
  const asker = isolate()
  const ask = { ...ANY, format: "xml" }
  expect((await asker.ask("91504", ask)).text).toContain("2026-11-20")
  await ok("PUT", "/v1/guilds/91504/settings", { timezone: "Pacific/Kiritimati" })
  expect((await asker.ask("91504", ask)).text).toContain("2026-11-21")
})

deep(
  "an isolate with a cache answers like one without, whatever changes in between",
  async () => {
    const guild = "91505"
    const words = ["hiking", "chess", "sailing", "tea"]
    for (const [at, word] of words.entries())
      await adaSays(guild, `${at + 1}00`, `I love ${word}`, { name: word, audience: "everyone" })
    const channel = fc.constantFrom("100", "200", "300", "400")
    const change = fc.oneof(
      fc.record({ channel, info: fc.record({ audience: fc.constantFrom("everyone", "restricted") }) }),
      fc.record({ channel: fc.constantFrom("500", "600", "700"), info: fc.record({ parent_id: channel }) }),
      fc.record({ policy: fc.record({ max_items: fc.integer({ min: 1, max: 8 }) }) }),
      fc.record({ timezone: fc.constantFrom("UTC", "Pacific/Kiritimati", "America/New_York") }),
      fc.record({ says: fc.constantFrom(...words), in: channel }),
    )
    const place = fc.constantFrom(null, "100", "200", "500", "424242")
    const asker = isolate()
    let id = 1_000_000
    const apply = (made: Record<string, unknown>) => {
      if ("policy" in made) return ok("PUT", `/v1/guilds/${guild}/policy`, { recall: made.policy })
      if ("timezone" in made) return ok("PUT", `/v1/guilds/${guild}/settings`, made)
      const messages = "says" in made ? talk(id++, START - HOUR, [["12", "Bo", `I love ${made.says}`]]) : []
      const to = made.in ?? made.channel
      return ok("POST", `/v1/guilds/${guild}/channels/${to}/messages`, { channel: made.info ?? {}, messages })
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(change, place), { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const [made, channel_id] of steps) {
          await apply(made)
          const ask = { ...ANY, channel_id, format: "xml" }
          // Its id is random, and chance decides whether it is logged.
          const other = {
            ...(await isolate().ask(guild, ask)),
            id: expect.any(String),
            logged: expect.any(Boolean),
          }
          expect(await asker.ask(guild, ask)).toEqual(other)
        }
      }),
      { numRuns: propertyRuns(25) },
    )
  },
  180_000,
)
