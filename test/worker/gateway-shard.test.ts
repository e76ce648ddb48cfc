/** A shard handles every event once and in order, and continues where it was after any restart. */
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import type { ShardPorts } from "../../src/discord/gateway/shard/connection.ts"
import { openSocket } from "../../src/discord/gateway/shard/open-socket.ts"
import { StateRows } from "../../src/runtime/object/state-rows.ts"
import { deep } from "../dice.ts"
import { connected, crash, FakePorts, orderOf, type Shard, shardOf } from "./gateway-peer.ts"
import { alarmOf } from "./live.ts"

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Fills the session budget, so that shards may identify without asking Discord. */
beforeAll(async () => {
  vi.spyOn(console, "info").mockReturnValue()
  await runInDurableObject(shardOf(0), (_, { storage }) => {
    const budget = { total: 1_000, remaining: 1_000, resetAt: 4e12, maxConcurrency: 1_000, lastAt: {} }
    new StateRows(storage.sql).set("budget", budget)
  })
})

async function until(shard: Shard, told: Record<string, unknown>): Promise<void> {
  await vi.waitFor(async () => expect(await shard.status()).toMatchObject(told), { timeout: 8_000 })
}

const message = (id: string, channel = "5") => ({ id, channel_id: channel, guild_id: "77" })

test("a shard identifies with its number, handles events and reports its status", async () => {
  const [shard, outside] = [shardOf(201), new FakePorts()]
  const line = await connected(shard, outside, 201)
  expect(await line.got(2)).toMatchObject({ d: { shard: [201, 1_000], intents: 98_819 } })
  await line.tells(2, message("a"))
  await line.tells(3, { user_id: "1" }, "TYPING_START")
  await line.tells(4, message("b"))
  await until(shard, { seq: 4, handledSeq: 4, handled: 2, guilds: 1, waiting: 0, toDo: null })
  expect(outside.words()).toEqual(["a", "b"])
  expect(await alarmOf(shard)).not.toBe(null)
})

deep(
  "after a crash and then a lost session, unhandled events from before the crash are also repaired",
  async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    const [shard, outside] = [shardOf(211), new FakePorts()]
    const line = await connected(shard, outside, 211)
    outside.handle = ({ d }) => {
      if ((d as { id: string }).id === "a") throw new Error("D1_ERROR: the database is out of reach")
    }
    const said = Date.now()
    await line.tells(2, message("a"))
    await until(shard, { seq: 2, waiting: 1 })
    vi.useFakeTimers({ toFake: ["Date"], now: said + 5 * 60_000 })
    await line.tells(3, message("b", "6"))
    await until(shard, { handled: 1, handledSeq: 1 })
    await written(shard, { seq: 1, handled: 1 })
    await crash(shard)
    const [again, after] = [shardOf(211), new FakePorts()]
    await after.around(again)
    await runDurableObjectAlarm(again)
    const next = await after.line(1)
    await next.hello()
    await next.got(6)
    // The shortest of the random pauses before the next session.
    vi.spyOn(Math, "random").mockReturnValue(0)
    await next.says({ op: 9, d: false, s: null, t: null })
    const third = await after.line(2)
    await third.hello()
    await third.got(2)
    await third.ready("second", ["77"])
    await until(again, { phase: "ready", seq: 1 })
    expect(after.lost).toEqual([
      { guildIds: ["77"], since: expect.toSatisfy((since: number) => since <= said) },
    ])
  },
)

/** Waits for the row with the handled sequence number, which is written a few seconds late. */
async function written(shard: Shard, mark: { seq: number; handled: number }): Promise<void> {
  await vi.waitFor(
    () =>
      runInDurableObject(shard, (_, { storage }) => {
        const shape = z.object({ seq: z.int(), handled: z.int() })
        expect(new StateRows(storage.sql).get("mark", shape)).toEqual(mark)
      }),
    { timeout: 8_000, interval: 200 },
  )
}

test("an event that fails for ten minutes is set aside and counted, and its guild is repaired instead", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const [shard, outside] = [shardOf(204), new FakePorts()]
  const line = await connected(shard, outside, 204)
  const began = Date.now()
  outside.handle = ({ d }) => {
    if ((d as { id: string }).id !== "a") return
    // Each try takes six minutes by the clock.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * 60_000 })
    throw new Error("it is never handled")
  }
  await line.tells(2, message("a"))
  await line.tells(3, message("b"))
  await until(shard, { setAside: 1, handled: 1, handledSeq: 3, waiting: 0 })
  expect(outside.missed).toEqual([["77", expect.toSatisfy((at: number) => at - began < 60_000)]])
  expect(outside.words()).toEqual(["b"])
})

// These wait in real time for Discord's pauses, late writes and retries, so they wait together.
describe.concurrent("after a pause", () => {
  test("a crashed shard reconnects by its alarm and resumes from the last event before which all were handled", async () => {
    const [shard, outside] = [shardOf(202), new FakePorts()]
    const line = await connected(shard, outside, 202)
    outside.handle = ({ d }) => {
      if ((d as { id: string }).id === "b") throw new Error("D1_ERROR: the database is out of reach")
    }
    await line.tells(2, message("a"))
    await line.tells(3, message("b", "6"))
    await line.tells(4, message("c"))
    await until(shard, { seq: 4, handledSeq: 2, handled: 2, waiting: 1 })
    await written(shard, { seq: 2, handled: 2 })
    await crash(shard)
    const again = shardOf(202)
    const after = new FakePorts()
    await after.around(again)
    await runDurableObjectAlarm(again)
    const next = await after.line(1)
    expect(next.url).toBe("wss://first.test/?v=10&encoding=json")
    await next.hello()
    expect(await next.got(6)).toMatchObject({ d: { session_id: "first", seq: 2 } })
    await next.tells(3, message("b", "6"))
    await next.tells(4, message("c"))
    await next.resumed(5)
    await until(again, { phase: "ready", handledSeq: 5, reconnects: 1 })
    expect(after.words().sort()).toEqual(["b", "c"])
    expect(after.lost).toEqual([])
  })

  deep(
    "a failing event is retried while other channels go on and later events of its own channel wait",
    async () => {
      const [shard, outside] = [shardOf(203), new FakePorts()]
      const line = await connected(shard, outside, 203)
      let tries = 0
      outside.handle = ({ d }) => {
        if ((d as { id: string }).id === "a" && ++tries < 3) throw new Error("D1_ERROR: out of reach")
      }
      await line.tells(2, message("a"))
      await line.tells(3, message("b"))
      await line.tells(4, message("c", "6"))
      await until(shard, { handled: 1, handledSeq: 1, waiting: 2 })
      await until(shard, { handled: 3, handledSeq: 4, waiting: 0 })
      expect(outside.words()).toEqual(["c", "a", "b"])
      expect(tries).toBe(3)
    },
  )

  deep(
    "a lost session is followed by a new one, and its guilds are repaired from before the loss",
    async () => {
      vi.spyOn(console, "warn").mockReturnValue()
      const [shard, outside] = [shardOf(206), new FakePorts()]
      const line = await connected(shard, outside, 206)
      await line.tells(2, message("a"))
      await until(shard, { handled: 1 })
      const before = Date.now()
      await line.close(4009)
      const next = await outside.line(2)
      expect(next.url).toBe("wss://gateway.test/?v=10&encoding=json")
      await next.hello()
      await next.got(2)
      await next.ready("second", ["77", "78"])
      await until(shard, {
        phase: "ready",
        seq: 1,
        guilds: 2,
        lastClose: expect.objectContaining({ code: 4009 }),
      })
      expect(outside.lost).toEqual([
        { guildIds: ["77"], since: null },
        { guildIds: ["77", "78"], since: expect.toSatisfy((since: number) => since <= before) },
      ])
    },
  )

  deep(
    "the status counts a session begun again as a reconnect, and says that the one before was invalid",
    async () => {
      vi.spyOn(console, "warn").mockReturnValue()
      const [shard, outside] = [shardOf(221), new FakePorts()]
      const line = await connected(shard, outside, 221)
      expect(await shard.status()).toMatchObject({ reconnects: 0 })
      await line.says({ op: 9, d: false, s: null, t: null })
      const next = await outside.line(2, 8_000)
      expect(await shard.status()).toMatchObject({
        lastClose: { code: 4200, meaning: expect.stringContaining("declared the session invalid") },
      })
      await next.hello()
      await next.got(2)
      await next.ready("second", ["77"])
      await until(shard, { phase: "ready", reconnects: 1 })
    },
  )

  deep("the status says why no socket opens, until a session continues", async () => {
    vi.spyOn(console, "warn").mockReturnValue()
    const [shard, outside] = [shardOf(222), new FakePorts()]
    const line = await connected(shard, outside, 222)
    const refuse = () => Promise.reject(new Error("the gateway answered 403 and opened no socket"))
    const open = await replaceOpen(shard, refuse)
    await line.close(4000)
    await until(shard, {
      phase: "waiting",
      lastFailure: { reason: "the gateway answered 403 and opened no socket", at: expect.any(Number) },
    })
    await replaceOpen(shard, open)
    const next = await outside.line(2, 8_000)
    await next.hello()
    await next.got(6)
    await next.resumed(2)
    await until(shard, { phase: "ready", lastFailure: null })
  })

  deep(
    "a changed shard count starts a new session that misses nothing since the old shards stopped",
    async () => {
      vi.spyOn(console, "warn").mockReturnValue()
      const [shard, outside] = [shardOf(208), new FakePorts()]
      const line = await connected(shard, outside, 208)
      await shard.start(orderOf(208, { count: 999, since: 5_000 }))
      await vi.waitFor(() => expect(line.closedWith).toBe(1000))
      const next = await outside.line(2)
      await next.hello()
      expect(await next.got(2)).toMatchObject({ d: { shard: [208, 999] } })
      await next.ready("other", ["79"])
      await until(shard, { phase: "ready", guilds: 1 })
      expect(outside.lost.at(-1)).toEqual({ guildIds: ["79"], since: 5_000 })
    },
  )
})

test("an unreadable payload is counted and skipped", async () => {
  const [shard, outside] = [shardOf(205), new FakePorts()]
  const line = await connected(shard, outside, 205)
  for (const words of ["{", "null", "[]", '{"op":0,"d":{}}', '{"op":"0"}']) await line.says(words)
  await line.tells(2, message("a"))
  await until(shard, { unreadable: 5, handled: 1, phase: "ready" })
})

test("an event that cannot be read counts as unreadable, not as handled, and goes to the repairs", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  const [shard, outside] = [shardOf(230), new FakePorts()]
  outside.odd = ({ d }) => (d as { id?: string }).id === "a"
  const line = await connected(shard, outside, 230)
  await line.tells(2, message("a"))
  await line.tells(3, message("b"))
  await until(shard, { unreadable: 1, handled: 1, handledSeq: 3, waiting: 0 })
  expect(outside.unreadable).toEqual([expect.objectContaining({ id: "a" })])
  expect(outside.words()).toEqual(["b"])
})

/** Replaces how the shard opens sockets, and returns how it did before. */
function replaceOpen(shard: Shard, open: ShardPorts["open"]): Promise<ShardPorts["open"]> {
  return runInDurableObject(shard, (instance) => {
    // A stub's type exposes only its methods to tests.
    const { ports } = instance as unknown as { ports: ShardPorts }
    const before = ports.open
    ports.open = open
    return before
  })
}

test("a socket that opens after the shard was stopped is closed", async () => {
  const [shard, outside] = [shardOf(232), new FakePorts()]
  await outside.around(shard)
  let proceed = () => {}
  const stopped = new Promise<void>((done) => {
    proceed = done
  })
  const open = await replaceOpen(shard, async (url) => {
    await stopped
    return open(url)
  })
  await shard.start(orderOf(232))
  await until(shard, { phase: "connecting" })
  await shard.stop()
  await runInDurableObject(shard, () => proceed())
  const line = await outside.line(1)
  await vi.waitFor(() => expect(line.closedWith).toBe(1000))
  expect(await shard.status()).toMatchObject({ phase: "stopped" })
})

test.each([
  ["Discord answers 403", () => new Response(null, { status: 403 }), /answered 403 .*refuses the connection/],
  ["Discord answers 503", () => new Response(null, { status: 503 }), /answered 503 and opened no socket$/],
  ["nothing listens", () => Promise.reject(new TypeError("connection refused")), /cannot be reached/],
])("an attempt to open a socket ends with a reason if %s", async (_, answer, reason) => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => answer())
  await expect(openSocket("wss://gateway.test/?v=10")).rejects.toThrow(reason)
})

test("an attempt to open a socket ends after fifteen seconds without an answer", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(
    (_, init) =>
      new Promise((__, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))
      }),
  )
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  const opening = expect(openSocket("wss://gateway.test")).rejects.toThrow(/did not answer within 15 seconds/)
  await vi.advanceTimersByTimeAsync(15_000)
  await opening
})

test("a shard refused for its intents stops, names the setting to change, and retries only on request", async () => {
  vi.spyOn(console, "error").mockReturnValue()
  vi.spyOn(console, "warn").mockReturnValue()
  const [shard, outside] = [shardOf(207), new FakePorts()]
  const line = await connected(shard, outside, 207)
  await line.close(4014)
  await until(shard, { phase: "stopped", stoppedBy: 4014, toDo: expect.stringContaining("Developer Portal") })
  await shard.start(orderOf(207))
  await runDurableObjectAlarm(shard)
  expect(await shard.status()).toMatchObject({ phase: "stopped" })
  expect(outside.lines).toHaveLength(1)
  expect(await alarmOf(shard)).toBe(null)
  await shard.start(orderOf(207, { isAsked: true }))
  await outside.line(2)
  expect(await shard.status()).toMatchObject({ stoppedBy: null, toDo: null })
})

test("a shard stopped on purpose stays stopped, even when its alarm runs", async () => {
  vi.spyOn(console, "warn").mockReturnValue()
  const [shard, outside] = [shardOf(209), new FakePorts()]
  await connected(shard, outside, 209)
  await shard.stop()
  await runDurableObjectAlarm(shard)
  expect(await shard.status()).toMatchObject({ phase: "stopped", stoppedBy: null })
  expect(await alarmOf(shard)).toBe(null)
  expect(outside.lines).toHaveLength(1)
})

deep(
  "a shard with too many waiting events disconnects, and resumes once most of them are handled",
  async () => {
    const [shard, outside] = [shardOf(210), new FakePorts()]
    const line = await connected(shard, outside, 210)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    outside.handle = () => held
    const many = Array.from({ length: 5_001 }, (_, index) => ({
      op: 0,
      t: "MESSAGE_CREATE",
      s: index + 2,
      d: message(String(index)),
    }))
    await line.saysAll(many)
    await vi.waitFor(() => expect(line.closedWith).toBe(4200), { timeout: 10_000 })
    expect(await shard.status()).toMatchObject({ phase: "waiting", waiting: 5_001 })
    await runDurableObjectAlarm(shard)
    expect(outside.lines).toHaveLength(1)
    release()
    await until(shard, { waiting: 0, handledSeq: 5_002 })
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 })
    await runDurableObjectAlarm(shard)
    const next = await outside.line(2)
    await next.hello()
    expect(await next.got(6)).toMatchObject({ d: { seq: 5_002 } })
  },
)
