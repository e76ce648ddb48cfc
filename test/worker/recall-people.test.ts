/** A recall's context includes facts and digests of the people it is for. */
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { deep } from "../dice.ts"
import { adaTalks, HOUR, parrot, setClock, stored, THREE } from "./digest-reader.ts"
import { hear, ok, talk } from "./http.ts"
import { isolate, spent, texts } from "./recall-asker.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"

const OPEN = { name: "general", audience: "everyone" }

beforeEach(() => setClock(THREE))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Ada bakes, Bo collects stamps, and eleven sailors who spoke later have a boat. */
async function harbor(guild: string): Promise<void> {
  const crew = Array.from({ length: 11 }, (_, at) => `${14 + at}`)
  await ok("PUT", `/v1/guilds/${guild}/policy`, {
    gate: { max_writes_per_window: 15 },
    recall: { max_per_type: 50 },
  })
  await bindModel(channelOf(guild, "100"), () => [
    claim("P1", "Ada bakes bread"),
    claim("P2", "Bo collects stamps", { lines: [2] }),
    ...crew.map((_, at) => claim(`P${at + 3}`, `Sailor ${at} has a boat at the pier`, { lines: [at + 3] })),
  ])
  const lines: [string, string, string][] = [
    ["11", "Ada", "I bake bread"],
    ["12", "Bo", "I collect stamps"],
    ...crew.map((id, at): [string, string, string] => [id, `Sailor ${at}`, "I have a boat at the pier"]),
  ]
  await hear(guild, "100", talk(1, THREE - HOUR, lines), OPEN)
}

test("facts about the asker and mentioned people are included once each, however little they match the question", async () => {
  await harbor("91601")
  const ask = { query: "boat at the pier", max_items: 6 }
  expect(texts(await isolate().ask("91601", ask)).join()).not.toMatch(/bread|stamps/)
  const asker = isolate()
  for (const _ of ["cold", "warm"]) {
    const answer = await asker.ask("91601", { ...ask, user_id: "11", mentions: ["12"] })
    expect(answer.items).toHaveLength(6)
    const all = texts(answer)
    expect(all.filter((text) => text === "Ada bakes bread")).toHaveLength(1)
    expect(all.filter((text) => text === "Bo collects stamps")).toHaveLength(1)
    expect(all.filter((text) => text.includes("boat"))).toHaveLength(4)
    expect(new Set(answer.items.map(({ id }) => id)).size).toBe(6)
  }
})

test("facts about people take at most a third of the items", async () => {
  await harbor("91602")
  for (const text of ["I play chess", "I love hiking", "I love tea", "I work as a nurse"])
    await ok("POST", "/v1/guilds/91602/members/11/remember", { text })
  const { items } = await isolate().ask("91602", { query: "boat at the pier", max_items: 6, user_id: "11" })
  expect(items.filter(({ subject_id, kind }) => kind === "memory" && subject_id === "11")).toHaveLength(2)
})

test("a reranker does not crowd out facts about people", async () => {
  await harbor("91603")
  await ok("PUT", "/v1/guilds/91603/policy", { recall: { rerank: true, max_per_type: 50 } })
  const ai = {
    run: async (_: string, { contexts }: { contexts?: { text: string }[] }) => reranking(contexts),
  }
  const bound = { AI: ai as unknown as Ai, AI_EMBED_MODEL: "none" }
  const ask = { query: "boat at the pier", max_items: 6, user_id: "11", mentions: ["12"] }
  const answer = await isolate(bound).ask("91603", ask)
  expect(answer.degraded).toEqual([])
  expect(texts(answer)).toEqual(expect.arrayContaining(["Ada bakes bread", "Bo collects stamps"]))
})

function reranking(contexts: { text: string }[] = []) {
  return { response: contexts.map(({ text }, id) => ({ id, score: text.includes("boat") ? 0.9 : 0.1 })) }
}

/** Bo is in the note of a short conversation, and the sailors have spoken since he mentioned stamps. */
const NOTED = { query: "what was the talk", channel_id: "200", max_items: 50, max_tokens: 4_000 }

test("facts about people named in the best notes are included in every format but json", async () => {
  await harbor("91604")
  await bindModel(channelOf("91604", "200"), () => [])
  await hear("91604", "200", talk(500, THREE, [["12", "Bo", "hello there"]]), OPEN)
  const asker = isolate()
  expect(texts(await asker.ask("91604", NOTED))).not.toContain("Bo collects stamps")
  expect(texts(await asker.ask("91604", NOTED))).not.toContain("Bo collects stamps")
  for (const format of ["xml", "block", "tagged", "narrative"])
    expect(texts(await asker.ask("91604", { ...NOTED, format })), format).toContain("Bo collects stamps")
})

deep(
  "facts about a member who opted out are never added, whether they are mentioned or in a note",
  async () => {
    await harbor("91605")
    await bindModel(channelOf("91605", "200"), () => [])
    await hear("91605", "200", talk(500, THREE, [["12", "Bo", "hello there"]]), OPEN)
    const asker = isolate()
    const mentioned = { query: "boat at the pier", mentions: ["12"] }
    const asks = [mentioned, { ...mentioned, max_items: 6 }, NOTED]
    const told = async (format: string) =>
      Promise.all(asks.map(async (ask) => JSON.stringify(await asker.ask("91605", { ...ask, format }))))
    await told("xml")
    for (const answer of await told("xml")) expect(answer).toContain("stamps")
    await ok("PUT", "/v1/guilds/91605/members/12/consent", { consent: "out" })
    for (const format of ["json", "xml", "block", "tagged", "narrative"])
      for (const answer of await told(format)) expect(answer, format).not.toContain("stamps")
  },
)

/** A narrative that includes a person's days. */
const TELL = { query: "what is new", format: "narrative", user_id: "11", max_tokens: 2_000 }

deep(
  "a narrative describes the days of the asker and of mentioned people, as far as they may be read there",
  async () => {
    await adaTalks("91611", "The sourdough starter doubled", THREE - HOUR, { channel: "200" })
    await adaTalks("91611", "My bicycle chain snapped", THREE - 2 * HOUR, {
      channel: "100",
      audience: "restricted",
    })
    const asker = isolate()
    const told = async (ask: object) => {
      const { text } = await asker.ask("91611", { ...TELL, ...ask })
      return [...text.matchAll(/sourdough|bicycle/g)].map(([word]) => word)
    }
    for (const _ of ["cold", "warm"]) {
      expect(await told({})).toEqual(expect.arrayContaining(["sourdough"]))
      expect(await told({})).not.toContain("bicycle")
      expect(await told({ channel_id: "200" })).not.toContain("bicycle")
      expect(await told({ channel_id: "100" })).toEqual(expect.arrayContaining(["sourdough", "bicycle"]))
    }
    const { text } = await asker.ask("91611", { ...TELL, query: "zebra", user_id: "12", mentions: ["11"] })
    expect(text).toMatch(/Today: Ada .*sourdough/)
    expect((await asker.ask("91611", { ...TELL, query: "zebra", format: "xml" })).text).not.toContain(
      "Today:",
    )
  },
)

test("a narrative without a model is the same each time; as of an earlier day it holds nothing later", async () => {
  await adaTalks("91612", "The sourdough starter doubled", THREE - HOUR)
  await adaTalks("91612", "My bicycle chain snapped", THREE - 25 * HOUR)
  const asker = isolate()
  const ask = { ...TELL, query: "zebra" }
  const first = await asker.ask("91612", ask)
  expect(first.text).toMatch(/Today: Ada .*sourdough/)
  // The id is random, and chance decides whether it is logged.
  const { id, logged } = first
  expect({ ...(await asker.ask("91612", ask)), id, logged }).toEqual(first)
  expect((await isolate().ask("91612", ask)).text).toBe(first.text)
  expect(await stored("91612")).toEqual([])
  const then = await asker.ask("91612", { ...ask, as_of: new Date(THREE - 24 * HOUR).toISOString() })
  expect(then.text).toMatch(/Today: Ada .*bicycle/)
  expect(then.text).not.toContain("sourdough")
})

test("a model writes digests after the answer was sent, for the next reader, and is charged", async () => {
  await adaTalks("91613", "The sourdough starter doubled", THREE - HOUR)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { ai, prompts } = parrot()
  const models: string[] = []
  const slow = {
    run: async (name: string, input: object) => {
      await held
      models.push(name)
      return (ai.run as unknown as (name: string, input: object) => Promise<unknown>)(name, input)
    },
  }
  const asker = isolate({ AI: slow as unknown as Ai, AI_EMBED_MODEL: "none" })
  const { answer, done } = await asker.begin("91613", { ...TELL, query: "zebra" })
  expect(answer.text).toContain("sourdough")
  expect(await stored("91613")).toEqual([])
  release()
  await done()
  // The stronger model tells the day, the other one merges.
  const ofDay = prompts.findIndex((prompt) => prompt.includes('wanted="day"'))
  expect(prompts).toHaveLength(2)
  expect(models[ofDay]).toMatch(/gpt-oss/)
  expect(models[1 - ofDay]).toMatch(/glm/)
  expect((await stored("91613")).map(({ kind }) => kind)).toContain("day")
  expect(await spent("91613")).toMatchObject({ digest: 200 })
  await env.DB.prepare(
    "UPDATE digests SET body = 'Ada had a floury day.' WHERE guild_id = '91613' AND body <> ''",
  ).run()
  expect((await asker.ask("91613", { ...TELL, query: "zebra" })).text).toContain("a floury day")
})
