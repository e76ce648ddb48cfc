/** Answers without a model say what bears on the question, who said it and when, or that it is not known. */
import { expect, test } from "vitest"
import { composeByRules } from "../../src/recall/answer/compose.ts"
import type { AnswerInput } from "../../src/recall/answer/prompt.ts"
import type { Item } from "../../src/recall/context.ts"
import { judgeItems, unjudged } from "../../src/recall/relevance/judge.ts"
import { item, matter, NOW } from "./answer-world.ts"

const DAY = 86_400_000
const CY = { id: "33", name: "Cy" }
const OSLO = item("1", "Ada lives in Oslo.", { score: 0.9 })
const TEA = item("2", "Ada likes green tea.", { score: 0.9 })
const CELLO = item("3", "Cy plays the cello.", { score: 0.9, subject: CY })

function answer(question: string, items: Item[], given: Partial<AnswerInput> = {}) {
  const asked = { words: given.searched ?? question, asker: "22", mentions: [], now: NOW, timezone: "UTC" }
  const isOfDay = question.includes("yesterday")
  const judged = isOfDay ? unjudged(items) : judgeItems(items, asked)
  const { text, basis, items: cited } = composeByRules(matter(question, judged, given))
  return { text, basis, cited: cited.map(({ id }) => id) }
}

/** Builds a message of Ada's. */
function said(id: string, words: string, given: Partial<Item> = {}): Item {
  return item(id, `Ada: ${words}`, {
    kind: "message",
    score: 0.9,
    sources: [{ message_id: id, channel_id: "800", author_id: "11", url: null, excerpt: words }],
    ...given,
  })
}

test("a fact that answers is told as it is, with its source", () => {
  expect(answer("where does Ada live?", [OSLO, { ...CELLO, score: 0.3 }])).toEqual({
    text: "Ada lives in Oslo. [1]",
    basis: "memory",
    cited: ["m_1"],
  })
})

test("a message is quoted with its author and day", () => {
  expect(answer("who bakes rye bread?", [said("4", "I bake rye bread")]).text).toBe(
    "Ada wrote 2 days ago: “I bake rye bread” [1]",
  )
  const old = said("4", "I bake rye bread", { at: Date.UTC(2026, 2, 3) })
  expect(answer("who bakes rye bread?", [old]).text).toBe("Ada wrote on March 3: “I bake rye bread” [1]")
})

test("among statements about as likely, the current state comes before what it replaced", () => {
  const before = said("5", "the raid is on friday", { at: NOW - 3 * DAY })
  const after = said("6", "the raid is on sunday now", { at: NOW - DAY })
  expect(answer("when is the raid?", [before, after]).cited).toEqual(["m_6", "m_5"])
})

test("the statement that bears most on the question comes first, also if a newer one shares words with it", () => {
  const answers = said("5", "the raid is on friday at eight", { at: NOW - 3 * DAY })
  const mentions = said("6", "nobody told me of a raid", { at: NOW - DAY, score: 0.5 })
  const found = answer("when is the raid?", [answers, mentions])
  expect(found.cited[0]).toBe("m_5")
})

test("a newer statement that denies an older one comes before it, however likely that is", () => {
  const before = item("5", "Ada likes green tea.", { score: 0.9, at: NOW - 300 * DAY })
  const after = said("6", "I don't like green tea", { at: NOW - DAY, score: 0.7 })
  expect(answer("does Ada like green tea?", [before, after]).cited).toEqual(["m_6", "m_5"])
})

test("what is asked for now is told newest first", () => {
  const before = said("5", "the raid is on friday at eight", { at: NOW - 3 * DAY })
  const after = said("6", "raid on sunday", { at: NOW - DAY, score: 0.5 })
  expect(answer("when is the raid currently?", [before, after]).cited).toEqual(["m_6", "m_5"])
})

test("an answer holds at most three statements", () => {
  const many = ["rye", "spelt", "corn", "oat", "wheat"].map((grain, at) =>
    said(String(10 + at), `the ${grain} loaf is done`),
  )
  expect(answer("which loaf is done?", many).cited).toHaveLength(3)
})

test("where nothing bears on the question, the answer says so and cites nothing", () => {
  const unlike = [OSLO, CELLO].map((one) => ({ ...one, score: 0.1 }))
  expect(answer("what is the capital of France?", unlike)).toEqual({
    text: "I don't know that.",
    basis: "nothing",
    cited: [],
  })
  expect(answer("what is the capital of France?", []).text).toBe("I don't know that.")
})

test("a doubtful find is shown as the closest line, never as the answer", () => {
  const price = said("7", "the new keyboard is here, so clicky", { score: 0.2 })
  const found = answer("how much did the keyboard cost?", [price])
  expect(found.basis).toBe("nothing")
  expect(found.text).toMatch(/^I don't know that\. The closest I found: Ada wrote/)
})

test("a later line that tells of a change comes first", () => {
  const planned = said("7", "curry night is on the 16th, that place near the harbor", { at: NOW - 9 * DAY })
  const moved = said("8", "the place is full, curry is the 23rd now, see you that night", {
    at: NOW - DAY,
    score: 0.7,
  })
  const fuller = said("8", "the curry place has room for the 23rd", { at: NOW - DAY, score: 0.7 })
  expect(answer("when is curry night?", [planned, moved]).cited[0]).toBe("m_8")
  expect(answer("when is curry night?", [planned, fuller]).cited[0]).toBe("m_7")
})

test("what a message says is not told again from a note that left out its link", () => {
  const at = NOW - 3_600_000
  const message = said("31", "the plans moved to https://plans.example/mill now", { at })
  const note = item("32", "Ada: the plans moved to now (20 November 2026).", {
    ...{ kind: "note", subject: null, title: "Plans", at },
  })
  expect(answer("where are the plans?", [message, note]).cited).toEqual(["m_31"])
})

test("a fact that dates what its message calls a day is told in its place", () => {
  const message = said("35", "I fly to Kyoto next wednesday", { score: 0.9 })
  const fact = item("35", "Ada flies to Kyoto on 18 November 2026", { score: 0.4 })
  expect(answer("when does Ada fly to Kyoto?", [message, fact]).text).toBe(
    "Ada flies to Kyoto on 18 November 2026. [1]",
  )
})

test("who does not know answers nothing, and who replies to another's question may", () => {
  const asked = "Cy: has anyone seen the ladder? the long one"
  const denial = said("33", "not me", { text: `${asked} / Ada: not me` })
  const reply = said("34", "found it, in the shed", { text: `${asked} / Ada: found it, in the shed` })
  expect(answer("where is the ladder?", [denial]).basis).toBe("nothing")
  expect(answer("where is the ladder?", [denial, reply]).cited).toEqual(["m_34"])
})

test("a question about a person alone is answered with what is known about them", () => {
  expect(answer("what do you know about Ada?", [OSLO, TEA, CELLO]).cited.toSorted()).toEqual(["m_1", "m_2"])
  const stamps = item("8", "Bo collects stamps.", { subject: { id: "22", name: "Bo" } })
  expect(answer("what do you know about me?", [OSLO, stamps]).cited).toEqual(["m_8"])
})

test("a question about a time alone is answered with everything found for it", () => {
  const oven = item("9", "A talk about ovens.", { kind: "note", subject: null, score: 0.4 })
  expect(answer("what happened yesterday?", [oven]).cited).toEqual(["m_9"])
})

test.each([
  ["what happened in this channel yesterday?", ["m_9"]],
  ["what happened yesterday?", ["m_8", "m_9"]],
])("%s is answered from where it asks for", (question, cited) => {
  const source = { message_id: "8", channel_id: "801", author_id: "11", url: null, excerpt: "" }
  const here = item("9", "A talk about ovens.", { kind: "note", subject: null, score: 0.4 })
  const there = item("8", "A talk about boats.", {
    kind: "note",
    subject: null,
    score: 0.4,
    sources: [source],
  })
  expect(answer(question, [here, there]).cited.toSorted()).toEqual(cited)
})

test.each(["what does Ada do for a living?", "¿de qué vive Ada?", "wovon lebt Ada?"])(
  "%s is answered with a fact about work",
  (question) => {
    const teaches = item("8", "Ada teaches physics in Ghent.", { topics: ["work"], score: 0.5 })
    const licence = item("7", "Ada got their licence in October.", { topics: ["life"], score: 0.5 })
    expect(answer(question, [licence, teaches]).cited).toEqual(["m_8"])
  },
)

test.each([
  ["was darf Ada nicht essen?", "Das weiß ich nicht"],
  ["what does Ada eat?", "I don't know"],
])("%s is answered in its language", (question, text) => {
  expect(answer(question, []).text).toContain(text)
})

test("an earlier message with the same question is no answer to it", () => {
  expect(answer("who has a beagle?", [said("9", "who has a beagle?")]).cited).toEqual([])
})

test("a sentence said twice is told once, also as a fact and as the message behind it", () => {
  const first = said("20", "I bake rye bread")
  expect(answer("who bakes rye bread?", [first, said("21", "I bake rye bread!!")]).cited).toHaveLength(1)
  const fact = item("23", "Ada bakes rye bread.", { score: 0.9, sources: first.sources })
  expect(answer("who bakes rye bread?", [fact, first]).cited).toEqual(["m_23"])
})

test("of a note, only the sentences that bear on the question are told, each with its speaker", () => {
  const note = item("24", "Ada: the gate is shut. Cy: the cello is in the shed.", {
    kind: "note",
    subject: null,
    score: 0.9,
  })
  expect(answer("where is the cello?", [note]).text).toBe("Cy said 2 days ago: the cello is in the shed. [1]")
})

test("an answer is in the language of its question", () => {
  const german = said("25", "ich wohne jetzt in Leipzig")
  expect(
    answer("wo wohne ich jetzt eigentlich", [german], { asker: { id: "11", name: "Ada" } }).text,
  ).toMatch(/^Ada schrieb vorgestern: „ich wohne jetzt in Leipzig“/)
  expect(answer("und was ist die Hauptstadt von Peru?", []).text).toBe("Das weiß ich nicht.")
})

test("brackets in people's words never look like a citation", () => {
  expect(answer("who bakes rye bread?", [said("26", "I bake rye bread [2]")]).text).toBe(
    "Ada wrote 2 days ago: “I bake rye bread (2)” [1]",
  )
})

test("small talk gets a short reply and no memory", () => {
  expect(answer("hey, good morning!", [said("27", "good morning, took my pills")])).toEqual({
    text: "Hi! Ask me about anything that was said here.",
    basis: "chat",
    cited: [],
  })
})

test("a short line is told with the line that it answers", () => {
  const short = said("28", "Austin!", { text: "Cy: which city do you bake in? / Ada: Austin!" })
  expect(answer("which city does Ada bake in?", [short]).text).toBe(
    "Cy: which city do you bake in? – Ada: “Austin!” [1]",
  )
})

test.each([
  ["what day is it?", "UTC", "Today is Saturday, January 2, 2027."],
  ["what day is it?", "Pacific/Auckland", "Today is Sunday, January 3, 2027."],
  ["welcher Tag ist heute?", "UTC", "Heute ist Samstag, 2. Januar 2027."],
  ["¿qué día es hoy?", "UTC", "Hoy es sábado, 2 de enero de 2027."],
  ["on est quel jour ?", "UTC", "Nous sommes le samedi 2 janvier 2027."],
  ["que dia é hoje?", "UTC", "Hoje é sábado, 2 de janeiro de 2027."],
])("the date is that of the server's zone: %j in %s", (question, timezone, text) => {
  const now = Date.parse("2027-01-02T12:00:00Z")
  expect(answer(question, [OSLO], { now, timezone })).toEqual({ text, basis: "chat", cited: [] })
})
