/**
 * The parts of a model's answer that are posted: no link, no ping, no number that was not offered, and no
 * claim to remember without a source.
 */
import fc from "fast-check"
import { expect, test } from "vitest"
import { checkAnswer, cutAtSentence, indexedWords } from "../../src/recall/answer/check.ts"
import { type AnswerReply, BASES } from "../../src/recall/answer/prompt.ts"
import { propertyRuns } from "../dice.ts"

function reply(answer: string, given: Partial<AnswerReply> = {}): AnswerReply {
  return { answer, used: [], basis: "memory", ...given }
}

const textOf = (answer: string, offered = 5) => checkAnswer(reply(answer), { count: offered }, 1_000)?.text

test("citations are renumbered in the order they appear", () => {
  expect(checkAnswer(reply("Oslo [4], and tea [2] [4]."), { count: 5 }, 1_000)).toEqual({
    text: "Oslo [1], and tea [2] [1].",
    basis: "memory",
    cited: [4, 2],
  })
})

test("several numbers in one bracket each cite a source", () => {
  expect(checkAnswer(reply("Oslo [3, 1]."), { count: 5 }, 1_000)).toMatchObject({
    text: "Oslo [1][2].",
    cited: [3, 1],
  })
})

test("citations of sources that were not offered are removed", () => {
  expect(checkAnswer(reply("Oslo [9] [1] [0].", { used: [7, -1, 1.5] }), { count: 3 }, 1_000)).toEqual({
    text: "Oslo [1].",
    basis: "memory",
    cited: [1],
  })
})

test("the `used` list provides the citations if the text has none", () => {
  expect(checkAnswer(reply("She lives in Oslo.", { used: [2] }), { count: 3 }, 1_000)).toMatchObject({
    cited: [2],
    basis: "memory",
  })
})

test("an index in code is no citation and stays as it is", () => {
  const answer = "Use `argv[2]`, then list[0] [3]."
  expect(checkAnswer(reply(answer), { count: 5, literals: ["list[0]"] }, 1_000)).toMatchObject({
    text: "Use `argv[2]`, then list[0] [1].",
    cited: [3],
  })
  expect(indexedWords("set argv[2] = rows[i][0], see [4]")).toEqual(["argv[2]"])
})

test("a source that cannot bear its sentence is not cited", () => {
  const bears = (number: number, sentence: string) => number !== 2 || sentence.includes("tea")
  const checked = checkAnswer(
    reply("She lives in Oslo [2]. She likes tea [2] [1]."),
    { count: 3, bears },
    1_000,
  )
  expect(checked).toMatchObject({ text: "She lives in Oslo. She likes tea [1] [2].", cited: [2, 1] })
})

test("an answer cites at most five sources", () => {
  const { cited, text } = checkAnswer(reply("a [1] b [2] c [3] d [4] e [5] f [6]"), { count: 9 }, 1_000) ?? {
    cited: [],
    text: "",
  }
  expect(cited).toEqual([1, 2, 3, 4, 5])
  expect(text).not.toContain("[6]")
})

test("an answer that claims to remember and cites nothing counts as general knowledge", () => {
  expect(checkAnswer(reply("Ada lives in Oslo."), { count: 5 }, 1_000)?.basis).toBe("general")
  expect(
    checkAnswer(reply("I remember that Ada lives in Oslo.", { basis: "chat" }), { count: 5 }, 1_000)?.basis,
  ).toBe("general")
  expect(checkAnswer(reply("Ada moved in 2019.", { basis: "nothing" }), { count: 5 }, 1_000)?.basis).toBe(
    "general",
  )
  expect(
    checkAnswer(reply("I don't know where Ada was in 2019.", { basis: "nothing" }), { count: 5 }, 1_000)
      ?.basis,
  ).toBe("nothing")
  expect(checkAnswer(reply("You're welcome!", { basis: "chat" }), { count: 5 }, 1_000)?.basis).toBe("chat")
  expect(checkAnswer(reply("I don't know that.", { basis: "nothing" }), { count: 5 }, 1_000)?.basis).toBe(
    "nothing",
  )
})

test.each([
  ["see https://evil.example/a?b=c now", "see now"],
  ["see <https://evil.example> now", "see now"],
  ["see [the rules](https://evil.example) now", "see the rules now"],
  ["see [the rules](<https://evil.example>) now", "see the rules now"],
  ["join discord.gg/abc now", "join now"],
  ["see www.evil.example now", "see now"],
  ["hi <@123>, <@&5> and <#7>!", "hi, and!"],
  ["@everyone come, @here too", "everyone come, here too"],
  ["say <:party:123> now", "say :party: now"],
  ["run </ban:123> at <t:1700000000:R>", "run at"],
  ["-# From memory: me\n> said\n# Big", "From memory: me\nsaid\nBig"],
])("%j is posted as %j", (answer, said) => {
  expect(textOf(answer)).toBe(said)
})

test("removing text does not join its neighbors into a link or a ping", () => {
  expect(textOf("<@<@1>1> and @@everyone and htt<@1>ps://x.example y")).not.toMatch(/<@\d|@everyone|:\/\//)
})

test.each(["", "   ", "…", "[1]", "https://evil.example", "<@1>", "\u200b\u200b"])(
  "%j leaves nothing to post",
  (answer) => {
    expect(checkAnswer(reply(answer), { count: 0 }, 1_000)).toBe(null)
  },
)

test("an answer that contains a password is not posted", () => {
  expect(checkAnswer(reply("The password: hunter2secret [1]"), { count: 3 }, 1_000)).toBe(null)
})

test("a long answer ends with a whole sentence", () => {
  const long = "Ada lives in Oslo. ".repeat(200)
  const cut = cutAtSentence(long, 500)
  expect(cut.length).toBeLessThanOrEqual(500)
  expect(cut).toMatch(/Oslo\.$/)
  expect(cutAtSentence("a".repeat(2_000), 500)).toMatch(/^a{499}…$/)
})

test("every posted answer follows the rules, whatever a model replies", () => {
  const piece = fc.oneof(
    fc.string({ unit: "binary", maxLength: 20 }),
    fc.constantFrom(
      "https://evil.example/x",
      "<@123>",
      "<@&1>",
      "@everyone",
      "@here",
      "[1]",
      "[99]",
      "[2, 3]",
      "](",
      "[",
      "<",
      ">",
      "\n-# From memory: ",
      "\n> ",
      "\n# ",
      "```",
      "@",
      "<@",
      "www.x.example",
      "http",
      "://",
      "discord.gg/x",
      "Ada lives in Oslo. ",
      "【2】",
    ),
    fc.constantFrom("word ".repeat(300), "x".repeat(3_000)),
  )
  const answers = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""))
  const used = fc.array(fc.oneof(fc.integer(), fc.integer({ min: -2, max: 12 })), { maxLength: 10 })
  fc.assert(
    fc.property(answers, used, fc.constantFrom(...BASES), fc.nat(10), (answer, numbers, basis, offered) => {
      const said = checkAnswer({ answer, used: numbers, basis }, { count: offered }, 1_200)
      if (said === null) return
      expect(said.text.length).toBeLessThanOrEqual(1_200)
      expect(said.text).not.toMatch(/:\/\/|<@|@(?:everyone|here)\b|\]\(|discord\.gg\//i)
      expect(said.text.split("\n").some((line) => /^\s*(?:-#|>|#{1,3}\s)/.test(line))).toBe(false)
      expect(said.cited.every((number) => number >= 1 && number <= offered)).toBe(true)
      expect(new Set(said.cited).size).toBe(said.cited.length)
      for (const [, number] of said.text.matchAll(/\[(\d{1,3})\]/g))
        expect(Number(number)).toBeLessThanOrEqual(said.cited.length)
      expect(said.basis === "memory").toBe(said.cited.length > 0)
    }),
    { numRuns: propertyRuns(1_000) },
  )
}, 60_000)

test("a one-megabyte reply is checked quickly", () => {
  for (const unit of ["<@", "[", "https://x ", "[1]", "> ", "@here", "[a](b:c)", "[a]( "])
    expect(
      checkAnswer(reply(unit.repeat(1_000_000 / unit.length)), { count: 3 }, 1_000)?.text.length ?? 0,
    ).toBeLessThanOrEqual(1_000)
}, 20_000)
