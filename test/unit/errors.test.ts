/** Promises of what is told of failures: enough to mend them, and nothing that anybody said. */
import { DrizzleQueryError } from "drizzle-orm/errors"
import { expect, test } from "vitest"
import { describeError } from "../../src/domain/errors.ts"

test("a failed query is told by its cause, without the values it was sent with", () => {
  const failed = new DrizzleQueryError(
    "insert into notes values (?)",
    ["Ada is at the harbor"],
    new Error("D1_ERROR: no such table: notes"),
  )
  const told = describeError(new Error("writing w_1 failed", { cause: failed }))
  expect(told).toBe(
    "Error: writing w_1 failed, for a failed query, for Error: D1_ERROR: no such table: notes",
  )
})

test("what does not parse is not quoted", () => {
  const parse = () => {
    try {
      return JSON.parse("Ada is at the harbor")
    } catch (error) {
      return describeError(error)
    }
  }
  expect(parse()).toBe("SyntaxError")
})

test("whatever is thrown is told, and no chain is followed without end", () => {
  expect(describeError("late")).toBe("late")
  expect(describeError(undefined)).toBe("")
  const round = new Error("round")
  round.cause = round
  expect(describeError(round).split(", for ")).toHaveLength(4)
})
