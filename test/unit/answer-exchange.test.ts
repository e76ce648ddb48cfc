/** An answer tells the reply to a line with it, if the reply may change or complete what the line tells. */
import { expect, test } from "vitest"
import { composeByRules } from "../../src/recall/answer/compose.ts"
import type { FollowingLine } from "../../src/recall/context.ts"
import { judgeItems } from "../../src/recall/relevance/judge.ts"
import { item, matter, NOW, urlOf } from "./answer-world.ts"

const AT = NOW - 3 * 86_400_000
const [ADA, CY, WREN] = [
  { id: "11", name: "Ada" },
  { id: "33", name: "Cy" },
  { id: "44", name: "Wren" },
]

/** The answer from one line of Ada's and what was said after it, each a minute later. */
function answer(question: string, said: string, next: [FollowingLine["author"], string][], minutes = 1) {
  const message = item("1", `Ada: ${said}`, {
    ...{ kind: "message", at: AT, subject: ADA },
    next: next.map(([author, text], place) => ({
      ...{ id: String(place + 2), author, text },
      at: AT + (place + 1) * minutes * 60_000,
    })),
  })
  const asked = { words: question, asker: "22", mentions: [], now: NOW, timezone: "UTC" }
  return composeByRules(matter(question, judgeItems([message], asked))).text
}

test.each<[string, string, [FollowingLine["author"], string][], string]>([
  [
    "why can't grandpa have chocolate?",
    "grandpa hates chocolate",
    [[CY, "he does not hate it, it gives him headaches"]],
    "Ada: grandpa hates chocolate – Cy: “he does not hate it, it gives him headaches” [1]",
  ],
  [
    "what is Ada's brother called, the drone one?",
    "my brother makes drone parts in Oslo",
    [
      [CY, "which brother"],
      [ADA, "Emil. the sensible one"],
    ],
    "Ada: my brother makes drone parts in Oslo / Cy: which brother – Ada: “Emil. the sensible one” [1]",
  ],
  [
    "when is the summer fair?",
    "so, the summer fair. second saturday again? that'd be the 11th",
    [
      [CY, "i'm away then. can we do the 18th?"],
      [WREN, "the 18th is better for me too"],
    ],
    "Ada: so, the summer fair. second saturday again? that'd be the 11th / Cy: i'm away then. can we do the 18th? – Wren: “the 18th is better for me too” [1]",
  ],
  [
    "where is the mat?",
    "wren took the mat home",
    [[WREN, "it's in my car"]],
    "Ada: wren took the mat home – Wren: “it's in my car” [1]",
  ],
])("%s", (question, said, next, text) => {
  expect(answer(question, said, next)).toBe(text)
})

test.each<[string, string, [FollowingLine["author"], string][]]>([
  ["what does Ada bake?", "i baked rye bread", [[CY, "in this heat?"]]],
  ["what does Ada bake?", "i baked rye bread", [[CY, "nice"]]],
  ["where is the mat?", "the mat is in my shed, wren has the tape", [[WREN, "i like it here"]]],
  [
    "what does Ada bake?",
    "i baked rye bread",
    [
      [CY, "what did you do on sunday"],
      [WREN, "slept"],
    ],
  ],
])("%s %s stands by itself", (question, said, next) => {
  expect(answer(question, said, next)).toContain(`“${said}” [1]`)
  expect(answer(question, said, next)).not.toContain(next[0]?.[1])
})

test("what is said much later belongs to something else", () => {
  expect(
    answer("why can't grandpa have chocolate?", "grandpa hates chocolate", [[CY, "no he does not"]], 20),
  ).not.toContain("no he does not")
})

const QUIET = Array.from({ length: 3 }, (): [FollowingLine["author"], string] => [WREN, "ha"])

test.each<[string, string, [FollowingLine["author"], string][], string]>([
  [
    "what day is the rehearsal?",
    "the rehearsal is on wednesday",
    [
      [CY, "i have pottery"],
      [ADA, "thursday 19th then"],
    ],
    "thursday 19th then",
  ],
  [
    "when does the ferry leave?",
    "the ferry leaves at 10:30",
    [...QUIET, [ADA, "no sorry, 10 not 10:30"]],
    "no sorry, 10 not 10:30",
  ],
  [
    "how did we settle to get to the fair?",
    "so, the fair on the 21st",
    [...QUIET, [CY, "minibus it is"]],
    "minibus it is",
  ],
  [
    "who works the fry station?",
    "cy works the fry station",
    [
      [CY, "i am away"],
      [ADA, "ok wren moves to fry"],
    ],
    "ok wren moves to fry",
  ],
  [
    "when does the final version ship?",
    "the final ships on the 19th",
    [...QUIET, [ADA, "so an rc instead, and the final on dec 3. everyone ok?"]],
    "dec 3",
  ],
])("%s is answered with what became of %s", (question, said, next, outcome) => {
  const text = answer(question, said, next)
  expect(text).toMatch(new RegExp(`^Ada: ${said.replace("?", "\\?")} – .*${outcome}.*” \\[1\\]$`))
  // The last word counts, however many settle something.
  expect(answer(question, said, [...next, ...QUIET])).toBe(text)
})

test.each<[string, string, [FollowingLine["author"], string][]]>([
  [
    "what day is the rehearsal?",
    "the rehearsal is on wednesday",
    [...QUIET, [CY, "minibus it is, i book it on monday"]],
  ],
  ["when does the ferry leave?", "the ferry leaves at 10:30", [...QUIET, [CY, "no, mine is from 1987"]]],
  ["when does the ferry leave?", "the ferry leaves at 10:30", [...QUIET, [ADA, "no bother, come at 9"]]],
  ["who works the fry station?", "cy works the fry station", [...QUIET, [WREN, "i moved the fry pan"]]],
  [
    "who works the fry station?",
    "cy works the fry station",
    [...QUIET, [ADA, "btw the fry oil moved to the shed"]],
  ],
  ["what does Ada bake?", "i baked rye bread", [...QUIET, [CY, "thursday then"]]],
])("%s: a later line of another matter is not told with %s", (question, said, next) => {
  expect(answer(question, said, next)).toContain(`“${said}” [1]`)
})

test("an answer cites each message that it tells", () => {
  const message = item("1", "Ada: the rehearsal is on wednesday", {
    ...{ kind: "message", at: AT, subject: ADA },
    later: [{ id: "9", author: CY, text: "thursday 19th then", at: AT + 60_000 }],
  })
  const question = "what day is the rehearsal?"
  const asked = { words: question, asker: "22", mentions: [], now: NOW, timezone: "UTC" }
  const { items } = composeByRules(matter(question, judgeItems([message], asked)))
  expect(
    items.flatMap(({ sources }) =>
      sources.map(({ url, author_id, excerpt }) => ({ url, author_id, excerpt })),
    ),
  ).toEqual([
    { url: urlOf("1"), author_id: "11", excerpt: "Ada: the rehearsal is on wednesday" },
    { url: urlOf("9"), author_id: "33", excerpt: "thursday 19th then" },
  ])
})
