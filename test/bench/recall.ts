/**
 * Measures recall's time and rows read as a guild and its neighbors grow, beside one bare full-text query in
 * the same worker.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { queryTerms } from "../../src/text/stems.ts"
import { startDevWorker } from "./dev-worker.ts"
import type { Asked } from "./guild-seed.ts"
import { Client, type Shot } from "./load.ts"
import type { Counters } from "./metered/meters.ts"
import type { Table } from "./report.ts"
import { type Shape, seed } from "./seed.ts"
import { figure, median, spread, times } from "./statistics.ts"
import { Talk } from "./talk.ts"

const SHAPES: { name: string; shape: Shape }[] = [
  { name: "1,000 in one guild", shape: { guilds: 1, memoriesEach: 1_000 } },
  { name: "10,000 in one guild", shape: { guilds: 1, memoriesEach: 10_000 } },
  { name: "100,000 in one guild", shape: { guilds: 1, memoriesEach: 100_000 } },
  { name: "100,000 in 1,000 guilds", shape: { guilds: 1_000, memoriesEach: 100 } },
]
const WARM = 10
const MESSAGES_A_CHANNEL = 30
const PERCENTILES = [0.5, 0.95]

export async function benchRecall(questions: number): Promise<Table> {
  const rows: string[][] = []
  for (const { name, shape } of SHAPES) rows.push([name, ...(await oneShape(shape, questions))])
  return {
    title: "Recall",
    about: `${questions} questions of 3 to 8 words, one at a time, each sent to Keepsake and then to the floor. The floor is one full-text query for the same words that returns its 60 best rows, through a bare route of the same Worker. Words follow Zipf's law; the most common one is in a quarter of all memories. Every channel of an asked guild has ${MESSAGES_A_CHANNEL} messages.`,
    head: [
      "memories",
      "ms, p50 / p95",
      "floor",
      "time against floor",
      "D1 rows read, p50 / p95",
      "floor",
      "D1 calls",
    ],
    rows,
  }
}

async function oneShape(shape: Shape, questions: number): Promise<string[]> {
  const stateDir = mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  try {
    const { asked } = await seed(stateDir, shape, questions + WARM)
    const worker = await startDevWorker("metered", { stateDir })
    const client = new Client(worker.url, 1)
    try {
      return await measure(client, asked)
    } finally {
      client.close()
      await worker.stop()
    }
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
}

async function measure(client: Client, asked: Asked[]): Promise<string[]> {
  await hear(client, asked)
  // A channel's object starts with the first question asked there, which is not measured.
  const places = new Map(asked.map((question) => [question.channelId, question]))
  for (const place of places.values()) await client.send(recallShot({ ...place, query: "hello" }))
  const product: number[] = []
  const floor: number[] = []
  for (const [index, question] of asked.entries()) {
    const askProduct = async () => product.push(await client.time(recallShot(question)))
    const askFloor = async () => floor.push(await client.time(floorShot(question)))
    for (const ask of index % 2 === 0 ? [askProduct, askFloor] : [askFloor, askProduct]) await ask()
  }
  const [timed, bare] = [product.slice(WARM), floor.slice(WARM)]
  const counts = await metered(client, asked.slice(WARM))
  return [
    spread(timed, PERCENTILES),
    spread(bare, PERCENTILES),
    times(median(timed) / median(bare)),
    spread(
      counts.product.map((count) => count.d1Read),
      PERCENTILES,
    ),
    spread(counts.floor, PERCENTILES),
    figure(median(counts.product.map((count) => count.d1Calls))),
  ]
}

/** Sends messages to every channel of the guilds that are asked, and has them read, so that their search finds something. */
async function hear(client: Client, asked: Asked[]): Promise<void> {
  const talk = new Talk("")
  const guilds = new Map(asked.map(({ guildId, channels }) => [guildId, channels]))
  for (const [guildId, channels] of guilds) {
    for (const channelId of channels) {
      const path = `/v1/guilds/${guildId}/channels/${channelId}`
      await client.send({ ...talk.shot(channelId, MESSAGES_A_CHANNEL), path: `${path}/messages` })
      await client.send({ path: `${path}/flush`, body: "" })
    }
  }
}

/** Asks the questions again with the meters on, untimed. */
async function metered(client: Client, asked: Asked[]): Promise<{ product: Counters[]; floor: number[] }> {
  const product: Counters[] = []
  const floor: number[] = []
  for (const question of asked) {
    await client.send({ path: "/bench/reset", body: "" })
    await client.send({ ...recallShot(question), headers: { "x-metered": "yes" } })
    // Both answers are this bench's own.
    product.push(JSON.parse(await client.send({ path: "/bench/counters", body: "" })) as Counters)
    floor.push((JSON.parse(await client.send(floorShot(question))) as { rowsRead: number }).rowsRead)
  }
  return { product, floor }
}

function recallShot({ guildId, channelId, userId, query }: Asked): Shot {
  const body = JSON.stringify({ query, channel_id: channelId, user_id: userId })
  return { path: `/v1/guilds/${guildId}/recall`, body }
}

function floorShot({ guildId, query }: Asked): Shot {
  return {
    path: "/bench/floor",
    body: queryTerms(guildId, query)
      .map((term) => `"${term}"`)
      .join(" OR "),
  }
}
