/** `npm run export` writes a file that is whole or says why not, and `npm run import` sends it and refuses other files by name. */
import { once } from "node:events"
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { formatPart, type GuildHeader, PartEndSchema } from "../../src/portability/format.ts"
import { main as exportTool } from "../../src/tools/export.ts"
import { main as importTool } from "../../src/tools/import.ts"
import type { Program } from "../../src/tools/program.ts"

const GUILD = "81384788765712384"
const HEADER: GuildHeader = {
  format: "keepsake-guild",
  version: 1,
  guild: GUILD,
  schema: 9,
  exported_at: "2026-11-26T00:00:00.000Z",
  partial: null,
  tables: ["members"],
  projects: [],
}

/** Three parts, with the chain of their hashes. */
function parts(): string[] {
  let before = ""
  return [0, 1, 2].map((part) => {
    const rows = [{ table: "members" as const, row: { id: `${part}`, name: "A\u2028B\n" } }]
    const next = () => (part === 2 ? null : `after${part}`)
    const text = formatPart({ header: part === 0 ? HEADER : null, rows }, { part, before, next })
    before = PartEndSchema.parse(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "")).page.whole
    return text
  })
}

let folder: string
let file: string
let server: Server
let url: string
let asked: string[]
let failures: (number | "cut")[]
/** Parts that arrived, and what the next begin of an import answers. */
let arrived: string[]
let next: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "export-"))
  file = join(folder, "guild.jsonl")
  ;[asked, failures, arrived, next] = [[], [], [], 0]
  server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const path = request.url ?? ""
    asked.push(`${request.method} ${path}`)
    const failure = failures.shift()
    if (failure === "cut") return void request.socket.destroy()
    if (failure !== undefined) return void response.writeHead(failure).end('{"detail":"not now"}')
    response.writeHead(request.method === "DELETE" ? 204 : 200).end(answerTo(path, body))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function answerTo(path: string, body: string): string {
  const cursor = new URL(path, url).searchParams.get("cursor")
  if (path.includes("/export")) return parts()[cursor === null ? 0 : Number(cursor.slice(-1)) + 1] ?? ""
  const sent = body === "" ? {} : JSON.parse(body)
  if (typeof sent.text === "string") {
    arrived.push(sent.text)
    next += 1
  }
  const phase =
    next === 3 ? (asked.some((one) => one.includes("dry_run=true")) ? "checked" : "done") : "loading"
  return JSON.stringify({
    ...{ id: "i_1", phase, next },
    rows: { members: { added: 2, erased: 1 } },
    first_refused: { erased: ["m_7"] },
  })
}

async function run(program: Program, ...args: string[]) {
  let said = ""
  const sink = {
    write: (text: string) => {
      said += text
    },
  }
  const io = { stdout: sink, stderr: sink, env: { ADMIN_TOKEN: "the-token" }, cwd: folder }
  return { code: await program(args, io), said }
}
const write = (...more: string[]) => run(exportTool, "--url", url, "--guild", GUILD, "--to", file, ...more)
const send = (...more: string[]) => run(importTool, file, "--url", url, "--guild", GUILD, ...more)

test("an export is written part by part, goes on where it stopped, and is not overwritten", async () => {
  writeFileSync(`${file}.part`, (parts()[0] ?? "") + (parts()[1] ?? "").slice(0, 30))
  failures = [503, "cut"]
  expect(await write("--channel", "5")).toMatchObject({
    code: 0,
    said: expect.stringMatching(/continues after 1 parts[\s\S]*Done: 3 rows/),
  })
  expect(readFileSync(file, "utf8")).toBe(parts().join(""))
  expect(asked[0]).toBe(`GET /v1/guilds/${GUILD}/export?channel_id=5&cursor=after0`)
  expect(existsSync(`${file}.part`)).toBe(false)
  expect(await write()).toMatchObject({ code: 1, said: expect.stringMatching(/is there already/) })
})

test("an import sends the parts that are missing, and says what became of the rows", async () => {
  writeFileSync(file, parts().join(""))
  next = 1
  failures = [503]
  const { code, said } = await send("--channel", "1=2", "--settings")
  expect(said).toMatch(
    /continues after 1 of 3 parts[\s\S]*members: 2 added, 1 erased\nerased, for example: m_7\nDone\./,
  )
  expect(code).toBe(0)
  expect(arrived.map((text) => text.trimEnd().split("\n").length)).toEqual([1, 1])
  expect(arrived.join("")).not.toContain('"page"')
  next = 0
  expect((await send("--dry-run")).said).toMatch(/Nothing was written: this was a dry run/)
  next = 1
  expect((await send("--abandon")).said).toMatch(/Abandoned/)
  expect(asked.at(-1)).toBe(`DELETE /v1/guilds/${GUILD}/import/i_1`)
})

test("nothing is sent of a file that is damaged, unfinished or of another kind", async () => {
  const refusal = async (text: string | null, problem: RegExp) => {
    if (text !== null) writeFileSync(file, text)
    expect(await send()).toMatchObject({ code: 1, said: expect.stringMatching(problem) })
  }
  await refusal(null, /There is no file or folder/)
  await refusal(parts().join("").replace('"id":"1"', '"id":"9"'), /damaged in part 1/)
  await refusal(parts()[0] ?? "", /is not finished/)
  await refusal('{"format":"keepsake-backup","version":1}\n', /file of a backup[\s\S]*npm run restore/)
  await refusal(`{"format":"keepsake-export","memories":[${"1,".repeat(9_000)}`, /one person's own export/)
  await refusal('{"guild":{"id":"1"},"messages":[]}', /is JSON, but no DiscordChatExporter export/)
  await refusal(JSON.stringify({ ...HEADER, version: 2 }), /another version/)
  appendFileSync(file, "")
  expect(asked).toEqual([])
  expect(await send("--channel", "general")).toMatchObject({
    code: 2,
    said: expect.stringMatching(/OLD=NEW/),
  })
  expect(await run(importTool, "--guild", GUILD)).toMatchObject({ code: 2 })
})
