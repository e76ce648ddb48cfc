/** A lookup returns items relevant to the question and no others. */
import { expect, test } from "vitest"
import type { Item } from "../../src/recall/context.ts"
import { relevantItems, withoutEchoes } from "../../src/recall/relevance.ts"

const asked = (words: string) => ({ words, asker: "1", mentions: [], asOf: null, timezone: "UTC" })

function item(text: string, given: Partial<Item> = {}): Item {
  return {
    kind: "memory",
    id: text,
    text,
    score: 0.1,
    at: 0,
    subject: { id: "11", name: "Ada" },
    type: "profile",
    section: null,
    permanent: true,
    confidence: 1,
    topics: [],
    title: null,
    sources: [],
    ...given,
  }
}

const chess = item("Ada plays chess", { topics: ["games"] })
const tea = item("Bo drinks tea", { subject: { id: "12", name: "Bo" } })

test("an item that shares a word, a topic or a name with the question stays, and others go", () => {
  const found = (words: string) => relevantItems([chess, tea], asked(words), null)
  expect(found("chess")).toEqual([chess])
  expect(found("which games?")).toEqual([chess])
  expect(found("what do you know about Bo?")).toEqual([tea])
  expect(found("quantum physics")).toEqual([])
})

test("an item about the person asked for stays, and so does one close in meaning", () => {
  expect(relevantItems([chess, tea], asked("hobbies"), "11")).toEqual([chess])
  const near = { ...tea, score: 0.6 }
  expect(relevantItems([chess, near], asked("hot drinks"), null)).toEqual([near])
})

test("a question about a time alone keeps everything found", () => {
  expect(relevantItems([chess, tea], asked("what happened yesterday?"), null)).toEqual([chess, tea])
})

function message(id: string, line: string, before = ""): Item {
  const source = { message_id: id, channel_id: "2", author_id: "11", url: null, excerpt: line }
  return item(`${before}Ada: ${line}`, { kind: "message", score: 0.9, sources: [source] })
}

test("a message that shares nothing with the question is dropped, whatever its score", () => {
  expect(relevantItems([chess, message("7", "maybe after dinner")], asked("chess"), null)).toEqual([chess])
})

test("a message is dropped if a memory learned from it is shown", () => {
  const said = message("7", "I play chess")
  const learned = { ...chess, sources: said.sources }
  expect(relevantItems([said, learned], asked("chess"), null)).toEqual([learned])
  expect(relevantItems([said, chess], asked("chess"), null)).toEqual([said, chess])
})

test("a line found through the line before it stays only if that line is not shown", () => {
  const said = message("7", "I play chess")
  const after = message("8", "on Mondays", "Ada: I play chess / ")
  expect(relevantItems([said, after], asked("chess"), null)).toEqual([said])
  expect(relevantItems([after], asked("chess"), null)).toEqual([after])
})

test("an item without visible words does not hide a message", () => {
  const said = message("7", "well… chess it is")
  const [source] = said.sources
  if (!source) throw new Error("a message has a source")
  const hidden = { ...chess, sources: [{ ...source, message_id: "6", excerpt: "…" }] }
  expect(withoutEchoes([said, hidden], "games")).toEqual([said, hidden])
})
