/** What happens every week lasts: a habit and a weekly event outlive their next date, and end when somebody says so. */
import { expect, test } from "vitest"
import type { Claim } from "../../src/domain/types.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import { extractByModel } from "../../src/extraction/model-path.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { expiry } from "../../src/memory/facts/filing.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { recurs } from "../../src/text/recurrence.ts"
import { ana, CHANNEL, DAY, kai, message, NOON, windowOf } from "./builders.ts"

const { sensitive } = DEFAULT_POLICY
const people = [kai, ana]
const terms = { offered: people, sensitive, mostClaims: 15, timezone: "UTC" }

/** Reads one line as a model that replies with this claim. */
async function readByModel(line: string, given: Record<string, unknown>): Promise<Claim | undefined> {
  const window = windowOf(message(line))
  const claims = [
    { op: "save", memory: null, type: "task_state", section: null, topics: [], lines: [1], when: null },
  ].map((claim) => ({ ...claim, until: null, confidence: 0.9, more: null, ...given }))
  const text = JSON.stringify({ title: "Plans", summary: "Plans.", claims, people: [] })
  const usage = { purpose: "extraction", model: "m", inputTokens: 1, outputTokens: 1 }
  const chat = { model: () => "m", complete: async () => ({ kind: "ok" as const, text, usage }) }
  const shown = { window, people, memories: [], sensitive, timezone: "UTC", mostClaims: 15 }
  const outcome = await extractByModel(chat, shown)
  if (outcome.kind !== "extracted") throw new Error(outcome.kind)
  return checkClaims(outcome.extraction, window, terms).proposals[0]?.claim
}

function readByRules(line: string): Claim | undefined {
  const window = windowOf(message(line))
  const read = extractByRules({ window, members: people, sensitive, timezone: "UTC" })
  return checkClaims(read, window, terms).proposals[0]?.claim
}

/** In how many days the claim expires, or `null` for never. */
function days(claim: Claim | undefined): number | null | undefined {
  if (claim === undefined) return undefined
  const end = expiry(claim, NOON)
  return end === null ? null : Math.round((end - NOON) / DAY)
}

test("a weekly event of the group outlives its next date, whatever the model calls it", async () => {
  const claim = await readByModel("trivia at the pub is every second tuesday, next one is on the 10th", {
    about: "channel",
    fact: "Trivia at the pub is every second Tuesday; the next one is on 10 November 2026.",
    when: "2026-11-10",
  })
  expect(claim).toMatchObject({ subject: { scope: "channel", id: CHANNEL }, time: { when: "2026-11-10" } })
  expect(days(claim)).toBeNull()
})

test("a person's habit lasts for a season, although the model files it as a duty of a week", async () => {
  const claim = await readByModel("i run the market stall every second saturday", {
    about: "P1",
    fact: "Kai runs the market stall every second Saturday.",
    more: "3d",
  })
  expect(days(claim)).toBe(90)
})

test("what recurs until a date ends then", async () => {
  const claim = await readByModel("raid is every thursday until dec 4", {
    about: "channel",
    fact: "The raid is every Thursday until 4 December 2026.",
    until: "2026-12-04",
  })
  expect(days(claim)).toBe(31)
})

test("what happens once is over after it happened", async () => {
  const claim = await readByModel("movie night is on thursday", {
    about: "channel",
    fact: "The movie night is on Thursday 5 November 2026.",
    when: "2026-11-05",
  })
  expect(days(claim)).toBe(7)
})

test("rules keep a habit as long as a model does", () => {
  expect(days(readByRules("I play tennis every Thursday"))).toBeGreaterThanOrEqual(90)
})

test.each([
  "Kai plays D&D every Thursday",
  "The book club meets on the first Monday of every month",
  "The book club meets on Mondays",
  "The newsletter goes out monthly",
  "Kai is in Vienna every second week",
  "Kai boulders three times a week",
  "Das Training ist dienstags um 19:30 Uhr",
  "Kai geht jeden zweiten Freitag schwimmen",
  "Kai trabaja todos los sábados",
  "El club se reúne cada dos semanas",
  "Le club se réunit tous les mardis",
  "Kai court chaque semaine",
  "O grupo se encontra às quintas",
  "毎週の作業通話は土曜22時",
])("%j recurs", (fact) => {
  expect(recurs(fact)).toBe(true)
})

test.each([
  "Kai loses every time",
  "Kai likes each of the cats",
  "The raid is on Thursday",
  "Kai works every day this week",
  "Kai swims every morning for two weeks",
  "Kai's daily pen is a Lamy",
  "Kai lives on Thursday Island",
  "Kai hat alle Bücher gelesen",
  "Kai come todo el pan",
  "Kai connaît tous les mods",
])("%j does not recur", (fact) => {
  expect(recurs(fact)).toBe(false)
})
