/** Recalled items become fewer and shorter, and no find is lost. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { condense } from "../../src/recall/condense.ts"
import type { Item } from "../../src/recall/context.ts"
import { item } from "./answer-world.ts"

/** Message n of a channel, with the lines beside it. */
function line(n: number, text: string): Item {
  const id = String(n)
  const source = { message_id: id, channel_id: "2", author_id: "11", url: null, excerpt: text }
  return {
    ...item(id, `Ada: ${text}`, { kind: "message", sources: [source] }),
    id,
    at: n,
    lines: [{ id, at: n, text: `Ada: ${text}` }],
    beside: [String(n - 1), String(n + 1)],
    statements: [{ text: `Ada: ${text}`, speaker: "Ada", score: 0.5 }],
  }
}
const sourcesOf = (items: readonly Item[]) =>
  items.flatMap(({ sources }) => sources.map(({ message_id }) => message_id))

test("lines next to each other become one item at the place of the best, in the order they were said", () => {
  const [first, second, ...rest] = condense([
    line(8, "yes"),
    line(3, "who can drive?"),
    line(7, "is it open?"),
  ])
  expect(rest).toEqual([])
  expect(first?.text).toBe("Ada: is it open? / Ada: yes")
  expect(first?.id).toBe("8")
  expect(sourcesOf(first ? [first] : [])).toEqual(["8", "7"])
  expect(second?.text).toBe("Ada: who can drive?")
})

test("a line that two items show is shown once", () => {
  const answer = line(4, "yes")
  const withQuestion = {
    ...answer,
    text: "Ada: is it open? / Ada: yes",
    lines: [...(line(2, "is it open?").lines ?? []), ...(answer.lines ?? [])],
  }
  const [found, ...rest] = condense([line(2, "is it open?"), withQuestion])
  expect(rest).toEqual([])
  expect(found?.text).toBe("Ada: is it open? / Ada: yes")
})

test("an exchange has at most four lines", () => {
  const lengths = condense([1, 2, 3, 4, 5, 6].map((n) => line(n, `line ${n}`))).map(
    ({ lines }) => lines?.length,
  )
  expect(lengths).toEqual([4, 2])
})

test("no source is lost or doubled, whatever is joined", () => {
  const orders = fc.uniqueArray(fc.nat({ max: 30 }), { maxLength: 15 })
  fc.assert(
    fc.property(orders, (numbers) => {
      const found = condense(numbers.map((n) => line(n, `line ${n}`)))
      expect(sourcesOf(found).sort()).toEqual(numbers.map(String).sort())
    }),
  )
})

function note(text: string, scores: readonly number[], speakers: readonly (string | null)[]): Item {
  const texts = text.split(/(?<=\.) /).map((sentence) => sentence.replace(/^\p{L}+: /u, ""))
  const statements = texts.map((said, place) => ({
    ...{ text: said, speaker: speakers[place] ?? null, score: scores[place] ?? 0 },
  }))
  return { ...item("9", text, { kind: "note" }), statements }
}

test("a sentence led by other words than a name is told with its speaker's name", () => {
  const said = note("Ada: hello all. good news: we won", [0.01, 0.5], ["Ada", "Ada"])
  const statements = (said.statements ?? []).map((one, place) => ({
    ...one,
    text: ["hello all.", "good news: we won"][place] ?? "",
  }))
  const [, shown] = condense([line(1, "who won?"), { ...said, statements }])
  expect(shown?.text).toBe("Ada: good news: we won")
})

test("a note beside messages gives only the lines that bear, each behind its own speaker's name", () => {
  const long = note(
    "Ada: The gate is shut. Ring twice. Bo: I am tired. Cy: Use the side door.",
    [0.5, 0.1, 0.01, 0.4],
    ["Ada", "Ada", "Bo", "Cy"],
  )
  expect(condense([long, line(1, "hi")])[0]?.text).toBe(
    "Ada: The gate is shut. Ring twice. Cy: Use the side door.",
  )
  expect(condense([long])).toEqual([long])
})

test("prose stays whole, because its sentences refer to each other", () => {
  const prose = note("Ada bought a bike. She sold it in May.", [0.01, 0.5], [null, null])
  expect(condense([prose, line(1, "hi")])[0]).toEqual(prose)
})
