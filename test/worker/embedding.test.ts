/**
 * A guild's vector index follows its memories and notes: new text is embedded, changed text is embedded
 * again, deleted text loses its vector.
 */
import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Usage } from "../../src/domain/types.ts"
import { app } from "../../src/http/app.ts"
import worker from "../../src/index.ts"
import { vectorSearch } from "../../src/vectors/search.ts"
import { wakeWaiting } from "../../src/vectors/wake.ts"
import { deep } from "../dice.ts"
import { hear, type MemoryBody, memories, ok, talk } from "./http.ts"
import {
  DIMENSIONS,
  embedder,
  equipIndex,
  expectIndexInSync,
  found,
  indexBindings,
  indexOf,
  MODEL,
  marks,
  ownKeys,
} from "./indexing.ts"
import { alarmOf, MINUTE, pass, START, setClock } from "./live.ts"
import { markNightsDone } from "./night-stage.ts"
import { bindModel, channelOf, claim } from "./stand-ins.ts"
import { VectorizeStandIn } from "./vectorize.ts"

beforeEach(() => setClock(START))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const SOON = START + MINUTE
const HOME = `embedded:${MODEL}`

/** Ada likes hiking and Bo plays chess: two memories and a note. */
async function twoHobbies(guild: string): Promise<void> {
  const lines: [string, string, string][] = [
    ["11", "Ada", "I love hiking"],
    ["12", "Bo", "I play chess every week"],
  ]
  await hear(guild, "100", talk(1, START - 3_600_000, lines))
  expect(await memories(guild)).toHaveLength(2)
}
async function factNamed(guild: string, word: string): Promise<MemoryBody> {
  const memory = (await memories(guild)).find(({ fact }) => fact.includes(word))
  if (!memory) throw new Error(`no memory of ${word}`)
  return memory
}

test("a new memory is embedded with its subject's name and topics, and found by meaning", async () => {
  const model = embedder()
  const index = indexOf("33001")
  await equipIndex(index, { model })
  await twoHobbies("33001")
  await index.wake("33001")
  await pass(index, SOON)
  const texts = model.calls.flat()
  expect(texts).toHaveLength(3)
  expect(texts.find((text) => text.includes("hiking"))).toMatch(/^Ada\n.*hiking/)
  expect(await found("33001", "chess", { model })).toContain((await factNamed("33001", "chess")).fact)
  expect((await found("33001", "hiking", { model }))[0]).toBe((await factNamed("33001", "hiking")).fact)
  expect((await marks("33001")).map(([, , mark]) => mark)).toEqual([HOME, HOME, HOME])
  await expectIndexInSync("33001", await ownKeys(index))
  expect(await alarmOf(index)).toBe(null)
})

test("embedding tokens are charged as embedding, not as extraction", async () => {
  const model = embedder()
  const index = indexOf("33002")
  await equipIndex(index, { model })
  await twoHobbies("33002")
  await index.wake("33002")
  await pass(index, SOON)
  const { results } = await env.DB.prepare(
    "SELECT purpose, model, calls, input_tokens, cost_usd FROM usage WHERE guild_id = '33002'",
  ).all()
  expect(results).toEqual([
    {
      purpose: "embedding",
      model: MODEL,
      calls: 1,
      input_tokens: 30,
      cost_usd: expect.closeTo(30 * 1_075e-6 * 0.000_011, 14),
    },
  ])
})

test("a corrected memory is embedded again, a forgotten or retired one loses its vector, and an approved one gets it back", async () => {
  const model = embedder()
  const index = indexOf("33003")
  await equipIndex(index, { model })
  await twoHobbies("33003")
  await index.wake("33003")
  await pass(index, SOON)
  const [hiking, chess] = [await factNamed("33003", "hiking"), await factNamed("33003", "chess")]
  await ok("PATCH", `/v1/guilds/33003/memories/${hiking.id}`, { fact: "Ada loves kayaking" })
  await ok("PATCH", `/v1/guilds/33003/memories/${chess.id}`, { status: "superseded" })
  expect((await marks("33003")).map(([kind, , mark]) => [kind, mark])).toEqual([
    ["memory", ""],
    ["memory", null],
    // It told the corrected fact, and tells it in its new words.
    ["note", null],
  ])
  await index.wake("33003")
  await pass(index, SOON + MINUTE)
  expect((await found("33003", "kayaking", { model }))[0]).toBe("Ada loves kayaking")
  expect(await found("33003", "chess", { model })).not.toContain(chess.fact)
  await expectIndexInSync("33003", await ownKeys(index))

  await ok("PATCH", `/v1/guilds/33003/memories/${chess.id}`, { status: "active" })
  await ok("DELETE", `/v1/guilds/33003/memories/${hiking.id}`)
  await index.wake("33003")
  await pass(index, SOON + 2 * MINUTE)
  expect((await found("33003", "chess", { model }))[0]).toBe(chess.fact)
  expect(await ownKeys(index)).toHaveLength(2)
  await expectIndexInSync("33003", await ownKeys(index))
})

test("a memory that is retired and forgotten before its first vector leaves nothing to do", async () => {
  const model = embedder()
  const index = indexOf("33004")
  await equipIndex(index, { model })
  await twoHobbies("33004")
  const [hiking, chess] = [await factNamed("33004", "hiking"), await factNamed("33004", "chess")]
  await ok("PATCH", `/v1/guilds/33004/memories/${hiking.id}`, { status: "superseded" })
  await ok("DELETE", `/v1/guilds/33004/memories/${chess.id}`)
  await index.wake("33004")
  await pass(index, SOON)
  expect(model.calls.flat()).toHaveLength(1)
  expect(await ownKeys(index)).toHaveLength(1)
  await expectIndexInSync("33004", await ownKeys(index))
})

test("a queued memory is embedded only once it is approved", async () => {
  const model = embedder()
  const index = indexOf("33005")
  await equipIndex(index, { model })
  await twoHobbies("33005")
  await env.DB.prepare(
    "UPDATE memories SET status = 'queued' WHERE guild_id = '33005' AND fact LIKE '%chess%'",
  ).run()
  await index.wake("33005")
  await pass(index, SOON)
  expect(await ownKeys(index)).toHaveLength(2)
  const chess = (await memories("33005", "?status=queued"))[0]
  await ok("PATCH", `/v1/guilds/33005/memories/${chess?.id}`, { status: "active" })
  await index.wake("33005")
  await pass(index, SOON + MINUTE)
  expect(await ownKeys(index)).toHaveLength(3)
})

test("a new embedding model embeds everything again, and only its vectors are searched", async () => {
  const model = embedder()
  const index = indexOf("33006")
  await equipIndex(index, { model })
  await twoHobbies("33006")
  await index.wake("33006")
  await pass(index, SOON)
  const settings = { AI_EMBED_MODEL: "@cf/acme/other" }
  expect(await found("33006", "chess", { model, settings })).toEqual([])
  await equipIndex(index, { model: embedder(), settings })
  await index.wake("33006")
  await pass(index, SOON + MINUTE)
  expect((await marks("33006")).map(([, , mark]) => mark)).toEqual(
    new Array(3).fill("embedded:@cf/acme/other"),
  )
  expect(await found("33006", "chess", { model, settings })).toHaveLength(3)
  expect(await found("33006", "chess", { model })).toEqual([])
  await expectIndexInSync("33006", await ownKeys(index))
})

test("vectors move to Vectorize when it is bound and back when a setting says so, leaving none behind", async () => {
  const model = embedder()
  const index = indexOf("33007")
  const vectorize = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  await equipIndex(index, { model })
  await twoHobbies("33007")
  await index.wake("33007")
  await pass(index, SOON)
  expect(await ownKeys(index)).toHaveLength(3)

  await equipIndex(index, { model, vectorize })
  await index.wake("33007")
  await pass(index, SOON + MINUTE)
  vectorize.process()
  expect(await ownKeys(index)).toEqual([])
  expect(await found("33007", "chess", { model, vectorize })).toHaveLength(3)
  await expectIndexInSync(
    "33007",
    vectorize.ids.map((id) => id.replace("33007:", "")),
  )

  const settings = { VECTOR_INDEX: "embedded" }
  await equipIndex(index, { model, vectorize, settings })
  await index.wake("33007")
  await pass(index, SOON + 2 * MINUTE)
  vectorize.process()
  expect(vectorize.ids).toEqual([])
  await expectIndexInSync("33007", await ownKeys(index))
})

test("an index without a model adds nothing, and still deletes the vectors of forgotten facts", async () => {
  const model = embedder()
  const index = indexOf("33008")
  await equipIndex(index, { model })
  await twoHobbies("33008")
  await index.wake("33008")
  await pass(index, SOON)
  const settings = { AI_EMBED_MODEL: "none" }
  await equipIndex(index, { model, settings })
  await ok("DELETE", `/v1/guilds/33008/memories/${(await factNamed("33008", "chess")).id}`)
  await ok("POST", "/v1/guilds/33008/members/11/remember", { text: "Ada plays the oboe" })
  await wakeWaiting({ ...env, ...indexBindings({ model, settings }) }, settings)
  await pass(index, SOON + MINUTE)
  expect(model.calls).toHaveLength(1)
  // The other fact keeps its vector. The note lost its own when the sentence with the forgotten fact was
  // removed.
  expect(await ownKeys(index)).toHaveLength(1)
})

test("processing a window wakes its guild's index, and so does every route that writes", async () => {
  const index = indexOf("33009")
  const channel = channelOf("33009", "100")
  await bindModel(channel, () => [claim("P1", "Ada loves hiking")])
  expect(await alarmOf(index)).toBe(null)
  await hear("33009", "100", talk(1, START - 3_600_000, [["11", "Ada", "I love hiking"]]))
  await vi.waitFor(async () => expect(await alarmOf(index)).not.toBe(null))

  const id = (await factNamed("33009", "hiking")).id
  const member = "/v1/guilds/33009/members/11"
  const writes: [string, string, unknown][] = [
    ["POST", `${member}/remember`, { text: "Ada plays chess" }],
    ["PATCH", `/v1/guilds/33009/memories/${id}`, { fact: "Ada loves kayaking" }],
    ["POST", `${member}/forget`, { text: "chess" }],
    ["DELETE", `/v1/guilds/33009/memories/${id}`, undefined],
  ]
  for (const [method, path, body] of writes) {
    await pass(index, Date.now() + MINUTE)
    expect(await alarmOf(index), path).toBe(null)
    const context = createExecutionContext()
    const request = new Request(`https://keepsake.test${path}`, {
      method,
      headers: { authorization: "Bearer dev", "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = await app.fetch(request, { ...env, AI: unhelpful() }, context)
    await waitOnExecutionContext(context)
    expect(answer.status, path).toBeLessThan(300)
    expect(await alarmOf(index), path).not.toBe(null)
  }
})

/** A bound model that always fails: the rules extract instead, and the index wakes anyway. */
function unhelpful(): Ai {
  const run = async () => {
    throw new Error("5007: No such model")
  }
  return { run } as unknown as Ai
}

test("no index wakes without an embedding model", async () => {
  await twoHobbies("33010")
  await ok("POST", "/v1/guilds/33010/members/11/remember", { text: "Ada plays the oboe" })
  expect(await alarmOf(indexOf("33010"))).toBe(null)
})

deep("the hourly job wakes only the indexes of guilds with waiting work", async () => {
  const model = embedder()
  const [done, waiting] = [indexOf("33011"), indexOf("33012")]
  await equipIndex(done, { model })
  await twoHobbies("33011")
  await done.wake("33011")
  await pass(done, SOON)
  await twoHobbies("33012")
  setClock(START)
  await markNightsDone()
  await worker.scheduled(createScheduledController(), { ...env, AI: model.ai })
  expect(await alarmOf(waiting)).not.toBe(null)
  expect(await alarmOf(done)).toBe(null)
})

test("a guild's vectors are never found from another guild", async () => {
  const model = embedder()
  const vectorize = new VectorizeStandIn(DIMENSIONS, ["kind", "model", "place"])
  for (const guild of ["33013", "33014"]) {
    await equipIndex(indexOf(guild), { model, vectorize })
    await twoHobbies(guild)
    await indexOf(guild).wake(guild)
    await pass(indexOf(guild), SOON)
    setClock(START)
  }
  vectorize.process()
  expect(vectorize.ids).toHaveLength(6)
  const hits = await found("33013", "chess", { model, vectorize }, 100)
  expect(hits).toHaveLength(3)
  expect(hits.filter((name) => name.startsWith("a stray"))).toEqual([])
})

test("a search reports the cost of its query, and rejects while the model fails", async () => {
  const model = embedder()
  const spent: Usage[] = []
  const search = vectorSearch(
    { ...env, AI: model.ai },
    {},
    { guildId: "33015", spend: (usage) => spent.push(usage) },
  )
  expect(await search?.("who plays chess?", 5)).toEqual({ memories: [], notes: [] })
  expect(model.calls).toEqual([["who plays chess?"]])
  expect(spent).toEqual([{ purpose: "embedding", model: MODEL, inputTokens: 10, outputTokens: 0 }])
  model.refuse = () => {
    throw new Error("1031: internal error")
  }
  await expect(search?.("who plays chess?", 5)).rejects.toThrow("1031")
  expect(vectorSearch(env, {}, { guildId: "33015" })).toBe(null)
})
