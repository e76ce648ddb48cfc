/** Words that somebody tells Keepsake: which of them state something. */
import { expect, test } from "vitest"
import { hasContentWord } from "../../src/extraction/told-parts.ts"

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
