/**
 * Parsing of a model's reply: references that were not offered belong to nobody, and texts are cut to their
 * limits.
 */
import { expect, test } from "vitest"
import type { ChatModel } from "../../src/ai/chat.ts"
import type { Claim } from "../../src/domain/types.ts"
import { checkClaims } from "../../src/extraction/claims.ts"
import { extractByModel } from "../../src/extraction/model-path.ts"
import { type ExtractionReply, toSingleLine, UNKNOWN_SUBJECT_ID } from "../../src/extraction/reply.ts"
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
const shown = {
  window,
  people: [kai, ana, bo],
  memories: [known("Kai lives in Rome")],
  sensitive,
  timezone: "UTC",
  mostClaims: 15,
}

type ReplyClaim = ExtractionReply["claims"][number]
const said = (given: Partial<ReplyClaim> = {}): ReplyClaim => ({
  op: "save",
  memory: null,
  about: "P1",
  fact: "Kai lives in Oslo",
  type: "profile",
  section: "bio",
  topics: [],
  lines: [1],
  when: null,
  until: null,
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
  ["Kai", { scope: "user", id: kai.id }],
  ["@kai", { scope: "user", id: kai.id }],
  ["P1 Kai", { scope: "user", id: kai.id }],
  [kai.id, { scope: "user", id: kai.id }],
  ["Tim", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["", { scope: "user", id: UNKNOWN_SUBJECT_ID }],
  ["Channel", { scope: "channel", id: CHANNEL }],
  ["guild", { scope: "guild", id: GUILD }],
  ["Server", { scope: "guild", id: GUILD }],
  ["the group", { scope: "guild", id: GUILD }],
  ["#general", { scope: "channel", id: CHANNEL }],
])("a claim about %j is about %j", async (about, subject) => {
  expect((await claimed({ about, fact: "Lives in Oslo" }))?.subject).toEqual(subject)
})

test.each([
  ["", "Kai lives in Oslo", kai.id],
  ["P9", "Kai's cousin Tim lives in Oslo", kai.id],
  ["Tim", "Kai's cousin Tim lives in Oslo", kai.id],
  ["P2", "Kai lives in Oslo", kai.id],
  ["P2", "Kai is Ana's brother", ana.id],
  ["P9", "Somebody lives in Oslo", UNKNOWN_SUBJECT_ID],
])("a claim about %j that reads %j belongs to %s", async (about, fact, id) => {
  expect((await claimed({ about, fact }))?.subject).toEqual({ scope: "user", id })
})

test("two people of one name are told apart by their handles only", async () => {
  const twins = {
    ...shown,
    people: [
      { id: "1", name: "Ana Bell" },
      { id: "2", name: "Ana Cruz" },
    ],
  }
  const about = async (handle: string) => {
    const outcome = await extractByModel(
      replying({ claims: [said({ about: handle, fact: "Ana sails" })] }),
      twins,
    )
    return outcome.kind === "extracted" && outcome.extraction.claims[0]?.subject.id
  }
  expect([await about("P2"), await about("Ana"), await about("ana cruz")]).toEqual([
    "2",
    UNKNOWN_SUBJECT_ID,
    "2",
  ])
})

test("the subject for an unknown reference is one the checks refuse", async () => {
  const extraction = await read({ claims: [said({ about: "P9", fact: "Somebody sails" })] })
  expect(
    checkClaims(extraction, window, { offered: shown.people, sensitive, mostClaims: 15, timezone: "UTC" })
      .refused[0]?.reason,
  ).toBe("unknown_subject")
})

test.each([
  ["M1", "m_kai_lives_in_rome"],
  ["m1", "m_kai_lives_in_rome"],
  ["M1: Kai lives in Rome", "m_kai_lives_in_rome"],
  ["M2", null],
  ["P1", null],
  ["m_kai_lives_in_rome", null],
  [null, null],
])("an update of the memory %j changes %j", async (memory, target) => {
  expect(await claimed({ op: "update", memory })).toMatchObject({
    op: target === null ? "save" : "update",
    target,
  })
})

test("a denial of a memory that was not shown takes back nothing", async () => {
  expect((await claimed({ op: "forget", memory: "M7" }))?.target).toBe(UNKNOWN_SUBJECT_ID)
})

test("a denial or change without a usable subject concerns the subject of its memory", async () => {
  expect((await claimed({ op: "forget", memory: "M1", about: "", fact: "" }))?.subject.id).toBe(kai.id)
  expect((await claimed({ op: "update", memory: "M1", about: "him", fact: "Lives here" }))?.subject.id).toBe(
    kai.id,
  )
})

test("handles in a fact become names, unless people write the same word, and entities become characters", async () => {
  const read = async (fact: string) => (await claimed({ fact }))?.fact
  expect(await read("P1 sails with P2 &amp; P9")).toBe("Kai sails with Ana & P9")
  expect(await read("Kai&#39;s boat &lt;3 &nope;")).toBe("Kai's boat <3 &nope;")
  const incident = { ...shown, window: windowOf(message("we had a P1 today")) }
  const outcome = await extractByModel(replying({ claims: [said({ fact: "Kai had a P1" })] }), incident)
  expect(outcome.kind === "extracted" && outcome.extraction.claims[0]?.fact).toBe("Kai had a P1")
})

test("line numbers that do not exist are dropped, and missing ones are found among the subject's own lines", async () => {
  expect((await claimed({ lines: [1, 9, 0] }))?.lines).toEqual([1])
  expect((await claimed({ lines: [] }))?.lines).toEqual([1])
  expect((await claimed({ lines: [], fact: "Kai lives in Rome" }))?.lines).toEqual([])
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
  expect((await claimed({ lines, about, fact: "Rows" }))?.reportedBy).toBe(reportedBy)
})

test.each([
  [{ confidence: 700 }, { confidence: 1 }],
  [{ confidence: 7 }, { confidence: 0.8 }],
  [{ confidence: 85 }, { confidence: 0.9 }],
  [{ confidence: -1 }, { confidence: 0.333 }],
  [{ type: "task_state" }, { op: "save", lifetime: "7d", importance: "medium", target: null }],
  [
    { type: "profile", more: "" },
    { op: "save", lifetime: "permanent", sensitive: null },
  ],
  [{ more: "whatever" }, { lifetime: "permanent", importance: "medium" }],
  [{ more: "high, 3d" }, { lifetime: "3d", importance: "high" }],
  [
    { op: "forget", memory: "M1" },
    { op: "forget", target: "m_kai_lives_in_rome" },
  ],
  [{ more: "Health" }, { op: "save", sensitive: "health" }],
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
  ["Kai: asked", [{ userId: kai.id, line: "asked" }]],
  ["Tim: asked", []],
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
