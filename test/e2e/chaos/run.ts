/**
 * Plays a whole chaos run: rounds of kills, a last life in which only alarms act, and a comparison of all
 * messages sent with the data on disk.
 */
import { rmSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { type ModelServer, startModelServer } from "../model-server.ts"
import { freshState, type Prepared } from "../prepared.ts"
import { missed } from "./asked.ts"
import { Client } from "./client.ts"
import { Dice } from "./dice.ts"
import { type Disk, readDisk } from "./disk.ts"
import { type Aim, aimOf, MAX_MESSAGES, type Phase } from "./phases.ts"
import { Readings, reading } from "./reader.ts"
import { playRound, type Stage, startRoundWorker } from "./round.ts"
import { GUILDS, Talk } from "./talk.ts"
import { violations } from "./verdict.ts"

export interface ChaosOptions {
  prepared: Prepared
  rounds: number
  seed: number
  /**
   * Number of channels that people write in throughout. Only a lull of half a minute closes their last
   * windows.
   */
  lasting: number
  say(line: string): void
}

export interface Report {
  rounds: number
  seed: number
  aims: Map<Aim, number>
  /** Number of rounds in which at least one window or delivery was found in the phase. */
  caught: Map<Phase, number>
  messages: number
  windows: number
  memories: number
  deliveries: Client["tally"]
  modelCalls: number
  paidAgain: number
  wrongs: string[]
  seconds: number
}

/** Longer than a lull. */
const QUIET_MS = 90_000
const SETTINGS = { lull_seconds: 30, max_messages: MAX_MESSAGES, max_minutes: 120 }
const POLICY = {
  gate: { max_writes_per_window: 15, max_writes_per_hour: 10_000, max_memories_per_subject: 2_000 },
}

export async function runChaos(options: ChaosOptions): Promise<Report> {
  const started = Date.now()
  const stateDir = freshState(options.prepared)
  const readings = new Readings()
  const model = await startModelServer({ reply: reading, watch: readings.watch, ttlSeconds: 7_200 })
  try {
    const stage = setUp({ stateDir, model, readings }, options)
    await configure(stage)
    const counts = await playRounds(stage, options)
    const { disk, missing } = await lastLives(stage)
    const wrongs = [...stage.client.wrongs, ...violations(stage.talk.lines, disk), ...missing]
    return { ...report(stage, options, disk), ...counts, wrongs, seconds: (Date.now() - started) / 1_000 }
  } finally {
    await model.close()
    rmSync(stateDir, { recursive: true, force: true })
  }
}

function setUp(
  given: { stateDir: string; model: ModelServer; readings: Readings },
  { prepared, seed, lasting }: ChaosOptions,
): Stage {
  const talk = new Talk(seed, Date.now())
  const places = Array.from({ length: lasting }, () => talk.channel())
  return { ...given, prepared, talk, client: new Client(seed + 1), dice: new Dice(seed + 2), lasting: places }
}

/** Sets small windows and a gate without caps, so that every fact told must become a memory. */
async function configure(stage: Stage): Promise<void> {
  const worker = await startRoundWorker(stage)
  for (const guild of GUILDS) {
    await put(`${worker.url}/v1/guilds/${guild}/policy`, POLICY)
    await put(`${worker.url}/v1/guilds/${guild}/settings`, SETTINGS)
  }
  await worker.stop()
}

async function put(url: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: "PUT",
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`)
}

async function playRounds(
  stage: Stage,
  { rounds, say }: ChaosOptions,
): Promise<Pick<Report, "aims" | "caught">> {
  const aims = new Map<Aim, number>()
  const caught = new Map<Phase, number>()
  for (let round = 0; round < rounds; round++) {
    const aim = aimOf(round)
    const phases = await playRound(stage, aim)
    aims.set(aim, (aims.get(aim) ?? 0) + 1)
    for (const phase of new Set(phases)) caught.set(phase, (caught.get(phase) ?? 0) + 1)
    say(`round ${round + 1}: killed at ${aim}; found ${phases.join(", ") || "nothing unfinished"}`)
  }
  return { aims, caught }
}

/**
 * Plays one life that redelivers and is cut short too, then one in which nobody sends a request until all is
 * quiet and a user asks.
 */
async function lastLives(stage: Stage): Promise<{ disk: Disk; missing: string[] }> {
  const delivering = await startRoundWorker(stage)
  while (stage.client.undelivered.length > 0) await stage.client.redeliver(delivering.url)
  await sleep(stage.dice.below(50))
  delivering.kill()
  await delivering.stop()

  const alone = await startRoundWorker(stage)
  const deadline = Date.now() + QUIET_MS
  while (Date.now() < deadline && !isQuiet(stage.stateDir)) await sleep(500)
  const missing = await missed(alone.url, stage.talk.lines)
  await alone.stop()
  return { disk: readDisk(stage.stateDir), missing }
}

function isQuiet(stateDir: string): boolean {
  try {
    return readDisk(stateDir).channels.every(
      (channel) => channel.open.length === 0 && channel.windows.every((window) => window.state === "done"),
    )
  } catch {
    // A copy taken in the middle of a write does not open, so the worker is still busy.
    return false
  }
}

function report({ talk, client, readings }: Stage, { rounds, seed }: ChaosOptions, { shared }: Disk) {
  return {
    rounds,
    seed,
    messages: talk.lines.length,
    windows: shared.windows.length,
    memories: shared.memories.length,
    deliveries: client.tally,
    modelCalls: readings.calls,
    paidAgain: readings.paidAgain,
  }
}
