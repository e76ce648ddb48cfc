/**
 * A database that is lost under a running worker: `npm run backup` and `npm run restore` bring it back, although program
 * and worker are killed in the middle, and who was erased since stays erased.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, inject, test } from "vitest"
import type { LocalWorker } from "../../src/tools/local-worker.ts"
import { freshState, startWorker } from "./prepared.ts"

const GUILD = "7620907"
const MEMBERS = 4_000
const folder = mkdtempSync(join(tmpdir(), "backup-e2e-"))
const stateDir = freshState()
const open: { stop(): Promise<void> }[] = []
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL")
  for (const one of open) await one.stop()
  for (const path of [stateDir, folder]) rmSync(path, { recursive: true, force: true })
})

async function started(): Promise<LocalWorker> {
  const worker = await startWorker({ stateDir })
  open.push(worker)
  return worker
}

async function ask<T>(worker: LocalWorker, method: string, path: string, body?: unknown) {
  const response = await fetch(`${worker.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${worker.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  // Each caller names the route's own shape.
  return { status: response.status, body: (await response.json()) as T }
}

/** Starts a program. `ended` resolves to its exit code and what it printed. */
function program(name: "backup" | "restore", worker: LocalWorker, place: string[]) {
  const child = spawn(process.execPath, [`src/tools/${name}.ts`, "--url", worker.url, ...place], {
    env: { ...process.env, ADMIN_TOKEN: worker.token },
  })
  children.push(child)
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text
    })
  const ended = new Promise<{ code: number | null; output: string }>((done) =>
    child.once("close", (code) => done({ code, output })),
  )
  return { child, ended }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error("the condition did not hold within a minute")
    await new Promise((done) => setTimeout(done, 20))
  }
}

/** Replaces the database's files with those of an empty, migrated one. The Durable Objects stay. */
function loseDatabase(): void {
  const d1 = (state: string) => join(state, "v3", "d1")
  expect(readdirSync(d1(stateDir)).length).toBeGreaterThan(0)
  rmSync(d1(stateDir), { recursive: true })
  cpSync(d1(inject("prepared").state), d1(stateDir), { recursive: true })
}

interface Fact {
  fact: string
}
const facts = async (worker: LocalWorker) =>
  (await ask<{ items: Fact[] }>(worker, "GET", `/v1/guilds/${GUILD}/memories`)).body.items
    .map(({ fact }) => fact)
    .sort()

test("a lost database is restored by the program, killed in the middle like the worker", async () => {
  const before = await started()
  const say = async (id: number, author: { id: string; name: string }, content: string) => {
    const message = { id: String(id), author, content, timestamp: new Date().toISOString() }
    const channel = { name: "general", audience: "everyone" }
    const path = `/v1/guilds/${GUILD}/channels/2`
    await ask(before, "POST", `${path}/messages`, { channel, messages: [message] })
    await ask(before, "POST", `${path}/flush`)
  }
  await say(3_000, { id: "5", name: "Bo" }, "I live in Trondheim")
  await say(3_001, { id: "6", name: "Cy" }, "I live in Bergen")
  const members = Array.from({ length: MEMBERS }, (_, index) => ({
    user: { id: String(10_000 + index), username: `member${index}` },
    roles: [],
  }))
  const structure = await ask(before, "PUT", `/v1/guilds/${GUILD}/structure`, { members })
  expect(structure.status, JSON.stringify(structure.body)).toBeLessThan(300)
  const known = await facts(before)
  expect(known).toEqual([expect.stringContaining("Trondheim"), expect.stringContaining("Bergen")].toSorted())

  const saved = await program("backup", before, ["--to", folder]).ended
  expect(saved, saved.output).toMatchObject({ code: 0 })
  await ask(before, "POST", `/v1/guilds/${GUILD}/members/6/erase`, { opt_out: true })
  await until(async () => !(await facts(before)).some((fact) => fact.includes("Bergen")))
  await before.stop()
  loseDatabase()

  const worker = await started()
  expect((await ask(worker, "GET", `/v1/guilds/${GUILD}/settings`)).status).toBe(404)
  const [header] = readFileSync(join(folder, `${GUILD}.jsonl`), "utf8").split("\n", 1)
  const pagesThere = async () => {
    const path = `/v1/backups/${GUILD}/restore`
    const body = { header: JSON.parse(header ?? ""), merge: false, unjournaled: false }
    return (await ask<{ pages?: number }>(worker, "PUT", path, body)).body.pages ?? 0
  }
  const first = program("restore", worker, ["--from", folder])
  await until(async () => (await pagesThere()) >= 2)
  first.child.kill("SIGKILL")
  await first.ended
  // Closed until it is whole.
  expect((await ask(worker, "GET", `/v1/guilds/${GUILD}/memories`)).status).toBe(409)
  await worker.stop()

  const again = await started()
  const second = await program("restore", again, ["--from", folder]).ended
  expect(second, second.output).toMatchObject({ code: 0 })
  expect(second.output).toMatch(/continues after \d+ pages/)
  await until(async () => (await ask(again, "GET", `/v1/guilds/${GUILD}/memories`)).status === 200)
  expect(await facts(again)).toEqual(known.filter((fact) => !fact.includes("Bergen")))
  const { body } = await ask<{ people: number }>(again, "GET", `/v1/guilds/${GUILD}/stats`)
  expect(body.people).toBeGreaterThan(0)
  const third = await program("restore", again, ["--from", folder]).ended
  expect(third.output).toContain("is restored already")
}, 300_000)
