/** An import that waits for a model: channel after channel, as long as something is read, and no longer. */
import { expect, test } from "vitest"
import type { HistoryCheck } from "../../src/history/files/check.ts"
import type { ApiClient } from "../../src/tools/api-client.ts"
import { sendHistory } from "../../src/tools/history-send.ts"

const channelOf = (id: string, messages: number): HistoryCheck["channels"][number] => ({
  guild: { id: "900", name: "Night Ferry" },
  channel: { id, name: `room ${id}`, topic: null, parentId: null },
  ...{ messages, bots: 0, edited: 0, firstAt: "", lastAt: "", bytes: 0 },
  parts: [
    { open: async () => ({ messages: said() }) } as unknown as HistoryCheck["channels"][number]["parts"][0],
  ],
})
async function* said() {
  yield { id: "1", author: { id: "2", name: "Ada" }, content: "hello", timestamp: "2026-05-11T10:00:00Z" }
}
const check = { channels: [channelOf("1", 2), channelOf("2", 1)] } as unknown as HistoryCheck

/** A Keepsake whose flush of channel 1 leaves so many windows, one number for each call; the last repeats. */
async function send(waiting: number[], signal?: AbortController) {
  const log: string[] = []
  const window = {
    id: "w",
    messages: 1,
    method: "model",
    claims: { accepted: 0, shadowed: 0, queued: 0, rejected: 0 },
  }
  let before = 3
  const client = {
    ingest: async (id: string) => {
      log.push(`sent ${id}`)
      return { accepted: 1, duplicates: 0, rejected: [] }
    },
    flush: async (id: string) => {
      if (id === "2") return { windows: [window], waiting: 0 }
      const left = waiting.length > 1 ? (waiting.shift() ?? 0) : (waiting[0] ?? 0)
      const windows = Array.from({ length: before - left }, () => window)
      before = left
      log.push(`${left} left`)
      return { windows, waiting: left }
    },
  } as unknown as ApiClient
  const waits: number[] = []
  const sent = await sendHistory(check, {
    client,
    audienceOf: () => undefined,
    lanes: 1,
    untilRead: true,
    wait: async (ms) => void waits.push(ms),
    onChannel: (channel) => channel.waiting > 0 && signal?.abort(),
    ...(signal && { signal: signal.signal }),
  })
  return { log, waits, sent: sent.map(({ id, windows, waiting: left }) => [id, windows.length, left]) }
}

test("the next channel is sent once a slow model has read all of the first", async () => {
  const { log, sent } = await send([3, 2, 2, 2, 1, 1, 1, 1, 0])
  expect(log.slice(0, 1)).toEqual(["sent 1"])
  expect(log.slice(-2)).toEqual(["0 left", "sent 2"])
  expect(sent).toEqual([
    ["1", 3, 0],
    ["2", 1, 0],
  ])
})

test("a model that reads nothing more is given up after six attempts, with growing pauses", async () => {
  const { log, waits, sent } = await send([2], new AbortController())
  expect(log).toEqual(["sent 1", ...Array(7).fill("2 left")])
  expect(waits).toEqual([1, 2, 4, 8, 16, 32].map((seconds) => seconds * 1_000))
  expect(sent).toEqual([["1", 1, 2]])
})
