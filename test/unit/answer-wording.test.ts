/** Answers as messages: they fit Discord's limit, link only to sources, and ping nobody with quoted words. */

import fc from "fast-check"
import { expect, test } from "vitest"
import { formatAnswer, isGeneralKnowledge } from "../../src/discord/features/ask/answer-format.ts"
import { answerText, nameMentions, stripBotMention, toTurns } from "../../src/discord/features/ask/turns.ts"
import { EN } from "../../src/discord/texts/en.ts"
import { ALL_TEXTS } from "../../src/discord/texts/texts.ts"
import { checkAnswer } from "../../src/recall/answer/check.ts"
import { type Answer, BASES } from "../../src/recall/answer/prompt.ts"
import { plainLine } from "../../src/recall/render/sanitize.ts"
import { propertyRuns } from "../dice.ts"
import { item, urlOf } from "./answer-world.ts"
import { message } from "./builders.ts"

const OSLO = item("1", "Ada lives in Oslo.")

test("an answer from memory lists its sources below", () => {
  const answer: Answer = { method: "model", text: "In Oslo [1].", basis: "memory", items: [OSLO] }
  expect(formatAnswer(answer, "where is *Ada*?", EN)).toBe(
    `> where is \\*Ada\\*?\nIn Oslo [1].\n-# From memory: [1](<${urlOf("1")}>)`,
  )
})

test("general knowledge is labeled as such", () => {
  const answer: Answer = { method: "model", text: "Paris.", basis: "general", items: [] }
  expect(formatAnswer(answer, null, EN)).toBe("Paris.\n-# General knowledge, not from this server's memory.")
})

test("people's words in an answer without a model have no effect as markup", () => {
  const told = item("2", "Ada likes tea.", {
    sources: [{ message_id: null, channel_id: null, author_id: "11", url: null, excerpt: "" }],
  })
  const text = "Ada lives in *Oslo*. [1]\nBo wrote today: “<@5> **tea**” [2]"
  expect(formatAnswer({ method: "rules", text, basis: "memory", items: [OSLO, told] }, null, EN)).toBe(
    [
      "Ada lives in \\*Oslo\\*. [1]",
      "Bo wrote today\\: “\\<\\@5\\> \\*\\*tea\\*\\*” [2]",
      `-# From memory: [1](<${urlOf("1")}>) [2: told to me directly]`,
    ].join("\n"),
  )
})

test("every message fits and links only to sources, whatever people ask or a model replies", () => {
  const words = fc.oneof(
    fc.string({ unit: "binary", maxLength: 3_000 }),
    fc.constantFrom(
      "*_~`|".repeat(500),
      "<@1> @everyone ".repeat(200),
      "[x](https://evil.example) ".repeat(100),
      "x".repeat(5_000),
    ),
  )
  const answers: fc.Arbitrary<Answer> = fc.oneof(
    fc.array(words, { minLength: 1, maxLength: 5 }).map<Answer>((texts) => ({
      method: "rules",
      text: texts.map((text, at) => `${plainLine(text)} [${at + 1}]`).join("\n"),
      basis: "memory",
      items: texts.map((text, at) => item(String(at + 1), text)),
    })),
    fc
      .tuple(words, fc.array(fc.nat(6), { maxLength: 6 }), fc.constantFrom(...BASES))
      .map<Answer>(([answer, used, basis]) => {
        const said = checkAnswer({ answer, used, basis }, { count: 5 }, 1_200)
        if (said === null) return { method: "rules", text: "?", basis: "nothing", items: [] }
        const items = said.cited.map((number) => item(String(number), "a fact"))
        return { method: "model", text: said.text, basis: said.basis, items }
      }),
  )
  fc.assert(
    fc.property(answers, fc.option(words), (answer, question) => {
      const content = formatAnswer(answer, question, EN)
      expect(content.length).toBeGreaterThan(0)
      expect(content.length).toBeLessThanOrEqual(2_000)
      const links = content.match(/(?<!\\)\]\(<?[^)]*/g) ?? []
      expect(links.every((link) => /^\]\(<https:\/\/discord\.com\/channels\/900\/800\/\d>$/.test(link))).toBe(
        true,
      )
      const rest = content.replace(/\]\(<https:\/\/discord\.com\/channels\/[\d/]+>\)/g, "")
      expect(rest).not.toMatch(/(?<!\\)<@|(?<!\\)@(?:everyone|here)\b/)
      // An escaped colon makes no link.
      expect(rest).not.toMatch(/https?:\/\//)
    }),
    { numRuns: propertyRuns(400) },
  )
}, 60_000)

test("the bot's own mention is removed and other mentions become names", () => {
  const ada = { id: "11", name: "Ada" }
  expect(stripBotMention("<@999> where is <@11>?", [ada])).toBe("where is <@11>?")
  expect(nameMentions("where is <@!11> in <#5>?", [ada])).toBe("where is Ada in #channel?")
})

test("Keepsake's own answer is read without its question, small print and links", () => {
  const content = `> where is \\*Ada\\*?\nIn O\\_slo [1].\n- more (today) [1](<${urlOf("1")}>)\n-# From memory: [1](<${urlOf("1")}>)`
  expect(answerText(content)).toBe("In O_slo [1]. - more (today)")
  expect(toTurns([message(content, { role: "keepsake" })])).toEqual([
    { speaker: "Kai", speakerId: "1", own: true, text: "In O_slo [1]. - more (today)" },
  ])
})

test("an answer from general knowledge is told as such in every language, and recognized later", () => {
  for (const texts of ALL_TEXTS) {
    const content = formatAnswer(
      { method: "model", text: "Paris.", basis: "general", items: [] },
      null,
      texts,
    )
    expect(content).toBe(`Paris.\n-# ${texts.answers.general}`)
    expect(isGeneralKnowledge(content)).toBe(true)
  }
  expect(isGeneralKnowledge("Paris.")).toBe(false)
})
