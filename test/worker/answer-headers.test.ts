/** Every answer tells browsers and caches what they may do with it: guess nothing, store nothing, frame nothing. */
import { createExecutionContext } from "cloudflare:test"
import { env, exports } from "cloudflare:workers"
import { afterEach, expect, test, vi } from "vitest"
import { app } from "../../src/http/app.ts"
import { NOON } from "./builders.ts"
import { hear, talk } from "./http.ts"
import { newKey } from "./key-holder.ts"

const GUILD = "54101"

afterEach(() => {
  vi.restoreAllMocks()
})

function fetched(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: "Bearer dev", "content-type": "application/json" }
  const request = new Request(`https://keepsake.test${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  return exports.default.fetch(request)
}

async function headersOf(answer: Response): Promise<Record<string, string | null>> {
  await answer.arrayBuffer()
  const named = ["cache-control", "x-content-type-options", "x-frame-options", "content-security-policy"]
  return Object.fromEntries(named.map((name) => [name, answer.headers.get(name)]))
}

const SEALED = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
}

test("every answer of the API forbids sniffing, storing and framing, whatever its status", async () => {
  await hear(GUILD, "100", talk(900, NOON, [["11", "Ada", "I love hiking"]]))
  const { token } = await newKey(GUILD)
  const own = { headers: { authorization: `Bearer ${token}` } }
  const guild = `/v1/guilds/${GUILD}`
  const big = JSON.stringify({ query: "x".repeat(1_100_000) })
  const answers: [number, string, RequestInit?][] = [
    [200, "/healthz"],
    [200, `${guild}/settings`],
    [200, `${guild}/members/11/export`],
    [201, `${guild}/keys`, { method: "POST", body: JSON.stringify({ name: "a", scope: "read" }) }],
    [204, `${guild}/channels/100/messages/900`, { method: "DELETE" }],
    [400, `${guild}/recall`, { method: "POST", body: "{" }],
    [401, `${guild}/settings`, { headers: { authorization: "" } }],
    [403, `${guild}/audit`, own],
    [404, "/nothing"],
    [404, "/v1/nothing"],
    [404, `${guild}/memories/m_none`],
    [413, `${guild}/recall`, { method: "POST", body: big }],
    [415, `${guild}/recall`, { method: "POST", body: "{}", headers: { "content-type": "text/plain" } }],
  ]
  for (const [status, path, init] of answers) {
    const answer = await fetched(path, init)
    expect(answer.status, path).toBe(status)
    expect(await headersOf(answer), `${status} ${path}`).toEqual(SEALED)
  }
})

test("an answer to an outage is not stored either", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const prepare = () => {
    throw new Error("D1_ERROR: the database is out of reach")
  }
  const request = new Request(`https://keepsake.test/v1/guilds/${GUILD}/settings`, {
    headers: { authorization: "Bearer dev" },
  })
  // Drizzle calls nothing else before it fails.
  const broken = { ...env, DB: { prepare } as unknown as D1Database }
  const answer = await app.fetch(request, broken, createExecutionContext())
  expect(answer.status).toBe(503)
  expect(await headersOf(answer)).toEqual(SEALED)
})

test("answers to Discord and to strangers on its route carry the same headers", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  for (const init of [{ method: "POST", body: "{}" }, { method: "GET" }]) {
    const answer = await fetched("/interactions", init)
    expect(answer.status, init.method).toBeGreaterThanOrEqual(400)
    expect(await headersOf(answer), init.method).toEqual(SEALED)
  }
})

test("no other site can frame the privacy page, which caches may keep for five minutes", async () => {
  for (const path of ["/privacy", `/privacy/${GUILD}`, "/privacy/none/of/this", "/privacyless"]) {
    const headers = await headersOf(await fetched(path))
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    })
  }
  expect((await headersOf(await fetched("/privacy")))["cache-control"]).toBe("public, max-age=300")
})
