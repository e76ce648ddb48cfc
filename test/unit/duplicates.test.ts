/** Only facts of one subject that say the same are proposed for merging. */
import { expect, test } from "vitest"
import type { MemoryEvidence } from "../../src/memory/facts/operations.ts"
import { duplicates } from "../../src/nights/maintenance/compact.ts"
import { known, NOON } from "./builders.ts"

const grounded = (fact: string, evidenceCount = 1, saidAt = NOON): MemoryEvidence => ({
  memory: known(fact, { id: fact, evidenceCount, saidAt, lastSaidAt: saidAt }),
  evidence: [],
})

function proposed(...facts: MemoryEvidence[]): [string, string[]][] {
  return duplicates(facts).flatMap((one) =>
    one.kind === "merge" ? [[one.into, one.from] as [string, string[]]] : [],
  )
}

test("a fact that says no more than another merges into it, whichever was said first", () => {
  const short = grounded("The book club meets at the old library on Tuesdays", 3)
  const long = grounded("The book club meets at the old public library on Tuesdays")
  expect(proposed(short, long)).toEqual([[long.memory.id, [short.memory.id]]])
})

test("the fact said more often stays if two say the same", () => {
  const [seldom, often] = [grounded("The club meets on Tuesdays"), grounded("The club meets on Tuesdays.", 4)]
  expect(proposed(seldom, often)).toEqual([[often.memory.id, [seldom.memory.id]]])
})

test.each([
  ["The club meets on Tuesdays", "The club meets on Fridays"],
  ["Deploys are allowed on Fridays", "Deploys are not allowed on Fridays"],
  ["The server has 16 cores", "The server has 32 cores"],
  ["Cats are allowed", "Cats are allowed in the garden"],
  ["The raid begins before dinner", "The raid begins after dinner"],
])("%s and %s stay apart", (a, b) => {
  expect(proposed(grounded(a), grounded(b))).toEqual([])
})

test("nothing merges into a fact that is itself merged away", () => {
  const facts = [
    "The club meets in the old public library on Tuesdays",
    "The book club meets in the old public library on Tuesdays",
    "The small book club meets in the old public library on Tuesdays",
  ].map((fact) => grounded(fact))
  const merges = proposed(...facts)
  const gone = merges.flatMap(([, from]) => from)
  expect(gone).not.toEqual([])
  for (const [into] of merges) expect(gone).not.toContain(into)
})
