/** Output of wrangler that is not what was expected ends a program with advice, not with a stack trace. */
import { expect, test } from "vitest"
import { z } from "zod"
import { DeployError, readJson } from "../../src/tools/deploy/deploy-error.ts"

const Rows = z.array(z.object({ name: z.string() }))
const ARGS = ["d1", "execute", "DB", "--remote"]
const outcome = (stdout: string) => ({ code: 0, stdout, output: stdout })

test("JSON of the expected shape is read", () => {
  expect(readJson(Rows, ARGS, outcome('[{"name": "0001.sql", "id": 1}]'))).toEqual([{ name: "0001.sql" }])
})

test.each([
  ["", "nothing"],
  ["▲ Update available\n[]", "Update available"],
  ['{"rows": []}', "rows"],
  ["[{}]", "{}"],
])("%j is told as it is, with what to do", (stdout, told) => {
  const read = () => readJson(Rows, ARGS, outcome(stdout))
  expect(read).toThrow(DeployError)
  expect(read).toThrow(told)
  expect(read).toThrow('"wrangler d1 execute DB" printed something unexpected')
  expect(read).toThrow("npm ci")
})
