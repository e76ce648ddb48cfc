/**
 * Measures how long people wait for commands, until the first response and until the finished answer, and
 * which database work each takes.
 */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import type { Deed } from "../../discord/interaction-payloads.ts"
import { startFakeDiscord, type Use } from "../../discord/server.ts"
import type { Asked } from "../guild-seed.ts"
import type { Counters } from "../metered/meters.ts"
import type { Table } from "../report.ts"
import { seed } from "../seed.ts"
import { figure, median, spread, times } from "../statistics.ts"
import { type BenchBot, startBenchBot } from "./bot.ts"
import { populate } from "./populate.ts"

const SIZES = [1_000, 10_000]
const WARM = 10
const PERCENTILES = [0.5, 0.95]
/** Flag bits of a deferred message that has no content yet. */
const LOADING = 1 << 7
const ANSWER_MS = 20_000

const WAYS: { name: string; deed(asked: Asked): Deed }[] = [
  { name: "PING, the floor", deed: () => ({ kind: "ping" }) },
  { name: "/profile", deed: () => ({ kind: "command", name: "profile" }) },
  { name: "/recall", deed: ({ query }) => calling("recall", "about", query) },
  { name: "/ask", deed: ({ query }) => calling("ask", "question", query) },
  { name: "/forget, typing", deed: ({ query }) => typing("forget", "what", query) },
]
const HTTP = "recall by HTTP"

function calling(name: string, option: string, value: string): Deed {
  return { kind: "command", name, options: [{ name: option, type: 3, value }] }
}

/** Returns the beginning of the last word. */
function typing(name: string, option: string, query: string): Deed {
  const value = (query.split(" ").at(-1) ?? "").slice(0, 3)
  return { kind: "autocomplete", name, options: [{ name: option, type: 3, value, focused: true }] }
}

interface Timed {
  /** Milliseconds until the first answer. */
  first: number[]
  /** Milliseconds until the finished answer. Equals the first if the answer is immediate. */
  finished: number[]
}

export async function benchCommands(questions: number): Promise<Table[]> {
  const timed: string[][] = []
  const counted: string[][] = []
  for (const size of SIZES) {
    const stateDir = mkdtempSync(join(tmpdir(), "keepsake-bench-"))
    try {
      const { asked } = await seed(stateDir, { guilds: 1, memoriesEach: size }, questions + WARM)
      timed.push(...(await timing(stateDir, asked, size)))
      counted.push(...(await counting(stateDir, asked.slice(0, WARM + 40), size)))
    } finally {
      rmSync(stateDir, { recursive: true, force: true })
    }
  }
  return [timedTable(timed, questions), countedTable(counted)]
}

async function openBot(stateDir: string, worker: "product" | "metered"): Promise<BenchBot> {
  const discord = await startFakeDiscord({ ttlSeconds: 3_600 })
  const guildId = populate(discord.world, stateDir)
  const bot = await startBenchBot({ worker, discord, stateDir })
  await bot.set(guildId, { cooldown_seconds: 0 })
  return bot
}

/** Asks one question at a time, each in every way in turn. */
async function timing(stateDir: string, asked: Asked[], size: number): Promise<string[][]> {
  const bot = await openBot(stateDir, "product")
  const found = new Map<string, Timed>(
    [...WAYS.map(({ name }) => name), HTTP].map((name) => [name, { first: [], finished: [] }]),
  )
  try {
    for (const [index, question] of asked.entries())
      for (let turn = 0; turn < WAYS.length; turn++) {
        const way = WAYS[(index + turn) % WAYS.length]
        if (!way) continue
        const times = await timeOf(bot, way.deed(question), question)
        found.get(way.name)?.first.push(times.first)
        found.get(way.name)?.finished.push(times.finished)
        // The floor of a lookup.
        if (way.name !== "/recall") continue
        const ms = await bot.client.time(recallShot(question))
        found.get(HTTP)?.first.push(ms)
        found.get(HTTP)?.finished.push(ms)
      }
  } finally {
    await bot.stop()
  }
  const floor = median((found.get(HTTP)?.finished ?? []).slice(WARM))
  return [...found].map(([name, { first, finished }]) => [
    `${figure(size)}: ${name}`,
    spread(first.slice(WARM), PERCENTILES),
    spread(finished.slice(WARM), PERCENTILES),
    times(median(finished.slice(WARM)) / floor),
  ])
}

function recallShot({ guildId, channelId, userId, query }: Asked) {
  return {
    path: `/v1/guilds/${guildId}/recall`,
    body: JSON.stringify({ query, channel_id: channelId, user_id: userId, viewer_id: userId }),
  }
}

async function timeOf(bot: BenchBot, deed: Deed, asked: Asked): Promise<{ first: number; finished: number }> {
  const begun = performance.now()
  const use = await interact(bot, deed, asked)
  const first = performance.now() - begun
  if (deed.kind !== "command") return { first, finished: first }
  await answered(use)
  return { first, finished: performance.now() - begun }
}

async function interact(bot: BenchBot, deed: Deed, { guildId, channelId, userId }: Asked): Promise<Use> {
  const setting = deed.kind === "ping" ? null : { guildId, channelId, userId }
  const use = await bot.discord.interact(`${bot.url}/interactions`, { deed, setting })
  const { posted, interaction } = use
  if (posted.status !== 200 || interaction.failure !== null)
    throw new Error(`${deed.kind}: ${posted.status}, ${interaction.failure}`)
  return use
}

/** Resolves when the deferred message has its content. */
async function answered({ interaction }: Use): Promise<void> {
  const until = Date.now() + ANSWER_MS
  const isThere = () =>
    interaction.original !== null && (Number(interaction.original.flags ?? 0) & LOADING) === 0
  while (!isThere()) {
    if (interaction.failure !== null || Date.now() > until)
      throw new Error(`no answer: ${interaction.failure}`)
    await delay(1)
  }
}

/** Asks in every way again with the meters on, untimed. */
async function counting(stateDir: string, asked: Asked[], size: number): Promise<string[][]> {
  const bot = await openBot(stateDir, "metered")
  const found = new Map<string, Counters[]>(WAYS.map(({ name }) => [name, []]))
  try {
    for (const question of asked)
      for (const { name, deed } of WAYS) {
        await bot.reset()
        const use = await interact(bot, deed(question), question)
        if (deed(question).kind === "command") await answered(use)
        // Include rows written after the answer.
        await delay(40)
        found.get(name)?.push(await bot.counters())
      }
  } finally {
    await bot.stop()
  }
  return [...found].map(([name, counts]) => {
    const warm = counts.slice(WARM)
    const of = (what: keyof Counters) => figure(median(warm.map((count) => count[what])))
    return [`${figure(size)}: ${name}`, of("d1Calls"), of("d1Read"), of("d1Written"), of("responderWritten")]
  })
}

function timedTable(rows: string[][], questions: number): Table {
  return {
    title: "Commands on Discord",
    about: `${questions} questions, one at a time, each asked in every way, in a guild with the given number of memories, without a model. The first answer is what Discord waits for, three seconds at most: the suggestions, or the notice that an answer follows. The finished answer counts when the fake Discord has received it by REST. The floors are Discord's PING, which is verified and answered, and the same question by HTTP.`,
    head: [
      "memories",
      "ms to the first answer, p50 / p95",
      "ms to the finished answer",
      "against recall by HTTP",
    ],
    rows,
  }
}

function countedTable(rows: string[][]): Table {
  return {
    title: "Database use of commands",
    about:
      "Medians of 40 questions in a guild that the isolate already knows. A call is one round trip, regardless of how many statements it holds.",
    head: ["memories", "D1 calls", "D1 rows read", "D1 rows written", "Responder rows written"],
    rows,
  }
}
