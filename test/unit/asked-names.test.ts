/** Which words of a question name somebody who objects, however they are written. */
import { expect, test } from "vitest"
import { objectorNamesIn, withPlaceholders } from "../../src/recall/find/asked-names.ts"
import { parseQuestion } from "../../src/recall/find/question.ts"
import { printNames } from "../../src/text/name-prints.ts"

/** Returns the words that name this person. */
function named(name: string, words: string): string[] {
  return objectorNamesIn(words, [{ id: "1", name, prints: null, since: 0 }]).map(({ said }) => said)
}

test.each([
  ["Gundrax", "what does Gundrax love?", ["Gundrax"]],
  ["Gundrax", "what does gundrax love?", ["gundrax"]],
  ["Gundrax", "GUNDRAX'S boat", ["GUNDRAX"]],
  ["Gundrax", "gundraxs boat, gundrax’s oars", ["gundraxs", "gundrax"]],
  ["Gundrax", "does gun drax sail", ["gundrax"]],
  ["~Gundrax~", "@gundrax: who is that", ["gundrax"]],
  ["José", "does jose sail", ["jose"]],
  ["Gundrax Holloway", "what does Gundrax love", ["Gundrax"]],
  ["Gundrax Holloway", "the holloway boat", ["holloway"]],
  ["Gundrax Holloway", "what does gundrax holloway love", ["gundrax holloway", "holloway"]],
  ["Bo Li", "what does bo li love", ["bo li"]],
  ["Grace", "what does grace love", ["grace"]],
  ["coffee", "what does coffee love", ["coffee"]],
  ["小明君", "昨天小明君来了吗", ["小明君"]],
  ["Game Master", "who is the Game Master", ["Game Master", "Master"]],
])("%j is named in %j", (name, words, said) => {
  expect(named(name, words)).toEqual(said)
})

test.each([
  ["Will", "when will the boat come", "does Will come"],
  ["Will", "Will the boat come?", "and Will?"],
  ["will smith", "Will it rain", "ask Will"],
  ["Art", "who makes art here", "does Art make any"],
  ["Love", "who is loving it, and who loves it", "does Love"],
  ["Game Master", "which game is it", "who is the Game Master"],
  ["Coffee Addict", "Coffee is where", "where is Coffee Addict"],
  ["Coffee", "where is coffee", "does Coffee love it"],
  ["Bo", "what does Bo love", ""],
  ["Al Holloway", "what does Al love", "what does Holloway love"],
])("%j is not named in %j, but in %j", (name, words, naming) => {
  expect(named(name, words)).toEqual([])
  if (naming !== "") expect(named(name, naming)).not.toEqual([])
})

test("the name of somebody erased is found by its print, in small letters too", () => {
  const objector = { id: "1", name: null, prints: printNames(["Gundrax"], 7), since: 0 }
  expect(objectorNamesIn("does gundrax sail", [objector]).map(({ said }) => said)).toEqual(["gundrax"])
  expect(objectorNamesIn("does Gundral sail", [objector])).toEqual([])
})

test.each(["what do NAME love", "what does NAMEs love", "which NAMEs sail", "does NAME sail"])(
  "%j asks for as much of an objector as of anybody",
  (words) => {
    const objector = { id: "1", name: "Gundrax", prints: null, since: 0 }
    const said = words.replace("NAME", "gundrax")
    const hidden = withPlaceholders(said, objectorNamesIn(said, [objector]), "9")
    expect(hidden).not.toMatch(/gundrax/i)
    const parsed = (text: string) =>
      parseQuestion({ words: text, asker: null, mentions: [], asOf: 0, timezone: "UTC" })
    const never = parsed(words.replace("NAME", "hindrax"))
    expect(parsed(hidden)).toMatchObject({ asksSeveral: never.asksSeveral, onlyTime: never.onlyTime })
  },
)
