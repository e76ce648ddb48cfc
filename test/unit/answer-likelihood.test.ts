/** A statement answers if it fills the question's slots: its words in any form, the person, the time, the kind of answer. */
import { expect, test } from "vitest"
import { askedTimes, matchTimes } from "../../src/recall/answer/asked-times.ts"
import { composeByRules } from "../../src/recall/answer/compose.ts"
import { likeliestStatements } from "../../src/recall/answer/stated.ts"
import { holdsWord } from "../../src/recall/answer/word-match.ts"
import type { Item } from "../../src/recall/context.ts"
import { judgeItems } from "../../src/recall/relevance/judge.ts"
import { splitStatements } from "../../src/recall/relevance/statements.ts"
import { stemSet, stems } from "../../src/text/stems.ts"
import { item, matter, NOW } from "./answer-world.ts"

const CY = { id: "33", name: "Cy" }
const BO = { id: "22", name: "Bo" }

/** Builds a message of Cy's from two days ago. */
function said(id: string, words: string, given: Partial<Item> = {}): Item {
  const subject = given.subject ?? CY
  return item(id, `${subject.name}: ${words}`, {
    kind: "message",
    score: 0.9,
    subject,
    sources: [{ message_id: id, channel_id: "800", author_id: subject.id, url: null, excerpt: words }],
    ...given,
  })
}

function asked(question: string, items: Item[]) {
  const judged = judgeItems(items, {
    ...{ words: question, asker: BO.id, mentions: [], now: NOW, timezone: "UTC" },
  })
  return matter(question, judged)
}

function likelihood(question: string, items: Item[]): number {
  return likeliestStatements(asked(question, items))[0]?.score ?? 0
}

test.each([
  [
    "where does Cy live?",
    [said("1", "i live in Oslo")],
    "where does Bo live?",
    [said("1", "i live in Oslo"), said("2", "hi", { subject: BO })],
  ],
  [
    "what did Cy bake?",
    [said("1", "i baked rye bread")],
    "what did Cy bake in 2019?",
    [said("1", "i baked rye bread")],
  ],
  [
    "how much was the lamp?",
    [said("1", "the lamp was 40 euros")],
    "how much was the lamp?",
    [said("1", "the lamp came at 8:30 am")],
  ],
  [
    "what color is the lamp?",
    [said("1", "the lamp is red")],
    "what color is the lamp?",
    [said("1", "the lamp is heavy")],
  ],
  [
    "what is Cy's favourite colour?",
    [said("1", "i painted it all teal, my favourite")],
    "what is Cy's favourite colour?",
    [said("1", "my favourite game is go")],
  ],
  [
    "what is Cy's favourite movie?",
    [said("1", "i love that movie about the ferry")],
    "what is Cy's favourite movie?",
    [said("1", "that movie about the ferry is out")],
  ],
  [
    "what is Cy's last name?",
    [said("1", "my last name is Marlow")],
    "what is Cy's last name?",
    [said("1", "my name is on the list")],
  ],
  [
    "does Cy play the cello?",
    [said("1", "i play the cello")],
    "does Cy play the cello?",
    [said("1", "i have two kids")],
  ],
  [
    "was ist die Handynummer von Cy?",
    [said("1", "meine Handynummer ist [contact details]")],
    "was ist die Handynummer von Cy?",
    [said("1", "die Nummer von dem Bus vergesse ich immer")],
  ],
  [
    "which lens does Cy use?",
    [said("1", "i use the old lens of my aunt")],
    "which lens does Cy use?",
    [said("1", "i use the bus")],
  ],
  [
    "which club does Cy support?",
    [said("1", "my club lost again, i still support them")],
    "which club does Cy support?",
    [said("1", "i am allergic to dogs")],
  ],
  [
    "when is Cy's birthday?",
    [said("1", "i turn 30 on 3 May")],
    "when is Cy's birthday?",
    [said("1", "i'd starve in a week")],
  ],
  [
    "which day of the week do we rehearse?",
    [said("1", "we rehearse on wednesdays")],
    "which day of the week do we rehearse?",
    [said("1", "i sold the van on monday, what a week")],
  ],
  [
    "¿cómo se llama la mascota de Cy?",
    [said("1", "tengo una perrita que se llama Nube")],
    "¿cómo se llama el hijo de Cy?",
    [said("1", "tengo una perrita que se llama Nube")],
  ],
  [
    "why is Cy off beer?",
    [said("1", "i gave up beer, it gives me headaches")],
    "why is Cy off beer?",
    [said("1", "fine by me")],
  ],
  [
    "where does Cy live?",
    [said("1", "i moved into that place in Oslo")],
    "where does Cy live?",
    [said("1", "the place by the harbor lives off tourists")],
  ],
  [
    "how old is Cy?",
    [said("1", "im 34 now")],
    "how old is Cy?",
    [said("1", "the camp is from 24.-26. july, be there by 5")],
  ],
  [
    "how long does the exam take?",
    [said("1", "the exam is 90 minutes")],
    "how long does the exam take?",
    [said("1", "the exam is on monday at 14:00")],
  ],
  [
    "how often do we rehearse?",
    [said("1", "we rehearse every second monday")],
    "how often do we rehearse?",
    [said("1", "we rehearse at the pool")],
  ],
  [
    "wie weit hat Cy die Kugel gestoßen?",
    [said("1", "ich hab die kugel 7,80 m gestoßen")],
    "wie weit hat Cy die Kugel gestoßen?",
    [said("1", "ich hab die kugel für ein eis gestoßen")],
  ],
  [
    "what time is the ferry?",
    [said("1", "the ferry is at 7 sharp")],
    "what time is the ferry?",
    [said("1", "the ferry is on a 2 page list")],
  ],
  [
    "how much does the museum pay?",
    [said("1", "the museum pays 13.20 an hour")],
    "how much does the museum pay?",
    [said("1", "the museum pays on 24.-26. july")],
  ],
  [
    "was kostet das Lager?",
    [said("1", "das Lager: 45 Euro")],
    "was kostet das Lager?",
    [said("1", "das Lager ist am See")],
  ],
  [
    "where does Cy work?",
    [said("1", "i work at the mill")],
    "where does Cy work?",
    [said("1", "i buy you a beer in Oslo")],
  ],
  [
    "who plays the mayor?",
    [said("1", "Bo plays the mayor")],
    "who plays the mayor?",
    [said("1", "glad for you. and now who plays the mayor")],
  ],
  [
    "when is the fair?",
    [said("1", "the fair is friday 3")],
    "when is the fair in July?",
    [said("1", "the fair is friday")],
  ],
  [
    "where was the fair last year?",
    [said("1", "the fair was in Oslo last year")],
    "where was the fair last year?",
    [said("1", "the fair is in Oslo on 28 June")],
  ],
  [
    "when is the fair?",
    [said("1", "the fair is on saturday")],
    "when is the fair in July?",
    [said("1", "the fair is on 3 May")],
  ],
])("%s is answered rather than %s with what tells of another", (question, items, other, others) => {
  expect(likelihood(question, items)).toBeGreaterThan(3 * likelihood(other, others))
})

test("what somebody says next answers a question that another asked", () => {
  const question = said("5", "who brings the grill", {
    subject: BO,
    next: [{ id: "6", author: CY, text: "still in my shed, i'll carry it over", at: NOW }],
  })
  const { text, items } = composeByRules(asked("who takes the grill along?", [question]))
  expect(text).toBe("Bo: who brings the grill – Cy: “still in my shed, i'll carry it over” [1]")
  expect(items.map(({ id }) => id)).toEqual(["m_5"])
})

test("a birthday told to whoever asks for it answers", () => {
  const next = [{ id: "6", author: CY, text: "the 9th of January", at: NOW }]
  const question = said("5", "when was your birthday again?", { subject: BO, next })
  expect(composeByRules(asked("when is Cy's birthday?", [question])).basis).toBe("memory")
})

test.each(["who is Cy bringing?", "did you ask Cy", "<@777> what does Cy bring", "@Bot where does Cy live"])(
  "%j asks, and answers nothing",
  (line) => {
    expect(likeliestStatements(asked("what does Cy bring?", [said("1", line)]))).toEqual([])
  },
)

test("a reply that is found itself is cited itself", () => {
  const reply = { id: "m_6", author: CY, text: "still in my shed, i'll carry it over", at: NOW }
  const items = [
    said("5", "who brings the grill", { subject: BO, next: [reply] }),
    said("6", reply.text, { score: 0.5 }),
  ]
  expect(composeByRules(asked("who takes the grill along?", items)).items.map(({ id }) => id)).toContain(
    "m_6",
  )
})

test.each([
  ["curra", "salgo del curro a las 23"],
  ["motorbike", "no bike for me"],
  ["faculdade", "tenho prova na facul"],
  ["live", "i moved to Oslo in May"],
  ["arbeitet", "mein neuer Job ist gut"],
  ["végétarienne", "i'm vegetarian"],
  ["reserve", "booked a table for nine"],
  ["bird", "my new parrot is called Gasket"],
  ["console", "sold the switch"],
])("%s is met by %j", (word, text) => {
  expect(holdsWord(stemSet(text), stems(word)[0] ?? "")).toBe(true)
})

test.each([
  ["cat", "the catalog is out"],
  ["live", "the lamp is red"],
  ["wind", "the window is shut"],
  ["june", "away in august"],
  ["friday", "not before monday"],
  ["spain", "a week in norway"],
])("%s is not met by %j", (word, text) => {
  expect(holdsWord(stemSet(text), stems(word)[0] ?? "")).toBe(false)
})

const SAID = Date.UTC(2026, 5, 10)
test.each([
  ["who came?", "i did", "none"],
  ["who came on Saturday?", "sat works for me", "met"],
  ["who came on Saturday?", "friday works for me", "other"],
  ["who came on Saturday?", "i did", "silent"],
  ["what did we plan for Christmas?", "we all cook on 25 December", "met"],
  ["what did we plan for Christmas?", "the hike is on 3 May", "other"],
  ["was ist an Silvester geplant?", "the party is on 31 December", "met"],
  ["¿qué hay en Nochevieja?", "the party is at New Year", "met"],
  ["who likes Christmas?", "the hike is on 3 May", "none"],
  ["is Cy here on the 13th?", "away the 10th til the 20th", "met"],
  ["is Cy here on the 25th?", "away the 10th til the 20th", "other"],
  ["what happened in June?", "we moved", "met"],
  ["where do we meet in July?", "at the ferry", "silent"],
  ["what os did Cy run back in 2018?", "i run fedora", "other"],
  ["where did Cy go last summer?", "flying to Oslo on thursday", "other"],
  ["was machte Cy vor fünf Jahren?", "ich spiele cello", "other"],
  ["wer kommt jetzt?", "ich", "none"],
] as const)("%j is asked of %j: the time is %s", (question, text, match) => {
  expect(matchTimes(askedTimes(question, SAID + 86_400_000, "UTC"), text, SAID, "UTC")).toBe(match)
})

test("a note is split into sentences as chat writes them", () => {
  const note = item(
    "9",
    "The fair is on 3 May 2027. Cy: i bring tea. and cups! Bo: nice. approx. five cups",
    { kind: "note" },
  )
  expect(splitStatements(note).map(({ speaker, text }) => `${speaker}: ${text}`)).toEqual([
    "null: The fair is on 3 May 2027.",
    "Cy: i bring tea.",
    "Cy: and cups!",
    "Bo: nice.",
    "Bo: approx. five cups",
  ])
})

test("only the name of somebody who took part begins a line of a note", () => {
  const note = { kind: "note" as const, speakers: ["Cy", "Bo"] }
  const split = (text: string, given: Partial<Item> = note) =>
    splitStatements(item("9", text, given)).map(({ speaker, text: said }) => `${speaker}: ${said}`)
  expect(split("Cy: who has the date? Bo: i do. fix: 5 December")).toEqual([
    "Cy: who has the date?",
    "Bo: i do.",
    "Bo: fix: 5 December",
  ])
  expect(split("Ada: fine", { kind: "note" })).toEqual(["Ada: fine"])
})

test("a fact told directly counts wherever the asker talks", () => {
  const told = item("7", "Cy collects stamps.", {
    ...{ subject: CY, score: 0.9 },
    sources: [{ message_id: null, channel_id: null, author_id: CY.id, url: null, excerpt: "" }],
  })
  const own = said("8", "good morning", { subject: BO, score: 0.2 })
  expect(likelihood("what does Cy collect?", [told, own])).toBeCloseTo(
    likelihood("what does Cy collect?", [told]),
    5,
  )
})

test("if nothing found holds a word of the question, nothing is known", () => {
  const facts = [item("1", "Ada lives in Oslo."), item("2", "Ada plays the cello.")].map((one) => ({
    ...one,
    score: 0.2,
  }))
  expect(composeByRules(asked("who keeps wombats?", facts)).text).toBe("I don't know that.")
})

test("a further statement holds a word of the question, as the first does", () => {
  const items = [
    item("1", "Ada plays the cello.", { score: 0.9 }),
    item("2", "Ada lives in Oslo.", { score: 0.9 }),
  ]
  expect(composeByRules(asked("what does Ada play?", items)).text).toBe("Ada plays the cello. [1]")
})

test("a message is quoted whole rather than its sentence in a note", () => {
  const note = item("3", "Cy: the cello is in the shed.", { kind: "note", subject: null, score: 0.9 })
  const message = said("4", "the cello is in the shed, behind the mower", { score: 0.5 })
  expect(composeByRules(asked("where is the cello?", [note, message])).text).toBe(
    "Cy wrote 2 days ago: “the cello is in the shed, behind the mower” [1]",
  )
})
