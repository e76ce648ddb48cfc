/**
 * The Responder's schedule: nobody waits for another person, no retry goes on forever, and a person who asks
 * too fast is slowed down.
 */
import { DiscordAPIError, HTTPError } from "@discordjs/rest"
import { expect, test } from "vitest"
import {
  answerExpiresAt,
  classifySendError,
  decidePace,
  jobsToStart,
  KEEP_MS,
  nextAttemptAt,
  nextWakeAt,
  type WaitingJob,
} from "../../src/discord/bot/responder-plan.ts"
import { RestLimited } from "../../src/discord/bot/rest-gate.ts"

const NOW = 1_000_000
const END = answerExpiresAt({ id: "1", takenAt: NOW })

function waiting(id: string, person: string, at = NOW, takenAt = NOW): WaitingJob {
  return { id, person, at, takenAt }
}

function refused(status: number, code: number) {
  return new DiscordAPIError({ code, message: "words" }, code, status, "PATCH", "https://discord.com/x", {
    body: undefined,
    files: undefined,
  })
}

test.each([
  ["the first question", "interaction", null, { kind: "at", at: NOW }],
  ["a question after the cool-down", "interaction", NOW - 5_000, { kind: "at", at: NOW }],
  [
    "a question a moment before the end of the cool-down",
    "interaction",
    NOW - 4_999,
    { kind: "cooling", seconds: 1 },
  ],
  ["a second question at the same time", "interaction", NOW, { kind: "cooling", seconds: 5 }],
  ["a mention at the same time", "mention", NOW, { kind: "at", at: NOW + 5_000 }],
  ["a mention behind several waiting ones", "mention", NOW + 25_000, { kind: "at", at: NOW + 30_000 }],
  ["a mention behind too many waiting ones", "mention", NOW + 25_001, { kind: "cooling", seconds: 31 }],
] as const)("the pace of %s", (_, kind, lastAt, pace) => {
  expect(decidePace(kind, { lastAt, cooldownMs: 5_000, now: NOW })).toEqual(pace)
})

test("nobody waits without a cool-down", () => {
  expect(decidePace("interaction", { lastAt: NOW, cooldownMs: 0, now: NOW })).toEqual({ kind: "at", at: NOW })
})

test("due jobs start unless already running, and a person takes at most three places", () => {
  const jobs = ["a", "b", "c", "d"].map((id) => waiting(id, "11"))
  expect(jobsToStart([...jobs, waiting("e", "12"), waiting("f", "12", NOW + 1)], new Map(), NOW)).toEqual([
    "a",
    "b",
    "c",
    "e",
  ])
  expect(jobsToStart(jobs, new Map([["a", "11"]]), NOW)).toEqual(["b", "c"])
})

test("at most eight commands and four mentions are answered at once, and neither takes the other's places", () => {
  const commands = Array.from({ length: 20 }, (_, at) => waiting(`${at}`, `${at}`))
  const mentions = commands.map(({ id }) => waiting(`m${id}`, id))
  expect(jobsToStart(commands, new Map(), NOW)).toHaveLength(8)
  expect(jobsToStart(commands, new Map([["other", "99"]]), NOW)).toHaveLength(7)
  const started = jobsToStart([...mentions, ...commands], new Map([["mother", "99"]]), NOW)
  expect(started.filter((id) => id.startsWith("m"))).toHaveLength(3)
  expect(started).toHaveLength(11)
})

test("a person's mentions do not delay their commands", () => {
  const jobs = ["ma", "mb", "mc", "md", "a"].map((id) => waiting(id, "11"))
  expect(jobsToStart(jobs, new Map(), NOW)).toEqual(["ma", "mb", "mc", "a"])
})

test("the Responder wakes for the next due job, an overdue job, and the cleanup of ids", () => {
  const at = (jobs: WaitingJob[], oldestAt: number | null) =>
    nextWakeAt(jobs, { oldestAt, leaseMs: 30_000, now: NOW })
  expect(at([waiting("a", "11")], NOW)).toBe(NOW + 30_000)
  expect(at([waiting("a", "11"), waiting("b", "11", NOW + 700)], NOW)).toBe(NOW + 700)
  expect(at([], NOW - 1_000)).toBe(NOW - 1_000 + KEEP_MS)
  expect(at([], null)).toBeNull()
})

test.each([
  [
    "Discord is down",
    new HTTPError(503, "down", "PATCH", "https://x", { body: undefined, files: undefined }),
    "down",
  ],
  ["nothing answers", new TypeError("fetch failed"), "down"],
  ["Discord does not yet know the deferred interaction", refused(404, 10_015), "early"],
  ["the body is invalid", refused(400, 50_035), "unfit"],
  ["the bot may not speak there", refused(403, 50_013), "gone"],
  ["the token is invalid", refused(401, 50_027), "gone"],
])("if %s, the failure is classified without anybody's words", (_, error, kind) => {
  const failure = classifySendError(error, { ageMs: 100, ofToken: true })
  expect(failure.kind).toBe(kind)
  expect(failure.why).not.toMatch(/words|https|fetch failed/)
})

test("an interaction is gone after Discord had its time to find it, and a message at once", () => {
  expect(classifySendError(refused(404, 10_062), { ageMs: 20_000, ofToken: true }).kind).toBe("gone")
  expect(classifySendError(refused(404, 10_003), { ageMs: 100, ofToken: false }).kind).toBe("gone")
})

test("retry delays grow to at most a minute and end with the interaction's token", () => {
  const at = (kind: "down" | "early" | "gone", tries: number, now = NOW) =>
    nextAttemptAt({ kind }, { tries, expiresAt: END, now, firstMs: 5_000, random: 1 })
  expect([1, 2, 3, 9].map((tries) => (at("down", tries) ?? 0) - NOW)).toEqual([5_000, 10_000, 20_000, 60_000])
  expect([1, 2, 9].map((tries) => (at("early", tries) ?? 0) - NOW)).toEqual([150, 300, 1_350])
  expect(at("gone", 1)).toBeNull()
  expect(at("down", 1, END - 5_000)).toBeNull()
})

test("an answer to a mention has five minutes, an answer to a command fourteen", () => {
  expect(answerExpiresAt({ id: "m1", takenAt: NOW }) - NOW).toBe(5 * 60_000)
  expect(answerExpiresAt({ id: "1", takenAt: NOW }) - NOW).toBe(14 * 60_000)
})

test("an answer that Discord limits is sent again when the limit ends, or not at all if that is too late", () => {
  const limitedFor = (ms: number) => {
    const failure = classifySendError(new RestLimited(NOW + ms, false), { ageMs: 0, ofToken: false })
    return nextAttemptAt(failure, { tries: 1, expiresAt: END, now: NOW, firstMs: 5_000, random: 1 })
  }
  expect(limitedFor(90_000)).toBe(NOW + 90_000)
  expect(limitedFor(1_000)).toBe(NOW + 5_000)
  expect(limitedFor(3_600_000)).toBeNull()
})
