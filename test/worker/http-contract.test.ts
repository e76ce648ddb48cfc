/** The fixed contract of the HTTP API: a shape may gain fields but never lose one. */
import { expect, test } from "vitest"
import { z } from "zod"
import { app } from "../../src/http/app.ts"
import { NOON } from "./builders.ts"
import { call, channelPath, hear, type MemoryBody, memories, ok, type Page, send, talk } from "./http.ts"
import { allowsNull, faultsOf, nullableEnums, openApi, operations } from "./openapi.ts"

const Source = z.strictObject({
  message_id: z.string().nullable(),
  channel_id: z.string().nullable(),
  author_id: z.string().nullable(),
  url: z.string().nullable(),
  excerpt: z.string(),
})
const Counts = z.strictObject({ accepted: z.int(), shadowed: z.int(), queued: z.int(), rejected: z.int() })
const Flushed = z.looseObject({
  windows: z.array(
    z.looseObject({ id: z.string(), messages: z.int(), method: z.enum(["rule", "model"]), claims: Counts }),
  ),
})
const Recalled = z.looseObject({
  text: z.string(),
  items: z.array(
    z.looseObject({
      kind: z.enum(["memory", "note", "message"]),
      id: z.string(),
      text: z.string(),
      score: z.number().min(0).max(1),
      at: z.iso.datetime(),
      subject_id: z.string().optional(),
      type: z.enum(["profile", "preference", "task_state", "constraint", "episode"]).optional(),
      confidence: z.number().min(0).max(1).optional(),
      sources: z.array(Source).min(1),
    }),
  ),
  people: z.array(z.looseObject({ id: z.string() })),
  degraded: z.array(z.string()),
  usage: z.looseObject({}),
})
const MemoryShape = z.looseObject({
  id: z.string(),
  subject_id: z.string(),
  fact: z.string(),
  sources: z.array(Source),
})
const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().min(1),
})

/** Ada states three lasting facts, each in its own window. */
async function adaTells(guild: string): Promise<void> {
  const facts = ["I love hiking in the mountains", "I work at Ikea", "I play the violin"]
  for (const [index, fact] of facts.entries())
    await hear(guild, "100", talk(900 + index, NOON + index * 3_600_000, [["11", "Ada", fact]]))
}

test("the document describes every route that answers and is valid OpenAPI 3.1", async () => {
  const document = openApi()
  expect(faultsOf(document)).toEqual([])
  const served = app.routes
    .filter((route) => route.method !== "ALL")
    .map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, "{$1}")}`)
  const listed = operations(document).map((operation) => operation.name)
  expect(new Set(listed)).toEqual(new Set(served))
})

test("the document lists null among the values of everything that may be null", async () => {
  const { checked, without } = nullableEnums(openApi())
  expect(without).toEqual([])
  expect(checked).toBeGreaterThan(3)
})

test("an item that waits for approval has no other side, and the document says so", async () => {
  const document = openApi()
  const other = (name: string) => ({ $ref: `#/components/schemas/ReviewItem/properties/${name}` })
  expect(allowsNull(document, other("other"))).toBe(true)
  expect(allowsNull(document, other("memory"))).toBe(false)
})

test("anyone may read the worker's health and features", async () => {
  expect(await send("/healthz", { headers: { authorization: "" } })).toMatchObject({
    status: 200,
    body: { ok: true, admin_token: "set" },
  })
})

test("every other route answers 401 without the right token and does nothing", async () => {
  const guarded = operations(openApi()).filter((operation) => operation.params.length > 0)
  for (const { method, path } of guarded)
    for (const authorization of [
      "",
      "dev",
      "Basic dev",
      "Bearer",
      "Bearer devil",
      "Bearer de",
      "Bearer dev dev",
    ]) {
      const address = path.replace(/\{\w+\}/g, "4010")
      const answer = await send(address, {
        method,
        headers: { authorization },
        body: method === "GET" ? null : "{}",
      })
      expect(answer, `${method} ${path} ${authorization}`).toMatchObject({
        status: 401,
        type: "application/problem+json",
      })
      Problem.parse(answer.body)
    }
  expect((await call("GET", "/v1/guilds/4010/settings")).status).toBe(404)
})

test("an unknown path is a 404 that says where the routes are", async () => {
  const answer = await call("GET", "/v1/guilds/4011/nothing")
  expect(answer).toMatchObject({ status: 404, type: "application/problem+json" })
  expect(Problem.parse(answer.body).detail).toContain("openapi.json")
})

test("a delivery returns a receipt of accepted, duplicate and rejected messages, with reasons", async () => {
  const messages = talk(900, NOON, [
    ["11", "Ada", "hello"],
    ["12", "Robo", "beep"],
    ["11", "Ada", "  "],
  ])
  messages[1] = { ...messages[1], author: { id: "12", name: "Robo", bot: true } } as (typeof messages)[number]
  const first = await call("POST", `${channelPath("4001", "100")}/messages`, { messages })
  expect(first).toMatchObject({ status: 202, type: "application/json" })
  expect(first.body).toEqual({
    accepted: 1,
    duplicates: 0,
    rejected: [
      { index: 1, reason: "bot" },
      { index: 2, reason: "empty" },
    ],
  })
  const again = await call("POST", `${channelPath("4001", "100")}/messages`, {
    messages: [messages[0], messages[0]],
  })
  expect(again.body).toEqual({ accepted: 0, duplicates: 2, rejected: [] })
})

test("a flush closes the open window and reports each window once", async () => {
  const flushed = Flushed.parse(await hear("4002", "100", talk(900, NOON, [["11", "Ada", "I love hiking"]])))
  expect(flushed.windows).toMatchObject([{ messages: 1, method: "rule", claims: { accepted: 1 } }])
  expect(await ok("POST", `${channelPath("4002", "100")}/flush`)).toMatchObject({ windows: [] })
})

test("recall answers with items, their sources and links to the messages", async () => {
  await adaTells("4003")
  const body = {
    query: "what does Ada do in the mountains?",
    user_id: "11",
    mentions: ["11"],
    channel_id: "100",
  }
  const recalled = Recalled.parse(await ok("POST", "/v1/guilds/4003/recall", body))
  const [best] = recalled.items.filter((item) => item.kind === "memory")
  expect(best).toMatchObject({ text: expect.stringContaining("hiking"), subject_id: "11" })
  expect(best?.sources[0]).toMatchObject({
    message_id: "900",
    channel_id: "100",
    author_id: "11",
    url: "https://discord.com/channels/4003/100/900",
  })
  expect(recalled.people).toMatchObject([{ id: "11", name: "Ada" }])
  expect(recalled.degraded).toEqual([])
})

test("every format of recall answers in the same shape", async () => {
  await adaTells("4004")
  for (const format of ["json", "xml", "block", "tagged"]) {
    const recalled = Recalled.parse(await ok("POST", "/v1/guilds/4004/recall", { query: "violin", format }))
    expect(recalled.text, format).toContain("violin")
  }
})

test("memories can be filtered, and their pages neither repeat nor skip", async () => {
  await adaTells("4005")
  const all = await memories("4005")
  const paged: MemoryBody[] = []
  let cursor = ""
  do {
    const page: Page<MemoryBody> = await ok("GET", `/v1/guilds/4005/memories?limit=1${cursor}`)
    for (const item of page.items) paged.push(item)
    cursor = page.next === null ? "" : `&cursor=${page.next}`
  } while (cursor !== "")
  expect(paged.length).toBe(3)
  expect(paged.map((memory) => memory.id)).toEqual(all.map((memory) => memory.id))
  for (const memory of all) MemoryShape.parse(memory)
  expect((await memories("4005", "?q=VIOLIN")).map((memory) => memory.fact)).toEqual([
    expect.stringContaining("violin"),
  ])
  for (const nothing of ["subject_id=12", "scope=guild", "status=shadow", "contradicted=true", "q=zebra"])
    expect(await memories("4005", `?${nothing}`), nothing).toEqual([])
  expect((await memories("4005", "?subject_id=11&scope=user&status=active&contradicted=false")).length).toBe(
    3,
  )
})

test("a profile shows a person's lasting memories by section, each with its sources", async () => {
  await adaTells("4006")
  const Shape = z.looseObject({
    user: z.strictObject({ id: z.literal("11"), name: z.literal("Ada") }),
    sections: z.record(
      z.enum(["bio", "interests", "skills", "opinions", "relationships", "other"]),
      z.array(MemoryShape),
    ),
    expiring: z.array(MemoryShape),
  })
  const profile = Shape.parse(await ok("GET", "/v1/guilds/4006/members/11/profile"))
  expect([...Object.values(profile.sections).flat(), ...profile.expiring].length).toBe(3)
})

test("a memory can be read, corrected and deleted, and is then gone", async () => {
  await adaTells("4007")
  const [memory] = await memories("4007", "?q=violin")
  const path = `/v1/guilds/4007/memories/${memory?.id}`
  MemoryShape.parse(await ok("GET", path))
  const corrected = await ok<MemoryBody>("PATCH", path, { fact: "Ada plays the viola", importance: "low" })
  expect(corrected).toMatchObject({ id: memory?.id, fact: "Ada plays the viola", importance: "low" })
  expect(await ok("GET", path)).toEqual(corrected)
  expect(await call("DELETE", path)).toMatchObject({ status: 204, body: null })
  expect((await call("GET", path)).status).toBe(404)
  expect((await call("DELETE", path)).status).toBe(404)
})

test("remember stores a fact, and forget deletes the matching ones", async () => {
  await adaTells("4008")
  const told = await ok("POST", "/v1/guilds/4008/members/11/remember", { text: "I collect stamps" })
  expect(told).toMatchObject({ remembered: [{ verdict: "accepted", fact: expect.stringMatching(/stamps/) }] })
  const all = await ok("POST", "/v1/guilds/4008/members/11/forget", { text: "everything" })
  expect(all).toMatchObject({ forgotten: [], needs_confirmation: true, matches: { length: 4 } })
  const one = await ok("POST", "/v1/guilds/4008/members/11/forget", { text: "forget the stamps" })
  expect(one).toMatchObject({
    forgotten: [{ fact: expect.stringMatching(/stamps/) }],
    needs_confirmation: false,
  })
  await ok("POST", "/v1/guilds/4008/members/11/forget", { text: "everything", confirm: true })
  expect(await memories("4008")).toEqual([])
})

test("policy and settings are returned as they were set, and each policy is a new version", async () => {
  const settings = await ok<Record<string, unknown>>("PUT", "/v1/guilds/4009/settings", { lull_seconds: 60 })
  expect(settings).toMatchObject({ lull_seconds: 60, max_messages: 30, max_minutes: 30, retention_days: 7 })
  expect(await ok("GET", "/v1/guilds/4009/settings")).toEqual(settings)
  const byDefault = await ok<Record<string, unknown>>("GET", "/v1/guilds/4009/policy")
  expect(byDefault).toMatchObject({ version: 0, gate: { mode: "auto", min_confidence: 0.6 } })
  const put = await ok("PUT", "/v1/guilds/4009/policy", { gate: { mode: "shadow" } })
  expect(put).toMatchObject({ version: 1, gate: { mode: "shadow", min_confidence: 0.6 } })
  expect(await ok("GET", "/v1/guilds/4009/policy")).toEqual(put)
  expect(await ok("PUT", "/v1/guilds/4009/policy", byDefault)).toEqual({ ...byDefault, version: 2 })
})
