/** `npm run backup` writes a folder that is whole or says why not, `npm run restore` sends it, and both go on where they stopped. */
import { createHash } from "node:crypto"
import { once } from "node:events"
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { formatLine } from "../../src/backup/format.ts"
import { main } from "../../src/tools/backup.ts"
import type { Program } from "../../src/tools/program.ts"
import { main as restore } from "../../src/tools/restore.ts"
import { deep } from "../dice.ts"

const TOKEN = "the-token"
const GUILD = "81384788765712384"

let folder: string
let server: Server
let url: string
/** Paths asked for, and answers that replace the next ones. */
let asked: string[]
let failures: (number | "cut")[]
/** Pages written, by part, and parts that are open again. */
let written: Record<string, unknown[]>
let open: string[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "backup-"))
  asked = []
  failures = []
  written = {}
  open = []
  server = createServer(async (request, response) => {
    const path = request.url ?? ""
    const body = await readJson(request)
    asked.push(path)
    const failure = failures.shift()
    if (failure === "cut") return void request.socket.destroy()
    const status = request.headers.authorization === `Bearer ${TOKEN}` ? (failure ?? 200) : 401
    const text =
      status === 200 ? (body === null ? answerTo(path) : accept(path, body)) : '{"detail":"not now"}'
    response.writeHead(status).end(text)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const header = (part: string) =>
  formatLine({
    format: "keepsake-backup",
    version: 1,
    part,
    schema: 6,
    started_at: "2026-11-26T00:00:00.000Z",
    journal: "j_1",
  })
const member = (id: string) => formatLine({ table: "members", row: { id, name: "A\u2028B\n" } })
const pageEnd = (next: string | null) => formatLine({ page: { rows: 1, next } })

function answerTo(path: string): string {
  if (path === "/v1/backups") return JSON.stringify({ schema: 6, items: [GUILD], next: null })
  if (path === "/v1/backups/deployment")
    return header("deployment") + formatLine({ page: { rows: 0, next: null } })
  if (path === `/v1/backups/${GUILD}`) return header(GUILD) + member("1") + pageEnd("two")
  if (path.endsWith("cursor=two")) return member("2") + pageEnd("three")
  return member("3") + pageEnd(null)
}

async function readJson(request: IncomingMessage): Promise<Sent | null> {
  let text = ""
  for await (const chunk of request) text += chunk
  return text === "" ? null : JSON.parse(text)
}

interface Sent {
  page?: number
  pages?: number
  rows?: unknown[]
}

/** Takes part in a restore as the worker does. */
function accept(path: string, body: Sent): string {
  const part = path.split("/")[3] ?? ""
  const pages = written[part] ?? []
  written[part] = pages
  if (body.rows && body.page === pages.length) pages.push(body.rows)
  if (body.pages === pages.length) open.push(part)
  return JSON.stringify({ phase: open.includes(part) ? "done" : "loading", pages: pages.length })
}

async function run(program: Program, args: string[], token = TOKEN) {
  let said = ""
  const sink = { write: (text: string) => (said += text) }
  const code = await program(args, { stdout: sink, stderr: sink, env: { ADMIN_TOKEN: token }, cwd: folder })
  return { code, said }
}
const backUp = (token?: string) => run(main, ["--url", url, "--to", join(folder, "b")], token)
const file = (name: string) => readFileSync(join(folder, "b", name))

test("the folder holds each file as it was sent, with its checksum, size and rows", async () => {
  const { code, said } = await backUp()
  expect(said).toContain(`2/2 ${GUILD}: 3 rows`)
  expect(code).toBe(0)
  const manifest = JSON.parse(file("manifest.json").toString())
  expect(manifest).toMatchObject({ schema: 6, url, finished_at: expect.any(String) })
  const whole = file(`${GUILD}.jsonl`)
  expect(whole.toString()).toBe([`/v1/backups/${GUILD}`, "cursor=two", "cursor=three"].map(answerTo).join(""))
  expect(manifest.files).toMatchObject([
    { part: "deployment", rows: {} },
    {
      part: GUILD,
      file: `${GUILD}.jsonl`,
      bytes: whole.length,
      sha256: createHash("sha256").update(whole).digest("hex"),
      rows: { members: 3 },
    },
  ])
})

test("a finished backup is not overwritten", async () => {
  await backUp()
  const before = file(`${GUILD}.jsonl`)
  expect(await backUp()).toMatchObject({ code: 1, said: expect.stringContaining("Choose another folder") })
  expect(file(`${GUILD}.jsonl`)).toEqual(before)
})

deep(
  "each answer may fail once or be cut off, and the backup is whole",
  async () => {
    for (const failure of [503, "cut", 429] as const) {
      for (let at = 0; at < 5; at++) {
        rmSync(join(folder, "b"), { recursive: true, force: true })
        failures = [...Array.from({ length: at }, () => 200), failure]
        expect((await backUp()).code, `${failure} at ${at}`).toBe(0)
        expect(file(`${GUILD}.jsonl`).toString().split("\n").length).toBe(8)
      }
    }
  },
  30_000,
)

test("a backup that stopped in the middle of a page goes on after the last whole one", async () => {
  failures = [200, 200, 200, 403]
  expect(await backUp()).toMatchObject({ code: 1, said: expect.stringContaining("answered 403") })
  expect(existsSync(join(folder, "b", `${GUILD}.jsonl`))).toBe(false)
  appendFileSync(join(folder, "b", `${GUILD}.jsonl.part`), `${member("2")}{"pag`)
  asked = []
  expect(await backUp()).toMatchObject({ code: 0, said: expect.stringContaining("continues after 1 rows") })
  expect(asked).toEqual([
    "/v1/backups",
    `/v1/backups/${GUILD}?cursor=two`,
    `/v1/backups/${GUILD}?cursor=three`,
  ])
  expect(file(`${GUILD}.jsonl`).toString()).toBe(
    [`/v1/backups/${GUILD}`, "cursor=two", "cursor=three"].map(answerTo).join(""),
  )
})

test("a wrong token, a missing token, a missing option and a damaged manifest are named", async () => {
  expect(await backUp("wrong")).toMatchObject({
    code: 1,
    said: expect.stringContaining("rejects ADMIN_TOKEN"),
  })
  expect(await backUp("")).toMatchObject({ code: 1, said: expect.stringContaining("Set ADMIN_TOKEN") })
  expect(await run(main, ["--url", url])).toMatchObject({ code: 2 })
  writeFileSync(join(folder, "b", "manifest.json"), "{")
  expect(await backUp()).toMatchObject({ code: 1, said: expect.stringContaining("is damaged") })
})

test("a guild that was erased meanwhile is left out", async () => {
  failures = [200, 200, 404]
  expect(await backUp()).toMatchObject({ code: 0, said: expect.stringContaining("was erased meanwhile") })
  expect(JSON.parse(file("manifest.json").toString()).files).toHaveLength(1)
})

const restoreAll = (...more: string[]) => run(restore, ["--url", url, "--from", join(folder, "b"), ...more])

test("a restore sends every page once, the deployment first, and a second run finds it done", async () => {
  await backUp()
  asked = []
  expect(await restoreAll()).toMatchObject({ code: 0, said: expect.stringContaining("restored and open") })
  expect(asked[0]).toBe("/v1/backups/deployment/restore")
  expect(written[GUILD]?.map((rows) => JSON.stringify(rows))).toEqual(
    ["1", "2", "3"].map((id) => JSON.stringify([JSON.parse(member(id))])),
  )
  asked = []
  expect(await restoreAll()).toMatchObject({ code: 0, said: expect.stringContaining("is restored already") })
  expect(asked).toHaveLength(2)
})

deep(
  "each answer to a restore may fail once, and one that stopped goes on after its last page",
  async () => {
    await backUp()
    for (const failure of [503, "cut"] as const)
      for (let at = 0; at < 8; at++) {
        written = {}
        open = []
        failures = [...Array.from({ length: at }, () => 200), failure]
        expect((await restoreAll()).code, `${failure} at ${at}`).toBe(0)
        expect(written[GUILD], `${failure} at ${at}`).toHaveLength(3)
      }
    written = {}
    open = []
    failures = [200, 200, 200, 200, 200, 409]
    expect(await restoreAll()).toMatchObject({ code: 1, said: expect.stringContaining("409") })
    expect(written[GUILD]).toHaveLength(1)
    expect(await restoreAll()).toMatchObject({
      code: 0,
      said: expect.stringContaining("continues after 1 pages"),
    })
    expect(written[GUILD]).toHaveLength(3)
  },
  30_000,
)

test("nothing is sent of a backup that is damaged, unfinished or lacks the guild", async () => {
  await backUp()
  asked = []
  expect(await restoreAll("--guild", "5")).toMatchObject({
    code: 1,
    said: expect.stringContaining("has no guild 5"),
  })
  const path = join(folder, "b", `${GUILD}.jsonl`)
  writeFileSync(path, readFileSync(path, "utf8").replace('"id":"2"', '"id":"9"'))
  expect(await restoreAll()).toMatchObject({ code: 1, said: expect.stringContaining("is damaged") })
  rmSync(path)
  expect(await restoreAll()).toMatchObject({ code: 1, said: expect.stringContaining("is missing") })
  const manifest = JSON.parse(file("manifest.json").toString())
  writeFileSync(join(folder, "b", "manifest.json"), JSON.stringify({ ...manifest, finished_at: null }))
  expect(await restoreAll()).toMatchObject({ code: 1, said: expect.stringContaining("unfinished") })
  expect(await run(restore, ["--url", url, "--from", folder])).toMatchObject({ code: 1 })
  expect(asked).toEqual([])
})
