/** The known memories in a prompt: those that the talk may repeat or change, within the limit. */
import { expect, test } from "vitest"
import type { Memory, Person } from "../../src/domain/types.ts"
import { relevantMemories } from "../../src/extraction/relevant.ts"
import { ana, kai, known, message, windowOf } from "./builders.ts"

const of = (person: Person, fact: string): Memory =>
  known(fact, { subject: { scope: "user", id: person.id } })
const shown = (text: string, memories: Memory[], people = [kai, ana]) =>
  relevantMemories(windowOf(message(text)), memories, people).map(({ fact }) => fact)
const about = (person: Person, count: number) =>
  Array.from({ length: count }, (_, index) => of(person, `${person.name} owns thing${index}`))

test("a person's first three memories always appear, because a changed fact is often said in other words", () => {
  const kais = [of(kai, "Kai lives in Rome"), ...about(kai, 4)]
  expect(shown("I moved to Oslo", kais)).toEqual(["Kai lives in Rome", "Kai owns thing0", "Kai owns thing1"])
})

test("a further memory appears, in the given order, only if it shares a key word with the talk", () => {
  const kais = [...about(kai, 5), of(kai, "Kai sails at night"), of(kai, "Kai bakes")]
  expect(shown("we went sailing", kais)).toEqual([
    "Kai owns thing0",
    "Kai owns thing1",
    "Kai owns thing2",
    "Kai sails at night",
  ])
  expect(shown("Kai: hello", kais)).toHaveLength(3)
})

test("memories related to the talk come first if there are more than sixteen", () => {
  const people = Array.from({ length: 12 }, (_, index) => ({ id: String(50 + index), name: `N${index}` }))
  const all = people.flatMap((person) => [...about(person, 3), of(person, `${person.name} sails`)])
  const facts = shown("who sails?", all, people)
  expect(facts).toHaveLength(16)
  for (const { name } of people) expect(facts).toContain(`${name} sails`)
})

test("no known memories give an empty list", () => {
  expect(shown("I moved to Oslo", [])).toEqual([])
})
