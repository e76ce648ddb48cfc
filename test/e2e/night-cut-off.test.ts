/**
 * A night whose process is killed halfway: the next night begins as soon as a worker runs again, and does its
 * work.
 */
import { rmSync } from "node:fs"
import { afterAll, expect, test } from "vitest"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import { startModelServer } from "./model-server.ts"
import { freshState, startWorker } from "./prepared.ts"

const GUILD = "/v1/guilds/7620901"
const stateDir = freshState()
const open: { stop(): Promise<void> }[] = []
afterAll(async () => {
  for (const one of open) await one.stop()
  rmSync(stateDir, { recursive: true, force: true })
})

/** Enough messages for the night to ask a model about them. */
const SAID = [
  "I have a cat",
  "I have a cat named Tove",
  "My cat Tove sleeps on the heater",
  "I live in Oslo",
  "I work as a baker",
]

interface RunBody {
  id: string
  state: string
  detail?: string
}

async function started(vars: Record<string, string>): Promise<LocalWorker> {
  const worker = await startWorker({ stateDir, vars })
  open.push(worker)
  return worker
}

async function ask<T>(worker: LocalWorker, method: string, path: string, body?: unknown) {
  const response = await fetch(`${worker.url}${GUILD}${path}`, {
    method,
    headers: { authorization: `Bearer ${worker.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Each caller names the route's own shape.
  return { status: response.status, body: (await response.json()) as T }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error("the condition did not hold within 30 s")
    await new Promise((done) => setTimeout(done, 100))
  }
}

const runs = async (worker: LocalWorker) =>
  (await ask<{ items: RunBody[] }>(worker, "GET", "/runs")).body.items.map(({ id, state }) => ({ id, state }))

test("the next night begins as soon as a worker runs again after a kill cut one off", async () => {
  const reading = await started({})
  await ask(reading, "PUT", "/settings", { night: { messages_per_call: 0 } })
  for (const [index, content] of SAID.entries()) {
    const author = { id: "5", name: "Bo" }
    const message = { id: String(2_000 + index), author, content, timestamp: new Date().toISOString() }
    const channel = { name: "general", audience: "everyone" }
    await ask(reading, "POST", "/channels/2/messages", { channel, messages: [message] })
    await ask(reading, "POST", "/channels/2/flush")
  }
  await reading.stop()

  const model = await startModelServer({ behavior: "hang" })
  open.push({ stop: () => model.close() })
  const vars = { AI_BASE_URL: model.url, AI_FAST_MODEL: "loopback" }
  const asking = await started(vars)
  const first = await ask<RunBody>(asking, "POST", "/runs")
  expect(first.status).toBe(202)
  await until(async () => model.calls().length > 0)
  const refused = await ask<RunBody>(asking, "POST", "/runs")
  expect(refused).toMatchObject({ status: 409, body: { detail: expect.stringContaining(first.body.id) } })
  asking.kill()

  const again = await started({})
  const second = await ask<RunBody>(again, "POST", "/runs")
  expect(second.status).toBe(202)
  await until(async () => (await runs(again)).every(({ state }) => state !== "running"))
  expect(await runs(again)).toEqual([
    { id: second.body.id, state: "done" },
    { id: first.body.id, state: "failed" },
  ])
})
