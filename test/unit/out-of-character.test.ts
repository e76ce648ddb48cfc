import { expect, test } from "vitest"
import { outOfCharacter } from "../../src/channel/store/out-of-character.ts"

test.each([
  ["*draws a blade* I am the last of my kind", ""],
  ["I drink only blood, mortal", ""],
  ['"My brother died in the siege," she says', ""],
  ["*nods* ((brb, dinner))", "brb, dinner"],
  ["((I'm out next week (exam)", "I'm out next week (exam)"],
  ["((one)) *bows* ((two))", "one\ntwo"],
  ["// I live in Lisbon btw", "I live in Lisbon btw"],
  ["OOC: can we play on friday?", "can we play on friday?"],
  ["(ooc brb)", "brb"],
  ["[OOC] no session on friday", "no session on friday"],
  ["[[no session on friday]]", "no session on friday"],
  ["(afk for ten minutes)", "afk for ten minutes"],
  ["*opens the gate*\n// phone died, sorry\n*walks on*", "phone died, sorry"],
  ["https://example.com/map is on the wall", ""],
  ["she whispers (quietly) to him", ""],
  ["", ""],
])("%j is heard as %j", (content, heard) => {
  expect(outOfCharacter(content)).toBe(heard)
})
