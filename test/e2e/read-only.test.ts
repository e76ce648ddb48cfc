/** A whole deployment paused by its READ_ONLY variable: it still hears and answers, and writes no memory. */
import { rmSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import { freshState, startWorker } from "./prepared.ts"

const stateDir = freshState()
let worker: LocalWorker

beforeAll(async () => {
  worker = await startWorker({ stateDir, vars: { READ_ONLY: "true" } })
})

afterAll(async () => {
  await worker?.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

async function call(method: string, path: string, body?: unknown) {
  const response = await fetch(`${worker.url}/v1/guilds/1${path}`, {
    method,
    headers: { authorization: `Bearer ${worker.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

test("a read-only deployment hears messages, rejects claims and refuses to be told facts", async () => {
  const said = {
    id: "3",
    author: { id: "4", name: "Ada" },
    content: "I live in Oslo",
    timestamp: "2026-11-20T12:00:00Z",
  }
  const heard = await call("POST", "/channels/2/messages", {
    channel: { audience: "everyone" },
    messages: [said],
  })
  expect(heard).toMatchObject({ status: 202, body: { accepted: 1 } })
  const flushed = await call("POST", "/channels/2/flush")
  expect(flushed.body).toMatchObject({ windows: [{ claims: { accepted: 0, rejected: 1 } }], waiting: 0 })
  const windows = await call("GET", "/windows")
  expect(windows.body).toMatchObject({
    items: [{ verdicts: [{ verdict: "rejected", reason: "read_only" }] }],
  })
  expect((await call("GET", "/memories")).body).toEqual({ items: [], next: null })
  expect((await call("POST", "/members/4/remember", { text: "I like tea" })).status).toBe(423)
  const recalled = await call("POST", "/recall", { query: "where does Ada live?", channel_id: "2" })
  expect(recalled.body).toMatchObject({ items: [{ kind: "message", text: "Ada: I live in Oslo" }] })
})
