/**
 * Measures a guild's night as the guild grows: steps, calls, rows and time, by rules and with a model, beside
 * reading every memory once.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { z } from "zod"
import { emptiest, type ModelRequest } from "../contract/chat-answers.ts"
import { type ModelServer, startModelServer } from "../e2e/model-server.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Client } from "./load.ts"
import type { Counters } from "./metered/meters.ts"
import type { NightCounters } from "./metered/night-meters.ts"
import type { Table } from "./report.ts"
import { seed } from "./seed.ts"
import { figure, times } from "./statistics.ts"

const SHAPES = [
  { name: "1,000 of 50", memories: 1_000, people: 50 },
  { name: "10,000 of 500", memories: 10_000, people: 500 },
  { name: "100,000 of 5,000", memories: 100_000, people: 5_000 },
]
const LONGEST_MS = 40 * 60_000
const EVERY_MS = 1_000
/** The first steps of a large guild delay other requests to the local database. */
const ANSWER_MS = 5 * 60_000

const RunSchema = z.object({ id: z.string(), state: z.string() })
const TotalsSchema = RunSchema.extend({
  totals: z.object({ steps: z.int(), calls: z.int() }),
  steps: z.array(z.object({ step: z.string(), state: z.string(), counts: z.record(z.string(), z.number()) })),
})

/** `quick` skips the largest guild. */
export async function benchNights(quick: boolean): Promise<Table> {
  const rows: string[][] = []
  for (const shape of quick ? SHAPES.slice(0, 2) : SHAPES)
    for (const kind of ["first", "ordinary"] as const)
      for (const reader of ["rules", "model"] as const) rows.push(await oneNight({ ...shape, kind, reader }))
  return {
    title: "Nights",
    about: ABOUT,
    head: HEAD,
    rows,
  }
}

const ABOUT =
  "A night of a guild in which everybody said something new in the last day, except for the one in a hundred who opted out. In a first night nobody has been reviewed before; in an ordinary night everybody has, and each has one new fact. The chat model answers at once and merges two facts whenever it receives two; the embedding model finds all texts alike. The floor, in the same Worker, reads everybody's facts with their evidence in pages of 20 people, and writes one row per page. Requests are what the platform counts for an instance: calls to D1 (a batch is one), to models and to Durable Objects. An instance may make 10,000 by default, in as many steps. A step may take 10 minutes here, and its result may have 1 MiB."

const HEAD = [
  "memories of people",
  "steps",
  "failed",
  "model calls",
  "D1 calls",
  "requests",
  "rows read",
  "rows written",
  "s",
  "floor",
  "time against floor",
  "longest step, ms",
  "largest result, bytes",
]

type Case = (typeof SHAPES)[number] & { kind: "first" | "ordinary"; reader: "rules" | "model" }

async function oneNight({ name, memories, people, kind, reader }: Case): Promise<string[]> {
  const stateDir = mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  const model = reader === "model" ? await startScripted() : null
  try {
    const activity = { lookedThrough: kind === "ordinary" }
    const shape = { guilds: 1, memoriesEach: memories, peopleEach: people, activity }
    const {
      asked: [asked],
    } = await seed(stateDir, shape, 1)
    if (!asked) throw new Error("nothing was seeded")
    const worker = await startDevWorker("metered", { stateDir, vars: varsFor(model) })
    const client = new Client(worker.url, 1, ANSWER_MS)
    try {
      const { guildId } = asked
      const floorMs = await client.time({ path: "/bench/nights/floor", body: guildId })
      const figures = await measured(client, { guildId, floorMs, calls: () => model?.calls() ?? 0 })
      return [`${name}, ${kind}, by ${reader === "model" ? "a model" : "rules"}`, ...figures]
    } finally {
      client.close()
      await worker.stop()
    }
  } finally {
    await model?.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

/** A model server that counts its calls, including texts to embed. */
async function startScripted(): Promise<{ url: string; calls(): number; close(): Promise<void> }> {
  let embeddings = 0
  const embed = (texts: string[]) => {
    embeddings += 1
    return texts.map(() => [1, 0])
  }
  const server: ModelServer = await startModelServer({
    reply: merging,
    embed,
    ttlSeconds: LONGEST_MS / 1_000,
  })
  return { url: server.url, calls: () => server.calls().length + embeddings, close: () => server.close() }
}

function varsFor(model: { url: string } | null): Record<string, string> {
  return model === null
    ? {}
    : { AI_BASE_URL: model.url, AI_FAST_MODEL: "scripted", AI_EMBED_MODEL: "scripted" }
}

interface Measuring {
  guildId: string
  floorMs: number
  /** Number of model calls so far. */
  calls(): number
}

async function measured(client: Client, { guildId, floorMs, calls }: Measuring): Promise<string[]> {
  const runs = `/v1/guilds/${guildId}/runs`
  await client.send({ path: "/bench/reset", body: "" })
  const begun = Date.now()
  const run = RunSchema.parse(JSON.parse(await client.send({ path: runs, body: "{}" })))
  for (;;) {
    await new Promise((wake) => setTimeout(wake, EVERY_MS))
    const now = TotalsSchema.parse(
      JSON.parse(await client.send({ path: `${runs}/${run.id}`, body: "" }, "GET")),
    )
    if (now.state === "running" && Date.now() - begun < LONGEST_MS) continue
    const ms = Date.now() - begun
    const asked = calls()
    // The worker's own counters.
    const counted = JSON.parse(await client.send({ path: "/bench/counters", body: "" }, "GET")) as Counters &
      NightCounters
    const failed = now.steps.filter(({ state }) => state === "failed").length + Number(now.state !== "done")
    return [
      ...[counted.steps, failed, asked, counted.d1Calls, asked + counted.d1Calls + counted.objectCalls].map(
        figure,
      ),
      ...[counted.d1Read, counted.d1Written].map(figure),
      (ms / 1_000).toFixed(1),
      (floorMs / 1_000).toFixed(2),
      times(ms / floorMs),
      figure(counted.longest.ms),
      figure(counted.largest.bytes),
    ]
  }
}

/**
 * Merges the second of two rows into the first if the prompt asks for merges. Otherwise returns the shortest
 * valid reply.
 */
function merging(request: ModelRequest): unknown {
  const asked = request.messages.at(-1)?.content ?? ""
  const empty = emptiest(request)
  const isProfile = typeof empty === "object" && empty !== null && "merge" in empty
  return isProfile && /^R2 /m.test(String(asked)) ? { ...empty, merge: [{ into: 1, from: [2] }] } : empty
}
