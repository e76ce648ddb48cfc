/** The moments at which a chaos run ends the worker: when each has come, and in which each window was found afterwards. */
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises"
import type { Dice } from "./dice.ts"
import { type Disk, watchWindows } from "./disk.ts"
import type { Readings } from "./reader.ts"

/** `append`: a delivery has no answer yet. `alarm`: a window is due or sealed and the model not asked. `thinking`: asked, no answer.
 * `replied`: answered, the answer not kept. `kept`: kept, not written. `written`: in the shared database, the channel not yet aware. */
export const PHASES = ["replied", "append", "written", "alarm", "thinking", "kept"] as const
export type Phase = (typeof PHASES)[number]

/** What a round aims at: a phase, or the first moments after a restart, or a flush under way. */
export const AIMS = [...PHASES, "restart", "flush"] as const
export type Aim = (typeof AIMS)[number]

/** The aims in turn. The moment after the write is the shortest, so it is tried more often. */
export function aimOf(round: number): Aim {
  const turns = [...PHASES, "written", "restart", "written", "flush"] as const
  return turns[round % turns.length] ?? "append"
}

/** If the moment does not come, the worker is ended all the same. */
const PATIENCE_MS = 4_000

/** How long the model thinks in a round with this aim. */
export function thinkingMs(aim: Aim): number {
  return aim === "thinking" || aim === "restart" ? 400 : 5
}

export interface Scene {
  stateDir: string
  readings: Readings
  dice: Dice
  /** Resolves when the first channel of this round has all its lines and has said so. */
  firstHeard: Promise<void>
}

/** Resolves at the moment aimed at. */
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

/** Watches the database file as closely as can be: the channel learns of its window within a millisecond. */
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

/** In which phase each unfinished window was found after a kill; only the window a channel was at counts, not those behind it. */
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

/** Lines in a full window of a chaos run: as few as one person may have claims in a window. */
export const MAX_MESSAGES = 5

/** The count of the line that a message is. */
function countOf(id: string | undefined): number {
  return Number(BigInt(id ?? 0) % 100_000_000_000_000_000n)
}
