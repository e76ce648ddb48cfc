/**
 * Tests the routes of the app's own route table with every kind of caller: all of them in the deep tier, every fourth
 * by default. A route without a row in `routes-matrix-rows.ts` or without a sample request fails here in both.
 */
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { app } from "../../src/http/app.ts"
import { everyFourth } from "../dice.ts"
import { event, report } from "./agents.ts"
import { atRest } from "./at-rest.ts"
import { ACCOUNT, CHANNEL, ENTRIES, MEMBER } from "./bad-input-cases.ts"
import { NOON } from "./builders.ts"
import { copyGuild, type GuildCopy, restoreGuild } from "./guild-copy.ts"
import { type Answer, channelPath, hear, memories, ok, send, talk } from "./http.ts"
import { newKey } from "./key-holder.ts"
import { at, type Operation, openApi, operations } from "./openapi.ts"
import {
  type Caller,
  everyAdmitted,
  everyKind,
  OTHER_CHANNEL,
  OTHER_GUILD,
  refusalOf,
  requestsBeyond,
} from "./routes-matrix-callers.ts"
import { OWN_ACCOUNT, ROWS } from "./routes-matrix-rows.ts"
import { guildRows, rowCounts } from "./snapshot.ts"
import { channelOf } from "./stand-ins.ts"

const DOCUMENT = openApi()
const ROUTES = operations(DOCUMENT)
/**
 * Refused to everyone without a DISCORD_TOKEN, as in these tests, or without a restore that has begun; the
 * status tells which callers got that far.
 */
const TAKES_A_TOKEN = [
  "POST /v1/gateway/start",
  "POST /v1/guilds/{g}/history",
  "POST /v1/guilds/{g}/history/{id}/start",
  "POST /v1/guilds/{g}/history/{id}/resume",
  "POST /v1/backups/{part}/pages",
]
/** Revokes the keys of the person it erases, so these call it before anybody else does. */
const ENDS_ITS_KEYS = ["POST /v1/guilds/{g}/members/{u}/erase"]

/** Routes that write nothing, or only the guild's own rows, share one guild that is restored each time. */
function findsSharedGuild({ method, path }: Operation): boolean {
  if (path.includes("/review")) return false
  return method === "GET" || /\/(?:recall|remember|forget|keys|memories)\b/.test(path)
}

const SHARED = "5500101"
let shared:
  | { copy: GuildCopy; callers: Caller[]; params: Record<string, string>; before: unknown }
  | undefined

/** A guild with every caller. Callers who are refused try here, also on routes that need their own guild. */
async function sharedGuild() {
  shared ??= {
    params: await sampleParams(SHARED),
    callers: await everyKind(SHARED),
    copy: await copyGuild(SHARED),
    before: await state(SHARED),
  }
  return shared
}

const CASES = everyFourth(ROUTES.map((route, index) => ({ route, ownGuild: String(5501 + index) })))

describe.each(CASES)("$route.name", ({ route }) => {
  test("is refused to all callers but those in its row", async () => {
    const { params, callers } = await sharedGuild()
    for (const caller of callers) {
      const status = refusalOf(route, caller)
      const tries =
        status === null ? requestsBeyond(route, caller) : [{ about: "it", params: {}, fields: {} }]
      for (const { about, ...request } of tries) {
        const answer = await sent(route, caller, {
          ...request,
          params: { ...params, id: "none", ...request.params },
        })
        expectRefusal(route, answer, { status: status ?? 403, about: `${about} by ${caller.kind}` })
      }
    }
  })
})

// Once for all of these routes, because it reads every table. `-t` with a route's name finds the one to blame.
test("refused requests changed nothing", async () => {
  const { before } = await sharedGuild()
  expect(await state(SHARED)).toEqual(before)
})

describe.each(CASES)("$route.name", ({ route, ownGuild }) => {
  test("is open to the callers in its row", { timeout: 30_000 }, async () => {
    const isShared = findsSharedGuild(route)
    const guild = isShared ? SHARED : ownGuild
    if (isShared) await restoreGuild((await sharedGuild()).copy)
    const { params: known, callers } = isShared
      ? await sharedGuild()
      : { params: await sampleParams(guild, route), callers: await everyAdmitted(guild, route) }
    const params = { ...known, ...(await sampleId(guild, route)) }
    const admitted = callers.filter((caller) => refusalOf(route, caller) === null)
    const ends = ENDS_ITS_KEYS.includes(route.name) ? admitted.filter(({ person }) => person) : []
    for (const caller of ends) expect((await sent(route, caller, { params })).status, caller.kind).toBe(202)
    // The operator goes first and still finds what the route may delete.
    const operator = admitted.find(({ allowed }) => allowed === "everything")
    expect(operator === undefined, `${route.name} is closed to the operator`).toBe(
      OWN_ACCOUNT.includes(route.name),
    )
    if (operator)
      expect(await sent(route, operator, { params }), "the operator").toMatchObject({
        status: TAKES_A_TOKEN.includes(route.name)
          ? 409
          : expect.toSatisfy((status) => status >= 200 && status < 300),
      })
    for (const caller of admitted.filter((one) => !ends.includes(one))) {
      const { status } = await sent(route, caller, { params })
      expect([401, 403, 429], `${caller.kind} got ${status}`).not.toContain(status)
      expect(status, caller.kind).toBeLessThan(500)
    }
    await atRest(guild)
  })
})

/** The answer is a problem of the right kind, and valid by the document. */
function expectRefusal(
  route: Operation,
  answer: Answer<unknown>,
  { status, about }: { status: number; about: string },
): void {
  const type = `urn:keepsake:${status === 401 ? "unauthorized" : "forbidden"}`
  expect(answer, about).toMatchObject({ status, type: "application/problem+json", body: { type, status } })
  const { error } = schemaOf(route, status).safeParse(answer.body)
  expect(error?.issues, about).toBeUndefined()
}

const schemas = new Map<string, z.ZodType>()

/** Brings the document's named schemas along, where a schema may refer to them. */
function withDefinitions(schema: object): Parameters<typeof z.fromJSONSchema>[0] {
  const whole = JSON.stringify({ ...schema, $defs: DOCUMENT.components.schemas })
  return JSON.parse(whole.replaceAll("#/components/schemas/", "#/$defs/"))
}

/** Returns the document's schema of a route's problems. */
function schemaOf(route: Operation, status: number): z.ZodType {
  const key = `${route.name} ${status}`
  const responses = DOCUMENT.paths[route.path]?.[route.method.toLowerCase()]?.responses ?? {}
  const declared = responses[String(status)]?.content?.["application/problem+json"]?.schema
  if (declared === undefined)
    throw new Error(`the document does not say that ${route.name} answers ${status}`)
  const made = schemas.get(key) ?? z.fromJSONSchema(withDefinitions(declared as object))
  schemas.set(key, made)
  return made
}

/** A backup's header names the part of its path. */
function sampleBody(name: string, params: Record<string, string>) {
  const good = ENTRIES[name]?.good
  const header = good?.header
  if (typeof header !== "object" || header === null || Array.isArray(header) || !("part" in header))
    return good
  return { ...good, header: { ...header, part: params.part ?? "" } }
}

function sent(
  route: Operation,
  { token }: Caller,
  { params, fields = {} }: { params: Record<string, string>; fields?: Record<string, string> },
): Promise<Answer<unknown>> {
  const good = sampleBody(route.name, params)
  const inBody = route.hasBody && route.method === "POST"
  const query = inBody || Object.keys(fields).length === 0 ? "" : `?${new URLSearchParams(fields)}`
  const body = good && JSON.stringify(inBody ? { ...good, ...fields } : good)
  const headers = { authorization: token === null ? "" : `Bearer ${token}` }
  return send(sampleAddress(route, params) + query, { method: route.method, headers, body: body ?? null })
}

/** Returns everything a request might change in the guild and in the other guild whose key was tried. */
async function state(guild: string): Promise<unknown> {
  const noted = ["api_keys WHERE revoked_at IS NULL AND", "audit WHERE"].map((rows) =>
    env.DB.prepare(`SELECT count(*) AS rows FROM ${rows} guild_id IN (?, ?)`).bind(guild, OTHER_GUILD),
  )
  const counts = (await env.DB.batch(noted)).map(({ results }) => results)
  const channels = [CHANNEL, OTHER_CHANNEL].map((channel) => channelOf(guild, channel).status())
  return {
    counts: [counts, await rowCounts(guild, OTHER_GUILD)],
    channels: await Promise.all(channels),
    rows: [await guildRows(guild), await guildRows(OTHER_GUILD)],
  }
}

/** Builds a guild in which every sample request finds its target. */
async function sampleParams(guild: string, route?: Operation): Promise<Record<string, string>> {
  if (route?.path.includes("/review"))
    await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await hear(guild, CHANNEL, talk(900, NOON, [[MEMBER, "Ada", "I love hiking"]]))
  await ok("POST", `${channelPath(guild, CHANNEL)}/messages`, {
    messages: talk(950, NOON, [[MEMBER, "Ada", "hm"]]),
  })
  if (route?.name === "DELETE /v1/guilds/{g}/identities/{account}")
    await ok("PUT", `/v1/guilds/${guild}/identities/${ACCOUNT}`, { person: MEMBER })
  const [memory] = await memories(guild)
  const key = await newKey(guild)
  return {
    g: guild,
    c: CHANNEL,
    u: MEMBER,
    m: "950",
    n: "0",
    version: "0",
    id: memory?.id ?? "none",
    k: key.id,
    part: guild,
    account: ACCOUNT,
  }
}

/** Returns an id for routes whose `{id}` is not a memory's. */
async function sampleId(guild: string, { path }: Operation): Promise<Record<string, string>> {
  if (path.includes("/erasures/")) return { id: await doneErasure(guild) }
  if (path.includes("/history/"))
    return { id: await sampleHistory(guild, path.slice(path.lastIndexOf("/") + 1)) }
  if (path.includes("/runs/")) return { id: await doneRun(guild) }
  if (path.includes("/import/")) {
    const { good } = ENTRIES["POST /v1/guilds/{g}/import"] ?? {}
    return { id: (await ok<{ id: string }>("POST", `/v1/guilds/${guild}/import`, good)).id }
  }
  if (path.includes("/feedback")) {
    const asked = { query: "hiking", log: true }
    return { id: (await ok<{ id: string }>("POST", `/v1/guilds/${guild}/recall`, asked)).id }
  }
  if (path.includes("/trials/")) return { id: await aTrial(guild) }
  if (path.includes("/notes/")) return { id: await aNote(guild) }
  if (path.includes("/events/")) return { id: await anEvent(guild) }
  return {}
}

async function aTrial(guild: string): Promise<string> {
  const id = `t_${guild}`
  await env.DB.batch([
    env.DB.prepare(
      "INSERT OR REPLACE INTO policies (guild_id, version, body, actor, created_at, candidate) VALUES (?, 900, '{}', 'admin', 1, 1)",
    ).bind(guild),
    env.DB.prepare("DELETE FROM policy_trials WHERE guild_id = ?").bind(guild),
    env.DB.prepare(
      "INSERT INTO policy_trials (guild_id, id, version, base_version, stage, share, guardrails, actor, started_at, stage_at) SELECT id, ?, 900, policy_version, 'shadow', 0.1, '{}', 'admin', 1, 1 FROM guilds WHERE id = ?",
    ).bind(id, guild),
  ])
  return id
}

/** A note of a conversation long enough to have one. */
async function aNote(guild: string): Promise<string> {
  const said = talk(910, NOON, [
    [MEMBER, "Ada", "the greenhouse heater broke again"],
    ["12", "Bo", "then we should mend the greenhouse heater"],
  ])
  await hear(guild, CHANNEL, said)
  return `n_w_${guild}_${CHANNEL}_910_911`
}

/** An event that every reader of the guild may read. */
async function anEvent(guild: string): Promise<string> {
  await report(guild, event("sample", "The backup took 12 minutes."))
  return "sample"
}

/** A finished erasure, so that no background work changes what is compared. */
async function doneErasure(guild: string): Promise<string> {
  const id = `e_${guild}`
  await env.DB.prepare(
    "INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at, finished_at) VALUES (?, ?, 'person', 'p_1', 'done', '{}', 'admin', 1, 2)",
  )
    .bind(id, guild)
    .run()
  return id
}

async function doneRun(guild: string): Promise<string> {
  const id = `${guild}_2026-11-20`
  await env.DB.prepare(
    "INSERT INTO runs (id, guild_id, day, trigger, requested_by, state, started_at, finished_at) VALUES (?, ?, '2026-11-20', 'schedule', 'schedule', 'done', 1, 2)",
  )
    .bind(id, guild)
    .run()
  return id
}

function sampleAddress(route: Operation, params: Record<string, string>): string {
  const lacking = route.params.filter((name) => !(name in params))
  if (lacking.length > 0)
    throw new Error(`${route.name} has no sample for {${lacking.join("}, {")}}: add it to sampleParams`)
  if (!(route.name in ENTRIES) || route.hasBody !== (ENTRIES[route.name]?.good !== undefined))
    throw new Error(
      `${route.name} has no sample request: give it an entry in bad-input-cases.ts, with \`good\` if it takes a body`,
    )
  return at(route, params)
}

test("every route has a sample request", async () => {
  const { params } = await sharedGuild()
  for (const route of ROUTES) expect(sampleAddress(route, params), route.name).toMatch(/^\//)
})

test("every route has a row, and every row a route", () => {
  expect(Object.keys(ROWS).sort()).toEqual(ROUTES.map(({ name }) => name).sort())
})

test("the document declares each route's callers as its row does, and its refusals", () => {
  expect(DOCUMENT.components.securitySchemes).toHaveProperty("token")
  for (const { name, method, path, scope } of ROUTES) {
    const declared = { open: null, operator: "admin", read: "read", write: "write", admin: "admin" }
    expect(scope, name).toBe(declared[ROWS[name]?.[0] ?? "open"])
    const operation = DOCUMENT.paths[path]?.[method.toLowerCase()]
    expect(operation?.security, name).toEqual(scope === null ? [] : [{ token: [scope] }])
    const told = Object.keys(operation?.responses ?? {})
    if (scope !== null) expect(told, name).toEqual(expect.arrayContaining(["401", "403", "429"]))
  }
})

test("every route that answers is in the matrix", () => {
  const served = app.routes
    .filter((route) => route.method !== "ALL")
    .map((route) => `${route.method} ${route.path.replace(/:(\w+)/g, "{$1}")}`)
  expect(served.length).toBeGreaterThan(20)
  expect(new Set(ROUTES.map((route) => route.name))).toEqual(new Set(served))
})

/** Adds an import of old messages in the state in which `verb` changes it. */
async function sampleHistory(guild: string, verb: string): Promise<string> {
  const id = `h_${crypto.randomUUID()}`
  const state = { start: "ready", pause: "running", resume: "paused" }[verb] ?? "stopped"
  await env.DB.batch([
    env.DB.prepare("DELETE FROM history_jobs WHERE guild_id = ?").bind(guild),
    env.DB.prepare(
      "INSERT INTO history_jobs (guild_id, id, kind, state, excluded, spent_usd, calls, requested_by, requested_at, updated_at) VALUES (?, ?, 'discord', ?, '[]', 0, 0, 'admin', 1, 1)",
    ).bind(guild, id, state),
  ])
  return id
}
