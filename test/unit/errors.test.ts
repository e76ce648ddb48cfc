/** Error descriptions say enough to fix the error and nothing that people said. */
import { DrizzleQueryError } from "drizzle-orm/errors"
import { expect, test } from "vitest"
import { describeError } from "../../src/domain/errors.ts"

test("a failed query is described by its cause, without its bound values", () => {
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

test("a parse error does not quote its input", () => {
  const parse = () => {
    try {
      return JSON.parse("Ada is at the harbor")
    } catch (error) {
      return describeError(error)
    }
  }
  expect(parse()).toBe("SyntaxError")
})

test("any thrown value has a description, and a cyclic cause chain ends", () => {
  expect(describeError("late")).toBe("late")
  expect(describeError(undefined)).toBe("")
  const round = new Error("round")
  round.cause = round
  expect(describeError(round).split(", for ")).toHaveLength(4)
})
