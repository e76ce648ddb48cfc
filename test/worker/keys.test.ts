import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { app } from "../../src/http/app.ts"
import { mintToken } from "../../src/privacy/key-token.ts"
import { call, ok, type Page, type Problem } from "./http.ts"
import { as, type KeyBody, type NewKeyBody, newKey, revoke } from "./key-holder.ts"

const settings = (guild: string) => `/v1/guilds/${guild}/settings`
const DAY = 86_400_000

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function later(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms })
}

/** Returns all rows of keys and of the audit log. */
async function kept(): Promise<string> {
  const tables = await env.DB.batch(
    ["api_keys", "audit"].map((table) => env.DB.prepare(`SELECT * FROM ${table}`)),
  )
  return JSON.stringify(tables.map((table) => table.results))
}

test("a key's token is shown at creation and never again", async () => {
  const key = await newKey("5401", { name: "dice bot", scope: "write", expires_in_days: 30 })
  expect(key).toMatchObject({ name: "dice bot", scope: "write", state: "live", created_by: "admin" })
  expect(Date.parse(key.expires_at ?? "") - Date.now()).toBeGreaterThan(29 * DAY)
  const secret = key.token.slice(`ks_${key.id}_`.length)
  expect(secret).toHaveLength(43)
  const listed = await ok<Page<KeyBody>>("GET", "/v1/guilds/5401/keys")
  expect(listed.items).toEqual([{ ...key, token: undefined }])
  expect(JSON.stringify(listed)).not.toMatch(/hash|token/)
  const { hash } = (await env.DB.prepare("SELECT hash FROM api_keys WHERE id = ?")
    .bind(key.id)
    .first<{ hash: string }>()) ?? { hash: "" }
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(listed)).not.toContain(hash)
  expect(await kept()).not.toContain(secret)
})

test("a key opens its own guild within its scope and nothing more", async () => {
  const key = await newKey("5402", { scope: "read" })
  expect((await as(key.token, "GET", settings("5402"))).status).toBe(200)
  const put = await as<Problem>(key.token, "PUT", settings("5402"), {})
  expect(put).toMatchObject({ status: 403, body: { type: "urn:keepsake:forbidden" } })
})

test("a key for another guild is refused in the same words whether that guild exists or not", async () => {
  const key = await newKey("5403", { scope: "admin" })
  await newKey("5404")
  const exists = await as<Problem>(key.token, "GET", settings("5404"))
  const doesNot = await as<Problem>(key.token, "GET", settings("5499"))
  expect(exists).toMatchObject({ status: 403, body: { type: "urn:keepsake:forbidden" } })
  expect(doesNot).toEqual(exists)
})

test("unknown, wrong, expired and revoked keys are refused in the same words", async () => {
  const [expired, revoked, other] = await Promise.all([
    newKey("5405", { expires_at: new Date(Date.now() + 60_000).toISOString() }),
    newKey("5405"),
    newKey("5405"),
  ])
  await revoke("5405", revoked.id)
  later(61_000)
  const wrong = other.token.slice(0, -5) + (other.token.endsWith("aaaaa") ? "bbbbb" : "aaaaa")
  const tokens = [mintToken().token, wrong, expired.token, revoked.token, "ks_garbage", `${other.token}x`]
  const answers = await Promise.all(tokens.map((token) => as<Problem>(token, "GET", settings("5405"))))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject({ status: 401, body: { type: "urn:keepsake:unauthorized" } })
  expect((await as(other.token, "GET", settings("5405"))).status).toBe(200)
})

test("a revoked key is refused at once where it was revoked, and revoking it twice changes nothing", async () => {
  const key = await newKey("5406")
  expect((await as(key.token, "GET", settings("5406"))).status).toBe(200)
  expect(await revoke("5406", key.id)).toBe(204)
  expect((await as(key.token, "GET", settings("5406"))).status).toBe(401)
  const [once] = (await ok<Page<KeyBody>>("GET", "/v1/guilds/5406/keys")).items
  expect(once).toMatchObject({ state: "revoked", revoked_at: expect.any(String) })
  later(5_000)
  expect(await revoke("5406", key.id)).toBe(204)
  expect((await ok<Page<KeyBody>>("GET", "/v1/guilds/5406/keys")).items).toEqual([once])
  expect(await revoke("5401", key.id)).toBe(404)
})

test("a key revoked elsewhere is refused after ten seconds", async () => {
  const key = await newKey("5407")
  expect((await as(key.token, "GET", settings("5407"))).status).toBe(200)
  await env.DB.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?").bind(key.id).run()
  later(10_000)
  expect((await as(key.token, "GET", settings("5407"))).status).toBe(401)
})

test("a revoked key still in the local cache creates no other key", async () => {
  const admin = await newKey("5408", { scope: "admin" })
  const make = () =>
    as<NewKeyBody>(admin.token, "POST", "/v1/guilds/5408/keys", { name: "x", scope: "admin" })
  expect(await make()).toMatchObject({ status: 201, body: { created_by: `key a bot (${admin.id})` } })
  await env.DB.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?").bind(admin.id).run()
  expect((await make()).status).toBe(401)
  expect((await ok<Page<KeyBody>>("GET", "/v1/guilds/5408/keys")).items).toHaveLength(2)
  const { items } = await ok<Page<{ action: string }>>("GET", "/v1/guilds/5408/audit?action=key.create")
  expect(items).toHaveLength(2)
})

test("a key does not outlive the key that created it", async () => {
  const admin = await newKey("5409", { scope: "admin", expires_in_days: 7 })
  const make = (body: object) =>
    as<NewKeyBody>(admin.token, "POST", "/v1/guilds/5409/keys", { name: "child", scope: "read", ...body })
  expect((await make({})).body.expires_at).toBe(admin.expires_at)
  expect(await make({ expires_in_days: 6 })).toMatchObject({ status: 201 })
  expect(await make({ expires_in_days: 8 })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "body.expires_in_days" }] },
  })
})

test("at most a hundred keys are valid at once, not counting revoked ones", async () => {
  const [first] = await Promise.all(Array.from({ length: 100 }, () => newKey("5410")))
  const full = await call<Problem>("POST", "/v1/guilds/5410/keys", { name: "one more", scope: "read" })
  expect(full).toMatchObject({ status: 409, body: { type: "urn:keepsake:keys_full" } })
  await revoke("5410", first?.id ?? "")
  expect(await newKey("5410", { name: "one more" })).toMatchObject({ state: "live" })
  const seen: string[] = []
  let cursor = ""
  do {
    const page: Page<KeyBody> = await ok("GET", `/v1/guilds/5410/keys?limit=30${cursor}`)
    for (const key of page.items) seen.push(key.id)
    cursor = page.next === null ? "" : `&cursor=${page.next}`
  } while (cursor !== "")
  expect(seen).toHaveLength(101)
  expect(new Set(seen).size).toBe(101)
})

test("a key's last use is recorded once an hour", async () => {
  const key = await newKey("5411")
  const lastUsed = async () => (await ok<Page<KeyBody>>("GET", "/v1/guilds/5411/keys")).items[0]?.last_used_at
  expect(await lastUsed()).toBeNull()
  const used = async (after: number) => {
    later(after)
    expect((await fetched(key.token, settings("5411"), {})).status).toBe(200)
    return Date.parse((await lastUsed()) ?? "")
  }
  const first = await used(0)
  expect(Math.abs(first - Date.now())).toBeLessThan(5_000)
  expect(await used(59 * 60_000)).toBe(first)
  expect(await used(2 * 60_000)).toBeGreaterThan(first)
})

test("no secret is logged or returned, even if the database is down", async () => {
  const key = await newKey("5412")
  const logged: unknown[] = []
  for (const method of ["error", "warn", "log", "info", "debug"] as const)
    vi.spyOn(console, method).mockImplementation((...said) => void logged.push(said))
  const prepare = () => {
    throw new Error("D1_ERROR: the database is out of reach")
  }
  // Drizzle calls nothing else before it fails.
  const broken = { prepare } as unknown as D1Database
  const answer = await fetched(key.token, settings("5412"), { DB: broken })
  const text = await answer.text()
  expect(answer.status).toBe(503)
  expect(logged).toHaveLength(1)
  expect(JSON.stringify(logged) + text).not.toContain(key.token.slice(-43))
  expect(JSON.stringify(logged) + text).not.toContain("Bearer")
})

/** Sends a request in a changed environment. */
async function fetched(token: string, path: string, change: Partial<typeof env>): Promise<Response> {
  const context = createExecutionContext()
  const request = new Request(`https://keepsake.test${path}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const answer = await app.fetch(request, { ...env, ...change }, context)
  await waitOnExecutionContext(context)
  return answer
}

test("a key that reads too often is refused with a wait, and may still write; other keys and the operator are unaffected", async () => {
  const [key, other] = await Promise.all([newKey("5413", { scope: "write" }), newKey("5413")])
  const rate = env.READ_RATE
  if (!rate) throw new Error("the tests' wrangler.toml binds no READ_RATE")
  // Takes several tries only if a minute ends in between.
  const patience = { timeout: 15_000 }
  const turnedAway = await vi.waitUntil(async () => {
    while ((await rate.limit({ key: key.id })).success);
    const answer = await fetched(key.token, settings("5413"), {})
    return answer.status === 429 ? answer : null
  }, patience)
  expect(turnedAway.headers.get("retry-after")).toBe("60")
  expect(await turnedAway.json()).toMatchObject({ type: "urn:keepsake:too_many", status: 429 })
  const messages = "/v1/guilds/5413/channels/100/messages"
  expect((await as(key.token, "POST", messages, { messages: [] })).status).toBe(202)
  expect((await as(other.token, "GET", settings("5413"))).status).toBe(200)
  expect((await call("GET", settings("5413"))).status).toBe(200)
})

test("nothing is limited without the rate limit bindings", async () => {
  const key = await newKey("5414")
  const spent = { limit: () => Promise.resolve({ success: false }) }
  expect((await fetched(key.token, settings("5414"), { READ_RATE: spent })).status).toBe(429)
  const { READ_RATE: _, WRITE_RATE: __, ...bare } = env
  const request = new Request(`https://keepsake.test${settings("5414")}`, {
    headers: { authorization: `Bearer ${key.token}` },
  })
  expect((await app.fetch(request, bare, createExecutionContext())).status).toBe(200)
})

test("revoking a key revokes the keys it created, and theirs, with an audit row for each", async () => {
  const guild = "5415"
  const make = async (creator: string, scope: string) =>
    (
      await as<NewKeyBody>(creator, "POST", `/v1/guilds/${guild}/keys`, {
        name: `made (${scope})`,
        scope,
      })
    ).body
  const root = await newKey(guild, { scope: "admin" })
  const other = await newKey(guild, { scope: "admin" })
  const child = await make(root.token, "admin")
  const [grandchild, stranger] = await Promise.all([make(child.token, "write"), make(other.token, "read")])
  for (const { token } of [child, grandchild, stranger])
    expect((await as(token, "GET", settings(guild))).status).toBe(200)
  expect(await revoke(guild, root.id)).toBe(204)
  const { items } = await ok<Page<KeyBody>>("GET", `/v1/guilds/${guild}/keys`)
  const live = items.filter(({ state }) => state === "live").map(({ id }) => id)
  expect(live.sort()).toEqual([other.id, stranger.id].sort())
  // At once in this isolate, although it cached them as active.
  for (const { token } of [root, child, grandchild])
    expect((await as(token, "GET", settings(guild))).status).toBe(401)
  expect((await as(stranger.token, "GET", settings(guild))).status).toBe(200)
  const audit = await ok<Page<{ target: string; actor: string; detail: unknown }>>(
    "GET",
    `/v1/guilds/${guild}/audit?action=key.revoke`,
  )
  expect(audit.items.map(({ target, detail }) => [target, detail]).sort()).toEqual(
    [
      [root.id, null],
      [child.id, { with: root.id }],
      [grandchild.id, { with: root.id }],
    ].sort(),
  )
  expect(new Set(audit.items.map(({ actor }) => actor))).toEqual(new Set(["admin"]))
})

test("keys that a revoked key left active are revoked when it is revoked again", async () => {
  const guild = "5416"
  const root = await newKey(guild, { scope: "admin" })
  const path = `/v1/guilds/${guild}/keys`
  const child = await as<NewKeyBody>(root.token, "POST", path, { name: "child", scope: "read" })
  await env.DB.prepare("UPDATE api_keys SET revoked_at = 1 WHERE id = ?").bind(root.id).run()
  expect(await revoke(guild, root.id)).toBe(204)
  expect((await as(child.body.token, "GET", settings(guild))).status).toBe(401)
})

let databaseReads = 0
/** One object for all tests: the worker caches keys by their database. */
const countedDatabase = new Proxy(env.DB, {
  get(target, name) {
    if (name === "prepare" || name === "batch") databaseReads++
    const value: unknown = Reflect.get(target, name)
    return typeof value === "function" ? value.bind(target) : value
  },
})

/** Sends a request from an address, and counts the database reads it causes. */
async function knock(
  token: string,
  guild: string,
  { from, rate }: { from: string; rate: RateLimit },
): Promise<{ status: number; reads: number; wait: string | null }> {
  const before = databaseReads
  const request = new Request(`https://keepsake.test${settings(guild)}`, {
    headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": from },
  })
  const context = createExecutionContext()
  const answer = await app.fetch(request, { ...env, DB: countedDatabase, UNKNOWN_RATE: rate }, context)
  await waitOnExecutionContext(context)
  return { status: answer.status, reads: databaseReads - before, wait: answer.headers.get("retry-after") }
}

/** A limit of three per key, which no minute resets. */
function ofThree(): RateLimit {
  const counts = new Map<string, number>()
  return {
    limit: ({ key }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1)
      return Promise.resolve({ success: (counts.get(key) ?? 0) <= 3 })
    },
  }
}

test("unknown keys from one address are turned away before the database is read", async () => {
  const rate = ofThree()
  const tries = []
  for (let index = 0; index < 5; index++)
    tries.push(await knock(mintToken().token, "5417", { from: "198.51.100.7", rate }))
  expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429])
  expect(tries.map(({ reads }) => reads > 0)).toEqual([true, true, true, false, false])
  expect(tries[4]?.wait).toBe("60")
})

test("an attacker with a range of IPv6 addresses counts as one", async () => {
  const rate = ofThree()
  const from = (index: number) => knock(mintToken().token, "5417", { from: `2001:db8:0:1::${index}`, rate })
  const statuses = []
  for (let index = 1; index <= 4; index++) statuses.push((await from(index)).status)
  expect(statuses).toEqual([401, 401, 401, 429])
  expect(await knock(mintToken().token, "5417", { from: "2001:db8:0:2::1", rate })).toMatchObject({
    status: 401,
  })
})

test("a valid key is not locked out by wrong tries from another address, nor from its own once it was used", async () => {
  const { token } = await newKey("5418")
  const rate = ofThree()
  const [attacker, owner] = ["198.51.100.7", "203.0.113.9"]
  for (let index = 0; index < 5; index++) await knock(mintToken().token, "5418", { from: attacker, rate })
  expect(await knock(token, "5418", { from: owner, rate })).toMatchObject({ status: 200 })
  for (let index = 0; index < 5; index++) await knock(mintToken().token, "5418", { from: owner, rate })
  expect(await knock(token, "5418", { from: owner, rate })).toMatchObject({ status: 200 })
})

test("a known key's id with wrong secrets is limited like an unknown key", async () => {
  const { token } = await newKey("5419")
  const rate = ofThree()
  const from = "198.51.100.8"
  expect(await knock(token, "5419", { from, rate })).toMatchObject({ status: 200 })
  const statuses = []
  for (let index = 0; index < 4; index++)
    statuses.push(
      (await knock(token.slice(0, 20) + mintToken().token.slice(20), "5419", { from, rate })).status,
    )
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(3)
  expect(statuses.at(-1)).toBe(429)
})
