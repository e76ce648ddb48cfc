/** Each line of the tables of endings with its examples: "Ana" says it of a fact that is known of her. */
import { describe, expect, test } from "vitest"
import { CUES } from "../../src/extraction/rules/endings/cues.ts"
import { endedFact } from "../../src/extraction/rules/endings/ended-facts.ts"

const ends = (known: string[], said: string, newer: string[] = []) =>
  endedFact(
    said,
    known.map((fact) => ({ fact })),
    { name: "Ana", newer },
  )?.fact ?? null

describe("examples of the tables", () => {
  test.each(CUES.flatMap(({ examples }) => examples))("%s %s → %s", (known, said, isOver) => {
    expect(ends([known], said)).toBe(isOver ? known : null)
  })

  test("every line has an example of what it ends", () => {
    const lines = CUES
    expect(lines.filter(({ examples }) => !examples.some(([, , isOver]) => isOver))).toEqual([])
  })
})

test("of two facts that may be meant, none ends", () => {
  expect(ends(["Ana has a dog called Rex.", "Ana has a dog called Bo."], "my dog passed away")).toBe(null)
  expect(ends(["Ana has a dog called Rex.", "Ana has a cat."], "my dog passed away")).toBe(
    "Ana has a dog called Rex.",
  )
})

test("a relative's fact does not end with the speaker's own", () => {
  expect(ends(["Ana's brother works at Siemens."], "i left siemens")).toBe(null)
})

test.each([
  ["Ana is learning Korean.", "i am SO done with korean"],
  ["Ana plays League.", "im sooo done with league"],
  ["Ana is vegetarian.", "thats it, vegetarianism over"],
  ["Ana is vegan.", "being vegan is over"],
])("%s stays when vented: %s", (known, said) => {
  expect(ends([known], said)).toBe(null)
})

test.each([
  ["Ana plays League.", "im SO done with league for good"],
  ["Ana is a vegetarian.", "im not vegetarian anymore"],
  ["Ana is a vegetarian.", "i am done with being vegetarian"],
  ["Ana has stopped streaming.", "streaming again from wednesday"],
  ["Ana has never been to Lisbon.", "i finally went to lisbon"],
])("%s ends: %s", (known, said) => {
  expect(ends([known], said)).toBe(known)
})

describe("what the same message tells of its author", () => {
  test.each([
    ["Ana lives in Leeds.", "living in york now", "Ana lives in York"],
    ["Ana mains Mercy.", "switched to kiriko", "Ana mains Kiriko"],
    ["Ana drives a Corolla.", "i drive a mazda now", "Ana drives a Mazda"],
    ["Ana wohnt in Leeds.", "bin nach york gezogen", "Ana zieht nach York"],
    ["Ana usa Ubuntu.", "me pasé a arch", "Ana usa Arch"],
    ["Ana juega de tirador.", "pues yo de support", "Ana juega de support"],
    ["Ana streams on Twitch as ana_plays.", "im anawhistle on twitch", "Ana is called anawhistle on Twitch"],
  ])("%s gives way: %s", (known, said, newer) => {
    expect(ends([known], said, [newer])).toBe(known)
    expect(ends([known], said)).toBe(null)
  })

  test.each([
    ["Ana lives in York.", "living in york now", "Ana lives in York"],
    ["Ana lives in Leeds.", "i live in york", "Ana lives in York"],
    ["Ana lives in Leeds.", "i play chess now", "Ana plays chess"],
    ["Ana uses Ubuntu.", "i use vim now", "Ana uses Vim"],
    ["Ana streams on Twitch as ana_plays.", "im anawhistle on steam", "Ana is called anawhistle on Steam"],
  ])("%s stays: %s", (known, said, newer) => {
    expect(ends([known], said, [newer])).toBe(null)
  })
})
