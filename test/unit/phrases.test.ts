/** Every line of the phrase tables with its examples: "Ana" speaks, on Monday 11 May 2026 in Berlin. */
import { describe, expect, test } from "vitest"
import { PHRASE_TABLES, readSaid } from "../../src/extraction/rules/phrases/read.ts"
import { factOf } from "../../src/extraction/rules/phrases/told.ts"

const speech = {
  speaker: { id: "1", name: "Ana" },
  at: Date.parse("2026-05-11T17:04:00Z"),
  timezone: "Europe/Berlin",
  names: new Map(),
  place: null,
  kin: null,
}

describe.each(PHRASE_TABLES)("$language", (table) => {
  const { phrases } = table
  test.each(phrases.flatMap(({ examples }) => examples))("%s → %s", (said, fact) => {
    const found = readSaid(said, speech, [table])
    expect(found.map(factOf).join("; ")).toBe(fact ?? "")
  })

  test("every line has an example of what it finds", () => {
    expect(
      phrases.filter(({ examples }) => !examples.some(([, fact]) => fact !== null)).map(({ fact }) => fact),
    ).toEqual([])
  })
})
