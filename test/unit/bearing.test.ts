/** What somebody looks up is answered with what bears on it, not with whatever else is known. */
import { expect, test } from "vitest"
import { bearing } from "../../src/recall/bearing.ts"
import type { Item } from "../../src/recall/context.ts"

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

test("what shares a word, a topic or a name with the question stays, the rest goes", () => {
  const found = (words: string) => bearing([chess, tea], asked(words), null)
  expect(found("chess")).toEqual([chess])
  expect(found("which games?")).toEqual([chess])
  expect(found("what do you know about Bo?")).toEqual([tea])
  expect(found("quantum physics")).toEqual([])
})

test("what is about the person asked for stays, and what is near in meaning", () => {
  expect(bearing([chess, tea], asked("hobbies"), "11")).toEqual([chess])
  const near = { ...tea, score: 0.6 }
  expect(bearing([chess, near], asked("hot drinks"), null)).toEqual([near])
})

test("of a question for a time alone everything that was found stays", () => {
  expect(bearing([chess, tea], asked("what happened yesterday?"), null)).toEqual([chess, tea])
})
