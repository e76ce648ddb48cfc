/** The mutants of `npm run mutants` stay in step with the code. */
import { expect, test } from "vitest"
import { readTree } from "../mutants/copy.ts"
import { MUTANTS } from "../mutants/list.ts"
import { placeOf, testsOf } from "../mutants/mutant.ts"

test("every mutant changes exactly one place in the code, and its tests exist", () => {
  const { sources, tests } = readTree(process.cwd())
  for (const mutant of MUTANTS) {
    placeOf(mutant, sources)
    testsOf(mutant, tests)
  }
})

test("every mutant has a unique name and changes something", () => {
  expect(new Set(MUTANTS.map(({ name }) => name)).size).toBe(MUTANTS.length)
  expect(MUTANTS.filter(({ code, instead }) => code === instead)).toEqual([])
})
