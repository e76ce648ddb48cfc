/**
 * The parts around a gateway session: identify slots, the watermark of handled events, serial queues, and
 * payload parsing.
 */
import fc from "fast-check"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import {
  IDENTIFY_SPACING_MS,
  type IdentifyBudget,
  reserveIdentify,
  toIdentifyBudget,
} from "../../src/discord/gateway/session/identify-budget.ts"
import { parsePayload, Watermark } from "../../src/discord/gateway/session/payloads.ts"
import {
  botMembershipChange,
  eventGuildId,
  type QueueTask,
  SerialQueues,
} from "../../src/discord/gateway/shard/serial-queues.ts"

const T = 1_700_000_000_000
const LIMIT = { total: 1_000, remaining: 1_000, reset_after: 86_400_000, max_concurrency: 1 }

beforeEach(() => {
  vi.useFakeTimers({ now: T })
})
afterEach(() => {
  vi.useRealTimers()
})

test("shards of one bucket identify one after another, and different buckets do so at once", () => {
  const times = (max_concurrency: number) => {
    let budget = toIdentifyBudget({ ...LIMIT, max_concurrency }, null, T)
    return [0, 1, 2, 3].map((shard) => {
      const admitted = reserveIdentify(budget, shard, T)
      budget = admitted.budget
      return (admitted.slot.at - T) / IDENTIFY_SPACING_MS
    })
  }
  expect(times(1)).toEqual([0, 1, 2, 3])
  expect(times(2)).toEqual([0, 0, 1, 1])
  expect(times(16)).toEqual([0, 0, 0, 0])
})

test("an exhausted daily limit delays the next session until it resets", () => {
  const spent = toIdentifyBudget({ ...LIMIT, remaining: 1, reset_after: 5_000_000 }, null, T)
  const last = reserveIdentify(spent, 0, T)
  expect(last.slot).toEqual({ kind: "at", at: T })
  expect(reserveIdentify(last.budget, 0, T + 60_000).slot).toEqual({ kind: "later", at: T + 5_000_000 })
  expect(reserveIdentify(last.budget, 0, T + 5_000_000).slot).toEqual({ kind: "at", at: T + 5_000_000 })
})

test("a fresh count from Discord does not restore sessions used since", () => {
  const before = reserveIdentify(toIdentifyBudget({ ...LIMIT, remaining: 3 }, null, T), 0, T).budget
  expect(toIdentifyBudget({ ...LIMIT, remaining: 3 }, before, T + 1_000).remaining).toBe(2)
  expect(toIdentifyBudget({ ...LIMIT, remaining: 3 }, before, before.resetAt).remaining).toBe(3)
})

test("no bucket identifies twice within five seconds, and no day exceeds its limit", () => {
  const asks = fc.array(fc.tuple(fc.nat(40), fc.nat(20_000)), { maxLength: 80 })
  fc.assert(
    fc.property(
      asks,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (all, buckets, total) => {
        let budget: IdentifyBudget = toIdentifyBudget(
          { ...LIMIT, total, remaining: total, max_concurrency: buckets },
          null,
          T,
        )
        const at: Record<number, number[]> = {}
        let now = T
        let admitted = 0
        for (const [shard, wait] of all) {
          now += wait
          const next = reserveIdentify(budget, shard, now)
          budget = next.budget
          expect(next.slot.at).toBeGreaterThanOrEqual(now)
          if (next.slot.kind === "later") continue
          admitted += 1
          at[shard % buckets] = [...(at[shard % buckets] ?? []), next.slot.at]
        }
        expect(admitted).toBeLessThanOrEqual(total)
        for (const times of Object.values(at))
          for (const [index, time] of times.slice(1).entries())
            expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(5_000)
      },
    ),
  )
})

test("the resume number stays below every unhandled event, in any order", () => {
  const order = fc
    .uniqueArray(fc.integer({ min: 2, max: 60 }), { minLength: 1 })
    .chain((seqs) => fc.tuple(fc.constant([...seqs].sort((a, b) => a - b)), fc.shuffledSubarray(seqs)))
  fc.assert(
    fc.property(order, ([received, handled]) => {
      const mark = new Watermark(1)
      for (const seq of received) mark.received(seq, T + seq)
      for (const seq of handled) mark.done(seq)
      const open = received.filter((seq) => !handled.includes(seq))
      expect(mark.seq).toBe(open.length > 0 ? Math.min(...open) - 1 : Math.max(...received))
      expect(mark.since).toBe(open.length > 0 ? T + Math.min(...open) : null)
    }),
  )
})

test("a skipped number counts as handled", () => {
  const mark = new Watermark(null)
  expect(mark.seq).toBe(null)
  mark.received(5, T)
  mark.done(6)
  expect(mark.seq).toBe(4)
  mark.done(5)
  expect(mark.seq).toBe(6)
})

const RULE = { patienceMs: 600_000, tryMs: 60_000 }

/** Builds a task that runs the given function and logs its outcome. */
function task(name: string, log: string[], run: () => Promise<void>): QueueTask {
  return {
    run: () => {
      log.push(name)
      return run()
    },
    done: () => log.push(`${name} done`),
    setAside: (error) => log.push(`${name} set aside: ${error}`),
  }
}

test("fifty queues run at once, and one that waits for a retry blocks no other", async () => {
  const queues = new SerialQueues(RULE)
  const log: string[] = []
  for (let queue = 0; queue < 50; queue++)
    queues.push(
      `${queue}`,
      task(`down ${queue}`, log, () => Promise.reject(new Error("down"))),
    )
  for (let queue = 50; queue < 110; queue++)
    queues.push(
      `${queue}`,
      task(`slow ${queue}`, log, () => new Promise(() => undefined)),
    )
  expect(log).toHaveLength(50)
  await vi.advanceTimersByTimeAsync(1)
  expect(log.filter((entry) => entry.startsWith("slow"))).toHaveLength(50)
  expect(queues.size).toBe(110)
})

test("a hanging try is abandoned after a minute and repeated", async () => {
  const queues = new SerialQueues(RULE)
  const log: string[] = []
  let tries = 0
  const hangs = () => (++tries === 1 ? new Promise<void>(() => undefined) : Promise.resolve())
  queues.push("1", task("a", log, hangs))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(log).toEqual(["a"])
  await vi.advanceTimersByTimeAsync(3_000)
  expect(log).toEqual(["a", "a", "a done"])
  expect(queues.size).toBe(0)
})

test("retry delays grow to a minute, and a task is set aside after ten minutes", async () => {
  const queues = new SerialQueues(RULE)
  const log: string[] = []
  const at: number[] = []
  const fails = () => {
    at.push(Date.now() - T)
    return Promise.reject(new Error("no"))
  }
  queues.push("1", task("a", log, fails))
  queues.push(
    "1",
    task("b", log, () => Promise.resolve()),
  )
  await vi.advanceTimersByTimeAsync(599_000)
  expect(log).not.toContain("b")
  const gaps = at.slice(1).map((time, index) => time - (at[index] ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(60_000)
  expect(gaps[0]).toBeLessThanOrEqual(1_000)
  await vi.advanceTimersByTimeAsync(62_000)
  expect(log.slice(-3)).toEqual(["a set aside: Error: no", "b", "b done"])
})

test.each([
  ["text that is not JSON", "{"],
  ["JSON that is not an object", "[1]"],
  ["binary data", new ArrayBuffer(4)],
  ["an opcode as a string", '{"op":"10","d":{"heartbeat_interval":41250}}'],
  ["a hello without an interval", '{"op":10,"d":{}}'],
  ["a zero interval", '{"op":10,"d":{"heartbeat_interval":0}}'],
  ["an event without a number", '{"op":0,"t":"MESSAGE_CREATE","s":null,"d":{}}'],
  ["a session without a resume address", '{"op":0,"t":"READY","s":1,"d":{"session_id":"s"}}'],
])("%s is not parsed", (_, body) => {
  expect(parsePayload(body)).toBe(null)
})

test("an invalid session is resumable only if Discord says so", () => {
  expect(parsePayload('{"op":9,"d":true}')).toEqual({ kind: "invalid", resumable: true })
  for (const d of ["false", "null", '"true"', "1"])
    expect(parsePayload(`{"op":9,"d":${d}}`)).toEqual({ kind: "invalid", resumable: false })
})

test("the bot leaves a guild when removed, and not during a Discord outage", () => {
  const told = (t: string, d: unknown) => {
    const read = parsePayload(JSON.stringify({ op: 0, s: 1, t, d }))
    if (read?.kind !== "event") throw new Error("no event")
    return read.event
  }
  expect(botMembershipChange(told("GUILD_DELETE", { id: "10" }))).toEqual({ id: "10", isThere: false })
  expect(botMembershipChange(told("GUILD_DELETE", { id: "10", unavailable: true }))).toBe(null)
  expect(botMembershipChange(told("GUILD_CREATE", { id: "10" }))).toEqual({ id: "10", isThere: true })
  expect(botMembershipChange(told("CHANNEL_CREATE", { id: "10" }))).toBe(null)
  expect(eventGuildId(told("GUILD_UPDATE", { id: "10" }))).toBe("10")
  expect(eventGuildId(told("MESSAGE_CREATE", { id: "10", guild_id: "11" }))).toBe("11")
  expect(eventGuildId(told("MESSAGE_CREATE", "?"))).toBe(null)
})
