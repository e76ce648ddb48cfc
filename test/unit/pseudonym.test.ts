import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { pseudonymizer } from "../../src/erasure/person/pseudonym.ts"

const PSEUDONYM = "p_0123456789abcdef"
const id = fc.stringMatching(/^[1-9]\d{0,18}$/)

/** JSON in which numbers, keys and strings are likely to hold the id. */
const document = (own: string) => {
  const number = fc.oneof(
    fc.constant(Number(own)),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  const word = fc.oneof(
    fc.constantFrom(
      own,
      `member ${own}`,
      `${own} 77`,
      `${own}1`,
      `1${own}`,
      `a${own}b`,
      `2026-11-${own}`,
      `k_${own}`,
    ),
    fc.string(),
  )
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      number,
      word,
      fc.constantFrom(null, true),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(
        word.filter((key) => key !== "__proto__"),
        tie("value"),
        { maxKeys: 4 },
      ),
    ),
  })).value
}

function leaves(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value]
  return Array.isArray(value) ? value.flatMap(leaves) : Object.values(value).flatMap(leaves)
}

describe("replacing an erased person's id", () => {
  test("keeps every document readable, its numbers as they were, and other ids", () => {
    fc.assert(
      fc.property(
        id.chain((own) => fc.tuple(fc.constant(own), document(own))),
        ([own, value]) => {
          const before = JSON.parse(JSON.stringify(value))
          const after = JSON.parse(pseudonymizer(own, PSEUDONYM).json(JSON.stringify(value)))
          const [old, now] = [leaves(before), leaves(after)]
          // A replaced key can change the order of an object's keys.
          const others = (all: unknown[]) =>
            all
              .filter((leaf) => typeof leaf !== "string")
              .map(String)
              .sort()
          expect(others(now)).toEqual(others(old))
          expect(now).not.toContain(own)
          for (const kept of [`${own}1`, `a${own}b`, `2026-11-${own}`])
            expect(now.filter((leaf) => leaf === kept).length).toBe(
              old.filter((leaf) => leaf === kept).length,
            )
        },
      ),
    )
  })

  test("leaves a count that equals the id", () => {
    const { json } = pseudonymizer("30", PSEUDONYM)
    const detail = { max_messages: 30, by: "30", 30: ["30 40"], on: "2026-11-30" }
    expect(JSON.parse(json(JSON.stringify(detail)))).toEqual({
      max_messages: 30,
      by: PSEUDONYM,
      [PSEUDONYM]: [`${PSEUDONYM} 40`],
      on: "2026-11-30",
    })
  })

  test("replaces whole ids in lists and actors only", () => {
    const { text } = pseudonymizer("30", PSEUDONYM)
    expect(text("30 301 130 30")).toBe(`${PSEUDONYM} 301 130 ${PSEUDONYM}`)
    expect(text("member 30")).toBe(`member ${PSEUDONYM}`)
    expect(text("member 3012")).toBe("member 3012")
  })

  test("treats a column without JSON as text", () => {
    expect(pseudonymizer("30", PSEUDONYM).json('{"by": 30')).toBe(`{"by": ${PSEUDONYM}`)
  })
})
