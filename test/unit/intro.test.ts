/** Introductions: a name, then pronouns, age, job and home in any order. */
import { expect, test } from "vitest"
import { readIntro } from "../../src/extraction/rules/phrases/intro.ts"
import type { Language } from "../../src/text/language.ts"

test.each<[string, string, Language, string[]]>([
  ["im ro, barista in den haag, total beginner", "ro_ro", "en", ["ro_ro is a barista in Den Haag"]],
  [
    "ash, they/them. wedding photographer so digital all week",
    "ash 📷",
    "en",
    ["ash 📷 uses they/them pronouns", "ash 📷 is a wedding photographer"],
  ],
  [
    "hi all! i'm Petra, 61, retired physics teacher, from Utrecht",
    "Petra V.",
    "en",
    ["Petra V. is 61 years old", "Petra V. is a retired physics teacher", "Petra V. is from Utrecht"],
  ],
  [
    "moin, ich bin jule, 24 jahre alt, krankenpflegerin, aus kiel",
    "jule_h",
    "de",
    ["jule_h ist 24 Jahre alt", "jule_h ist krankenpflegerin", "jule_h kommt aus Kiel"],
  ],
  [
    "Ana | she/her | 27 | CET",
    "Ana",
    "en",
    ["Ana uses she/her pronouns", "Ana is 27 years old", "Ana is in the CET time zone"],
  ],
  [
    "they/them, 24, utc+2, dps",
    "Kit",
    "en",
    ["Kit uses they/them pronouns", "Kit is 24 years old", "Kit is in the UTC+2 time zone", "Kit plays dps"],
  ],
  ["I'm lucky, Ana. support, love and friends", "Ana", "en", []],
  ["ana, support, please", "Ana", "en", []],
  ["ana here, nurse, from stud. house", "Ana", "en", ["Ana is a nurse"]],
  ["im tired, not a barista", "ro_ro", "en", []],
  ["ro, are you coming", "ro_ro", "en", []],
  ["im max, 14", "max", "en", []],
])("%s introduces %s", (text, who, language, facts) => {
  const speech = { speaker: { id: "1", name: who }, at: 0, timezone: "UTC", names: new Map(), kin: null }
  expect(readIntro(text, speech, language).map(({ told }) => told)).toEqual(facts)
})
