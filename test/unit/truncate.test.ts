/** Truncated text fits its limit, is the beginning of the text, and never splits a character. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { type Truncation, truncate } from "../../src/text/truncate.ts"

const FAMILY = "👩‍👩‍👧‍👦"
const FLAG = "🇳🇴"

test.each<[text: string, most: number, given: Truncation, expected: string]>([
  ["short", 5, {}, "short"],
  ["longer", 5, {}, "long…"],
  ["longer", 5, { ellipsis: false }, "longe"],
  ["a word", 3, {}, "a…"],
  ["", 0, {}, ""],
  ["ab", 0, { ellipsis: false }, ""],
  ["ab", 1, {}, "…"],
  ["ab🦔", 3, { ellipsis: false }, "ab"],
  ["🦔🦔🦔", 3, {}, "🦔…"],
  ["🦔🦔🦔", 3, { unit: "codePoint" }, "🦔🦔🦔"],
  ["🦔🦔🦔🦔", 3, { unit: "codePoint" }, "🦔🦔…"],
  ["🦔🦔🦔🦔", 3, { unit: "codePoint", ellipsis: false }, "🦔🦔🦔"],
  [`hi ${FAMILY}!`, 8, {}, "hi…"],
  [`hi ${FAMILY}!`, 15, {}, `hi ${FAMILY}!`],
  [`x${FLAG}${FLAG}`, 8, {}, `x${FLAG}…`],
  ["cafe\u0301 noir", 5, {}, "caf…"],
  ["one two, three", 10, { at: "word" }, "one two…"],
  ["onetwothree", 5, { at: "word" }, "onet…"],
])("the text %j cut to %i with %j is %j", (text, most, given, expected) => {
  expect(truncate(text, most, given)).toBe(expected)
})

test("one endless character is cut, but not inside a code point", () => {
  expect(truncate(`a${"\u0301".repeat(500)}`, 100)).toHaveLength(100)
  expect(truncate(`b${"\u0301".repeat(500)}c`, 400, { ellipsis: false })).toHaveLength(400)
  expect(truncate(FAMILY, 4)).toBe("👩\u200d…")
})

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(FAMILY, FLAG, "🦔", " ", "a", "\u0301", ","), maxLength: 30 }),
)
const unit = fc.constantFrom<"utf16" | "codePoint">("utf16", "codePoint")

test("any text is cut to a well-formed beginning within the limit", () => {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })
  fc.assert(
    fc.property(text, fc.nat(80), unit, fc.boolean(), (text, most, unit, ellipsis) => {
      const limit = ellipsis ? most + 1 : most
      const cut = truncate(text, limit, { unit, ellipsis })
      expect(unit === "utf16" ? cut.length : Array.from(cut).length).toBeLessThanOrEqual(limit)
      if (cut === text) return
      const kept = ellipsis ? cut.slice(0, -1) : cut
      expect(text.startsWith(kept)).toBe(true)
      expect(text.isWellFormed() ? kept.isWellFormed() : true).toBe(true)
      // Spaces before an ellipsis are dropped, so the boundary may be among them.
      const starts = [...graphemes.segment(text)].map(({ index }) => index)
      const next = kept.length + (/^\s*/.exec(text.slice(kept.length))?.[0].length ?? 0)
      const first = starts[1] ?? text.length
      expect(kept.length < first || starts.some((at) => at >= kept.length && at <= next)).toBe(true)
    }),
    { seed: 1, numRuns: 2_000 },
  )
})

test("plain text is cut to exactly the limit", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom("a", "b", "é", "中"), maxLength: 60 }),
      fc.nat(59),
      (text, most) => {
        const expected = text.length <= most + 1 ? text : `${text.slice(0, most)}…`
        expect(truncate(text, most + 1)).toBe(expected)
        expect(truncate(text, most + 1, { unit: "codePoint" })).toBe(expected)
      },
    ),
    { seed: 1 },
  )
})
