/** Every line of the phrase tables with its examples: "Ana" speaks, on Monday 11 May 2026 in Berlin. */
import { describe, expect, test } from "vitest"
import { PHRASE_TABLES, readSaid } from "../../src/extraction/rules/phrases/read.ts"

const speech = { who: "Ana", at: Date.parse("2026-05-11T17:04:00Z"), timezone: "Europe/Berlin" }

describe.each(PHRASE_TABLES)("$language", (table) => {
  const { phrases } = table
  test.each(phrases.flatMap(({ examples }) => examples))("%s → %s", (said, fact) => {
    const found = readSaid(said, speech, [table])
    expect(found.map((one) => one.fact)).toEqual(fact === null ? [] : [fact])
  })

  test("every line has an example of what it finds", () => {
    expect(
      phrases.filter(({ examples }) => !examples.some(([, fact]) => fact !== null)).map(({ fact }) => fact),
    ).toEqual([])
  })
})
