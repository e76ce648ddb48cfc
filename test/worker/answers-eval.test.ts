/**
 * Answers by rules to some of the questions of `npm run eval -- answers`: the floors below which they may not fall.
 */
import { expect, test } from "vitest"
import { toTalk } from "../eval/answers-channel.ts"
import { type AskedQuestion, isRight, restsOnTalk } from "../eval/answers-data.ts"
import type { Conversation } from "../eval/talk-data.ts"
import { hear, ok } from "./http.ts"

interface Given {
  answer: string
  basis: "memory" | "nothing" | "chat"
  items: { id: string }[]
}

const GUILD = "79961"
const talks = import.meta.glob<Conversation>(
  ["../eval/talk/0[1-4]-*.json", "../eval/talk/12-*.json", "../eval/talk/15-*.json"],
  { eager: true, import: "default" },
)
const questions = import.meta.glob<AskedQuestion[]>("../eval/answers/*.json", {
  eager: true,
  import: "default",
})

const channels = Object.values(talks).map((conversation, index) => ({
  ...toTalk(conversation, index),
  asked: (questions[`../eval/answers/${conversation.id.slice(0, 2)}.json`] ?? []).filter((one) =>
    restsOnTalk({ ...one, lines: one.lines ?? [] }),
  ),
}))

test("of everyday questions by rules, some are answered, what is unknown is often said so, and small talk searches nothing", async () => {
  for (const { channelId, conversation, messages } of channels)
    await hear(GUILD, channelId, messages, { name: conversation.channel, audience: "everyone" })
  const counts = { right: 0, answerable: 0, unknown: 0, unanswerable: 0, chat: 0, smalltalk: 0, other: 0 }
  const elsewhere = (index: number) => channels[(index + 1) % channels.length]?.channelId ?? ""
  for (const [index, { asked, askedAt, channelId, personId }] of channels.entries()) {
    for (const question of asked) {
      if ((question.turns ?? []).length > 0) continue
      const body = { question: question.words, user_id: personId(question.asker), as_of: askedAt }
      const ask = (channel_id: string) =>
        ok<Given>("POST", `/v1/guilds/${GUILD}/answers`, { ...body, channel_id })
      const given = await ask(channelId)
      if (question.kind === "smalltalk") {
        counts.smalltalk += 1
        counts.chat += Number(given.basis === "chat")
      } else if (question.answerable) {
        counts.answerable += 1
        const isAnswered = given.basis === "memory"
        counts.right += Number(isAnswered && isRight({ ...question, not: question.not ?? [] }, given.answer))
        const other = await ask(elsewhere(index))
        const cited = ({ items }: Given) => items.map(({ id }) => id).join()
        counts.other += Number(cited(other) !== cited(given))
      } else {
        counts.unanswerable += 1
        counts.unknown += Number(given.basis === "nothing")
      }
    }
  }
  expect(counts.answerable).toBeGreaterThan(25)
  expect(counts.unanswerable).toBeGreaterThan(15)
  expect(counts.right / counts.answerable).toBeGreaterThanOrEqual(0.38)
  expect(counts.unknown / counts.unanswerable).toBeGreaterThanOrEqual(0.5)
  expect(counts.chat).toBe(counts.smalltalk)
  // The same evidence in another channel.
  expect(counts.other).toBe(0)
}, 60_000)
