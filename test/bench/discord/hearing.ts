/**
 * Measures how fast the gateway receives messages and what they write, beside HTTP and beside an object that
 * only counts them.
 */

import { performance } from "node:perf_hooks"
import { setTimeout as delay } from "node:timers/promises"
import { type FakeDiscord, startFakeDiscord } from "../../discord/server.ts"
import { type DevWorker, startDevWorker } from "../dev-worker.ts"
import { Client } from "../load.ts"
import type { Table } from "../report.ts"
import { figure, median, spread, times } from "../statistics.ts"
import { type BenchBot, startBenchBot } from "./bot.ts"
import { CHANNELS, Chatter } from "./chatter.ts"

/** Windows stay open, as in the ingest benchmark, to measure receiving alone. */
const LONG_WINDOWS = { max_messages: 100, lull_seconds: 1_800, max_minutes: 120 }
const EACH_CHANNEL = 95
const IN_FLIGHT = 16
const GENTLE_MS = 50
const PERCENTILES = [0.5, 0.95]

interface Round {
  gateway: number
  http: number
  ear: number
}

/** A fake Discord with the floor's worker connected to it. */
interface Floor {
  discord: FakeDiscord
  worker: DevWorker
  client: Client
}

export async function benchHearing(rounds: number, gentle: number): Promise<Table[]> {
  const [bot, floor] = await Promise.all([startBenchBot({ worker: "product" }), startFloor()])
  try {
    const found: Round[] = []
    for (let round = 0; round < rounds; round++) found.push(await oneRound(bot, floor, round))
    return [burstTable(found), await gentleTable(bot, rounds, gentle)]
  } finally {
    floor.client.close()
    await Promise.all([bot.stop(), floor.worker.stop()])
    await floor.discord.stop()
  }
}

async function startFloor(): Promise<Floor> {
  const discord = await startFakeDiscord({ ttlSeconds: 3_600 })
  const worker = await startDevWorker("floor")
  const client = new Client(worker.url, 1)
  const body = JSON.stringify({ url: discord.gateway.url, token: discord.token })
  await client.send({ path: "/listen", body })
  return { discord, worker, client }
}

/** Measures the three ways in turn. Each round starts with another one. */
async function oneRound(bot: BenchBot, floor: Floor, round: number): Promise<Round> {
  const found: Round = { gateway: 0, http: 0, ear: 0 }
  const chatter = await known(bot, round)
  const lines = chatter.lines(EACH_CHANNEL * CHANNELS)
  const ways = [
    async () => {
      found.gateway = await byGateway(bot, chatter, lines)
    },
    async () => {
      found.http = await byHttp(bot, chatter, {
        lines,
        guildId: String(720_000_000_000_000_000n + BigInt(round)),
      })
    },
    async () => {
      found.ear = await byEar(floor, round)
    },
  ]
  for (let turn = 0; turn < ways.length; turn++) await ways[(round + turn) % ways.length]?.()
  return found
}

/**
 * Creates a guild whose channels and people have each sent one message, because first-time writes are not
 * measured.
 */
async function known(bot: BenchBot, seed: number): Promise<Chatter> {
  const chatter = new Chatter(bot.discord.world, seed)
  await delay(100)
  await bot.settled()
  await bot.set(chatter.guildId, LONG_WINDOWS)
  const { handled } = await bot.settled()
  await chatter.say(chatter.lines(CHANNELS))
  await bot.handled(handled + CHANNELS, 50)
  return chatter
}

/** Returns the milliseconds from sending the first message until the last is handled. */
async function byGateway(
  bot: BenchBot,
  chatter: Chatter,
  lines: ReturnType<Chatter["lines"]>,
): Promise<number> {
  const { handled } = await bot.settled()
  const begun = performance.now()
  await chatter.say(lines)
  await bot.handled(handled + lines.length, 20)
  return performance.now() - begun
}

async function byHttp(
  { client }: BenchBot,
  chatter: Chatter,
  { lines, guildId }: { lines: ReturnType<Chatter["lines"]>; guildId: string },
): Promise<number> {
  const [shots, first] = [chatter.shots(lines, guildId), chatter.shots(chatter.lines(CHANNELS), guildId)]
  const [opening] = first
  if (opening) await client.send(opening)
  const body = JSON.stringify(LONG_WINDOWS)
  await client.send({ path: `/v1/guilds/${guildId}/settings`, body }, "PUT")
  await client.fire(first, 8)
  return (await client.fire(shots, IN_FLIGHT)).wall
}

async function byEar({ discord, client }: Floor, seed: number): Promise<number> {
  const chatter = new Chatter(discord.world, seed)
  const lines = chatter.lines(EACH_CHANNEL * CHANNELS)
  const before = await heardBy(client)
  const begun = performance.now()
  await chatter.say(lines)
  while ((await heardBy(client)) < before + lines.length) await delay(20)
  return performance.now() - begun
}

async function heardBy(client: Client): Promise<number> {
  // The floor's own reply.
  return (JSON.parse(await client.send({ path: "/heard", body: "" }, "GET")) as { heard: number }).heard
}

function burstTable(found: Round[]): Table {
  const messages = EACH_CHANNEL * CHANNELS
  const rate = (way: keyof Round) => figure(median(found.map((round) => (messages * 1_000) / round[way])))
  const against = (way: keyof Round) => times(median(found.map((round) => round.gateway / round[way])))
  return {
    title: "Gateway throughput",
    about: `Median of ${found.length} rounds of ${figure(messages)} messages to ${CHANNELS} channels. Each round measures three ways: a fake Discord sends messages as fast as its socket takes them, timed from the first until the last is handled; the same messages go to the same Worker over HTTP, one per request, ${IN_FLIGHT} in flight; and as many go to a Durable Object that only parses and counts what its socket receives.`,
    head: ["", "messages/s", "gateway time against it"],
    rows: [
      ["by the gateway", rate("gateway"), ""],
      [`by HTTP, ${IN_FLIGHT} in flight`, rate("http"), against("http")],
      ["floor: counted only", rate("ear"), against("ear")],
    ],
  }
}

/**
 * Sends one message at a time and polls until it is handled, alternating with HTTP and with the polling
 * request alone.
 */
async function gentleTable(bot: BenchBot, seed: number, count: number): Promise<Table> {
  const chatter = await known(bot, seed)
  const guildId = "730000000000000001"
  await byHttp(bot, chatter, { lines: [], guildId })
  const [gateway, http, watching]: [number[], number[], number[]] = [[], [], []]
  let { handled } = await bot.settled()
  for (const line of chatter.lines(count)) {
    const begun = performance.now()
    await chatter.say([line])
    handled += 1
    await bot.handled(handled, 0)
    gateway.push(performance.now() - begun)
    for (const shot of chatter.shots([line], guildId)) http.push(await bot.client.time(shot))
    const asked = performance.now()
    await bot.status()
    watching.push(performance.now() - asked)
    await delay(GENTLE_MS)
  }
  return {
    title: "Gateway latency",
    about: `${count} messages, one every ${GENTLE_MS} ms or more. For each, the bench polls the gateway's status until the message is handled. A gateway time therefore includes one poll, and up to one more.`,
    head: ["", "ms, p50 / p95"],
    rows: [
      ["by the gateway, with polling", spread(gateway, PERCENTILES)],
      ["by HTTP, until the response", spread(http, PERCENTILES)],
      ["floor: polling alone", spread(watching, PERCENTILES)],
    ],
  }
}

/** Counts the rows written from receiving messages until they are in their channels' windows. */
export async function benchHeardRows(gentle: number): Promise<Table> {
  const bot = await startBenchBot({ worker: "metered" })
  try {
    const chatter = await known(bot, 1)
    const lines = chatter.lines(EACH_CHANNEL * (CHANNELS - 2))
    const burst = await counted(bot, () => byGateway(bot, chatter, lines))
    const guildId = "740000000000000001"
    await byHttp(bot, chatter, { lines: [], guildId })
    const shots = chatter.shots(lines, guildId)
    const http = await counted(bot, () => bot.client.fire(shots, IN_FLIGHT))
    const calm = await counted(bot, async () => {
      for (const line of chatter.lines(gentle)) await Promise.all([chatter.say([line]), delay(GENTLE_MS)])
    })
    const row = (name: string, count: Awaited<ReturnType<typeof counted>>, messages: number) => {
      const { shardWritten, objectWritten, d1Written, d1Read, d1Calls } = count
      const all = [shardWritten, objectWritten - shardWritten, d1Written, d1Read, d1Calls]
      return [name, ...all.map((rows) => figure((rows * 100) / messages))]
    }
    return {
      title: "Rows per gateway message",
      about: `Per 100 messages of known people and channels, with windows staying open: ${figure(lines.length)} messages at once, the same by HTTP, and ${gentle} with ${GENTLE_MS} ms between them. The shard stores its position and its health by the clock, not by the message: at most every 5 and every 25 s.`,
      head: ["", "shard rows", "channel rows", "D1 rows written", "D1 rows read", "D1 calls"],
      rows: [
        row("by the gateway, at once", burst, lines.length),
        row("by the gateway, one by one", calm, gentle),
        row("by HTTP, one by one", http, lines.length),
        ["floor: append only", "0", "100", "0", "0", "0"],
      ],
    }
  } finally {
    await bot.stop()
  }
}

/** Counts the rows of `work` and of what it leaves to the background. */
async function counted(bot: BenchBot, work: () => Promise<unknown>) {
  await bot.settled()
  await bot.reset()
  await work()
  await bot.settled()
  // The shard stores its position within five seconds.
  await delay(6_000)
  return bot.counters()
}
