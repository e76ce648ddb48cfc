/**
 * Tests every route with every kind of caller, from the app's own route table. A route without declared
 * callers or a sample request fails here.
 */
import { env } from "cloudflare:workers"
import { describe, expect, test } from "vitest"
import { app } from "../../src/http/app.ts"
import { mintToken } from "../../src/privacy/key-token.ts"
import { atRest } from "./at-rest.ts"
import { CHANNEL, ENTRIES, MEMBER } from "./bad-input-cases.ts"
import { NOON } from "./builders.ts"
import { copyGuild, type GuildCopy, restoreGuild } from "./guild-copy.ts"
import { type Answer, channelPath, hear, memories, ok, send, talk } from "./http.ts"
import { newKey, revoke } from "./key-holder.ts"
import { at, type Operation, openApi, operations } from "./openapi.ts"
import { guildRows } from "./snapshot.ts"
import { channelOf } from "./stand-ins.ts"

const ROUTES = operations(await openApi())
const SCOPES = ["read", "write", "admin"] as const
const OTHER_GUILD = "5500"
/**
 * Refused to everyone without a DISCORD_TOKEN, as in these tests; the status tells which callers got that
 * far.
 */
const TAKES_A_TOKEN = ["POST /v1/gateway/start"]

/** A caller, as far as it matters for access. */
interface Caller {
  kind: string
  token: string | null
  /** The scope in the guild under test; `null` for an unknown caller. */
  allowed: (typeof SCOPES)[number] | "everything" | "elsewhere" | null
}

/** Routes that write nothing, or only the guild's own rows, share one guild that is restored each time. */
function findsSharedGuild({ method, path }: Operation): boolean {
  if (path.includes("/review")) return false
  return method === "GET" || /\/(?:recall|remember|forget|keys|memories)\b/.test(path)
}

const SHARED = "5500101"
let shared: { copy: GuildCopy; callers: Caller[]; params: Record<string, string> } | undefined

async function sharedGuild() {
  shared ??= {
    params: await sampleParams(SHARED),
    callers: await everyKind(SHARED),
    copy: await copyGuild(SHARED),
  }
  await restoreGuild(shared.copy)
  return shared
}

describe.each(ROUTES.map((route, index) => ({ route, ownGuild: String(5501 + index) })))(
  "$route.name",
  ({ route, ownGuild }) => {
    test("is open to the callers it declares and to nobody else", { timeout: 30_000 }, async () => {
      const isShared = findsSharedGuild(route)
      const guild = isShared ? SHARED : ownGuild
      const { params: known, callers } = isShared
        ? await sharedGuild()
        : { params: await sampleParams(guild, route), callers: await everyKind(guild) }
      const params = { ...known, ...(await sampleId(guild, route)) }
      const path = sampleAddress(route, params)
      const [refused, admitted] = [callers.filter(isTurnedAway(route)), callers.filter(isLetIn(route))]
      expect(refused.length + admitted.length).toBe(callers.length)
      const before = await state(guild)
      for (const caller of refused) {
        const answer = await sent(route, path, caller)
        expect(answer, caller.kind).toMatchObject({
          status: caller.allowed === null ? 401 : 403,
          type: "application/problem+json",
          body: { type: caller.allowed === null ? "urn:keepsake:unauthorized" : "urn:keepsake:forbidden" },
        })
      }
      expect(await state(guild), "what was refused changed something").toEqual(before)
      // The operator goes first and still finds what the route may delete.
      const operator = admitted.find(({ allowed }) => allowed === "everything")
      if (!operator) throw new Error(`${route.name} is closed to the operator`)
      expect(await sent(route, path, operator), "the operator").toMatchObject({
        status: TAKES_A_TOKEN.includes(route.name)
          ? 409
          : expect.toSatisfy((status) => status >= 200 && status < 300),
      })
      for (const caller of admitted) {
        const { status } = await sent(route, path, caller)
        expect([401, 403, 429], `${caller.kind} got ${status}`).not.toContain(status)
        expect(status, caller.kind).toBeLessThan(500)
      }
      await atRest(guild)
    })
  },
)

/** Restates the rule independently of the code: unknown callers, then other guilds, then too small scopes. */
function isLetIn(route: Operation): (caller: Caller) => boolean {
  return ({ allowed }) => {
    if (route.scope === null || allowed === "everything") return true
    if (allowed === null || allowed === "elsewhere" || !route.params.includes("g")) return false
    return SCOPES.indexOf(allowed) >= SCOPES.indexOf(route.scope)
  }
}

function isTurnedAway(route: Operation): (caller: Caller) => boolean {
  const letIn = isLetIn(route)
  return (caller) => !letIn(caller)
}

function sent(route: Operation, path: string, { token }: Caller): Promise<Answer<unknown>> {
  const body = ENTRIES[route.name]?.good
  const headers = { authorization: token === null ? "" : `Bearer ${token}` }
  return send(path, { method: route.method, headers, body: body ? JSON.stringify(body) : null })
}

/** Returns everything a request might change in the guild and in the other guild whose key was tried. */
async function state(guild: string): Promise<unknown> {
  const noted = ["api_keys WHERE revoked_at IS NULL AND", "audit WHERE"].map((rows) =>
    env.DB.prepare(`SELECT count(*) AS rows FROM ${rows} guild_id IN (?, ?)`).bind(guild, OTHER_GUILD),
  )
  const counts = (await env.DB.batch(noted)).map(({ results }) => results)
  const channel = await channelOf(guild, CHANNEL).status()
  return { counts, channel, rows: [await guildRows(guild), await guildRows(OTHER_GUILD)] }
}

/** Creates one caller of every kind. */
async function everyKind(guild: string): Promise<Caller[]> {
  const make = async (kind: string, allowed: Caller["allowed"], about: Record<string, unknown>) => {
    const { id, token } = await newKey(allowed === "elsewhere" ? OTHER_GUILD : guild, about)
    return { kind, allowed, token, id }
  }
  const [expired, revoked, ...keys] = await Promise.all([
    make("an expired key", null, { scope: "admin", expires_in_days: 1 }),
    make("a revoked key", null, { scope: "admin" }),
    ...SCOPES.map((scope) => make(`a ${scope} key`, scope, { scope })),
    make("an admin key of another guild", "elsewhere", { scope: "admin" }),
    make("a key bound to a place", "read", { scope: "read", channel_id: CHANNEL }),
    make("a key bound to a person", "read", { scope: "read", viewer_id: MEMBER }),
  ])
  await env.DB.prepare("UPDATE api_keys SET expires_at = 1 WHERE id = ?").bind(expired.id).run()
  await revoke(guild, revoked.id)
  return [
    { kind: "nobody", token: null, allowed: null },
    { kind: "garbage", token: "garbage", allowed: null },
    { kind: "a key never made", token: mintToken().token, allowed: null },
    {
      kind: "a key's id with another secret",
      token: expired.token.slice(0, 20) + mintToken().token.slice(20),
      allowed: null,
    },
    expired,
    revoked,
    ...keys,
    { kind: "the operator", token: "dev", allowed: "everything" },
  ]
}

/** Builds a guild in which every sample request finds its target. */
async function sampleParams(guild: string, route?: Operation): Promise<Record<string, string>> {
  if (route?.path.includes("/review"))
    await ok("PUT", `/v1/guilds/${guild}/policy`, { gate: { mode: "manual" } })
  await hear(guild, CHANNEL, talk(900, NOON, [[MEMBER, "Ada", "I love hiking"]]))
  await ok("POST", `${channelPath(guild, CHANNEL)}/messages`, {
    messages: talk(950, NOON, [[MEMBER, "Ada", "hm"]]),
  })
  const [memory] = await memories(guild)
  const key = await newKey(guild)
  return { g: guild, c: CHANNEL, u: MEMBER, m: "950", id: memory?.id ?? "none", k: key.id }
}

/** Returns an id for routes whose `{id}` is not a memory's. */
async function sampleId(guild: string, { path }: Operation): Promise<Record<string, string>> {
  if (path.includes("/erasures/")) return { id: await doneErasure(guild) }
  if (path.includes("/runs/")) return { id: await doneRun(guild) }
  if (path.includes("/notes/")) return { id: await aNote(guild) }
  return {}
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

test("the document declares each route's callers and its refusals", async () => {
  const document = await openApi()
  expect(document.components.securitySchemes).toHaveProperty("token")
  const open = operations(document).filter((route) => route.scope === null)
  expect(open.map((route) => route.name)).toEqual(["GET /healthz", "GET /v1/openapi.json"])
  for (const { name, method, path, scope } of operations(document)) {
    const operation = document.paths[path]?.[method.toLowerCase()]
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
