/** Readers and importers give way: other work gets a turn between two windows, two pages and two looks at busy channels. */
import { expect, test } from "vitest"
import type { WindowDeps } from "../../src/channel/reading/process-window.ts"
import { WindowQueue } from "../../src/channel/reading/window-queue.ts"
import type { SealedWindow } from "../../src/channel/store/window-rows.ts"
import type { BackfillStep } from "../../src/discord/backfill/deps.ts"
import { takeSteps } from "../../src/discord/backfill/take-steps.ts"
import { Backfill, DAY } from "./backfill-world.ts"
import { asShard } from "./gateway-told.ts"

const ROUNDS = 20
const FAR = 60_000

/** Runs work beside other work that asks for a turn again and again. Returns the turns before each step of the work. */
async function turnsBetween(work: (step: () => void) => Promise<unknown>): Promise<number[]> {
  const counts: number[] = []
  let turns = 0
  let isOver = false
  const ask = () => setTimeout(taken, 0)
  const taken = () => {
    turns += 1
    if (!isOver) ask()
  }
  ask()
  await work(() => {
    counts.push(turns)
    turns = 0
  })
  isOver = true
  return counts.slice(1)
}

/** Windows whose messages were deleted: nothing outside is asked for them. */
function emptyWindows(onRead: () => void): WindowDeps {
  const window = { id: "w", ids: [], retryAt: 0, attempts: 0, spent: [], extraction: null }
  let left = ROUNDS
  const windows = {
    waiting: () => (left > 0 ? ({ ...window, seq: left } as unknown as SealedWindow) : null),
    backlog: () => ({ windows: left, messages: 0, bytes: 0 }),
    save: () => {
      left -= 1
      onRead()
    },
  }
  return {
    windows,
    messages: { read: () => [], jobOf: () => null },
    pendingRetractions: { unhindered: new Set() },
    place: { guildId: "1", channelId: "2" },
    measure: () => undefined,
    now: Date.now,
  } as unknown as WindowDeps
}

test("a channel that reads windows lets other work in after each of them", async () => {
  const queue = new WindowQueue({ afterEach: async () => undefined, afterRun: () => undefined })
  const turns = await turnsBetween((read) => queue.run(emptyWindows(read), Date.now() + FAR, false))
  expect(turns).toHaveLength(ROUNDS - 1)
  expect(Math.min(...turns)).toBeGreaterThan(0)
})

test("an importer lets other work in after each page", async () => {
  let left = ROUNDS
  const turns = await turnsBetween((read) =>
    takeSteps(async (): Promise<BackfillStep> => {
      read()
      left -= 1
      return left > 0 ? { kind: "next" } : { kind: "idle" }
    }),
  )
  expect(turns).toHaveLength(ROUNDS - 1)
  expect(Math.min(...turns)).toBeGreaterThan(0)
})

test("an importer looks at busy channels ever more seldom, and soon again once one has little left", async () => {
  await asShard({}, async (shard) => {
    const told = new Backfill(shard)
    const general = told.channel("general")
    await shard.hear()
    await told.keepImporterWaiting()
    for (let nth = 0; nth < 250; nth++)
      told.past(general, Date.parse("2025-03-01") + nth * DAY, `line ${nth}`)
    await told.start(await told.preview())
    let waiting = 0
    let read = 0
    const deps = told.deps({
      now: () => 0,
      channel: () => ({
        append: async ({ messages }) => {
          read += messages.length
          return { accepted: messages.length, duplicates: 0, rejected: [] }
        },
        endHistory: async () => undefined,
        status: async () => ({ waiting: { messages: waiting, bytes: 0 } }),
      }),
    })
    const steps = async (count: number) => {
      const waits: (number | string)[] = []
      for (let nth = 0; nth < count; nth++) {
        const step = await told.step(deps)
        waits.push(step.kind === "wait" ? step.until : step.kind)
      }
      return waits
    }
    expect(await steps(1)).toEqual(["next"])
    waiting = 301
    expect(await steps(9)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(read).toBe(100)
    waiting = 300
    expect(await steps(1)).toEqual(["next"])
    expect(read).toBe(200)
    waiting = 301
    expect(await steps(2)).toEqual([500, 1_000])
  })
})
