/** Answers without a model: what is known that bears on the question, and nothing else. */
import { expect, test } from "vitest"
import { quoteAnswer } from "../../src/recall/answer/quote.ts"
import { item, matter } from "./answer-world.ts"

const OSLO = item("1", "Ada lives in Oslo.")
const TEA = item("2", "Ada likes green tea.")
const CELLO = item("3", "Cy plays the cello.", { subject: { id: "33", name: "Cy" } })
const ALL = [OSLO, TEA, CELLO]

const found = (question: string, items = ALL, given = {}) => {
  const quoted = quoteAnswer(matter(question, items, given))
  return quoted && { fit: quoted.fit, ids: quoted.items.map(({ id }) => id) }
}

test("what shares the question's words is quoted", () => {
  expect(found("which tea does Ada like?")).toEqual({ fit: "close", ids: ["m_2"] })
  expect(found("who plays the cello?")).toEqual({ fit: "close", ids: ["m_3"] })
})

test("of two who play, the one asked for is quoted", () => {
  const drums = item("4", "Bo plays the drums.", { subject: { id: "22", name: "Bo" } })
  expect(found("what does Cy play?", [drums, CELLO])).toEqual({ fit: "close", ids: ["m_3"] })
})

test("where nothing else bears on it, what is known of the same person is told apart from an answer", () => {
  expect(found("what is Ada's favorite color?")).toEqual({ fit: "loose", ids: ["m_1", "m_2"] })
})

test("asked for a person alone, all that is known of them is the answer", () => {
  expect(found("what do you know about Ada?")).toEqual({ fit: "close", ids: ["m_1", "m_2"] })
  const me = item("5", "Bo collects stamps.", { subject: { id: "22", name: "Bo" } })
  expect(found("what do you know about me?", [...ALL, me])).toEqual({ fit: "close", ids: ["m_5"] })
})

test("of what has nothing to do with the question nothing is quoted", () => {
  expect(found("what is the capital of France?")).toBe(null)
  expect(found("thanks!", [])).toBe(null)
})

test("what was found by its meaning is quoted too", () => {
  const beagle = item("6", "Cy walks his beagle daily.", { score: 0.6, subject: { id: "33", name: "Cy" } })
  expect(found("who has a dog?", [beagle])).toEqual({ fit: "close", ids: ["m_6"] })
})

test("no more than five are quoted, the best first", () => {
  const many = Array.from({ length: 9 }, (_, at) => item(String(10 + at), `Ada baked loaf ${at}.`))
  expect(found("which loaf did Ada bake?", many)?.ids).toEqual(["m_10", "m_11", "m_12", "m_13", "m_14"])
})

test("who asked the same before is no answer to it", () => {
  const same = { kind: "message" as const, score: 0.9 }
  expect(found("who has a beagle?", [item("7", "Cy: who has a beagle?", same)])).toBe(null)
  expect(found("who has a beagle?", [item("8", "Cy: my beagle barks", same)])).toEqual({
    fit: "close",
    ids: ["m_8"],
  })
})

test("what only the talk before led to is told apart from an answer", () => {
  const near = item("9", "Ada lives in Oslo.", { score: 0.8, subject: null })
  expect(found("and why?", [near], { isFollowUp: true })).toEqual({ fit: "loose", ids: ["m_9"] })
})

test("asked for a time alone, all that was found for it is quoted", () => {
  const note = item("9", "A talk about ovens.", { kind: "note", score: 0.13 })
  const other = item("8", "Ada lives in Oslo.", { score: 0.01 })
  expect(found("what happened yesterday?", [note, other])).toEqual({ fit: "close", ids: ["m_9"] })
})
