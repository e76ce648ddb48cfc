/** An erasure replaces one person's id in records that stay, and nothing else in them. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { replaceIdInJson } from "../../src/erasure/person/pseudonym.ts"
import { propertyRuns, seed } from "../dice.ts"

const PSEUDONYM = "p_0123456789abcdef"

/** Ids of every length, some the beginning or the end of another. */
const ID = fc.constantFrom("3", "30", "300", "130", "301", "1330", "100000000000000030")
const TEXT = fc.oneof(
  ID,
  fc.array(fc.oneof(ID, fc.constantFrom("member ", "k", "_", " ", '"', "\\", "\n", "<@", ">", ":", "é")), {
    maxLength: 6,
  }),
  fc.string(),
)
const STRING = TEXT.map((parts) => (typeof parts === "string" ? parts : parts.join("")))
const NUMBER = fc.oneof(fc.constantFrom(3, 30, 300, -30, 30.5, 1e30, 130), fc.integer(), fc.double())
const DOCUMENT = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    STRING,
    NUMBER,
    fc.constantFrom(null, true, false),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(STRING, tie("value"), { maxKeys: 4 }),
  ),
})).value

function leaves(value: unknown): { numbers: unknown[]; strings: string[] } {
  if (typeof value === "string") return { numbers: [], strings: [value] }
  if (typeof value !== "object" || value === null) return { numbers: [value], strings: [] }
  const parts = Array.isArray(value) ? value : Object.entries(value).flat()
  const found = parts.map(leaves)
  return { numbers: found.flatMap((one) => one.numbers), strings: found.flatMap((one) => one.strings) }
}

/** Replaces whole runs of word characters that equal the id. */
function expected(text: string, id: string): string {
  return text
    .split(/(\w+)/)
    .map((part) => (part === id ? PSEUDONYM : part))
    .join("")
}

test("a record stays readable without the person's id, with its numbers and other ids as they were", () => {
  fc.assert(
    fc.property(DOCUMENT, ID, fc.constantFrom(0, 2), (document, id, indent) => {
      const before = JSON.stringify(document, null, indent)
      const after = JSON.parse(replaceIdInJson(before, id, PSEUDONYM))
      const [kept, made] = [leaves(JSON.parse(before)), leaves(after)]
      // An object lists keys that are integers first, and a pseudonym is none.
      const sorted = (values: unknown[]) => values.map(String).sort()
      expect(sorted(made.numbers)).toEqual(sorted(kept.numbers))
      expect(sorted(made.strings)).toEqual(sorted(kept.strings.map((text) => expected(text, id))))
      expect(made.strings.flatMap((text) => text.split(/\W+/))).not.toContain(id)
    }),
    { seed, numRuns: propertyRuns(4_000) },
  )
})

test("a number equal to the id stays, and a large number keeps each digit", () => {
  const detail = '{"max_messages":30,"by":"30","big":12345678901234567890,"list":["30","k30"]}'
  expect(replaceIdInJson(detail, "30", PSEUDONYM)).toBe(
    `{"max_messages":30,"by":"${PSEUDONYM}","big":12345678901234567890,"list":["${PSEUDONYM}","k30"]}`,
  )
})

test("a record that an earlier release damaged loses the id as well", () => {
  expect(replaceIdInJson('{"max":p_1,"by":"30"', "30", PSEUDONYM)).toBe(`{"max":p_1,"by":"${PSEUDONYM}"`)
})
