/** Measures what real chat costs per 100 messages: rows of both databases, model calls and tokens. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { tokensOf } from "../../src/text/tokens.ts"
import { migrate } from "../../src/tools/local-worker.ts"
import { startModelServer } from "../e2e/model-server.ts"
import { type ChatLog, deliveries } from "./chat-logs.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Client } from "./load.ts"
import type { Counters } from "./metered/meters.ts"
import type { Table } from "./report.ts"
import { figure, sum } from "./statistics.ts"

interface Yielded {
  rows: Counters
  writers: Record<string, number>
  windows: number
  claims: number
}

/** Counts rows written and read: by rules, live and imported, and with a model. */
export async function benchYields(logs: ChatLog[]): Promise<Table[]> {
  const messages = sum(logs.map((log) => log.messages.length))
  const live = await heard(logs, 1, {})
  const imported = await heard(logs, 50, {})
  const model = await startModelServer({ ttlSeconds: 600 })
  const read = await heard(logs, 50, { AI_BASE_URL: model.url, AI_FAST_MODEL: "loopback" })
  const calls = model.calls()
  await model.close()
  const words = calls.map(({ request }) =>
    tokensOf(request.messages.map((message) => message.content).join("\n")),
  )
  const schemas = calls.map(({ request }) => tokensOf(JSON.stringify(request.response_format ?? "")))
  return [
    rowsTable(messages, [
      ["by rules, one by one", live],
      ["by rules, batches of 50", imported],
      ["by a model, batches of 50", read],
    ]),
    writersTable(messages, [live, imported, read]),
    modelTable(messages, { windows: read.windows, words, schemas }),
  ]
}

/** Sends the logs in parallel, each in order, then closes all open windows. */
async function heard(logs: ChatLog[], batch: number, vars: Record<string, string>): Promise<Yielded> {
  const stateDir = mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  await migrate(stateDir)
  const worker = await startDevWorker("metered", { stateDir, vars })
  const client = new Client(worker.url, logs.length)
  try {
    await client.send({ path: "/bench/reset", body: "" })
    const flushed = await Promise.all(logs.map((log) => hearOne(client, log, batch)))
    // The bench's own counters.
    const rows = JSON.parse(await client.send({ path: "/bench/counters", body: "" })) as Counters
    const writers = JSON.parse(await client.send({ path: "/bench/writers", body: "" })) as Record<
      string,
      number
    >
    return {
      rows,
      writers,
      windows: sum(flushed.map((one) => one.windows)),
      claims: sum(flushed.map((one) => one.claims)),
    }
  } finally {
    client.close()
    await worker.stop()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

async function hearOne(
  client: Client,
  log: ChatLog,
  batch: number,
): Promise<{ windows: number; claims: number }> {
  for (const shot of deliveries(log, batch)) await client.send(shot)
  let windows = 0
  let claims = 0
  for (;;) {
    // The flush route's own reply.
    const reply = JSON.parse(await client.send({ path: `${log.path}/flush`, body: "" })) as {
      windows: { claims: { accepted: number } }[]
      waiting: number
    }
    windows += reply.windows.length
    claims += sum(reply.windows.map((window) => window.claims.accepted))
    if (reply.waiting === 0) return { windows, claims }
  }
}

function rowsTable(messages: number, ways: [string, Yielded][]): Table {
  const per = (count: number) => figure((count * 100) / messages)
  const rows = ways.map(([name, { rows, windows, claims }]) => [
    name,
    per(rows.d1Written),
    per(rows.d1Read),
    per(rows.d1Calls),
    per(rows.objectWritten),
    per(rows.objectRead),
    per(windows),
    per(claims),
  ])
  return {
    title: "Rows on real chat",
    about: `Per 100 of ${figure(messages)} messages of real IRC channels, from the first byte to a memory with its evidence. A Durable Object that only appends writes 100 rows. Setting an alarm writes one row.`,
    head: [
      "read",
      "D1 rows written",
      "D1 rows read",
      "D1 calls",
      "object rows written",
      "object rows read",
      "windows",
      "memories",
    ],
    rows: [...rows, ["floor: append only", "0", "0", "0", "100", "0", "–", "–"]],
  }
}

/** Lists rows written by statement. Omits statements with less than one row per thousand messages. */
function writersTable(messages: number, ways: Yielded[]): Table {
  const [first] = ways
  const per = (way: Yielded, by: string) => ((way.writers[by] ?? 0) * 100) / messages
  const writers = [...new Set(ways.flatMap((way) => Object.keys(way.writers)))]
    .filter((by) => ways.some((way) => per(way, by) >= 0.1))
    .sort((a, b) => (first ? per(first, b) - per(first, a) : 0))
  return {
    title: "Rows by statement",
    about:
      "Rows written per 100 of the same messages, by statement. Each count includes the row's indexes and what its triggers write.",
    head: ["statement", "by rules, one by one", "by rules, batches of 50", "by a model, batches of 50"],
    rows: writers.map((by) => [by, ...ways.map((way) => figure(per(way, by)))]),
  }
}

function modelTable(messages: number, asked: { windows: number; words: number[]; schemas: number[] }): Table {
  const per = (count: number) => figure((count * 100) / messages)
  return {
    title: "Model calls on real chat",
    about: `Per 100 of the same messages. A loopback server answers each call with a valid reply that finds nothing. Tokens are estimated as for recall's budget. The floor is one call per window.`,
    head: ["", "calls", "floor", "prompt tokens", "reply schema tokens", "prompt tokens per call"],
    rows: [
      [
        "a model",
        per(asked.words.length),
        per(asked.windows),
        per(sum(asked.words)),
        per(sum(asked.schemas)),
        figure(sum(asked.words) / asked.words.length),
      ],
    ],
  }
}
