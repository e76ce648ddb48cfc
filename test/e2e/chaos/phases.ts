/**
 * The moments at which a chaos run kills the worker: waits for each moment, and tells afterwards in which
 * phase each window was found.
 */
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises"
import type { Dice } from "./dice.ts"
import { type Disk, watchWindows } from "./disk.ts"
import type { Readings } from "./reader.ts"

/**
 * `append`: a delivery has no answer yet. `alarm`: a window is due or sealed and the model was not asked.
 * `thinking`: the model was asked and has not answered. `replied`: the model answered and the answer was not
 * saved. `kept`: the answer was saved and its memories were not written. `written`: the memories are in the
 * shared database and the channel does not know it yet.
 */
export const PHASES = ["replied", "append", "written", "alarm", "thinking", "kept"] as const
export type Phase = (typeof PHASES)[number]

/** The target of a round: a phase, the first moments after a restart, or a running flush. */
export const AIMS = [...PHASES, "restart", "flush"] as const
export type Aim = (typeof AIMS)[number]

/** Cycles through the aims. The moment after the write is the shortest, so it is tried more often. */
export function aimOf(round: number): Aim {
  const turns = [...PHASES, "written", "restart", "written", "flush"] as const
  return turns[round % turns.length] ?? "append"
}

/** The worker is killed after this time even if the moment does not come. */
const PATIENCE_MS = 4_000

/** Milliseconds that the model thinks in a round with this aim. */
export function thinkingMs(aim: Aim): number {
  return aim === "thinking" || aim === "restart" ? 400 : 5
}

export interface Scene {
  stateDir: string
  readings: Readings
  dice: Dice
  /** Resolves when the first channel of this round has acknowledged all its lines. */
  firstHeard: Promise<void>
}

/** Resolves at the moment the round aims at. */
export async function moment(aim: Aim, scene: Scene): Promise<void> {
  const within = (ms: number) => sleep(scene.dice.chance() * ms)
  switch (aim) {
    case "append":
      return within(60)
    case "flush":
      return within(80)
    case "restart":
      return within(500)
    case "alarm":
      await soon(scene.firstHeard)
      return within(10)
    case "thinking":
      await soon(scene.readings.next("asked"))
      return within(thinkingMs(aim))
    case "replied":
      await soon(scene.readings.next("answered"))
      return scene.dice.chance() < 0.5 ? undefined : within(2)
    case "kept":
      await soon(scene.readings.next("answered"))
      return within(12)
    case "written":
      return untilWritten(scene)
  }
}

function soon(event: Promise<void>): Promise<void> {
  return Promise.race([event, sleep(PATIENCE_MS)])
}

/**
 * Polls the database file as often as possible: the channel learns of its written window within a
 * millisecond.
 */
async function untilWritten(scene: Scene): Promise<void> {
  const watched = watchWindows(scene.stateDir)
  try {
    const before = watched.count()
    const deadline = Date.now() + PATIENCE_MS
    while (Date.now() < deadline && watched.count() === before) await turn()
  } finally {
    watched.close()
  }
}

/**
 * Returns the phase in which each unfinished window was found after a kill. Only the window a channel was
 * working on counts, not those behind it.
 */
export function found(disk: Disk, readings: Readings, inFlight: number): Phase[] {
  const written = new Set(disk.shared.windows.map((window) => window.id))
  const phases: Phase[] = inFlight > 0 ? ["append"] : []
  for (const channel of disk.channels) {
    const head = channel.windows.find((window) => window.state !== "done")
    if (!head) {
      if (channel.open.length >= MAX_MESSAGES) phases.push("alarm")
    } else if (written.has(head.id)) phases.push("written")
    else if (head.state === "read") phases.push("kept")
    else phases.push(REACHED[readings.of(countOf(head.ids[0]))])
  }
  return phases
}

const REACHED = { unasked: "alarm", asked: "thinking", answered: "replied" } as const

/** Lines in a full window of a chaos run: as few as the number of claims one person may have in a window. */
export const MAX_MESSAGES = 5

/** Returns the count of the line with this message id. */
function countOf(id: string | undefined): number {
  return Number(BigInt(id ?? 0) % 100_000_000_000_000_000n)
}
