/** Whom a name means: one table for model replies, rules, statements, questions and wishes to forget. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { resolveAbout } from "../../src/extraction/about.ts"
import { meantBy, namesIn } from "../../src/extraction/names-in.ts"
import { spokenNames } from "../../src/extraction/rules/phrases/others.ts"
import { nameKey, nameRanges, onlyOne, peopleAtStart, peopleMeant } from "../../src/text/person-names.ts"
import { message, windowOf } from "./builders.ts"

const named = (...names: string[]) => names.map((name, index) => ({ id: `${index + 1}`, name }))

/** The name that is said, the members, and the one it means; `null` if nobody or more than one. */
const TABLE: [said: string, members: string[], meant: string | null][] = [
  ["Ana", ["Ana 🌱", "Bo"], "Ana 🌱"],
  ["ana", ["Ana🌱", "Bo"], "Ana🌱"],
  ["Ana", ["✨Ana✨"], "✨Ana✨"],
  ["Ana", ["Ana Bell", "Bo"], "Ana Bell"],
  ["ANA", ["ana_bell"], "ana_bell"],
  ["Ana", ["Ana | she/her"], "Ana | she/her"],
  ["Ana Bell", ["Ana Bell", "Ana Ray"], "Ana Bell"],
  ["Ana", ["Ana", "Ana Ray"], "Ana"],
  ["Ana", ["Ana Bell", "Ana Ray"], null],
  ["Ana", ["Ana Bell", "Ana 🌱"], null],
  ["Ana", ["Anastasia", "Bo"], null],
  ["Jose", ["José 🎸"], "José 🎸"],
  ["José", ["jose"], "jose"],
  ["Elodie", ["Élodie Martin"], "Élodie Martin"],
  ["Zoë", ["ZOE"], "ZOE"],
  ["юрий", ["Юрий К."], "Юрий К."],
  ["田中", ["田中"], "田中"],
  ["がく", ["かく"], null],
  ["🌱", ["🌱", "🌵"], "🌱"],
]

test.each(TABLE)("%s among %j means %s", (said, members, meant) => {
  const people = named(...members)
  expect(onlyOne(peopleMeant(said, people))?.name ?? null).toBe(meant)
})

test.each(TABLE.filter(([said]) => /\p{L}/u.test(said)))(
  "a model's claim about %s among %j is about %s",
  (said, members, meant) => {
    const people = named(...members)
    const subject = resolveAbout(said, "", {
      people,
      memories: [],
      timezone: "UTC",
      window: windowOf(message("hi")),
    } as unknown as Parameters<typeof resolveAbout>[2])
    expect(people.find(({ id }) => id === subject?.id)?.name ?? null).toBe(meant)
  },
)

test.each(TABLE.filter(([said]) => /^\p{L}+$/u.test(said) && !/[^\p{ASCII}]/u.test(said)))(
  "the rules read %s among %j as %s",
  (said, members, meant) => {
    expect(spokenNames(named(...members)).get(said.toLowerCase())?.name ?? null).toBe(meant)
  },
)

test.each(TABLE.filter(([said]) => /^\p{Script=Latin}+$/u.test(said)))(
  "%s, of whom a window speaks, is among absent %j the member %s",
  (said, members, meant) => {
    const found = meantBy(namesIn(windowOf(message(`${said} moved to Porto`))), named(...members), [])
    expect(found.map(({ name }) => name)).toEqual(meant === null ? [] : [meant])
  },
)

test("the bounds of an index hold every name that a word may mean", () => {
  const fold = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  const before = (one: string, other: string) =>
    Buffer.compare(Buffer.from(fold(one)), Buffer.from(fold(other))) < 0
  for (const [said, members, meant] of TABLE) {
    // A name that begins with a sign is found by its whole name only.
    if (meant === null || !/^\p{Script=Latin}/u.test(meant) || !/^[A-Za-z]+$/.test(said)) continue
    const held = nameRanges([said]).some(([from, to]) => !before(meant, from) && before(meant, to))
    expect([said, meant, held, members.length > 0]).toEqual([said, meant, true, true])
  }
})

test("a fact begins with the longest name that somebody has", () => {
  const people = named("Ana", "Ana Bell", "Cy 🚲")
  const start = (text: string) => peopleAtStart(text, people).map(({ name }) => name)
  expect(start("Ana Bell plays bass")).toEqual(["Ana Bell"])
  expect(start("Ana's cousin plays bass")).toEqual(["Ana"])
  expect(start("cy rides")).toEqual(["Cy 🚲"])
  expect(start("Anastasia plays bass")).toEqual([])
})

test("every name means its bearer, and its key stays when it is taken again", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (name) => {
      fc.pre(name.trim() !== "")
      expect(peopleMeant(name, [{ id: "1", name }])).toHaveLength(1)
      expect(nameKey(nameKey(name))).toBe(nameKey(name))
    }),
  )
})
