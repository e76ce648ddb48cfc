/** Promises of what a prompt shows of what is known: what the talk may repeat or change, and never more than fits. */
import { expect, test } from "vitest"
import type { Memory, Person } from "../../src/domain/types.ts"
import { relevantMemories } from "../../src/extraction/context.ts"
import { ana, kai, known, message, windowOf } from "./builders.ts"

const of = (person: Person, fact: string): Memory =>
  known(fact, { subject: { scope: "user", id: person.id } })
const shown = (text: string, memories: Memory[], people = [kai, ana]) =>
  relevantMemories(windowOf(message(text)), memories, people).map(({ fact }) => fact)
const about = (person: Person, count: number) =>
  Array.from({ length: count }, (_, index) => of(person, `${person.name} owns thing${index}`))

test("a person's first three stand there whatever was said, as what is no longer true is said in other words", () => {
  const kais = [of(kai, "Kai lives in Rome"), ...about(kai, 4)]
  expect(shown("I moved to Oslo", kais)).toEqual(["Kai lives in Rome", "Kai owns thing0", "Kai owns thing1"])
})

test("beyond these only what shares a telling word with the talk, in the order given", () => {
  const kais = [...about(kai, 5), of(kai, "Kai sails at night"), of(kai, "Kai bakes")]
  expect(shown("we went sailing", kais)).toEqual([
    "Kai owns thing0",
    "Kai owns thing1",
    "Kai owns thing2",
    "Kai sails at night",
  ])
  expect(shown("Kai: hello", kais)).toHaveLength(3)
})

test("of more than sixteen, those of the talk come before all others", () => {
  const people = Array.from({ length: 12 }, (_, index) => ({ id: String(50 + index), name: `N${index}` }))
  const all = people.flatMap((person) => [...about(person, 3), of(person, `${person.name} sails`)])
  const facts = shown("who sails?", all, people)
  expect(facts).toHaveLength(16)
  for (const { name } of people) expect(facts).toContain(`${name} sails`)
})

test("nothing known shows nothing", () => {
  expect(shown("I moved to Oslo", [])).toEqual([])
})
