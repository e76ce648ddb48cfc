/** Words that somebody tells Keepsake: which of them state something. */
import { expect, test } from "vitest"
import { hasContentWord, toldParts, untoldParts } from "../../src/extraction/told-parts.ts"

test.each([
  "hmm ok",
  "ok, so",
  "lol yes!",
  "it is so",
  "nice, haha",
  "hey, thanks",
  "ja genau, danke",
  "das ist ja so",
  "vale, gracias",
  "sí, claro",
  "oui merci",
  "👍 !!",
])("%j states nothing", (text) => {
  expect(hasContentWord(text)).toBe(false)
})

test.each([
  "hmm ok, Bo sings",
  "I am sick",
  "I'm a man",
  "she has a son",
  "er hat einen Hut",
  "soy vegana",
  "I'm back",
  "ok is 200",
  "no onions",
  "我吃素",
])("%j states something", (text) => {
  expect(hasContentWord(text)).toBe(true)
})

test.each<[text: string, facts: string[], left: string[]]>([
  ["Odio el cilantro, prefiero el perejil", ["Nora odia el cilantro"], ["prefiero el perejil"]],
  ["I play chess, my brother plays go", ["Nora plays chess"], ["my brother plays go"]],
  ["me gusta el té, no me gusta el café", ["A Nora le gusta el té"], ["no me gusta el café"]],
  ["Ich wohne in Graz, arbeite bei Bosch", ["Nora wohnt in Graz", "Nora arbeitet bei Bosch"], []],
  ["Vivo en Lugo, trabajo en Zara", ["Nora vive en Lugo", "Nora trabaja en Zara"], []],
  ["I speak German, French and Dutch", ["Nora speaks German, French and Dutch"], []],
])("of the clauses of %j, those that no fact tells are left", (text, facts, left) => {
  expect(untoldParts(toldParts(text), facts, { name: "Nora", isRead: false })).toEqual(left)
})
