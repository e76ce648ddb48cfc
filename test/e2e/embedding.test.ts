/**
 * A real process that embeds through a server: the next process embeds once the rows left by a killed one,
 * and the cron finds nothing left.
 */
import { rmSync } from "node:fs"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import { type ModelServer, startModelServer } from "./model-server.ts"
import { freshState, startWorker } from "./prepared.ts"

const stateDir = freshState()
const asked: string[][] = []
let willing = false
let server: ModelServer
let worker: LocalWorker

beforeAll(async () => {
  server = await startModelServer({
    // A service that returns no vectors for texts is set up wrongly, so rows wait.
    embed: (texts) => {
      asked.push(texts)
      return willing ? texts.map((text) => [text.length, 1, 2]) : []
    },
  })
  worker = await start()
})
afterAll(async () => {
  await worker?.stop()
  await server?.close()
  rmSync(stateDir, { recursive: true, force: true })
})

function start(): Promise<LocalWorker> {
  const vars = { AI_BASE_URL: server.url, AI_FAST_MODEL: "chat", AI_EMBED_MODEL: "embed", RETRY_SECONDS: "1" }
  return startWorker({ stateDir, vars })
}

async function post(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(`${worker.url}/v1/guilds/1/channels/2/${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${worker.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  expect(response.status).toBeLessThan(300)
  return response.json()
}

test("the next process embeds the rows that a killed process left, and embeds nothing twice", async () => {
  const author = { id: "4", name: "Ada" }
  const messages = [{ id: "3", author, content: "I live in Oslo", timestamp: "2026-11-20T12:00:00Z" }]
  await post("messages", { messages })
  expect(await post("flush", {})).toMatchObject({ windows: [{ method: "model" }] })
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), 20_000)
  worker.kill()

  asked.length = 0
  willing = true
  worker = await start()
  // The platform fires a lost alarm when the object is next called.
  expect((await fetch(`${worker.url}/cdn-cgi/handler/scheduled`)).status).toBe(200)
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), 40_000)
  expect(asked).toEqual([["text\ntext"]])
  await new Promise((done) => setTimeout(done, 2_000))
  expect((await fetch(`${worker.url}/cdn-cgi/handler/scheduled`)).status).toBe(200)
  await new Promise((done) => setTimeout(done, 3_000))
  expect(asked).toHaveLength(1)
})
