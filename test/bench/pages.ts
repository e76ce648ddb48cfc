/** Measures how long every page takes in a guild of 10,000 memories and 300 people, beside a bare page. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { z } from "zod"
import { callApi } from "../../src/tools/api-request.ts"
import { LISTED_PAGES, type ListedPage, pathOf } from "../browser/page-table.ts"
import { type PageStage, signIn } from "../browser/visitor.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Client } from "./load.ts"
import type { QueryTime } from "./metered/meters.ts"
import type { Table } from "./report.ts"
import { type SeededGuild, seed } from "./seed.ts"
import { figure, median, spread, times } from "./statistics.ts"
import { Talk } from "./talk.ts"

const SHAPE = { guilds: 1, memoriesEach: 10_000, peopleEach: 300 }
const WARM = 3
const MESSAGES_A_CHANNEL = 30
const PERCENTILES = [0.5, 0.95]
/** Every page should take less, in milliseconds. */
const AIM = 100
const FLOOR = "/bench/pages/floor"
/** Bits of Discord: View Channel and Read Message History. */
const READING = String((1n << 10n) | (1n << 16n))

interface Measured {
  row: string[]
  /** The page's median by the client. */
  ms: number
}

export async function benchPages(requests: number): Promise<Table> {
  const stateDir = mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  try {
    const { guilds } = await seed(stateDir, SHAPE, 1)
    const worker = await startDevWorker("metered", { stateDir, vars: { LOCAL_SIGN_IN: "true" } })
    try {
      return pageTable(await measureAll(await stageOf(worker.url, guilds), requests), requests)
    } finally {
      await worker.stop()
    }
  } finally {
    rmSync(stateDir, { recursive: true, force: true })
  }
}

function pageTable(measured: readonly Measured[], requests: number): Table {
  const slow = measured.filter(({ ms }) => ms >= AIM).length
  return {
    title: "Pages",
    about: `Every page in a guild with 10,000 memories, 300 people and ${MESSAGES_A_CHANNEL} messages in each channel, read by the person who may see it: ${requests} requests after ${WARM} to warm up, each followed by one to the floor. The floor reads the session's row and answers with 20 KB. The aim is less than ${AIM} ms: ${slow === 0 ? "every page takes less" : `${slow} of ${measured.length} pages take more`}, by the median. The slowest query's share is of one request, measured apart.`,
    head: [
      "page",
      "ms, p50 / p95",
      "in the Worker",
      "floor",
      "page − floor",
      "D1 calls",
      "calls to objects",
      "slowest query",
    ],
    rows: measured.map(({ row }) => row),
  }
}

/** Gives the seeded guild an owner, roles and messages. */
async function stageOf(url: string, [guild]: readonly SeededGuild[]): Promise<PageStage> {
  if (guild === undefined) throw new Error("no guild was seeded")
  const worker = { url, token: "dev" }
  const [manager = "", member = ""] = guild.people.slice(0, 2).map(({ id }) => id)
  await callApi(worker, z.unknown(), {
    path: `/v1/guilds/${guild.id}/structure`,
    method: "PUT",
    body: {
      guild: {
        id: guild.id,
        name: "Bench",
        owner_id: manager,
        roles: [{ id: guild.id, permissions: READING }],
      },
      channels: guild.channels.map((id, n) => ({ id, type: 0, name: `channel-${n}` })),
      threads: [],
      members: guild.people.map(({ id, name }) => ({ user: { id, username: name }, roles: [] })),
      members_complete: true,
    },
  })
  const client = new Client(url, 1)
  const talk = new Talk(guild.id)
  for (const channel of guild.channels) {
    await client.send(talk.shot(channel, MESSAGES_A_CHANNEL))
    await client.send({ path: `${talk.path(channel)}/flush`, body: "" })
  }
  client.close()
  const [channelId = ""] = guild.channels
  return { worker, guildId: guild.id, base: `/app/g/${guild.id}`, people: { manager, member }, channelId }
}

async function measureAll(stage: PageStage, requests: number): Promise<Measured[]> {
  const cookies = {
    nobody: "",
    manager: (await signIn(stage, stage.people.manager)).cookie,
    member: (await signIn(stage, stage.people.member)).cookie,
  }
  const measured: Measured[] = []
  for (const listed of LISTED_PAGES)
    measured.push(
      await measure({ url: stage.worker.url, cookie: cookies[listed.as], requests }, listed, stage),
    )
  return measured
}

interface Reader {
  url: string
  cookie: string
  requests: number
}

async function measure(reader: Reader, listed: ListedPage, stage: PageStage): Promise<Measured> {
  const path = await pathOf(stage, listed)
  const taken = { page: [] as number[], inside: [] as number[], floor: [] as number[] }
  for (let n = 0; n < WARM + reader.requests; n++) {
    const page = await read(reader, path, listed.status)
    const floor = await read(reader, FLOOR)
    if (n < WARM) continue
    taken.page.push(page.ms)
    taken.inside.push(page.inside)
    taken.floor.push(floor.ms)
  }
  const count = await counted(reader, path, listed.status)
  const ms = median(taken.page)
  return {
    ms,
    row: [
      listed.name,
      spread(taken.page, PERCENTILES),
      spread(taken.inside, PERCENTILES),
      spread(taken.floor, PERCENTILES),
      figure(ms - median(taken.floor)),
      String(count.d1Calls),
      String(count.objectRequests),
      count.slowest,
    ],
  }
}

interface Read {
  ms: number
  /** By the Worker's own `Server-Timing`; NaN without one. */
  inside: number
}

async function read(
  { url, cookie }: Reader,
  path: string,
  status = 200,
  headers: Record<string, string> = {},
): Promise<Read> {
  const sent = performance.now()
  const answer = await fetch(url + path, { headers: { cookie, ...headers }, redirect: "manual" })
  await answer.text()
  const ms = performance.now() - sent
  if (answer.status !== status) throw new Error(`${path} was answered with ${answer.status}`)
  const inside = Number(
    /total;dur=([\d.]+)/.exec(answer.headers.get("server-timing") ?? "")?.[1] ?? Number.NaN,
  )
  return { ms, inside }
}

/** Reads a page again with the meters on, warm, and names the query that takes the largest share of it. */
async function counted(reader: Reader, path: string, status?: number) {
  await read(reader, path, status, { "x-metered": "yes" })
  await fetch(`${reader.url}/bench/reset`, { method: "POST" })
  const { ms } = await read(reader, path, status, { "x-metered": "yes" })
  // The bench's own answers.
  const json = async (of: string) => (await fetch(`${reader.url}/bench/${of}`)).json()
  const { d1Calls, objectRequests } = (await json("counters")) as { d1Calls: number; objectRequests: number }
  const [slowest] = ((await json("queries")) as QueryTime[]).toSorted((a, b) => b.ms - a.ms)
  const share = slowest ? times(slowest.ms / ms).replace("×", "") : ""
  return { d1Calls, objectRequests, slowest: slowest ? `${share} ${shortQuery(slowest.query)}` : "–" }
}

function shortQuery(query: string): string {
  const tables = [...query.matchAll(/\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi)].map(
    ([, table]) => table,
  )
  return [...new Set(tables)].slice(0, 3).join(", ") || query.slice(0, 40)
}
