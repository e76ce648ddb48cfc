/**
 * `npm run fuzz`: sends random requests, drawn from the API's own OpenAPI document, to a local worker. Fails on
 * every 5xx, hang and answer that the document does not allow, and on a refused request that changed something.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import { buildWorker, migrate, startLocalWorker } from "../../src/tools/local-worker.ts"
import {
  type Print,
  type ProgramIo,
  printerTo,
  runProgram,
  UsageError,
  withUsage,
} from "../../src/tools/program.ts"
import { diceOf } from "./dice.ts"
import { type Document, operationsOf } from "./operations.ts"
import { Findings, summarize } from "./report.ts"
import { type FuzzRequest, requestFor } from "./requests.ts"
import { type Answer, send } from "./send.ts"
import { ValuePool } from "./values.ts"
import { call, configWithoutRateLimits, GUILD, prepareWorld, refillWorld, SPARE_IDS } from "./world.ts"

const USAGE = `npm run fuzz [-- --requests 30000] [--seed N]
  --requests N   how many requests it sends
  --seed N       repeats the requests of an earlier run`

const IN_FLIGHT = 8
/** Every so many requests, one runs alone, and nothing may have changed if it is refused. */
const ALONE_EVERY = 150
/** Records are settled if this time does not change them. */
const SETTLE_MS = 250
/** Every so many requests, deleted data comes back. A multiple of the above. */
const REFILL_EVERY = 1_500

interface Run {
  server: { url: string; token: string }
  document: Document
  requests: number
  seed: number
  print: Print
}

const main = withUsage(USAGE, async (args, io) => {
  const { values } = parseArgs({
    args,
    options: { requests: { type: "string", default: "30000" }, seed: { type: "string" } },
  })
  const requests = wholeNumber("requests", values.requests)
  const seed = wholeNumber("seed", values.seed ?? String(Math.floor(Math.random() * 1_000_000)))
  printerTo(io.stdout)(`${requests} requests with seed ${seed}. Starting a worker...`)
  return withWorker((server) => fuzz(server, { requests, seed }, io))
})

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && number >= 0 && number <= 10_000_000) return number
  throw new UsageError(`--${name} must be a whole number up to 10000000, not ${text}`)
}

async function withWorker(run: (server: { url: string; token: string }) => Promise<number>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-fuzz-"))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130))
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const stateDir = join(folder, "state")
  const [built] = await Promise.all([buildWorker(join(folder, "built")), migrate(stateDir)])
  const worker = await startLocalWorker({
    stateDir,
    built,
    migrated: true,
    config: configWithoutRateLimits(folder),
  })
  try {
    return await run(worker)
  } finally {
    await worker.stop()
  }
}

async function fuzz(
  server: Run["server"],
  { requests, seed }: { requests: number; seed: number },
  io: ProgramIo,
): Promise<number> {
  const print = printerTo(io.stdout)
  const document = JSON.parse(readFileSync("docs/api/site/v1/openapi.json", "utf8")) as Document
  const findings = new Findings()
  const startedAt = Date.now()
  await sendAll({ server, document, requests, seed, print }, findings)
  print(summarize(findings, { seconds: (Date.now() - startedAt) / 1_000, seed }))
  return findings.failures.size === 0 ? 0 : 1
}

async function sendAll(run: Run, findings: Findings): Promise<void> {
  const { server, document, seed, requests, print } = run
  const pool = new ValuePool()
  let world = await prepareWorld(server, pool)
  const operations = operationsOf(document)
  const one = async (number: number): Promise<{ request: FuzzRequest; answer: Answer }> => {
    const request = requestFor(
      { document, dice: diceOf(seed, number), pool },
      { operations, principals: world.principals },
    )
    const answer = await send(server.url, request)
    findings.add(number, request, answer)
    if (answer.status >= 200 && answer.status < 300) learn(pool, request, answer)
    return { request, answer }
  }
  for (let number = 0; number < requests; number += ALONE_EVERY) {
    const numbers = Array.from({ length: Math.min(ALONE_EVERY, requests - number) - 1 }, (_, i) => number + i)
    await inLanes(numbers, one)
    await alone(server, () => one(number + numbers.length), findings, number + numbers.length)
    if (number % REFILL_EVERY !== 0 || number === 0) continue
    print(`  ${number} of ${requests}, ${findings.failures.size} different failures`)
    world = await refillWorld(server, pool, world, number / REFILL_EVERY)
  }
}

function learn(pool: ValuePool, { path }: FuzzRequest, { body, type }: Answer): void {
  if (type.endsWith("json") && body !== "") pool.learn(path, JSON.parse(body))
}

async function inLanes(numbers: number[], work: (number: number) => Promise<unknown>): Promise<void> {
  const left = [...numbers]
  const lane = async () => {
    for (let number = left.shift(); number !== undefined; number = left.shift()) await work(number)
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane))
}

/** Sends one request while nothing else runs. A refused one must leave the guild's records as they were. */
async function alone(
  server: Run["server"],
  work: () => Promise<{ request: FuzzRequest; answer: Answer }>,
  findings: Findings,
  number: number,
): Promise<void> {
  const before = await settledRecords(server)
  const { request, answer } = await work()
  if (answer.status < 400) return
  const after = await records(server)
  if (before === after) return
  const at = [...before].findIndex((character, index) => character !== after[index])
  const change = [before, after].map((text) => text.slice(Math.max(0, at - 80), at + 80)).join(" → ")
  findings.fail(number, request, answer, `a refused request changed the guild's records: ${change}`)
}

/** Waits for what earlier requests still change in the background. */
async function settledRecords(server: Run["server"]): Promise<string> {
  for (let before = await records(server); ; ) {
    await setTimeout(SETTLE_MS)
    const now = await records(server)
    if (now === before) return now
    before = now
  }
}

/** Records that only requests change. */
async function records(server: Run["server"]): Promise<string> {
  const paths = ["settings", "policy", "structure", "keys?limit=200"]
  const found = await Promise.all(paths.map((path) => call(server, "GET", `/v1/guilds/${GUILD}/${path}`)))
  return JSON.stringify(found, (key, value) => (isVolatile(key, value) ? undefined : value))
}

/** Keys are used, and the spare person and channel erased, while requests are compared. */
function isVolatile(key: string, value: unknown): boolean {
  if (key === "last_used_at" || key.startsWith("members")) return true
  return typeof value === "object" && value !== null && "id" in value && SPARE_IDS.has(String(value.id))
}

await runProgram(main)
