/** `npm run lab` says what the server found, and ends with a code that a script can go by. */
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { main } from "../../src/tools/lab.ts"

const GUILD = "81384788765712384"
let folder: string
let server: Server
let url: string
let asked: { path: string; body: unknown }[]
let answer: { status: number; body: unknown }

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "lab-"))
  asked = []
  server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    asked.push({ path: `${request.method} ${request.url}`, body: body === "" ? null : JSON.parse(body) })
    response.writeHead(answer.status).end(JSON.stringify(answer.body))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function run(...argv: string[]): Promise<{ code: number; said: string }> {
  const written: string[] = []
  const sink = { write: (text: string) => void written.push(text) }
  const io = { stdout: sink, stderr: sink, env: { ADMIN_TOKEN: "dev" }, cwd: folder }
  const code = await main([...argv, "--url", url, "--guild", GUILD], io)
  return { code, said: written.join("") }
}

const estimate = (value: number) => ({ value, low: value - 0.1, high: value + 0.1 })
const side = (accepted: number, quality: number) => ({
  accepted,
  outcomes: 80,
  quality: estimate(quality),
  good_per_100: estimate(60),
  score: estimate(20),
})
const certificate = { verdict: "certified", reasons: [], unsafe: [], same: false, more: null, days: null }
const report = (given: Partial<typeof certificate> | { more: number; days: number; verdict: string }) => ({
  from: "2026-08-01T00:00:00.000Z",
  truncated: false,
  replayed: 900,
  evaluated: 210,
  reproduced: { rows: 900, same: 900 },
  certificate: { ...certificate, ...given },
  live: side(150, 0.8),
  candidate: side(170, 0.86),
  difference: { quality: estimate(0.06), score: estimate(9) },
  gained: 30,
  lost: 10,
  decided: 44,
  changes: [{ type: "preference", live: "rejected:low_confidence", candidate: "accepted:fits", claims: 30 }],
  not_replayed: ["sensitive.health"],
  recalls: {
    ...{ rows: 40, changed: 9, difference: { estimate: 0.1, lower: 0.02, upper: 0.18 } },
    live: { useful: 0.5, tokens: 400, latency_ms: 40, repetition: 0.2, entropy: 3.5 },
    candidate: { useful: 0.6, tokens: 300, latency_ms: 40, repetition: 0.1, entropy: 3.75 },
  },
})

test("a certified candidate is explained, and the program ends with 0", async () => {
  writeFileSync(join(folder, "patch.json"), '{"gate":{"min_confidence":0.5}}')
  answer = { status: 200, body: report({}) }
  const { code, said } = await run("replay", "--patch", join(folder, "patch.json"), "--days", "60")
  expect(code).toBe(0)
  expect(asked).toEqual([
    {
      path: `POST /v1/guilds/${GUILD}/policy/replay`,
      body: { candidate: { gate: { min_confidence: 0.5 } }, days: 60 },
    },
  ])
  expect(said).toContain("900 of 900 claims of the policy in force replay to their own verdict.")
  expect(said).toContain("candidate  accepts 170, 80 labeled · good 86.0 % (76.0 to 96.0)")
  expect(said).toContain("30 × preference: rejected:low_confidence → accepted:fits")
  expect(said).toContain("9 of 40 logged recalls would show something else:")
  expect(said).toContain("candidate  useful 60.0 % · tokens 300 · repeated 10.0 % · entropy 3.75 bits")
  expect(said).toContain("difference useful 10.0 % (2.0 to 18.0)")
  expect(said).toContain("Not judged by a replay of the gate: sensitive.health.")
  expect(said).toMatch(/Certified: the candidate is better\.\n$/)
})

test("a candidate that cannot be certified yet ends with 1 and says what is missing", async () => {
  answer = { status: 200, body: report({ verdict: "not_yet", more: 12, days: 9 }) }
  const { code, said } = await run("replay", "--version", "3")
  expect({ code, body: asked[0]?.body }).toEqual({ code: 1, body: { candidate: { version: 3 } } })
  expect(said).toContain("Not certifiable yet: 12 more decisions, some 9 days at this pace.")
})

test("tuning prints each type's reason, and applies only if asked", async () => {
  const threshold = { type: "preference", explanation: "From 0.5 on, 2 of 90 were bad." }
  answer = {
    status: 200,
    body: { rows: 700, thresholds: [threshold], patch: { gate: {} }, holdout: certificate, applied: null },
  }
  const { code, said } = await run("tune", "--alpha", "0.2")
  expect({ code, body: asked[0]?.body }).toEqual({ code: 0, body: { alpha: 0.2 } })
  expect(said).toContain("preference: From 0.5 on, 2 of 90 were bad.")
  await run("tune", "--apply")
  expect(asked[1]?.body).toEqual({ apply: true })
})

test("drift ends with 1 if the latest week raised the alarm", async () => {
  const week = (name: string, alarms: string[]) => ({
    week: name,
    policy_version: 2,
    claims: 140,
    state: "compared",
    measures: { kinds_psi: { value: 0.4, limit: 0.2 } },
    alarms,
  })
  answer = { status: 200, body: { weeks: [week("2026-11-09", []), week("2026-11-16", ["kinds_psi"])] } }
  const { code, said } = await run("drift", "--weeks", "8")
  expect({ code, path: asked[0]?.path }).toEqual({
    code: 1,
    path: `GET /v1/guilds/${GUILD}/policy/drift?weeks=8`,
  })
  expect(said).toContain(
    "2026-11-16 · version 2 · 140 claims · kinds_psi 0.4000 (limit 0.2000) · ALARM: kinds_psi",
  )
  answer = { status: 200, body: { weeks: [] } }
  expect(await run("drift", "--json")).toEqual({ code: 0, said: '{"weeks":[]}\n' })
})

test("a wrong call and a refused request say the next step", async () => {
  expect(await run("replay")).toMatchObject({
    code: 2,
    said: expect.stringContaining("--patch or --version"),
  })
  expect(await run("tune", "--alpha", "much")).toMatchObject({ code: 2 })
  const foreign = await run("drift", "--set", "all")
  expect(foreign.code).toBe(2)
  expect(JSON.stringify(foreign)).toContain("drift takes no --set")
  expect((await run("replay", "--patch", join(folder, "none.json"))).said).toContain("merge patch")
  answer = { status: 404, body: {} }
  expect(await run("drift")).toMatchObject({ code: 1, said: expect.stringContaining("deploy this version") })
  answer = { status: 400, body: { detail: "body.candidate.version: is no version of this guild's policy" } }
  expect((await run("replay", "--version", "9")).said).toContain("is no version of this guild's policy")
})
