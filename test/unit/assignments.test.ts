/** Who does what in a group, said by somebody else and agreed to by the one named. */
import { expect, test } from "vitest"
import { extractTalk } from "./rules-window.ts"

const factsOf = (talk: string) => extractTalk(talk).claims.map(({ fact }) => fact)

test.each([
  ["Alice: so bob takes the docs after the release|Bob: ok!", "Bob takes the docs after the release"],
  ["Alice: dann steht Bob am samstag im tor|Bob: aber ja", "Bob steht im tor am 3. Januar 1970"],
  ["Alice: entonces bob lleva el altavoz|Bob: vale", "Bob lleva el altavoz"],
  ["Alice: who can bring the speakers?|Bob: me", "Bob will bring the speakers"],
  ["Alice: quem leva o amplificador pro show?|Bob: levo o meu", "Bob leva o amplificador pro show"],
  ["Alice: bob takes the newsletter from me|Bob: ok", "Bob takes the newsletter from Alice"],
  ["Alice: bob covers my shift|Bob: sure", "Bob covers Alice's shift"],
  ["Alice: dann übernimmt Bob die kasse von mir|Bob: passt", "Bob übernimmt die kasse von Alice"],
  ["Alice: wer bringt den grill mit?|Bob: mach ich", "Bob bringt den grill mit"],
])("%s", (talk, fact) => {
  expect(factsOf(talk)).toContain(fact)
})

test.each([
  ["nobody agrees", "Alice: bob takes the docs|Charlie: ok"],
  ["the one named refuses", "Alice: bob takes the docs|Bob: no way"],
  ["it is a question", "Alice: bob takes the docs?|Bob: ok"],
  ["it names nothing", "Alice: bob takes it|Bob: ok"],
  ["it is for whoever listens", "Alice: bob takes your shift|Bob: ok"],
  ["they are supposed to", "Alice: maybe bob takes the docs|Bob: ok"],
  ["somebody asks back", "Alice: who can bring the speakers?|Bob: which speakers"],
])("nobody does it if %s", (_, talk) => {
  expect(factsOf(talk)).toEqual([])
})
