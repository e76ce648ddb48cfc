/**
 * Parsing of a model's reply: references that were not offered belong to nobody, and texts are cut to their
 * limits.
 */
import { expect, test } from "vitest"
import type { ChatModel } from "../../src/ai/chat.ts"
import type { Claim } from "../../src/domain/types.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import {
  type ExtractionReply,
  extractByModel,
  toSingleLine,
  UNKNOWN_SUBJECT_ID,
} from "../../src/extraction/model-path.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { ana, bo, CHANNEL, GUILD, kai, known, message, windowOf } from "./builders.ts"

const keepsake = { id: "99", name: "Keepsake" }
const window = windowOf(
  message("I live in Oslo"),
  message("Kai sails", { author: ana }),
  message("noted", { author: keepsake, role: "keepsake" }),
  message("Kai rows too", { author: bo }),
)
const { sensitive } = DEFAULT_POLICY
const shown = { window, people: [kai, ana, bo], memories: [known("Kai lives in Rome")], sensitive }

type ReplyClaim = ExtractionReply["claims"][number]
const said = (given: Partial<ReplyClaim> = {}): ReplyClaim => ({
  about: "P1",
  fact: "Kai lives in Oslo",
  type: "profile",
  section: "bio",
  topics: [],
  lines: [1],
  confidence: 0.9,
  more: null,
  ...given,
})

/** Builds a model that gives this reply alone. */
function replying(reply: Partial<ExtractionReply>): ChatModel {
  const text = JSON.stringify({ title: "Boats", summary: "Kai sails.", claims: [], people: [], ...reply })
  const usage = { purpose: "extraction", model: "m", inputTokens: 1, outputTokens: 1 }
  return { model: () => "m", complete: async () => ({ kind: "ok", text, usage }) }
}

async function read(reply: Partial<ExtractionReply>) {
  const outcome = await extractByModel(replying(reply), shown)
  if (outcome.kind !== "extracted") throw new Error(outcome.kind)
  return outcome.extraction
}
const claimed = async (given: Partial<ReplyClaim>): Promise<Claim | undefined> =>
  (await read({ claims: [said(given)] })).claims[0]

test.each([
  ["P1", { scope: "user", id: kai.id }],
  [" p3 ", { scope: "user", id: bo.id }],
  ["P4", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["P0", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["P-1", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["P99999999999999999999", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["M1", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["K", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["Kai", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  [kai.id, { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["Channel", { scope: "channel", id: CHANNEL }],
  ["guild", { scope: "guild", id: GUILD }],
])("a claim about %j is about %j", async (about, subject) => {
  expect((await claimed({ about }))?.subject).toEqual(subject)
})

test("the subject for an unknown reference is one the checks refuse", async () => {
  const extraction = await read({ claims: [said({ about: "P9" })] })
  expect(checkClaims(extraction, window, { offered: shown.people, sensitive }).refused[0]?.reason).toBe(
    "unknown_subject",
  )
})

test.each([
  ["M1", "m_kai_lives_in_rome"],
  ["m1", "m_kai_lives_in_rome"],
  ["M2", UNKNOWN_SUBJECT_ID],
  ["P1", UNKNOWN_SUBJECT_ID],
  ["m_kai_lives_in_rome", UNKNOWN_SUBJECT_ID],
  [null, null],
])("the memory %j is %j", async (memory, target) => {
  expect((await claimed({ more: { op: "update", memory } }))?.target).toBe(target)
})

test.each<[number[], string, string | null]>([
  [[1], "P1", null],
  [[2], "P1", ana.id],
  [[1, 2], "P1", null],
  [[4, 2], "P1", bo.id],
  [[2, 3], "P1", ana.id],
  [[3], "P1", null],
  [[2], "P2", null],
  [[2], "guild", null],
  [[9], "P1", null],
])("lines %j about %s are reported by %j", async (lines, about, reportedBy) => {
  expect((await claimed({ lines, about }))?.reportedBy).toBe(reportedBy)
})

test.each([
  [{ confidence: 7 }, { confidence: 1 }],
  [{ confidence: -1 }, { confidence: 0 }],
  [{ type: "task_state" }, { op: "save", lifetime: "7d", importance: "medium", target: null }],
  [
    { type: "profile", more: {} },
    { op: "save", lifetime: "permanent", sensitive: null },
  ],
  [{ more: { lifetime: null, importance: null } }, { lifetime: "permanent", importance: "medium" }],
  [{ more: { lifetime: "3d", importance: "high" } }, { lifetime: "3d", importance: "high" }],
  [{ more: { op: "forget", memory: "M1" } }, { op: "forget", target: "m_kai_lives_in_rome" }],
  [{ more: { sensitive: "health" } }, { op: "save", sensitive: "health" }],
  [{ lines: [2, 1, 2] }, { lines: [2, 1] }],
  [
    { topics: ["", " ", "Boats", "boats", "Sea\nAir", "a", "b", "c"] },
    { topics: ["boats", "sea air", "a", "b"] },
  ],
] as [Partial<ReplyClaim>, Partial<Claim>][])("%j becomes %j", async (given, expected) => {
  expect(await claimed(given)).toMatchObject(expected)
})

test("facts, topics and notes are cut to their limits, and at most fifty claims are read", async () => {
  const long = "x".repeat(2_000)
  const extraction = await read({
    title: long,
    summary: long,
    claims: Array.from({ length: 60 }, () => said({ fact: long, topics: [long] })),
    people: [`P1: ${long}`, "P9: hid"],
  })
  expect([extraction.note?.title.length, extraction.note?.summary.length]).toEqual([120, 800])
  expect([
    extraction.claims.length,
    extraction.claims[0]?.fact.length,
    extraction.claims[0]?.topics[0]?.length,
  ]).toEqual([50, 300, 40])
  expect(extraction.digests).toEqual([{ userId: kai.id, line: `${"x".repeat(199)}…` }])
})

test.each([
  ["P1: asked for help", [{ userId: kai.id, line: "asked for help" }]],
  ["p2 - sailed: home, at last", [{ userId: ana.id, line: "sailed: home, at last" }]],
  ["P3 rows", [{ userId: bo.id, line: "rows" }]],
  ["P1:", []],
  ["P12: hid", []],
  ["P0: hid", []],
  ["M1: is known", []],
  ["Kai: asked", []],
  ["Kai (P1): asked", []],
  ["", []],
])("the line %j gives %j", async (entry, digests) => {
  expect((await read({ people: [entry] })).digests).toEqual(digests)
})

test("a note without a title is dropped", async () => {
  expect((await read({ title: " \n " })).note).toBeNull()
})

test.each([
  ["a\nb\u0000c\td", 9, "a b c d"],
  ["\u202eevil\u202c\u200b!", 9, "evil!"],
  ["👩‍🚀 می‌خواهم", 99, "👩‍🚀 می‌خواهم"],
  ["12345", 5, "12345"],
  ["123456", 5, "1234…"],
  ["👍👍👍👍", 3, "👍👍…"],
  ["abc def", 5, "abc…"],
  ["bad \ud800 half", 20, "bad \ufffd half"],
])("%j cut to %d is %j", (text, length, expected) => {
  expect(toSingleLine(text, length)).toBe(expected)
})
