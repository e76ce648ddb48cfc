/** Updates and forgets replace or retire the intended memory, link it, and last until it is said again. */
import { expect, test } from "vitest"
import { memoryId } from "../../src/memory/facts/fact-key.ts"
import type { KnownMemory } from "../../src/memory/facts/known.ts"
import { type Change, reconcile } from "../../src/memory/facts/reconcile.ts"
import { ana, DAY, GUILD, kai, known, NOON, proposal } from "./builders.ts"

const meet = (said: ReturnType<typeof proposal>, ...memories: KnownMemory[]): Change =>
  reconcile(GUILD, said, memories, NOON)
const oslo = known("Kai lives in Oslo")

test("an update replaces its target even if the words do not conflict", () => {
  const change = meet(proposal("Kai shipped the bot", { op: "update", target: oslo.id }), oslo)
  expect(change).toMatchObject({ kind: "supersede", old: { id: oslo.id } })
})

test("an update to a known fact strengthens that fact and retires its target", () => {
  const bergen = known("Kai lives in Bergen", { evidenceCount: 5 })
  const change = meet(proposal("Kai lives in Bergen", { op: "update", target: oslo.id }), oslo, bergen)
  expect(change).toMatchObject({
    kind: "supersede",
    memory: { id: bergen.id, evidenceCount: 6 },
    old: { id: oslo.id },
  })
})

test("an update that only rewords its target strengthens or replaces it, and one of the two stays", () => {
  expect(meet(proposal("Kai lives in Oslo.", { op: "update", target: oslo.id }), oslo)).toMatchObject({
    kind: "reinforce",
  })
  expect(meet(proposal("Kai still lives in Oslo", { op: "update", target: oslo.id }), oslo)).toMatchObject({
    kind: "supersede",
    old: { id: oslo.id },
  })
})

const STRAYS = [
  { target: "m_none" },
  { target: null },
  { target: oslo.id, retired: true },
  { target: oslo.id, subject: { scope: "user" as const, id: ana.id } },
]

test.each(STRAYS)(
  "a denial of an unknown, retired or foreign memory does nothing: %j",
  ({ retired, ...given }) => {
    const before = retired ? { ...oslo, status: "superseded" as const } : oslo
    expect(meet(proposal("Kai left", { op: "forget", ...given }), before)).toEqual({
      kind: "nothing",
      reason: "unknown_target",
    })
  },
)

test.each(STRAYS)(
  "an update of an unknown, retired or foreign memory is a new fact: %j",
  ({ retired, ...given }) => {
    const before = retired ? { ...oslo, status: "superseded" as const } : oslo
    expect(meet(proposal("Kai plays chess", { op: "update", ...given }), before).kind).toBe("create")
  },
)

test("an update without its memory still replaces what it denies", () => {
  const change = meet(proposal("Kai lives in Bergen", { op: "update", target: null }), oslo)
  expect(change).toMatchObject({ kind: "supersede", old: { id: oslo.id } })
})

test.each(["Kai lives in Oslo", "Kai no longer lives in Oslo"])(
  "a denial without its memory retires the one fact it can mean: %s",
  (fact) => {
    const change = meet(proposal(fact, { op: "forget", target: "m_none" }), oslo)
    expect(change).toMatchObject({ kind: "retire", memory: { id: oslo.id, status: "superseded" } })
  },
)

test("a retracted fact stays forgotten until it is said again", () => {
  const change = meet(proposal("", { op: "forget", target: oslo.id }), oslo)
  if (change.kind !== "retire") throw new Error(change.kind)
  const forgotten = { ...change.memory, merges: true }
  expect(forgotten).toMatchObject({ status: "superseded", supersededBy: null })
  expect(meet(proposal(oslo.fact, { saidAt: NOON - 1 }), forgotten).kind).toBe("outdated")
  expect(meet(proposal(oslo.fact, { saidAt: NOON + 1 }), forgotten)).toMatchObject({
    kind: "create",
    memory: { id: oslo.id, status: "active" },
  })
})

test("older words do not retract a fact that was said again since", () => {
  expect(meet(proposal("", { op: "forget", target: oslo.id, saidAt: NOON - 2 * DAY }), oslo)).toEqual({
    kind: "nothing",
    reason: "outdated",
  })
})

test("facts about others, in other scopes or without evidence change nothing", () => {
  const guild = proposal("Kai lives in Bergen", { subject: { scope: "guild", id: kai.id } })
  expect(meet(guild, oslo).kind).toBe("create")
  expect(meet({ ...proposal("Kai lives in Bergen"), evidence: [] }, oslo)).toEqual({
    kind: "nothing",
    reason: "no_evidence",
  })
})

test("the window of a corrected memory does not undo the correction", () => {
  const id = memoryId(GUILD, oslo.subject, oslo.factKey, "w_1")
  expect(meet(proposal("Kai lives in Oslo"), known("Kai sails boats", { id }))).toEqual({
    kind: "nothing",
    reason: "already_known",
  })
})
