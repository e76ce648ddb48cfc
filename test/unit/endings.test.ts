/**
 * How people say that something ended, was replaced, moved, was denied, corrected or began again: 106 cases in five
 * languages, written by someone who had not seen the comparison (test/fixtures/endings.jsonl).
 */
import { readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { withFullerPlan } from "../../src/memory/facts/fuller-plan.ts"
import { reconcile } from "../../src/memory/facts/reconcile.ts"
import { GUILD, known, NOON, proposal } from "./builders.ts"

const Case = z.object({
  id: z.string(),
  kind: z.string(),
  earlier: z.string(),
  line: z.string(),
  newer: z.string(),
  ends: z.boolean(),
})

/** Words alone do not tell that these end something. A model's reference to the memory does. */
const NEEDS_REFERENCE = ["e009", "e025", "e038"]

const cases = readFileSync("test/fixtures/endings.jsonl", "utf8")
  .trim()
  .split("\n")
  .map((line) => Case.parse(JSON.parse(line)))
const ending = cases.filter(({ ends }) => ends)

/** Returns what becomes of the earlier fact after its subject said the newer one. */
function meet(one: z.output<typeof Case>, target: "named" | "unnamed") {
  const earlier = known(one.earlier)
  const claim = target === "named" ? { op: "update" as const, target: earlier.id } : {}
  return { earlier, change: reconcile(GUILD, proposal(one.newer, claim), [earlier], NOON) }
}

describe("a person's newer word puts the earlier fact aside", () => {
  test.each(ending.filter(({ id }) => !NEEDS_REFERENCE.includes(id)))("$kind: $line", (one) => {
    const { earlier, change } = meet(one, "unnamed")
    expect(change).toMatchObject({ kind: "supersede", old: { id: earlier.id, status: "superseded" } })
  })

  test.each(ending)("$kind, with a reference to the memory: $line", (one) => {
    const { earlier, change } = meet(one, "named")
    expect(change).toMatchObject({ kind: "supersede", old: { id: earlier.id, status: "superseded" } })
  })
})

test.each(cases.filter(({ ends }) => !ends))("both hold: $earlier $newer", (one) => {
  expect(meet(one, "unnamed").change.kind).toBe("create")
})

test("a plan told again with less is worded like the one it moves, at the new time", () => {
  const earlier = known("Maren is moving to Rotterdam on December 1st")
  const later = proposal("Maren is moving on January 10th")
  expect(withFullerPlan(later, [earlier]).claim.fact).toBe("Maren is moving to Rotterdam on January 10th")
  // A plan that had no time yet gets its first, and stays one plan.
  const open = known("Maren is moving to Rotterdam")
  expect(withFullerPlan(later, [open]).claim).toMatchObject({
    ...{ op: "update", target: open.id, fact: "Maren is moving to Rotterdam on January 10th" },
  })
  // Another journey, the same time, and two plans that it may mean: the words stay.
  for (const others of [
    [known("Maren is flying to Rotterdam on December 1st")],
    [known("Maren is moving to Rotterdam on January 10th")],
    [earlier, known("Maren is moving to Delft on March 3rd")],
  ])
    expect(withFullerPlan(later, others)).toEqual(later)
})

test.each([
  [
    "Maren is moving to Rotterdam on December 1st, if the landlord ever signs the thing",
    "Maren is moving on January 10th",
    "Maren is moving to Rotterdam on January 10th",
  ],
  [
    "Bo is flying to Lisbon on 3 May, provided that the visa comes by April",
    "Bo is flying on 9 June",
    "Bo is flying to Lisbon on 9 June",
  ],
  [
    "Cy is moving to Ghent unless the bank says no",
    "Cy is moving on 2 March",
    "Cy is moving to Ghent on 2 March",
  ],
  [
    "Ada is leaving for Bern on Friday, falls der Zug fährt",
    "Ada is leaving on Sunday",
    "Ada is leaving for Bern on Sunday",
  ],
  [
    "Kai is moving to Rotterdam on December 1st if the landlord signs",
    "Kai is moving on January 10th if the visa comes",
    "Kai is moving to Rotterdam on January 10th if the visa comes",
  ],
  // "Even if" is no condition, and goes with the words that stay.
  [
    "Kai is moving to Rotterdam on May 1st even if it rains",
    "Kai is moving on May 3rd",
    "Kai is moving to Rotterdam on May 3rd even if it rains",
  ],
])("a plan told at a new time depends only on what is told now: %s", (before, later, told) => {
  expect(withFullerPlan(proposal(later), [known(before)]).claim.fact).toBe(told)
})

test.each([
  // Words that look like a condition in another language.
  ["La cena es el viernes, se celebra en casa de Ana", "La cena es el sábado, se celebra en casa de Ana"],
  ["The picnic falls on Friday", "The picnic falls on Saturday"],
  ["The picnic is on Friday if the weather holds", "The picnic is on Saturday"],
  ["Ada is hosting the dinner on Friday as long as Bo cooks", "Ada is hosting the dinner on Sunday"],
])("a plan at a new time replaces the conditional one: %s", (before, later) => {
  const earlier = known(before)
  const change = reconcile(GUILD, withFullerPlan(proposal(later), [earlier]), [earlier], NOON)
  expect(change).toMatchObject({ kind: "supersede", memory: { fact: later }, old: { id: earlier.id } })
})

test.each([
  [
    "Kai is moving to Rotterdam on December 1st, if the landlord signs",
    "Kai is moving to Rotterdam on December 1st",
  ],
  ["Bo joins the guild raid as soon as the new rig arrives", "Bo joins the guild raid"],
])("a plan told in full without its condition replaces the conditional one: %s", (before, later) => {
  const earlier = known(before)
  const change = reconcile(GUILD, withFullerPlan(proposal(later), [earlier]), [earlier], NOON)
  expect(change).toMatchObject({ kind: "supersede", memory: { fact: later }, old: { id: earlier.id } })
  // With the condition told again, and by others, nothing is replaced.
  expect(withFullerPlan(proposal(before), [earlier])).toEqual(proposal(before))
  const byOthers = proposal(later, { reportedBy: "77" })
  expect(withFullerPlan(byOthers, [earlier])).toEqual(byOthers)
})
