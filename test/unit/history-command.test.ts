/** `npm run import` against a server that is slow, refuses or stays away: what it sends, waits for and prints. */

import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { ProgressLine } from "../../src/tools/history-progress.ts"
import { main } from "../../src/tools/import.ts"

const MESSAGES = 1_200

let folder: string
let file: string
const open: { close(): unknown }[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-command-"))
  file = join(folder, "general.json")
  await writeFile(file, JSON.stringify(exportOf("900", MESSAGES)))
})
afterEach(async () => {
  for (const server of open.splice(0)) server.close()
  await rm(folder, { recursive: true })
})

function exportOf(guildId: string, count: number) {
  const author = { id: "1", name: "juno", nickname: "Juno", isBot: false }
  const messages = Array.from({ length: count }, (_, index) => {
    const timestamp = new Date(Date.parse("2026-03-01T12:00:00Z") + index * 1_000).toISOString()
    return {
      id: String(1_477_638_554_000_000_000n + BigInt(index)),
      type: "Default",
      timestamp,
      author,
      content: `line ${index}`,
    }
  })
  const channel = { id: "800", type: "GuildTextChat", name: "general", topic: null }
  return { guild: { id: guildId, name: "Night Ferry" }, channel, messages, messageCount: count }
}

interface Heard {
  /** Ids in the order in which they arrived, repetitions included. */
  ids: string[]
  calls: number
}

/** Answers batches of messages; `fault` may answer a call by its number with another status. */
async function serve(
  fault: (call: number) => number | null,
  onBatch = () => {},
): Promise<Heard & { url: string }> {
  const heard = { ids: [] as string[], calls: 0, url: "" }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as { messages?: { id: string }[] }
    heard.calls += 1
    const status = fault(heard.calls)
    if (status !== null) {
      response.writeHead(status, { "content-type": "application/json", "retry-after": "0" })
      return void response.end(JSON.stringify({ detail: "not now" }))
    }
    response.writeHead(200, { "content-type": "application/json" })
    if (!body.messages) return void response.end(JSON.stringify({ windows: [], waiting: 0 }))
    const known = body.messages.filter(({ id }) => heard.ids.includes(id)).length
    heard.ids.push(...body.messages.map(({ id }) => id))
    onBatch()
    response.end(JSON.stringify({ accepted: body.messages.length - known, duplicates: known, rejected: [] }))
  })
  open.push(server)
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  heard.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return heard
}

async function run(...argv: string[]): Promise<{ code: number; out: string }> {
  let out = ""
  const sink = { write: (text: string) => (out += text) }
  const code = await main(argv, { stdout: sink, stderr: sink, env: { ADMIN_TOKEN: "dev" }, cwd: folder })
  return { code, out }
}

test("a dry run needs neither a deployment nor a guild, and sends nothing", async () => {
  const { code, out } = await run(file, "--dry-run")
  expect(code).toBe(0)
  expect(out).toContain("general")
  expect(out).toContain("1,200")
  expect(out).toContain("Nothing was sent: this was a dry run.")
})

test("a dry run of two servers asks which one is meant", async () => {
  await writeFile(join(folder, "other.json"), JSON.stringify(exportOf("901", 1)))
  const { code, out } = await run(folder, "--dry-run")
  expect(code).toBe(1)
  expect(out).toContain("--guild")
  expect((await run(folder, "--dry-run", "--guild", "900")).code).toBe(0)
})

test("without --dry-run, the address and the guild must be said", async () => {
  const { code, out } = await run(file, "--guild", "900")
  expect(code).toBe(2)
  expect(out).toContain("Say FILE, --url and --guild.")
})

test.each([429, 500, 503])(
  "a server that answers %i is waited for, and every message is sent once",
  async (status) => {
    const server = await serve((call) => (call === 2 || call === 3 ? status : null))
    const { code, out } = await run(file, "--url", server.url, "--guild", "900")
    expect(code).toBe(0)
    expect(server.ids).toHaveLength(MESSAGES)
    expect(new Set(server.ids).size).toBe(MESSAGES)
    expect(out).toContain("Trying again in")
    expect(out).toContain("1,200 messages sent")
  },
)

test("a refusal ends the import and says how to go on", async () => {
  const server = await serve((call) => (call === 2 ? 403 : null))
  const { code, out } = await run(file, "--url", server.url, "--guild", "900")
  expect(code).toBe(1)
  expect(out).toContain("The key needs scope write")
  expect(out).toContain(
    "500 messages were sent. Run the same command again: it goes on, and nothing doubles.",
  )
  expect(server.ids).toHaveLength(500)
})

test("an interrupt finishes the batch under way, and the next run goes on without doubling", async () => {
  let batches = 0
  const server = await serve(
    () => null,
    () => {
      batches += 1
      if (batches === 1) process.emit("SIGINT")
    },
  )
  const first = await run(file, "--url", server.url, "--guild", "900")
  expect(first.code).toBe(130)
  expect(first.out).toContain("Stopped. Run the same command again: it goes on, and nothing doubles.")
  expect(server.ids).toHaveLength(500)
  const second = await run(file, "--url", server.url, "--guild", "900")
  expect(second.code).toBe(0)
  expect(new Set(server.ids).size).toBe(MESSAGES)
  expect(second.out).toContain("500 known already")
})

test("a log gets a line every ten seconds, a terminal one line that is redrawn", () => {
  const shown = (isTTY: boolean) => {
    let now = 0
    const written: string[] = []
    const sink = { isTTY, write: (text: string) => written.push(text) }
    const line = new ProgressLine(sink, 6_000, () => now)
    for (let second = 1; second <= 30; second += 1) {
      now = second * 1_000
      line.update(second * 100)
    }
    line.end()
    return written
  }
  expect(shown(false)).toEqual([
    "1,000 of 6,000 messages (16 %), 100/s, 50 s left\n",
    "2,000 of 6,000 messages (33 %), 100/s, 40 s left\n",
    "3,000 of 6,000 messages (50 %), 100/s, 30 s left\n",
  ])
  const terminal = shown(true)
  expect(terminal).toHaveLength(31)
  expect(terminal.every((text) => text.startsWith("\r\u001b[2K") && !text.includes("\n"))).toBe(true)
})
