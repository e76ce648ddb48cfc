/** Answers from replies that people wrote to the product's own prompts, through the checks that a model's reply passes. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { ChatModel } from "../../src/ai/chat.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { composeAnswer } from "../../src/recall/answer/answer.ts"
import { searchWords } from "../../src/recall/answer/follow-up.ts"
import { type AnswerInput, answerPrompt, type Turn } from "../../src/recall/answer/prompt.ts"
import type { Item } from "../../src/recall/context.ts"
import { NOBODY } from "../../src/recall/participants.ts"
import { tokensOf } from "../../src/text/tokens.ts"
import type { ApiClient, RecallItem as ApiItem } from "../../src/tools/api-client.ts"
import type { ProgramIo } from "../../src/tools/program.ts"
import { BOT, type Talk } from "./answers-channel.ts"
import {
  type AskedQuestion,
  promptName,
  type RecordedAnswer,
  type Recording,
  recordedAnswer,
} from "./answers-data.ts"
import { questionsOf, recallWhole } from "./answers-talk.ts"
import { mapped, progress } from "./run.ts"

const ASKED_AT_ONCE = 4

interface Asking {
  talk: Talk
  question: AskedQuestion
  /** True if no message is kept. */
  expired: boolean
}

/** Writes each prompt as FOLDER/NAME.txt, and the instructions that all share as FOLDER/system.txt. */
export async function writePrompts(
  client: ApiClient,
  talks: readonly Talk[],
  options: { folder: string; recording: Recording; expired: boolean; io: ProgramIo },
): Promise<void> {
  const { folder, recording, expired, io } = options
  mkdirSync(folder, { recursive: true })
  const missing = questionsOf(talks).filter(
    ({ question }) => question.kind !== "smalltalk" && recordedAnswer(question, recording) === null,
  )
  const pace = { atOnce: ASKED_AT_ONCE, done: progress(io, "prompts", missing.length) }
  await mapped(missing, pace, async ({ talk, question }) => {
    const { system, user } = answerPrompt(await answerInput(client, { talk, question, expired }))
    writeFileSync(join(folder, "system.txt"), system)
    writeFileSync(join(folder, `${promptName(question)}.txt`), user)
  })
}

/** Builds the input of an answer as the bot does, from what recall finds. */
async function answerInput(client: ApiClient, { talk, question, expired }: Asking): Promise<AnswerInput> {
  const { conversation, channelId, askedAt, personId, nameOf } = talk
  const turns = turnsOf(talk, question, expired)
  const searched = searchWords(question.words, turns)
  const found = await recallWhole(client, {
    query: searched,
    channelId,
    asOf: askedAt,
    userId: personId(question.asker),
    format: "block",
    maxItems: 40,
    maxTokens: 8_000,
    minScore: 0.01,
  })
  return {
    question: question.words,
    questionId: null,
    asker: {
      id: personId(question.asker),
      name: conversation.people.find(({ id }) => id === question.asker)?.name ?? question.asker,
    },
    mentions: [],
    turns,
    searched,
    items: found.items.map((item) => toItem(item, nameOf)),
    // The API does not tell them, and the recorded replies were written to prompts without them.
    people: NOBODY,
    peopleRule: DEFAULT_POLICY.people,
    channelId,
    channelNames: new Map([[channelId, conversation.channel]]),
    ownId: BOT,
    sensitive: DEFAULT_POLICY.sensitive,
    manner: { persona: null, houseRules: null },
    now: Date.parse(askedAt),
    timezone: "UTC",
  }
}

/**
 * The last messages before the question, as the bot reads them: those of the channel unless they have expired, then
 * what a follow-up refers to.
 */
export function turnsOf({ conversation }: Talk, { turns }: AskedQuestion, expired: boolean): Turn[] {
  const said = [...(expired ? [] : conversation.messages), ...turns].slice(-TURNS)
  return said.map(({ by, text }) => ({
    speaker: conversation.people.find(({ id }) => id === by)?.name ?? "Keepsake",
    text,
    own: by === "bot",
  }))
}
const TURNS = 10

export function toItem(item: ApiItem, nameOf: (id: string) => string | null): Item {
  const { subject_id: subject } = item
  return {
    ...{ type: null, section: null, permanent: true, confidence: null, topics: [] },
    ...item,
    title: item.title ?? null,
    subject: subject ? { id: subject, name: nameOf(subject) } : null,
    sources: item.sources.map(({ message_id, channel_id, author_id, url, excerpt }) => ({
      message_id: message_id ?? null,
      channel_id: channel_id ?? null,
      author_id: author_id ?? null,
      url: url ?? null,
      excerpt: excerpt ?? "",
    })),
  }
}

/** Items may stand elsewhere in the prompt by now: the reply cites each by its number of today. */
function renumbered({ reply, cited }: RecordedAnswer, prompt: string): RecordedAnswer["reply"] {
  const numbers = new Map(
    [...prompt.matchAll(/^\[(\d+)\] \([^)]*\) (.*)$/gmu)].map(([, number, text]) => [text, Number(number)]),
  )
  const today = (number: number) => numbers.get(cited[number]) ?? 0
  return {
    ...reply,
    used: reply.used.map(today),
    answer: reply.answer.replace(/\[(\d+)\]/gu, (_, number: string) => `[${today(Number(number))}]`),
  }
}

/** Answers with the recorded reply to the question's prompt, through the checks that a model's reply passes. */
export async function recordedAnswerOf(
  client: ApiClient,
  { recording, ...asking }: Asking & { recording: Recording },
) {
  const input = await answerInput(client, asking)
  const recorded = recordedAnswer(asking.question, recording)
  const text = recorded === null ? "" : JSON.stringify(renumbered(recorded, answerPrompt(input).user))
  const chat: ChatModel = {
    model: () => "recorded",
    complete: () =>
      Promise.resolve({
        kind: "ok",
        text,
        usage: { purpose: "answer", model: "recorded", inputTokens: 0, outputTokens: 0 },
      }),
  }
  const { answer } = await composeAnswer(input, chat, 25_000)
  const tokens = tokensOf(answerPrompt(input).user)
  return { answer: answer.text, basis: answer.basis, items: answer.items, tokens }
}
