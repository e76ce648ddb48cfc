/**
 * Measures an import of history beside a floor: `npm run import` on an export of generated talk or of real chat, and the same
 * messages sent in the same batches to a Durable Object that only appends. The importer runs as people run it, in a process of
 * its own.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { snowflakeAt } from "../../src/domain/ids.ts"
import { startLocalWorker } from "../../src/tools/local-worker.ts"
import type { ChatLog } from "./chat-logs.ts"
import { startDevWorker } from "./dev-worker.ts"
import { Language, personName } from "./language.ts"
import { Client } from "./load.ts"
import type { Table } from "./report.ts"
import { figure, times } from "./statistics.ts"

const IMPORT = resolve(fileURLToPath(import.meta.url), "../../../src/tools/import.ts")
const GUILD = "700000000000000009"
const CHANNELS = 8
/** As many channels are sent at once as the importer sends. */
const LANES = 8
const BATCH = 500
/** An evening has so many messages, some ten seconds apart; then the channel rests. */
const EVENING = 60
const REST_MS = 7_200_000
const PEOPLE = 40
const VERBS = ["like", "love", "play", "bought", "work on", "hate", "am learning", "live near"]

interface ExportedChannel {
  id: string
  messages: readonly ReturnType<typeof messageOf>[]
}

/** Imports each number of generated messages, and real chat if there is any, into an empty worker, and then all of them again. */
export async function benchImport(counts: readonly number[], logs: readonly ChatLog[]): Promise<Table> {
  const rows: string[][] = []
  for (const count of counts) rows.push(...(await rowsOf("messages", generated(count))))
  if (logs.length > 0) rows.push(...(await rowsOf("messages of real chat", real(logs))))
  return {
    title: "Import of history",
    about: `\`npm run import\` on a folder of ${CHANNELS} DiscordChatExporter files${logs.length > 0 ? `, for real chat ${logs.length},` : ","} eight channels side by side, into an empty local worker; the rules read every window. "Known" imports the same files again. The floor sends the same messages in batches of ${BATCH} to a Worker that only appends. Memory is the importer's peak.`,
    head: ["", "messages/s", "floor", "time against floor", "importer's memory"],
    rows,
  }
}

async function rowsOf(kind: string, channels: readonly ExportedChannel[]): Promise<string[][]> {
  const count = channels.reduce((sum, { messages }) => sum + messages.length, 0)
  const folder = mkdtempSync(join(tmpdir(), "keepsake-import-"))
  const [product, floor] = await Promise.all([startLocalWorker(), startDevWorker("floor")])
  const client = new Client(floor.url, LANES)
  try {
    const batches = await writeExports(folder, channels)
    const bare = await client.fire(batches, LANES)
    const first = await importOf(folder, product)
    const again = await importOf(folder, product)
    const row = (name: string, { wall, memory }: Run) => [
      `${figure(count)} ${kind}, ${name}`,
      figure((count * 1_000) / wall),
      figure((count * 1_000) / bare.wall),
      times(wall / bare.wall),
      memory === null ? "" : `${memory} MB`,
    ]
    return [row("sent, read and written", first), row("known", again)]
  } finally {
    client.close()
    await Promise.all([product.stop(), floor.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Run {
  wall: number
  /** Megabytes; `null` where the system does not tell. */
  memory: number | null
}

async function importOf(folder: string, worker: { url: string; token: string }): Promise<Run> {
  const began = performance.now()
  const args = [IMPORT, folder, "--url", worker.url, "--guild", GUILD]
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ADMIN_TOKEN: worker.token },
    stdio: ["ignore", "ignore", "inherit"],
  })
  let memory: number | null = null
  const watch = setInterval(() => {
    memory = peakOf(child.pid) ?? memory
  }, 100)
  const [code] = await once(child, "exit")
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import ended with ${code}.`)
  return { wall: performance.now() - began, memory }
}

function peakOf(pid: number | undefined): number | null {
  const path = `/proc/${pid}/status`
  const peak = existsSync(path) ? /VmHWM:\s+(\d+) kB/.exec(readFileSync(path, "utf8"))?.[1] : undefined
  return peak === undefined ? null : Math.round(Number(peak) / 1024)
}

/** Writes the exports, and returns their messages as requests to the floor. */
async function writeExports(folder: string, channels: readonly ExportedChannel[]) {
  const batches: { path: string; body: string }[] = []
  for (const [channel, { id, messages }] of channels.entries()) {
    const out = createWriteStream(join(folder, `${channel}.json`))
    const about = { id, type: "GuildTextChat", categoryId: null, name: `channel-${channel}`, topic: null }
    const whole = {
      guild: { id: GUILD, name: "Night Ferry" },
      channel: about,
      messages,
      messageCount: messages.length,
    }
    out.end(JSON.stringify(whole))
    await once(out, "finish")
    for (let from = 0; from < messages.length; from += BATCH)
      batches.push({
        path: `/v1/guilds/${GUILD}/channels/${id}/messages`,
        body: JSON.stringify({ messages: messages.slice(from, from + BATCH) }),
      })
  }
  return batches
}

const BEGAN = Date.parse("2026-01-01T18:00:00Z")

function generated(count: number): ExportedChannel[] {
  const language = new Language(1)
  return Array.from({ length: CHANNELS }, (_, channel) => ({
    id: channelId(channel),
    messages: Array.from({ length: count / CHANNELS }, (_, index) => talk(language, channel, index)),
  }))
}

/** Real chat may be older than Discord: each log keeps its pace and begins on a day of this year. */
function real(logs: readonly ChatLog[]): ExportedChannel[] {
  return logs.map(({ messages }, channel) => {
    const first = Date.parse(messages[0]?.timestamp ?? "")
    const began = BEGAN + channel * 86_400_000
    let last = began
    return {
      id: channelId(channel),
      messages: messages.map(({ author, content, timestamp }, index) => {
        last = Math.max(last, began + Date.parse(timestamp) - first)
        return messageOf(snowflakeAt(last, index), { at: last, content, author })
      }),
    }
  })
}

function channelId(channel: number): string {
  return String(800_000_000_000_000_100n + BigInt(channel))
}

function talk(language: Language, channel: number, index: number) {
  const at = BEGAN + index * 10_000 + Math.floor(index / EVENING) * REST_MS
  const who = (index * 7 + channel) % PEOPLE
  const states = index % 5 === 0
  const content = states ? `I ${VERBS[index % VERBS.length]} ${language.words(1, 4)}` : language.words(4, 14)
  const author = { id: String(600_000_000_000_000_000n + BigInt(who)), name: personName(who) }
  return messageOf(snowflakeAt(at, index % 1_000), { at, content, author })
}

function messageOf(
  id: string,
  { at, content, author }: { at: number; content: string; author: { id: string; name: string } },
) {
  return {
    id,
    type: "Default",
    timestamp: new Date(at).toISOString(),
    timestampEdited: null,
    content,
    author: { ...author, nickname: author.name, isBot: false },
    attachments: [],
    mentions: [],
  }
}
