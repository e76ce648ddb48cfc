/** Digests composed by rules: whole sentences from notes, in order, within the length limit. */
import fc from "fast-check"
import { expect, test } from "vitest"
import {
  composeContext,
  composeDay,
  composeHistory,
  MOST_CHARACTERS,
  toSentence,
} from "../../src/recall/digests/compose.ts"
import { ada, line } from "./digests-world.ts"

test.each([
  ["talked about ovens", "Ada talked about ovens."],
  ["Talked about ovens; asked about flour", "Ada talked about ovens; asked about flour."],
  ["Told Bo how to braze", "Ada told Bo how to braze."],
  ["is moving to Oslo.", "Ada is moving to Oslo."],
  ["Ada explained yeast", "Ada explained yeast."],
  ["ada_ explained yeast", "Ada_ explained yeast."],
  ["The oven broke", "The oven broke."],
  ["adapted the recipe", "Ada adapted the recipe."],
  ["Ted broke the oven", "Ted broke the oven."],
  ["Asked: why?", "Ada asked: why?"],
  ["wrote\n\n two\u2028 lines", "Ada wrote two lines."],
  ["Said they: loves hiking; talked about boots", "Ada took part in a conversation."],
])("the line %j becomes %j", (text, sentence) => {
  expect(toSentence("Ada", { source: "note", text, title: "Bread" })).toBe(sentence)
})

test("a person without a line is only said to have taken part", () => {
  expect(toSentence("Ada", { source: "note", text: null, title: "Bread and “ovens”" })).toBe(
    "Ada took part in “Bread and 'ovens'”.",
  )
  expect(toSentence("Ada", { source: "note", text: " ", title: "A conversation" })).toBe(
    "Ada took part in a conversation.",
  )
  expect(toSentence("Ada", { source: "note", text: "Said they: loves hiking", title: "Boots" })).toBe(
    "Ada took part in a conversation.",
  )
  expect(toSentence(null, { source: "note", text: "asked why", title: "" })).toBe("They asked why.")
})

test("the day digest lists each line once, latest first", () => {
  const lines = [
    line("n3", "2026-11-20T12:00:00Z", "asked about flour"),
    line("n2", "2026-11-20T11:00:00Z", "talked about ovens"),
    line("n1", "2026-11-20T10:00:00Z", "Asked about flour."),
  ]
  expect(composeDay(ada, lines)).toBe("Today: Ada asked about flour. Ada talked about ovens.")
  expect(composeDay(ada, [])).toBeNull()
})

test("the history digest lists one day at a time, by the guild's calendar", () => {
  const lines = [
    line("n3", "2026-11-19T23:30:00Z", "asked about flour"),
    line("n2", "2026-11-19T12:00:00Z", "talked about ovens"),
    line("n1", "2026-11-18T12:00:00Z", "baked"),
  ]
  expect(composeHistory(ada, [lines.slice(0, 2), [], lines.slice(2)])).toBe(
    "On Thursday 19 November: Ada asked about flour. Ada talked about ovens. On Wednesday 18 November: Ada baked.",
  )
  expect(
    composeHistory(
      { ...ada, timezone: "Europe/Oslo" },
      lines.map((one) => [one]),
    ),
  ).toBe(
    "On Friday 20 November: Ada asked about flour. On Thursday 19 November: Ada talked about ovens. On Wednesday 18 November: Ada baked.",
  )
})

test("a busy day leaves room for the days before it", () => {
  const days = [19, 18, 17].map((day) =>
    Array.from({ length: 10 }, (_, index) =>
      line(
        `n${day}${index}`,
        `2026-11-${day}T12:00:00Z`,
        `talked about ovens and the price of flour number ${day * 10 + index} at length`,
      ),
    ),
  )
  const body = composeHistory(ada, days) ?? ""
  const counts = body
    .split("On ")
    .slice(1)
    .map((day) => day.match(/Ada/g)?.length)
  expect(counts).toEqual([2, 2, 2])
})

test("the context digest gives facts, then today, then the days before, and works without any of them", () => {
  const day = [line("n2", "2026-11-20T12:00:00Z", "asked about flour")]
  const history = [[line("n1", "2026-11-18T12:00:00Z", "baked")]]
  expect(composeContext(ada, ["Ada lives in Oslo"], { day, history })).toBe(
    "Ada lives in Oslo. Today: Ada asked about flour. On Wednesday 18 November: Ada baked.",
  )
  expect(composeContext(ada, [], { day, history: [] })).toBe("Today: Ada asked about flour.")
  expect(composeContext(ada, [], { day: [], history })).toBe("On Wednesday 18 November: Ada baked.")
  expect(composeContext(ada, ["Ada asked about flour!"], { day, history: [] })).toBe("Ada asked about flour!")
  expect(composeContext(ada, [], { day: [], history: [] })).toBeNull()
})

test("a digest is one line of whole sentences within its limit, whatever was noted", () => {
  const texts = fc.array(fc.option(fc.string({ unit: "grapheme", maxLength: 200 })), { maxLength: 60 })
  fc.assert(
    fc.property(texts, (given) => {
      const lines = given.map((text, index) => line(`n${index}`, "2026-11-20T12:00:00Z", text))
      const bodies = [composeDay(ada, lines), composeHistory(ada, [lines.slice(0, 20), lines.slice(20)])]
      bodies.push(
        composeContext(
          ada,
          given.flatMap((text) => text ?? []),
          { day: lines, history: [lines] },
        ),
      )
      for (const body of bodies) {
        expect(body === null).toBe(given.length === 0)
        expect(body ?? "").not.toMatch(/[\n\r\u2028]/)
        expect(body ?? ".").toMatch(/[.!?…。！？]["”’')]*$/u)
      }
      expect(bodies[0]?.length ?? 0).toBeLessThanOrEqual(MOST_CHARACTERS.day)
      expect(bodies[1]?.length ?? 0).toBeLessThanOrEqual(MOST_CHARACTERS.history)
      expect(bodies[2]?.length ?? 0).toBeLessThanOrEqual(MOST_CHARACTERS.context)
    }),
  )
})
