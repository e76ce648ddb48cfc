/**
 * Discord ids: one format applies everywhere, malformed text is refused without a throw, and an id and its
 * time convert both ways.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { StructureShape } from "../../src/access/structure-shapes.ts"
import {
  ID_PATTERN,
  isSnowflake,
  MENTIONS,
  Snowflake,
  snowflakeAt,
  snowflakeTime,
} from "../../src/domain/ids.ts"
import { deep } from "../dice.ts"

const IDS = ["1", "81384788765712384", "9223372036854775807"]
const NOT_IDS = [
  "",
  "0",
  "01",
  "-1",
  "1.5",
  " 1",
  "1\n",
  "1e3",
  "９",
  "9223372036854775808",
  "99999999999999999999",
  "a".repeat(19),
  "a".repeat(30),
]

test("an id is a decimal number from 1 to SQLite's largest integer", () => {
  for (const id of IDS)
    expect([id, isSnowflake(id), Snowflake.safeParse(id).success]).toEqual([id, true, true])
  for (const id of NOT_IDS)
    expect([id, isSnowflake(id), Snowflake.safeParse(id).success]).toEqual([id, false, false])
})

deep("the schema and the function agree on every text, and a refusal has one reason", () => {
  const text = fc.oneof(fc.string({ unit: "binary" }), fc.bigInt({ min: -1n, max: 2n ** 66n }).map(String))
  fc.assert(
    fc.property(text, (text) => {
      const { success, error } = Snowflake.safeParse(text)
      expect(success).toBe(isSnowflake(text))
      expect(error?.issues.length ?? 0).toBe(success ? 0 : 1)
      expect(success).toBe(/^[1-9]\d*$/.test(text) && BigInt(text) < 2n ** 63n)
    }),
    { seed: 1, numRuns: 2_000 },
  )
})

test("a structure with a long non-numeric id is refused with a message", () => {
  const told = { members: [{ user: { id: "a".repeat(30), username: "ada" }, roles: [] }] }
  expect(StructureShape.safeParse(told).error?.issues[0]?.message).toBe(
    "must be a Discord id: 1 to 19 digits in a string",
  )
})

test("an id made for a time returns that time, and ids grow with time and number", () => {
  const time = fc.integer({ min: 1_420_070_400_000, max: 3_000_000_000_000 })
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 4_194_303 }), (at, nth) => {
      expect(snowflakeTime(snowflakeAt(at, nth))).toBe(at)
      expect(BigInt(snowflakeAt(at, nth))).toBeLessThan(BigInt(snowflakeAt(at + 1)))
    }),
    { seed: 1 },
  )
  // The example in Discord's reference.
  expect(snowflakeTime("175928847299117063")).toBe(1_462_015_105_796)
})

test("a person's mention yields its id, also in the format of older clients", () => {
  const text = "<@12> and <@!34>, not <@&56>, <#78>, <@0> or <@99999999999999999999>"
  expect([...text.matchAll(MENTIONS)].map(([, id]) => id)).toEqual(["12", "34"])
  expect(new RegExp(`^${ID_PATTERN}$`).test("007")).toBe(false)
})
