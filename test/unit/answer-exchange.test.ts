/** An answer tells the reply to a line with it, if the reply may change or complete what the line tells. */
import { expect, test } from "vitest"
import { composeByRules } from "../../src/recall/answer/compose.ts"
import type { FollowingLine } from "../../src/recall/context.ts"
import { judgeItems } from "../../src/recall/relevance/judge.ts"
import { item, matter, NOW } from "./answer-world.ts"

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
