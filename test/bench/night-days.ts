/**
 * Measures what nights cost on real chat. It receives one day after the other, runs the guild's night with
 * default settings after each, and scales the counts to a million messages.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migrate } from "../../src/tools/local-worker.ts"
import { startModelServer } from "../e2e/model-server.ts"
import { type ChatLog, deliveries } from "./chat-logs.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Client } from "./load.ts"
import type { Counters } from "./metered/meters.ts"
import { type Asked, NightReader } from "./night-reader.ts"
import type { Table } from "./report.ts"
import { figure, sum } from "./statistics.ts"

const DAY = 86_400_000
/** All logs begin on this day, far enough ahead that no alarm fires by itself. */
const FIRST = Date.parse("2090-01-02T00:00:00Z")
const MINUTE = 60_000
const HOUR_SECONDS = 3_600

interface Nights {
  messages: number
  nights: number
  people: number
  steps: number
  rows: Counters
  asked: Map<string, Asked>
}

/** `guilds`: the logs of each entry are channels of one guild, received on the same days. */
export async function benchNightDays(guilds: { name: string; logs: ChatLog[] }[]): Promise<Table> {
  const rows: string[][] = []
  for (const { name, logs } of guilds) rows.push(...rowsOf(name, await played(logs)))
  return {
    title: "Nights on real chat",
    about:
      "For a million messages: the guild receives each day's messages and then has its night, with default settings. A loopback server answers at the maximum length, with one claim per window. Tokens are estimated as for recall's budget. Steps are Workflow steps.",
    head: [
      "chat",
      "purpose",
      "calls",
      "tokens in",
      "tokens out",
      "steps",
      "D1 rows written",
      "object rows written",
    ],
    rows,
  }
}

function rowsOf(name: string, { messages, nights, steps, rows, asked }: Nights): string[][] {
  const per = (count: number) => figure((count * 1e6) / messages)
  const told = `${name}: ${figure(messages / nights)} messages a night`
  const none = { calls: 0, input: 0, output: 0 }
  const purposes = ["consolidation", "topics", "digest"].map((purpose) => {
    const { calls, input, output } = asked.get(purpose) ?? none
    return [told, purpose, per(calls), per(input), per(output), "", "", ""]
  })
  return [...purposes, [told, "all", "", "", "", per(steps), per(rows.d1Written), per(rows.objectWritten)]]
}

async function played(logs: ChatLog[]): Promise<Nights> {
  const stateDir = mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  const reader = new NightReader()
  const model = await startModelServer({
    reply: (request) => reader.reply(request),
    ttlSeconds: HOUR_SECONDS,
  })
  try {
    await migrate(stateDir)
    const vars = { AI_BASE_URL: model.url, AI_FAST_MODEL: "scripted", AI_EMBED_MODEL: "none" }
    const worker = await startDevWorker("metered", { stateDir, vars })
    const client = new Client(worker.url, logs.length)
    try {
      return await daysOf(client, logs.map(moved), reader)
    } finally {
      client.close()
      await worker.stop()
    }
  } finally {
    await model.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

async function daysOf(client: Client, logs: ChatLog[], reader: NightReader): Promise<Nights> {
  const guild = /guilds\/(\d+)/.exec(logs[0]?.path ?? "")?.[1] ?? ""
  const done: Nights = {
    messages: 0,
    nights: 0,
    people: 0,
    steps: 0,
    rows: await counters(client),
    asked: new Map(),
  }
  for (let day = FIRST; ; day += DAY) {
    if (!logs.some((log) => log.messages.some(({ timestamp }) => Date.parse(timestamp) >= day))) break
    await client.send({ path: "/bench/clock", body: String(day + DAY - MINUTE) })
    const today = logs.map((log) => ({
      ...log,
      messages: log.messages.filter(({ timestamp }) => isOn(day, timestamp)),
    }))
    await Promise.all(today.map((log) => hear(client, log)))
    done.messages += sum(today.map(({ messages }) => messages.length))
    await client.send({ path: "/bench/clock", body: String(day + DAY + MINUTE) })
    await client.send({ path: "/bench/reset", body: "" })
    // The bench's own reply.
    const { steps } = JSON.parse(await client.send({ path: "/bench/nights/now", body: guild })) as {
      steps: number
    }
    const rows = await counters(client)
    done.steps += steps
    done.nights += 1
    done.rows = {
      ...rows,
      d1Written: done.rows.d1Written + rows.d1Written,
      objectWritten: done.rows.objectWritten + rows.objectWritten,
    }
  }
  return { ...done, asked: reader.asked }
}

/** Moves a log to begin on the first day. */
function moved(log: ChatLog): ChatLog {
  const [first] = log.messages
  const by = first ? FIRST - Math.floor(Date.parse(first.timestamp) / DAY) * DAY : 0
  const at = (timestamp: string) => new Date(Date.parse(timestamp) + by).toISOString()
  return {
    ...log,
    messages: log.messages.map((message) => ({ ...message, timestamp: at(message.timestamp) })),
  }
}

function isOn(day: number, timestamp: string): boolean {
  const at = Date.parse(timestamp)
  return at >= day && at < day + DAY
}

async function hear(client: Client, log: ChatLog): Promise<void> {
  for (const shot of deliveries(log, 50)) await client.send(shot)
  for (let waiting = log.messages.length; waiting > 0; ) {
    // The flush route's own reply.
    const reply = JSON.parse(await client.send({ path: `${log.path}/flush`, body: "" })) as {
      waiting: number
    }
    waiting = reply.waiting
  }
}

async function counters(client: Client): Promise<Counters> {
  // The bench's own counters.
  return JSON.parse(await client.send({ path: "/bench/counters", body: "" }, "GET")) as Counters
}
