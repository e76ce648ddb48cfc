/**
 * A window's claims build on each other, count once, and change no active memory in shadow and manual mode.
 */
import { expect, test } from "vitest"
import { applyClaims, type Premises } from "../../src/memory/facts/apply-claims.ts"
import type { GateRule } from "../../src/memory/facts/gate-decision.ts"
import type { KnownMemory, Proposal } from "../../src/memory/facts/known.ts"
import { ana, DAY, GUILD, kai, known, NOON, premises, proposal, rule, saidBy } from "./builders.ts"

const settled = (
  proposals: Proposal[],
  memories: KnownMemory[] = [],
  given: { rules?: Partial<GateRule>; premises?: Partial<Premises> } = {},
) => applyClaims(GUILD, proposals, premises(memories, given.premises), { rule: rule(given.rules), now: NOON })
const facts = (result: ReturnType<typeof settled>) =>
  result.changed.map(({ fact, status }) => `${fact}: ${status}`)
const verdicts = (result: ReturnType<typeof settled>) =>
  result.verdicts.map(({ kind, reason }) => `${kind}: ${reason}`)
const oslo = known("Kai lives in Oslo")

test("each claim sees the results of earlier ones", () => {
  const result = settled([
    proposal("Kai lives in Oslo"),
    proposal("Kai lives in Bergen", { saidAt: NOON + 1 }),
  ])
  expect(facts(result)).toEqual(["Kai lives in Oslo: superseded", "Kai lives in Bergen: active"])
  expect(result.changed[0]?.supersededBy).toBe(result.changed[1]?.id)
  expect(result.expected.map((item) => item.version)).toEqual([0, 0])
})

test("a fact said twice in one window counts once, however it is written", () => {
  for (const again of ["Kai likes tea", "kai likes tea.", "Kai loves tea"]) {
    const result = settled([proposal("Kai likes tea"), proposal(again)])
    expect(verdicts(result)).toEqual(["accepted: fits", "rejected: already_known"])
    expect(result.changed[0]?.evidenceCount).toBe(1)
  }
})

test("one new fact may replace two old ones and counts as one statement", () => {
  const pair = [known("Kai has a cat"), known("Kai has another cat")]
  const result = settled(
    pair.map((old) => proposal("Kai has two cats", { op: "update", target: old.id })),
    pair,
  )
  const [made] = result.changed.filter((memory) => memory.status === "active")
  expect(made).toMatchObject({ fact: "Kai has two cats", evidenceCount: 1 })
  expect(result.changed.filter((memory) => memory.supersededBy === made?.id)).toHaveLength(2)
})

test("two retractions in one window both count, even with the same text", () => {
  const tea = known("Kai likes tea")
  const result = settled(
    [oslo, tea].map((memory) => proposal("", { op: "forget", target: memory.id })),
    [oslo, tea],
  )
  expect(facts(result)).toEqual(["Kai lives in Oslo: superseded", "Kai likes tea: superseded"])
})

test("a window writes fifteen claims and refuses the sixteenth", () => {
  const animals = "ant bee cat dog elk fox gnu hen ibex jay koi lynx mole newt owl pig".split(" ")
  const result = settled(animals.map((animal) => proposal(`Kai drew a ${animal}`)))
  expect(result.changed).toHaveLength(15)
  expect(verdicts(result).at(-1)).toBe("rejected: window_full")
})

test("the hour's writes and the window's add up", () => {
  const result = settled([proposal("Kai drew a cat"), proposal("Kai drew a dog")], [], {
    premises: { writesInHour: 49 },
  })
  expect(verdicts(result)).toEqual(["accepted: fits", "rejected: hour_full"])
})

test.each([
  ["shadow", "shadow", "shadowed: shadow_mode"],
  ["manual", "queued", "queued: manual_mode"],
] as const)("in %s mode new facts wait as %s and no active memory changes", (mode, status, verdict) => {
  const bergen = known("Kai lives in Bergen", { contradicts: oslo.id })
  const claims = [
    proposal("Kai likes tea"),
    proposal("Kai lives in Oslo"),
    proposal("Kai lives in Rome"),
    proposal("Kai lives in Bergen", { op: "update", target: oslo.id }),
    proposal("", { op: "forget", target: oslo.id }),
  ]
  const result = settled(claims, [oslo, bergen], { rules: { mode } })
  expect(facts(result)).toEqual([`Kai likes tea: ${status}`, `Kai lives in Rome: ${status}`])
  expect(verdicts(result)).toEqual(claims.map(() => verdict))
  expect(result.evicted).toEqual([])
})

test("a fact that needs two statements stays in shadow until the second", () => {
  const rules = { min_evidence: 2 }
  const first = settled([proposal("Kai likes tea")], [], { rules })
  expect(facts(first)).toEqual(["Kai likes tea: shadow"])
  const hidden = first.changed.map((memory) => ({ ...memory, merges: true }))
  const second = settled([proposal("Kai likes tea", { windowId: "w_2", saidAt: NOON + DAY })], hidden, {
    rules,
  })
  expect(facts(second)).toEqual(["Kai likes tea: active"])
  expect(second.evidence).toHaveLength(1)
})

test("a repeated shadow fact is queued in manual mode, and a queued one stays queued in shadow mode", () => {
  const hidden = known("Kai likes tea", { status: "shadow" })
  expect(facts(settled([proposal("Kai likes tea")], [hidden], { rules: { mode: "manual" } }))).toEqual([
    "Kai likes tea: queued",
  ])
  const queued = known("Kai likes tea", { status: "queued" })
  expect(facts(settled([proposal("Kai likes tea")], [queued], { rules: { mode: "shadow" } }))).toEqual([
    "Kai likes tea: queued",
  ])
})

test("nothing about or by people who opted out is kept, not even in the verdict", () => {
  const claims = [
    proposal("Kai likes tea"),
    proposal("Bo likes Kai", { reportedBy: kai.id, subject: { scope: "user", id: "3" } }),
  ]
  const result = settled(claims, [], { premises: { objectors: new Set([kai.id]) } })
  expect(result.changed).toEqual([])
  expect(result.evidence).toEqual([])
  expect(result.verdicts.map(({ reason, fact }) => [reason, fact])).toEqual([
    ["opted_out", null],
    ["opted_out", null],
  ])
})

test("nothing others say about a person who opted out is kept", () => {
  const told = [proposal("Kai likes tea", { reportedBy: ana.id })]
  const result = settled(told, [], { premises: { objectors: new Set([kai.id]) } })
  expect(result.changed).toEqual([])
  expect(verdicts(result)).toEqual(["rejected: opted_out"])
})

test("two that contest each other and are replaced together contest nothing any more", () => {
  const report = known("Kai moved to Bergen", { said: saidBy([ana.id]), contradicts: oslo.id })
  const pair = [known("Kai lives in Oslo", { contradicts: report.id }), report]
  const result = settled([proposal("Kai lives in Narvik", { saidAt: NOON + 1 })], pair)
  const gone = result.changed.filter(({ status }) => status === "superseded")
  expect(gone.map(({ contradicts }) => contradicts)).toEqual([null, null])
})

test("a memory is no longer contested once its contradiction is forgotten or replaced", () => {
  const report = known("Kai lives in Bergen", { said: saidBy([ana.id]), contradicts: oslo.id })
  const own = known("Kai lives in Oslo", { contradicts: report.id })
  const result = settled(
    [proposal("", { op: "forget", target: report.id, reportedBy: ana.id })],
    [own, report],
  )
  expect(result.changed.find((memory) => memory.id === own.id)).toMatchObject({
    contradicts: null,
    confidence: 0.8,
    version: 2,
  })
})

test("an evicted memory ends its contradictions and takes its evidence along", () => {
  const low = known("Kai hates tea", {
    lifetime: "1d",
    importance: "low",
    lastSaidAt: NOON - 1,
    contradicts: "m_tea",
  })
  const tea = known("Kai likes tea", { id: "m_tea", contradicts: low.id })
  const result = settled([proposal("Kai drew a cat")], [low, tea], { rules: { max_memories_per_subject: 2 } })
  expect(result.evicted.map((memory) => memory.id)).toEqual([low.id])
  expect(result.changed.find((memory) => memory.id === "m_tea")?.contradicts).toBeNull()
  expect(result.evidence.every((item) => item.memoryId !== low.id)).toBe(true)
})

test("only memories with new words or visibility are indexed again", () => {
  const result = settled([proposal("Kai lives in Oslo"), proposal("Kai likes tea")], [oslo])
  expect(result.changed).toHaveLength(2)
  expect(result.reworded.map((memory) => memory.fact)).toEqual(["Kai likes tea"])
})

test("a read-only guild writes nothing", () => {
  const result = settled([proposal("Kai likes tea")], [oslo], { premises: { readOnly: true } })
  expect(verdicts(result)).toEqual(["rejected: read_only"])
  expect([result.changed, result.evicted, result.evidence, result.expected]).toEqual([[], [], [], []])
})
