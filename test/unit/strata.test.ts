/** Facts that other people read: a claim neither matches nor changes them, and nights take them apart. */
import { expect, test } from "vitest"
import { hasFactKey } from "../../src/memory/facts/fact-key.ts"
import { reconcile } from "../../src/memory/facts/reconcile.ts"
import { splitByReaders } from "../../src/memory/facts/strata.ts"
import { evidence, GUILD, known, NOON, proposal } from "./builders.ts"

/** Known to other people than those who read the claim. */
const oslo = known("Kai lives in Oslo", { merges: false })

test.each([
  ["repeats it", proposal("Kai lives in Oslo")],
  ["extends it", proposal("Kai lives in Oslo with Ana")],
  ["replaces it", proposal("Kai lives in Bergen")],
  ["updates it", proposal("Kai lives in Bergen", { op: "update", target: oslo.id })],
  ["reports something else", proposal("Kai lives in Bergen", { reportedBy: "12" })],
])("a claim that %s makes a new memory and leaves it alone", (_, said) => {
  const change = reconcile(GUILD, said, [oslo], NOON)
  expect(change).toMatchObject({ kind: "create", memory: { status: "active", contradicts: null } })
  expect(change).toEqual({ kind: "create", memory: expect.not.objectContaining({ id: oslo.id }) })
})

test("a claim cannot take it back", () => {
  const said = proposal("Kai lives in Oslo", { op: "forget", target: oslo.id })
  expect(reconcile(GUILD, said, [oslo], NOON)).toEqual({ kind: "nothing", reason: "unknown_target" })
})

test("a repeated fact gets a key of its own, under which it is strengthened next time", () => {
  const said = proposal("Kai lives in Oslo", { saidAt: NOON - 5_000 })
  const change = reconcile(GUILD, said, [oslo], NOON)
  if (change.kind !== "create") throw new Error(`it is a ${change.kind}`)
  expect(change.memory.factKey).toBe(`${oslo.factKey} ${change.memory.id}`)
  expect(hasFactKey(change.memory, oslo.factKey)).toBe(true)
  const mine = { ...change.memory, merges: true }
  const again = reconcile(GUILD, proposal("kai lives in oslo", { windowId: "w_2" }), [oslo, mine], NOON)
  expect(again).toMatchObject({ kind: "reinforce", memory: { id: mine.id, evidenceCount: 2 } })
})

test("facts are split by the readers of all their statements", () => {
  const fact = (id: string, ...channels: (string | null)[]) => {
    const memory = known(id, { id })
    const rows = channels.map((channelId, nth) => ({
      ...evidence({ channelId, messageId: `${id}${nth}` }),
      ...{ memoryId: id, ref: `${id}${nth}`, fact: id, certainty: 1, filing: null },
    }))
    return { memory, evidence: rows }
  }
  const all = [fact("a", "1"), fact("b", null, "1"), fact("c", "9"), fact("d", "1", "9"), fact("e", "9", "2")]
  const parts = splitByReaders(all, (channelId) => (channelId === "9" ? "few" : "all"))
  expect(parts.map((part) => part.known.map(({ memory }) => memory.id))).toEqual([
    ["a", "b"],
    ["c"],
    ["d", "e"],
  ])
})
