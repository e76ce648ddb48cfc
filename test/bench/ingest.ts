/**
 * Measures how fast messages are received, beside a Durable Object that only appends. Rounds alternate, so the
 * machine's drift affects both.
 */
import { startLocalWorker } from "../../src/tools/local-worker.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Client, type Timing } from "./load.ts"
import type { Table } from "./report.ts"
import { figure, median, spread, times } from "./statistics.ts"
import { Talk } from "./talk.ts"

interface Mode {
  name: string
  /** Messages per request. */
  batch: number
  inFlight: number
  requests: number
  channels: number
}

/** No channel gets 100 messages in a round, so windows stay open and only receiving is measured. */
const MODES: Mode[] = [
  { name: "one by one", batch: 1, inFlight: 1, requests: 200, channels: 4 },
  { name: "one by one, 16 in flight", batch: 1, inFlight: 16, requests: 640, channels: 16 },
  { name: "batches of 50", batch: 50, inFlight: 1, requests: 24, channels: 24 },
]
const LONG_WINDOWS = { max_messages: 100, lull_seconds: 1_800, max_minutes: 120 }
const PERCENTILES = [0.5, 0.95, 0.99]

interface Clients {
  product: Client
  floor: Client
}

interface Round {
  product: Timing
  floor: Timing
}

export async function benchIngest(rounds: number): Promise<Table[]> {
  const [product, floor] = await Promise.all([startLocalWorker(), startDevWorker("floor")])
  const clients = { product: new Client(product.url, 16), floor: new Client(floor.url, 16) }
  const talk = new Talk("700000000000000001")
  try {
    await clients.product.send(talk.shot("1", 1))
    const settings = { path: `/v1/guilds/${talk.guild}/settings`, body: JSON.stringify(LONG_WINDOWS) }
    await clients.product.send(settings, "PUT")
    const found = new Map<Mode, Round[]>(MODES.map((mode) => [mode, []]))
    for (let round = 0; round < rounds; round++) {
      for (const mode of MODES) found.get(mode)?.push(await oneRound(clients, mode, talk, round % 2 === 0))
    }
    return [ingestTable(found, rounds), await wholePath(clients.product, new Talk("700000000000000002"))]
  } finally {
    clients.product.close()
    clients.floor.close()
    await Promise.all([product.stop(), floor.stop()])
  }
}

async function oneRound(clients: Clients, mode: Mode, talk: Talk, productFirst: boolean): Promise<Round> {
  const channels = talk.channels(mode.channels)
  // A channel's first message registers it in the database, which is not measured.
  const first = channels.map((channel) => talk.shot(channel, 1))
  const shots = Array.from({ length: mode.requests }, (_, index) =>
    talk.shot(channels[index % channels.length] ?? "1", mode.batch),
  )
  const run = async (client: Client) => {
    await client.fire(first, 8)
    return client.fire(shots, mode.inFlight)
  }
  if (productFirst) {
    const product = await run(clients.product)
    return { product, floor: await run(clients.floor) }
  }
  const floor = await run(clients.floor)
  return { product: await run(clients.product), floor }
}

function ingestTable(found: Map<Mode, Round[]>, rounds: number): Table {
  const rows = [...found].map(([mode, list]) => {
    const rates = (side: keyof Round) =>
      list.map((round) => (mode.batch * mode.requests * 1_000) / round[side].wall)
    const latencies = (side: keyof Round) => list.flatMap((round) => round[side].latencies)
    return [
      mode.name,
      figure(median(rates("product"))),
      figure(median(rates("floor"))),
      times(median(list.map((round) => round.product.wall / round.floor.wall))),
      spread(latencies("product"), PERCENTILES),
      spread(latencies("floor"), PERCENTILES),
    ]
  })
  return {
    title: "Ingest",
    about: `Median of ${rounds} rounds that alternate Keepsake and the floor. The floor is a Worker without checks or framework whose Durable Object inserts one row per message. A request's time runs from its first byte to the last byte of the response.`,
    head: ["", "messages/s", "floor", "time against floor", "ms per request, p50 / p95 / p99", "floor"],
    rows,
  }
}

/**
 * Measures the full pipeline: receives messages, reads windows by rules and writes memories until nothing is
 * pending.
 */
async function wholePath(client: Client, talk: Talk): Promise<Table> {
  const EACH = 300
  const channels = talk.channels(4)
  const rounds = Array.from({ length: EACH / 50 })
  const shots = rounds.flatMap(() => channels.map((channel) => talk.shot(channel, 50)))
  const heard = await client.fire(shots, channels.length)
  const flushes = channels.map((channel) => ({ path: `${talk.path(channel)}/flush`, body: "" }))
  const read = await client.fire(flushes, channels.length)
  const messages = EACH * channels.length
  return {
    title: "Full pipeline",
    about: `${figure(messages)} messages in batches of 50 to ${channels.length} channels in parallel. Windows close at 30 messages, and the rules read them meanwhile.`,
    head: ["", "messages/s", "ms per batch, p50 / p95 / p99"],
    rows: [
      ["received", figure((messages * 1_000) / heard.wall), spread(heard.latencies, PERCENTILES)],
      ["received, read and written", figure((messages * 1_000) / (heard.wall + read.wall)), ""],
    ],
  }
}
