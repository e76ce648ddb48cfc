/**
 * Measures how much one message, window, answer and step of a night take of the free plan's allowances: a metered worker
 * with `PLAN=free`, a model server that answers at once, and the embedded index.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { z } from "zod"
import { type Amounts, OBJECT_GB } from "../../src/runtime/allowances/free-plan.ts"
import { migrate } from "../../src/tools/local-worker.ts"
import type { ModelRequest } from "../contract/chat-answers.ts"
import { startModelServer } from "../e2e/model-server.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Client } from "./load.ts"
import type { Counters } from "./metered/meters.ts"
import { NightReader } from "./night-reader.ts"
import { Talk } from "./talk.ts"

/** Work that a local worker can do; cron rounds and the gateway are counted from their schedules. */
export type Measured = "message" | "window" | "answer" | "nightStep"

/** Waiting that a local machine does not show: assumed, and printed with the figures. */
export const ASSUMED = {
  callSeconds: 0.01,
  d1Seconds: 0.02,
  readingSeconds: 4,
  answerSeconds: 8,
  embeddingSeconds: 0.5,
}

const CHANNELS = 8
const ROUNDS = 4
/** As real channels have it: see "Rows on real chat" in docs/BENCHMARKS.md. */
const MESSAGES_A_WINDOW = 18
/** One window in ten states something worth keeping. */
const CLAIMS_EVERY = 10
const ANSWERS = 10
const SETTLE_MS = 4_000
const LONG_WINDOWS = { max_messages: 100, lull_seconds: 1_800, max_minutes: 120 }

const Begun = z.object({ id: z.string() })
const Night = z.object({ state: z.string(), totals: z.object({ steps: z.number() }) })

export async function measureFreePlan(): Promise<Record<Measured, Amounts>> {
  const stateDir = mkdtempSync(join(tmpdir(), "keepsake-free-"))
  const model = await startModelServer({ reply: reader(), embed: (texts) => texts.map(() => [1, 0]) })
  const vars = {
    ...{ PLAN: "free", AI_BASE_URL: model.url, AI_FAST_MODEL: "scripted", AI_EMBED_MODEL: "scripted" },
  }
  try {
    await migrate(stateDir)
    const worker = await startDevWorker("metered", { stateDir, vars })
    const client = new Client(worker.url, 4, 120_000)
    try {
      return await measured(client, new Talk("700000000000000009"))
    } finally {
      client.close()
      await worker.stop()
    }
  } finally {
    await model.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

/** Notes every window, and claims something in every tenth. */
function reader(): (request: ModelRequest) => unknown {
  const notes = new NightReader()
  let windows = 0
  return (request) => {
    const said = notes.reply(request)
    if (typeof said !== "object" || said === null || !("claims" in said)) return said
    windows += 1
    return windows % CLAIMS_EVERY === 0 ? said : { ...said, claims: [] }
  }
}

async function measured(client: Client, talk: Talk): Promise<Record<Measured, Amounts>> {
  const channels = talk.channels(CHANNELS)
  for (const channel of channels) await client.send(talk.shot(channel, 1))
  await client.send({ path: `/v1/guilds/${talk.guild}/settings`, body: JSON.stringify(LONG_WINDOWS) }, "PUT")
  const flush = () =>
    Promise.all(channels.map((channel) => client.send({ path: `${talk.path(channel)}/flush`, body: "" })))
  await flush()
  const sums: Record<"message" | "window", Counters[]> = { message: [], window: [] }
  for (let round = 0; round < ROUNDS; round++) {
    const lines = channels.flatMap((channel) =>
      Array.from({ length: MESSAGES_A_WINDOW }, () => talk.shot(channel, 1)),
    )
    sums.message.push(await counted(client, () => client.fire(lines, 4)))
    sums.window.push(await counted(client, flush))
  }
  const body = JSON.stringify({ question: "Who works on the garden?", channel_id: channels[0] })
  const answers = Array.from({ length: ANSWERS }, () => ({ path: `/v1/guilds/${talk.guild}/answers`, body }))
  const answered = await counted(client, () => client.fire(answers, 1))
  let steps = 1
  const night = await counted(client, async () => {
    steps = await nightOf(client, talk.guild)
  })
  const messages = CHANNELS * MESSAGES_A_WINDOW * ROUNDS
  const { readingSeconds, embeddingSeconds, answerSeconds } = ASSUMED
  // Twenty events are one request, and a message that comes alone moves the shard's position.
  const byGateway = { objectRequests: 1 / 20, objectRowsWritten: 1 }
  // A flush is one call; by itself a window takes two alarms, each set once.
  const byAlarms = { objectRequests: 1, objectRowsWritten: 2 }
  return {
    message: plus(amountsOf(sums.message, messages), byGateway),
    window: plus(amountsOf(sums.window, CHANNELS * ROUNDS, readingSeconds + embeddingSeconds), byAlarms),
    // By Discord, an answer is a job of the Responder, which is at work until it is sent.
    answer: plus(amountsOf([answered], ANSWERS, answerSeconds), {
      workerRequests: 1,
      objectRequests: 4,
      objectRowsWritten: 6,
    }),
    nightStep: amountsOf([night], steps, embeddingSeconds),
  }
}

/** Runs the guild's night and returns the number of its steps in the ledger. */
async function nightOf(client: Client, guild: string): Promise<number> {
  const runs = `/v1/guilds/${guild}/runs`
  const { id } = Begun.parse(JSON.parse(await client.send({ path: runs, body: "{}" })))
  for (;;) {
    await delay(1_000)
    const night = Night.parse(JSON.parse(await client.send({ path: `${runs}/${id}`, body: "" }, "GET")))
    if (night.state !== "running") return night.totals.steps
  }
}

/** Counts what some work takes, with the alarms that follow it. */
async function counted(client: Client, work: () => Promise<unknown>): Promise<Counters> {
  await client.send({ path: "/bench/reset", body: "" })
  await work()
  await delay(SETTLE_MS)
  return JSON.parse(await client.send({ path: "/bench/counters", body: "" }, "GET")) as Counters
}

function amountsOf(counters: readonly Counters[], count: number, modelSeconds = 0): Amounts {
  const each = (name: keyof Counters) => counters.reduce((sum, one) => sum + one[name], 0) / count
  // Clocks stand still while code runs, so each call counts some milliseconds.
  const work = each("objectMs") / 1_000 + each("objectRequests") * ASSUMED.callSeconds
  const seconds = work + each("d1Calls") * ASSUMED.d1Seconds + modelSeconds
  return {
    objectRequests: each("objectRequests"),
    gbSeconds: OBJECT_GB * seconds,
    objectRowsWritten: each("objectWritten"),
    objectRowsRead: each("objectRead"),
    d1RowsWritten: each("d1Written"),
    d1RowsRead: each("d1Read"),
  }
}

function plus(amounts: Amounts, more: Amounts): Amounts {
  const sums = { ...amounts }
  for (const [name, amount] of Object.entries(more)) {
    const allowance = name as keyof Amounts
    sums[allowance] = (sums[allowance] ?? 0) + amount
  }
  return sums
}
