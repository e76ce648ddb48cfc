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

/** Answers of `GET …/structure`: a status other than 200 refuses. */
interface Structure {
  status: number
  toldAt: string | null
}

interface Heard {
  structure: Structure
  /** Paths of GET requests. */
  gets: string[]
  /** Ids in the order in which they arrived, repetitions included. */
  ids: string[]
  /** The server's name in each batch. */
  names: (string | undefined)[]
  calls: number
}

/** Answers batches of messages; `fault` may answer a call by its number with another status. */
async function serve(
  fault: (call: number) => number | null,
  onBatch = () => {},
): Promise<Heard & { url: string }> {
  const heard = {
    ids: [] as string[],
    names: [] as (string | undefined)[],
    calls: 0,
    url: "",
    gets: [] as string[],
    structure: { status: 200, toldAt: null } as Structure,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (request.method === "GET") {
      heard.gets.push(request.url ?? "")
      const { status, toldAt } = heard.structure
      response.writeHead(request.url === "/healthz" ? 200 : status, { "content-type": "application/json" })
      return void response.end(JSON.stringify({ ok: true, told_at: toldAt }))
    }
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      messages?: { id: string }[]
      guild_name?: string
    }
    heard.calls += 1
    const status = fault(heard.calls)
    if (status !== null) {
      response.writeHead(status, { "content-type": "application/json", "retry-after": "0" })
      return void response.end(JSON.stringify({ detail: "not now" }))
    }
    response.writeHead(200, { "content-type": "application/json" })
    if (!body.messages) return void response.end(JSON.stringify({ windows: [], waiting: 0 }))
    const known = body.messages.filter(({ id }) => heard.ids.includes(id)).length
    heard.names.push(body.guild_name)
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

test("a remark that ends its own sentence gets no second full stop", async () => {
  await writeFile(join(folder, "old.csv"), "AuthorID,Author,Date,Content\n")
  const { out } = await run(folder, "--dry-run")
  expect(out).toContain("Note: left out: old.csv: only exports in JSON can be read. Export a channel again")
  expect(out).not.toContain("..")
})

test("a dry run prints the command that imports, with what was not said filled in", async () => {
  const spaced = join(folder, "my chat.json")
  await writeFile(spaced, JSON.stringify(exportOf("900", 1)))
  const { out } = await run(spaced, "--dry-run", "--parallel", "2", "--url", "http://127.0.0.1:8787")
  expect(out).toContain(
    `\n  npm run import -- '${spaced}' --url http://127.0.0.1:8787 --guild 900 --parallel 2\n`,
  )
  expect((await run(file, "--dry-run")).out).toContain(
    `\n  npm run import -- ${file} --url ADDRESS --guild 900\n`,
  )
})

test.each([
  [["--guild", "900"], /^--url is missing: the worker's address \(https:.*http:\/\/127\.0\.0\.1:8787/],
  [["--dryrun"], /^There is no option --dryrun\. Did you mean --dry-run\?\n\nImports history/],
  [["--everything"], /^There is no option --everything\.\n\nImports history/],
  [["--guild", "lantern", "--dry-run"], /^--guild lantern is not the id of a server\. It takes a number/],
  [["more.json"], /^It imports one FILE at a time, and 2 are named: .*general\.json, more\.json\./],
])("a wrong call %j says what is wrong with it", async (more, words) => {
  const { code, out } = await run(file, ...more)
  expect(out).toMatch(words)
  expect(code).toBe(2)
  expect(out.includes("FILE is one of these")).toBe(out.includes("There is no option"))
})

test("a file is asked for before anything else, and a token with the key that works in its place", async () => {
  const { code, out } = await run("--url", "http://127.0.0.1:9")
  expect(code).toBe(2)
  expect(out).toMatch(/^FILE is missing: a file, a zip or a folder\./)
  let said = ""
  const sink = { write: (text: string) => (said += text) }
  const argv = [file, "--url", "http://127.0.0.1:9"]
  expect(await main(argv, { stdout: sink, stderr: sink, env: {}, cwd: folder })).toBe(1)
  expect(said).toMatch(/`dev` under `npm start`, or to an API key of the server with scope write/)
})

test("an import without --guild takes the only server of the file, and says so", async () => {
  const server = await serve(() => null)
  const { code, out } = await run(file, "--url", server.url)
  expect(out).toContain("Importing into server 900: everything in the file is of it.")
  expect(code).toBe(0)
  expect(server.ids).toHaveLength(MESSAGES)
  // The server's name goes with the first batch of a channel.
  expect(server.names.slice(0, 2)).toEqual(["Night Ferry", undefined])
  await writeFile(join(folder, "other.json"), JSON.stringify(exportOf("901", 1)))
  const two = await run(folder, "--url", server.url)
  expect(two.code).toBe(1)
  expect(two.out).toContain("--guild")
})

test("an address at which nothing listens ends the import without trying for minutes", async () => {
  const server = await serve(() => null)
  for (const one of open.splice(0)) one.close()
  const { code, out } = await run(file, "--url", server.url)
  expect(code).toBe(1)
  expect(out).toContain(`Nothing answers at ${server.url}: `)
  expect(out).toContain(`\`npm run doctor -- --url ${server.url}\` checks it.`)
  expect(out).not.toContain("Trying again")
})

test.each([
  [{ status: 200, toldAt: null }, "because this server's structure was never sent"],
  [{ status: 200, toldAt: "2026-11-01T00:00:00Z" }, "a channel that is not in the server's structure"],
  [{ status: 403, toldAt: null }, "is shown only there until it is known who may read it"],
])("an import ends with how to ask in channels whose readers are unknown: %j", async (structure, words) => {
  const server = await serve(() => null)
  server.structure = structure
  const { code, out } = await run(file, "--url", server.url, "--guild", "900")
  expect(code).toBe(0)
  expect(server.gets).toEqual(["/healthz", "/v1/guilds/900/structure"])
  expect(out).toContain(words)
  expect(out).toContain('POST /v1/guilds/900/recall with "channel_id": "800"')
  expect(out).toContain("PUT /v1/guilds/900/structure (docs/API.md)")
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
