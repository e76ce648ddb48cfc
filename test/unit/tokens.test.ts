/**
 * Token estimates err on the high side, compared with recorded o200k counts of talk in many scripts, code and
 * noise.
 */
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { z } from "zod"
import { tokensOf } from "../../src/text/tokens.ts"

const COUNTED = z
  .array(z.object({ kind: z.string(), text: z.string(), o200k: z.int() }))
  .min(40)
  .parse(JSON.parse(readFileSync("test/fixtures/tokens.json", "utf8")))

/** Long words of plain letters in a language that the estimate cannot tell from English. */
const LOW: Record<string, number> = { Finnish: 0.8 }

test.each(COUNTED)(
  "$kind: the estimate for $o200k tokens is no lower and less than twice as high",
  ({ kind, text, o200k }) => {
    expect(tokensOf(text)).toBeGreaterThanOrEqual(o200k * (LOW[kind] ?? 1))
    expect(tokensOf(text)).toBeLessThan(o200k * 2)
  },
)

test("the estimate for English is at most a quarter too high", () => {
  const english = COUNTED.filter(({ kind }) => kind.startsWith("English"))
  const sum = (of: (entry: (typeof english)[number]) => number) =>
    english.reduce((total, entry) => total + of(entry), 0)
  expect(sum(({ text }) => tokensOf(text))).toBeLessThanOrEqual(1.25 * sum(({ o200k }) => o200k))
})

test("empty text costs nothing, and each word, mark and character costs something", () => {
  expect(tokensOf("")).toBe(0)
  expect(tokensOf("a")).toBe(1)
  fc.assert(
    fc.property(fc.array(fc.constantFrom("ship", "7", "!", "渡", "🎷", "й"), { minLength: 1 }), (words) => {
      expect(tokensOf(words.join(" "))).toBeGreaterThanOrEqual(words.length / 2.5)
    }),
  )
})

const anyUnits = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

test("a text has at most twice its bytes in tokens, and at least a twentieth of its characters", () => {
  fc.assert(
    fc.property(anyUnits, (text) => {
      expect(tokensOf(text)).toBeLessThanOrEqual(2 * new TextEncoder().encode(text).length)
      expect(tokensOf(text)).toBeGreaterThanOrEqual(text.length / 20)
    }),
  )
})

test("the beginning of a text costs at most one token more than the whole", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.lorem(),
    fc.constantFrom("bananas", "don't", "Ab1"),
  )
  fc.assert(
    fc.property(text, text, (one, two) => {
      expect(tokensOf(one)).toBeLessThanOrEqual(tokensOf(one + two) + 1)
    }),
  )
})
