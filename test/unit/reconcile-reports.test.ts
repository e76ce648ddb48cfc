/** A report never replaces a person's own words, and their own word settles it. */
import { expect, test } from "vitest"
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import { type Change, reconcile } from "../../src/memory/facts/reconcile.ts"
import { ana, bo, DAY, GUILD, kai, known, NOON, proposal, saidBy } from "./builders.ts"

const meet = (said: ReturnType<typeof proposal>, ...memories: KnownMemory[]): Change =>
  reconcile(GUILD, said, memories, NOON)
const oslo = known("Kai lives in Oslo")
const byAna = { reportedBy: ana.id }

test("a report against a person's own words leaves both active and contested", () => {
  const change = meet(proposal("Kai lives in Bergen", byAna), oslo)
  expect(change).toMatchObject({
    kind: "contest",
    memory: { contradicts: oslo.id, confidence: 0.4 },
    other: { id: oslo.id, status: "active", confidence: 0.4 },
  })
  expect(change.kind === "contest" && change.other.contradicts).toBe(
    change.kind === "contest" && change.memory.id,
  )
})

test.each(["update", "forget"] as const)("a report cannot %s a person's own words", (op) => {
  const said = proposal("Kai moved away", { ...byAna, op, target: oslo.id })
  for (const own of [
    oslo,
    known(oslo.fact, { said: saidBy([kai.id]) }),
    known(oslo.fact, { said: saidBy([ana.id, kai.id]) }),
  ]) {
    const change = meet(said, own)
    expect(change).toMatchObject(
      op === "update" ? { kind: "contest" } : { kind: "nothing", reason: "others_words" },
    )
  }
})

test("a reporter may correct and take back their own report", () => {
  const report = known("Kai lives in Oslo", { said: saidBy([ana.id]) })
  expect(meet(proposal("Kai lives in Bergen", byAna), report).kind).toBe("supersede")
  expect(meet(proposal("Kai moved away", { ...byAna, op: "update", target: report.id }), report).kind).toBe(
    "supersede",
  )
  expect(meet(proposal("", { ...byAna, op: "forget", target: report.id }), report).kind).toBe("retire")
  expect(meet(proposal("Kai lives in Bergen", { reportedBy: bo.id }), report).kind).toBe("contest")
})

test("an old report does not contest newer words", () => {
  const old = proposal("Kai lives in Bergen", { ...byAna, saidAt: NOON - 2 * DAY })
  expect(meet(old, oslo).kind).toBe("outdated")
})

test("a person's own word settles a contested report, either way", () => {
  const [own, report] = [
    known("Kai lives in Oslo", { contradicts: "m_b" }),
    known("Kai lives in Bergen", { id: "m_b", contradicts: oslo.id }),
  ]
  for (const [kept, gone] of [
    [own, report],
    [report, own],
  ] as const) {
    const change = meet(proposal(kept.fact), own, report)
    expect(change).toMatchObject({
      kind: "supersede",
      memory: { id: kept.id, contradicts: null, confidence: 0.88 },
      old: { id: gone.id },
    })
  }
  expect(meet(proposal(report.fact, byAna), own, report)).toMatchObject({
    kind: "reinforce",
    memory: { contradicts: own.id },
  })
})

test("a reporter's earlier statement does not decide between two contested reports", () => {
  const drinks = {
    said: [
      { authorId: ana.id, saidAt: NOON, explicit: false },
      { authorId: bo.id, saidAt: NOON - 2 * DAY, explicit: false },
    ],
    saidAt: NOON - 2 * DAY,
    lastSaidAt: NOON,
    contradicts: "m_hates",
  }
  const loves = known("Kai loves tea", drinks)
  const hates = known("Kai hates tea", {
    id: "m_hates",
    said: [{ authorId: bo.id, saidAt: NOON - DAY, explicit: false }],
    saidAt: NOON - DAY,
    lastSaidAt: NOON - DAY,
    contradicts: loves.id,
  })
  const again = (saidAt: number) =>
    meet(proposal("Kai likes tea", { reportedBy: bo.id, saidAt }), loves, hates)
  expect(again(NOON)).toMatchObject({ kind: "reinforce", memory: { id: loves.id, contradicts: hates.id } })
  // A later repetition makes it Bo's current statement.
  expect(again(NOON + DAY)).toMatchObject({ kind: "supersede", old: { id: hates.id } })
})
