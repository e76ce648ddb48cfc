/** Notes leave out what is only imagined, said in jest or quoted, and keep German ordinals whole. */
import { expect, test } from "vitest"
import { isFanciful } from "../../src/extraction/rules/fanciful.ts"
import { sentencesIn } from "../../src/extraction/support/sentences.ts"
import { extractTalk } from "./rules-window.ts"

test.each([
  "if I won the lottery I'd quit and raise goats",
  "I'd buy a boat if I had the money",
  "I swear I'd move to the moon if it had decent rent",
  "that's it, uninstalling and moving to the woods",
  "ich würd ja sofort nach Bali ziehen wenn ich könnte",
  "wenn ich reich wäre, hätte ich ein Boot",
  "si yo me fuera de Bilbao sería para ser pescador",
  "si tuviera dinero, compraría una isla",
])("imagined: %s", (text) => {
  expect(isFanciful(text)).toBe(true)
})

test.each([
  "if the risotto is good I'm having seconds",
  "ask Jo if she got the keys",
  "wenn es regnet, treffen wir uns drinnen",
  "si llueve, quedamos dentro",
  "I'm moving to the countryside in May",
  "I'd like to book the hall for Friday",
])("meant: %s", (text) => {
  expect(isFanciful(text)).toBe(false)
})

test.each([
  ["Ich ziehe zum 15. Dezember zu Freya nach Bremen", 1],
  ["Am 3. Advent backen wir. Danach gehen wir raus", 2],
  ["Ich bin am 1. Januar da. Kommst du?", 2],
  ["I turned 30. Next year I move", 2],
])("the sentences of %s", (text, count) => {
  expect(sentencesIn(text)).toHaveLength(count)
})

test("a note dates no jest of others, and quotes nobody", () => {
  const talk =
    'Ana: Ella started school this week, the choir sang for her|Bo: stop, she was a baby yesterday, time flies so fast|Ana: my boss said "I bought a shiny red Ferrari" to the whole office|Bo: the choir sings again in the old church hall, bring cake'
  const { summary = "" } = extractTalk(talk).note ?? {}
  expect(summary).not.toMatch(/19(?:69|70)|Ferrari/u)
})
