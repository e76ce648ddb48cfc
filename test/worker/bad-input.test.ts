/** Every route refuses bad input with the field and the reason, and bad input changes nothing. */
import { env } from "cloudflare:workers"
import fc from "fast-check"
import { expect, test } from "vitest"
import { deep, propertyRuns } from "../dice.ts"
import { ACCOUNT, CHANNEL, ENTRIES, GUILD, MEMBER, NOT_IDS } from "./bad-input-cases.ts"
import { NOON } from "./builders.ts"
import { type Answer, call, channelPath, hear, memories, ok, type Problem, send, talk } from "./http.ts"
import { at, type Operation, openApi, operations } from "./openapi.ts"
import { OWN_ACCOUNT } from "./routes-matrix-rows.ts"
import { guildRows, rowCounts } from "./snapshot.ts"

/** Builds a guild with two memories and a waiting message. */
async function populated(guild = GUILD): Promise<Record<string, string>> {
  await hear(
    guild,
    CHANNEL,
    talk(900, NOON, [
      [MEMBER, "Ada", "I love hiking"],
      [MEMBER, "Ada", "I work at Ikea"],
    ]),
  )
  await ok("POST", `${channelPath(guild, CHANNEL)}/messages`, {
    messages: talk(950, NOON, [[MEMBER, "Ada", "hm"]]),
  })
  const [memory] = await memories(guild)
  const ids = {
    g: guild,
    c: CHANNEL,
    u: MEMBER,
    m: "950",
    n: "0",
    version: "0",
    part: guild,
    account: ACCOUNT,
  }
  return { ...ids, id: memory?.id ?? "none", k: "00000000000000aa" }
}

async function everything(): Promise<unknown> {
  const channel = env.CHANNELS.getByName(`${GUILD}:${CHANNEL}`)
  const nights = await env.DB.prepare("SELECT id, state FROM runs WHERE guild_id = ?").bind(GUILD).all()
  return {
    counts: await rowCounts(GUILD, UNKNOWN.g),
    rows: await guildRows(GUILD),
    nights: nights.results,
    channel: await channel.status(),
  }
}

function expectProblem(answer: Answer<Problem>, about: string, status: number, field: string | null): void {
  const where = `${about}\n${JSON.stringify(answer.body)}`
  expect(answer.status, where).toBe(status)
  expect(answer.type, where).toBe("application/problem+json")
  expect(answer.body, where).toMatchObject({ status, title: expect.any(String), type: expect.any(String) })
  expect(answer.body.detail, where).not.toBe("")
  if (field === null) return
  expect(
    answer.body.errors?.map((error) => error.field),
    where,
  ).toContain(field)
  for (const error of answer.body.errors ?? [])
    expect(error.problem, where).not.toMatch(/^(?:Invalid input)?$/)
}

test("every route has an entry of good and bad input", async () => {
  const routes = operations(openApi())
  expect(Object.keys(ENTRIES).sort()).toEqual(routes.map((route) => route.name).sort())
  for (const route of routes) {
    expect(ENTRIES[route.name]?.good !== undefined, route.name).toBe(route.hasBody)
    expect((ENTRIES[route.name]?.bad ?? []).length > 0, route.name).toBe(route.hasBody)
  }
})

/** Invalid values of path parameters that are no snowflakes. */
const NOT_PARAMS: Record<string, string[]> = {
  id: ["x".repeat(101), "a\u0000"],
  n: ["x", "-1", "1.5", "99999"],
  version: ["x", "-1", "1.5", "1234567890"],
}

deep("a path with an invalid id is refused with the name of its parameter", async () => {
  const params = await populated()
  const before = await everything()
  for (const route of operations(openApi())) {
    const body = ENTRIES[route.name]?.good
    for (const name of route.params)
      for (const id of NOT_PARAMS[name] ?? NOT_IDS.filter(isText)) {
        const answer = await call<Problem>(route.method, at(route, { ...params, [name]: id }), body)
        expectProblem(answer, `${route.name} ${name} ${id}`, 400, `path.${name}`)
      }
  }
  expect(await everything()).toEqual(before)
})

/** Unknown ids, keyed by path parameter. */
const UNKNOWN = {
  g: "5999",
  part: "5999",
  c: "424242",
  m: "424242",
  id: "m_none",
  u: "424242",
  k: "00000000000000bb",
}

deep("an unknown guild, channel, memory or member is a 404 on every route that needs it", async () => {
  const params = await populated()
  const before = await everything()
  for (const route of operations(openApi())) {
    const entry = ENTRIES[route.name]
    const needed = entry?.opensGuild ? [] : route.params.filter((name) => needs(route, name))
    for (const [name, id] of Object.entries(UNKNOWN).filter(([param]) => needed.includes(param))) {
      const answer = await call<Problem>(route.method, at(route, { ...params, [name]: id }), entry?.good)
      // Who may speak for an account is decided first: these callers learn nothing of its guild.
      const isOwn = OWN_ACCOUNT.includes(route.name)
      expectProblem(answer, `${route.name} of an unknown ${name}`, isOwn ? 403 : 404, null)
      if (!isOwn) expect(answer.body.detail).toContain(id)
    }
  }
  expect(await everything()).toEqual(before)
})

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== ""
}

/**
 * A member may opt out or be described before they ever speak, and a deletion may arrive before its message.
 */
function needs(route: Operation, param: string): boolean {
  if (param === "u") return /profile|forget/.test(route.path)
  const deletes = route.method === "DELETE" || route.path.endsWith("bulk-delete")
  return param === "g" || param === "part" || !(deletes && route.path.includes("/messages"))
}

test("a body or query that breaks a route's rules is refused with the field and the reason", async () => {
  const params = await populated()
  const before = await everything()
  for (const route of operations(openApi())) {
    const address = at(route, params)
    for (const [body, field] of ENTRIES[route.name]?.bad ?? []) {
      const about = `${route.name} ${JSON.stringify(body).slice(0, 200)}`
      expectProblem(await call<Problem>(route.method, address, body), about, 400, field)
    }
    for (const [query, field] of ENTRIES[route.name]?.badQuery ?? [])
      expectProblem(
        await call<Problem>(route.method, `${address}?${query}`),
        `${route.name} ${query}`,
        400,
        field,
      )
  }
  expect(await everything()).toEqual(before)
})

const UNKNOWN_FIELD = "surprise"

/** Discord's own objects, of which Keepsake reads a part, and maps whose keys the caller chooses. */
const OPEN_OBJECTS: Record<string, RegExp> = {
  "PUT /v1/guilds/{g}/structure": /^body\.(?:guild|channels|threads|members)\b/,
  "POST /v1/guilds/{g}/policy/replay": /^body\.candidate$/,
  "POST /v1/backups/{part}/pages": /^body\.rows\.\d+\.row$/,
}

type Json = Record<string, unknown>

/** Returns a body once for each of its objects, with an unknown field in that object, and the field's path. */
function withUnknown(body: unknown, path: string): { body: unknown; field: string }[] {
  if (typeof body !== "object" || body === null) return []
  const isArray = Array.isArray(body)
  const inner = Object.entries(body).flatMap(([key, value]) =>
    withUnknown(value, `${path}.${key}`).map(({ body: changed, field }) => ({
      body: isArray ? body.with(Number(key), changed) : { ...body, [key]: changed },
      field,
    })),
  )
  const own = { body: { ...body, [UNKNOWN_FIELD]: 1 }, field: `${path}.${UNKNOWN_FIELD}` }
  return isArray ? inner : [own, ...inner]
}

test("a field that a body does not have, at any depth, is refused by name with those that are allowed", async () => {
  const params = await populated()
  const before = await everything()
  for (const route of operations(openApi()).filter(({ hasBody }) => hasBody)) {
    const open = OPEN_OBJECTS[route.name]
    for (const { body, field } of withUnknown(ENTRIES[route.name]?.good, "body")) {
      if (open?.test(field.slice(0, field.lastIndexOf(".")))) continue
      const answer = await call<Problem>(route.method, at(route, params), body)
      expectProblem(answer, `${route.name} ${field}`, 400, field)
      const { problem } = answer.body.errors?.find((error) => error.field === field) ?? {}
      expect(problem, route.name).toMatch(/^is not a known field/)
    }
  }
  const misspelled = await call<Problem>("POST", `/v1/guilds/${GUILD}/members/${MEMBER}/remember`, {
    text: "I collect stamps",
    chanel_id: CHANNEL,
  } satisfies Json)
  expect(misspelled.body.errors).toEqual([
    { field: "body.chanel_id", problem: "is not a known field: allowed are text, name, channel_id" },
  ])
  expect(await everything()).toEqual(before)
})

test("a query field that a route does not have is refused by name", async () => {
  const params = await populated()
  const before = await everything()
  for (const route of operations(openApi()).filter(({ scope }) => scope !== null)) {
    const address = `${at(route, params)}?${UNKNOWN_FIELD}=1`
    const answer = await call<Problem>(route.method, address, ENTRIES[route.name]?.good)
    expectProblem(answer, route.name, 400, `query.${UNKNOWN_FIELD}`)
  }
  expect(await everything()).toEqual(before)
})

/** Zod's own words, which say nothing to a caller. */
const JARGON = /Invalid (?:input|option|string)|Too (?:small|big)|: expected|, received/

test("a problem is told in a caller's words", async () => {
  const recalled = (body: Json) => call<Problem>("POST", `/v1/guilds/${GUILD}/recall`, body)
  const problems: [Json, { field: string; problem: string }][] = [
    [{}, { field: "body.query", problem: "is required" }],
    [{ query: 5 }, { field: "body.query", problem: "must be a string" }],
    [
      { query: "x", max_items: 0 },
      { field: "body.max_items", problem: "must be at least 1" },
    ],
    [
      { query: "x", mentions: ["1", "2", "3", "4"] },
      { field: "body.mentions", problem: "must have at most 3 entries" },
    ],
    [
      { query: "x", style: "odd" },
      { field: "body.style", problem: 'must be "default" or "classic"' },
    ],
  ]
  for (const [body, problem] of problems) expect((await recalled(body)).body.errors).toEqual([problem])
  const params = await populated()
  for (const route of operations(openApi()))
    for (const [body] of ENTRIES[route.name]?.bad ?? []) {
      const { errors = [] } = (await call<Problem>(route.method, at(route, params), body)).body
      for (const { field, problem } of errors) expect(problem, `${route.name} ${field}`).not.toMatch(JARGON)
    }
})

/** Bodies that every route refuses: text, status, and the field if the error can name one. */
const NO_BODY_AT_ALL: [string, number, string | null][] = [
  ["", 400, "body"],
  ["{", 400, "body"],
  ["{'a':1}", 400, "body"],
  ["undefined", 400, "body"],
  ["\u0000", 400, "body"],
  ["null", 400, "body"],
  ["[]", 400, "body"],
  ['"text"', 400, "body"],
  ["1e999", 400, "body"],
  ["[".repeat(100_000) + "]".repeat(100_000), 400, "body"],
  ["[".repeat(100_000), 400, "body"],
  [`{"a":"${"x".repeat(2_000_000)}"}`, 413, null],
]

deep(
  "a body that is not a JSON object, or is larger than a megabyte, is refused on every route that takes one",
  async () => {
    const params = await populated()
    const before = await everything()
    for (const route of operations(openApi()).filter(({ hasBody }) => hasBody)) {
      const { method } = route
      for (const [body, status, field] of NO_BODY_AT_ALL) {
        const answer = await send<Problem>(at(route, params), { method, body })
        expectProblem(answer, `${route.name} ${body.slice(0, 40)}`, status, field)
      }
      const untyped = {
        method,
        body: JSON.stringify(ENTRIES[route.name]?.good),
        headers: { "content-type": "text/plain" },
      }
      expectProblem(await send<Problem>(at(route, params), untyped), `${route.name} as text`, 415, null)
      const bare = await send<Problem>(at(route, params), { method, headers: { "content-type": "" } })
      expectProblem(bare, `${route.name} without a body`, 400, "body")
    }
    expect(await everything()).toEqual(before)
  },
)

deep("prototype keys and a hundred thousand levels of nesting do no harm", async () => {
  const params = await populated()
  const routes = operations(openApi()).filter(({ hasBody }) => hasBody)
  const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`
  for (const route of routes)
    for (const key of ["__proto__", "constructor", "prototype"])
      for (const value of ['{"read_only":true,"text":"x","query":"x"}', deep]) {
        const answer = await send<Problem>(at(route, params), {
          method: route.method,
          body: `{"${key}":${value}}`,
        })
        expectProblem(answer, `${route.name} ${key}`, 400, null)
      }
  expect(await ok("GET", `/v1/guilds/${GUILD}/settings`)).toMatchObject({ read_only: false })
})

deep("no JSON body makes a route answer with a server error", async () => {
  const params = await populated("5002")
  const routes = operations(openApi()).filter(({ hasBody }) => hasBody)
  const values = routes.map((route) => mutated(ENTRIES[route.name]?.good ?? {}))
  const any = fc
    .nat(routes.length - 1)
    .chain((index) => fc.tuple(fc.constant(index), values[index] ?? fc.json()))
  await fc.assert(
    fc.asyncProperty(any, async ([index, body]) => {
      const route = routes[index] as Operation
      const answer = await send(at(route, params), { method: route.method, body })
      expect(answer.status, `${route.name} ${body}`).toBeLessThan(500)
    }),
    { numRuns: propertyRuns(200) },
  )
})

const LONE = "\udfff"

/** Mutations of a good body (a field replaced, dropped or added), or any JSON at all. */
function mutated(good: Record<string, unknown>): fc.Arbitrary<string> {
  const keys = [...Object.keys(good), "__proto__", "channel", "name", "timezone"]
  const strange = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: "binary" }),
    fc.bigInt().map(Number),
    fc.constant(LONE),
  )
  const changed = fc
    .tuple(fc.constantFrom(...keys), strange)
    .map(([key, value]) => ({ ...good, [key]: value }))
  return fc.oneof(
    { weight: 3, arbitrary: changed.map((body) => JSON.stringify(body)) },
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: fc.string() },
  )
}
