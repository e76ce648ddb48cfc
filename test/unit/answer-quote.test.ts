/** Answers without a model quote what is known about the question and nothing else. */
import { expect, test } from "vitest"
import { quoteAnswer } from "../../src/recall/answer/quote.ts"
import type { Item } from "../../src/recall/context.ts"
import { item, matter } from "./answer-world.ts"

const OSLO = item("1", "Ada lives in Oslo.")
const TEA = item("2", "Ada likes green tea.")
const CELLO = item("3", "Cy plays the cello.", { subject: { id: "33", name: "Cy" } })
const ALL = [OSLO, TEA, CELLO]

const found = (question: string, items = ALL, given = {}) => {
  const quoted = quoteAnswer(matter(question, items, given))
  return quoted && { fit: quoted.fit, ids: quoted.items.map(({ id }) => id) }
}

test("an item that shares the question's words is quoted", () => {
  expect(found("which tea does Ada like?")).toEqual({ fit: "close", ids: ["m_2"] })
  expect(found("who plays the cello?")).toEqual({ fit: "close", ids: ["m_3"] })
})

test("the answer quotes only the person asked about if two people match", () => {
  const drums = item("4", "Bo plays the drums.", { subject: { id: "22", name: "Bo" } })
  expect(found("what does Cy play?", [drums, CELLO])).toEqual({ fit: "close", ids: ["m_3"] })
})

test("other facts about the person are a loose match if none answers the question", () => {
  expect(found("what is Ada's favorite color?")).toEqual({ fit: "loose", ids: ["m_1", "m_2"] })
})

test("a question about a person alone is answered with everything known about them", () => {
  expect(found("what do you know about Ada?")).toEqual({ fit: "close", ids: ["m_1", "m_2"] })
  const me = item("5", "Bo collects stamps.", { subject: { id: "22", name: "Bo" } })
  expect(found("what do you know about me?", [...ALL, me])).toEqual({ fit: "close", ids: ["m_5"] })
})

test("an unrelated question gets no quote", () => {
  expect(found("what is the capital of France?")).toBe(null)
  expect(found("thanks!", [])).toBe(null)
})

test("an item found by meaning is quoted", () => {
  const beagle = item("6", "Cy walks his beagle daily.", { score: 0.6, subject: { id: "33", name: "Cy" } })
  expect(found("who has a dog?", [beagle])).toEqual({ fit: "close", ids: ["m_6"] })
})

const told = (id: string, words: string, given: Partial<Item> = {}): Item =>
  item(id, `Ada: ${words}`, {
    kind: "message",
    subject: null,
    score: 0.9,
    sources: [{ message_id: id, channel_id: "800", author_id: "11", url: null, excerpt: words }],
    ...given,
  })

test("a sentence said twice is quoted once, also in nearly the same words", () => {
  const [first, again, nearly] = [
    told("20", "I bake rye bread"),
    told("21", "I bake rye bread"),
    told("22", "I bake rye bread!!"),
  ]
  expect(found("who bakes rye bread?", [first, again, nearly])?.ids).toEqual(["m_20"])
  const fact = item("23", "Ada bakes rye bread.", { sources: first.sources })
  expect(found("who bakes rye bread?", [fact, again])?.ids).toEqual(["m_23"])
  const reworded = item("24", "Ada bakes rye breads.")
  expect(found("who bakes rye bread?", [fact, reworded])?.ids).toEqual(["m_23"])
  expect(found("what happened yesterday?", [first, again])?.ids).toEqual(["m_20"])
})

test("equal words by two people, and two facts from one sentence, are all quoted", () => {
  const bo = told("26", "I bake rye bread", {
    text: "Bo: I bake rye bread",
    sources: [
      { message_id: "26", channel_id: "800", author_id: "22", url: null, excerpt: "I bake rye bread" },
    ],
  })
  expect(found("who bakes rye bread?", [told("25", "I bake rye bread"), bo])?.ids).toEqual(["m_25", "m_26"])
  const sources = told("27", "I bake rye bread and sell honey").sources
  const facts = [
    item("28", "Ada bakes rye bread.", { sources }),
    item("29", "Ada sells honey with her rye bread.", { sources }),
  ]
  expect(found("who has rye bread?", facts)?.ids).toEqual(["m_28", "m_29"])
})

test("an answer quotes at most five items, best first", () => {
  const many = Array.from({ length: 9 }, (_, at) => item(String(10 + at), `Ada baked loaf ${at}.`))
  expect(found("which loaf did Ada bake?", many)?.ids).toEqual(["m_10", "m_11", "m_12", "m_13", "m_14"])
})

test("an earlier message with the same question is not an answer to it", () => {
  const same = { kind: "message" as const, score: 0.9 }
  expect(found("who has a beagle?", [item("7", "Cy: who has a beagle?", same)])).toBe(null)
  expect(found("who has a beagle?", [item("8", "Cy: my beagle barks", same)])).toEqual({
    fit: "close",
    ids: ["m_8"],
  })
})

test("an item found only through the earlier talk is a loose match", () => {
  const near = item("9", "Ada lives in Oslo.", { score: 0.8, subject: null })
  expect(found("and why?", [near], { isFollowUp: true })).toEqual({ fit: "loose", ids: ["m_9"] })
})

test("a question about a time alone quotes everything found for that time", () => {
  const note = item("9", "A talk about ovens.", { kind: "note", score: 0.13 })
  const other = item("8", "Ada lives in Oslo.", { score: 0.01 })
  expect(found("what happened yesterday?", [note, other])).toEqual({ fit: "close", ids: ["m_9"] })
})

test("a sentence said twice is quoted once, however it is punctuated", () => {
  const said = (id: string, text: string) => item(id, text, { kind: "message", score: 0.9 })
  const twice = [said("11", "Cy: the cello is in the shed"), said("12", "Cy: The cello is in the shed!")]
  expect(found("where is the cello?", twice)?.ids).toHaveLength(1)
  const apart = [said("13", "Cy: the cello is in the shed"), said("14", "Bo: the cello is in the attic")]
  expect(found("where is the cello?", apart)?.ids).toHaveLength(2)
})
