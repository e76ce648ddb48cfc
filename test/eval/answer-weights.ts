/**
 * Fits the weights of `src/recall/answer/likelihood.ts`: `npm run eval -- answer-weights`. A worker hears the talk
 * evaluation's conversations, every question of the tuning half is recalled without a floor, and a logistic regression
 * learns which statements answer. Prints the weights, and what each least likelihood refuses if every question is
 * answered with weights from other conversations.
 */
import { type AnswerFeatures, answersWith } from "../../src/recall/answer/likelihood.ts"
import { everythingStated, featuresOfAll, type Stated } from "../../src/recall/answer/stated.ts"
import { judgeItems } from "../../src/recall/relevance/judge.ts"
import { stemSet } from "../../src/text/stems.ts"
import { type ApiClient, connectTo } from "../../src/tools/api-client.ts"
import { type Print, type ProgramIo, printerTo } from "../../src/tools/program.ts"
import { type Talk, toTalk } from "./answers-channel.ts"
import { type AskedQuestion, isRight, linesOf } from "./answers-data.ts"
import { toItem } from "./answers-recorded.ts"
import { load, questionsToFit, recallWhole } from "./answers-talk.ts"
import { fitLogistic, type Sample } from "./logistic.ts"
import { mean, percent, table } from "./ranks.ts"
import { withLinesAround } from "./relevance.ts"
import { evaluation, mapped, progress, withLocalWorker } from "./run.ts"
import { conversations } from "./talk-data.ts"

const USAGE = "npm run eval -- answer-weights"
const EVERYTHING = { maxItems: 40, maxTokens: 8_000, minScore: 0 }
const ASKED_AT_ONCE = 4
/** Answers are the same in every channel, and the place of a find is its score in the ranking. */
const AS_ANSWERS = { recall: { judge: false, elsewhere_weight: 1 } }
const FOLDS = 10
/** Items that an answer gets have at least this score. */
const LEAST = 0.01

/** A question with the features of everything stated, and whether each statement answers it. */
interface Asked {
  conversation: string
  isAnswerable: boolean
  stated: { features: AnswerFeatures; answers: boolean }[]
}

export const main = evaluation(USAGE, async (_argv, io) => {
  await withLocalWorker({ stateDir: undefined, withModels: false, env: io.env }, async (server) => {
    const asked = await askAll(connectTo(server, "28"), io)
    report(printerTo(io.stdout), asked)
  })
})

async function askAll(client: ApiClient, io: ProgramIo): Promise<Asked[]> {
  const talks = conversations("both").map(toTalk)
  await client.putPolicy(AS_ANSWERS)
  await client.putSettings({ retention_days: 30 })
  await load(client, talks, io)
  const questions = questionsToFit(talks)
  const pace = { atOnce: ASKED_AT_ONCE, done: progress(io, "asked", questions.length) }
  return mapped(questions, pace, ({ talk, question }) => askOne(client, talk, question))
}

async function askOne(client: ApiClient, talk: Talk, question: AskedQuestion): Promise<Asked> {
  const { channelId, askedAt: asOf, messages, conversation, personId, nameOf } = talk
  const asker = { id: personId(question.asker), name: question.asker }
  const request = { query: question.words, channelId, asOf, userId: asker.id, ...EVERYTHING }
  const { items } = await recallWhole(client, request)
  const now = Date.parse(asOf)
  const places = new Map(messages.map(({ id }, place) => [id, place]))
  const found = items.map((item) =>
    withLinesAround(toItem(item, nameOf), messages, (id) => places.get(id ?? "") ?? -1),
  )
  const judging = { words: question.words, asker: asker.id, mentions: [], now, timezone: "UTC" }
  const judged = judgeItems(found, judging).filter(({ score }) => score >= LEAST)
  const input = { asker, mentions: [], items: judged, now, timezone: "UTC" }
  const stated = featuresOfAll(
    { ...input, question: question.words, searched: question.words },
    everythingStated(judged),
  )
  const answers = answeringStatements(
    stated.map(({ statement }) => statement),
    talk,
    question,
  )
  return {
    conversation: conversation.id,
    isAnswerable: question.answerable,
    stated: stated.map(({ statement, features }) => ({ features, answers: answers.has(statement) })),
  }
}

/**
 * A statement answers if it holds the whole answer and tells a line that bears it. If none does, those that tell such a
 * line count.
 */
function answeringStatements(
  stated: readonly Stated[],
  { channelId, messages }: Talk,
  question: AskedQuestion,
): Set<Stated> {
  if (!question.answerable) return new Set()
  const lines = linesOf(question, messages)
  const here = stated.filter(({ item }) => item.sources.some((source) => source.channel_id === channelId))
  const telling = here.filter((one) => tellsOne(one, lines))
  const whole = here.filter(
    (one) =>
      (one.item.kind === "memory" || telling.includes(one)) &&
      isRight(question, `${one.speaker}: ${one.text}`),
  )
  return new Set(whole.length > 0 ? whole : telling)
}

/** The share of a note's sentence that must be words of a line. */
const TOLD = 0.6

function tellsOne({ item, text }: Stated, lines: readonly { id: string; content: string }[]): boolean {
  const ids = new Set(lines.map(({ id }) => id))
  if (item.kind !== "note" && item.sources.some(({ message_id }) => ids.has(message_id ?? ""))) return true
  const words = [...stemSet(text)]
  return (
    item.kind !== "memory" &&
    lines.some(({ content }) => {
      const said = stemSet(content)
      return words.length > 0 && words.filter((word) => said.has(word)).length / words.length >= TOLD
    })
  )
}

function fitWeights(asked: readonly Asked[]): AnswerFeatures {
  return fitLogistic(
    asked.flatMap(({ stated }) =>
      stated.map(
        ({ features, answers }): Sample<keyof AnswerFeatures> => ({
          features,
          isPositive: answers,
          weight: 1,
        }),
      ),
    ),
  )
}

/** Each question with the likelihood of its best statement, by weights fitted on other conversations. */
function crossValidated(asked: readonly Asked[]) {
  const names = [...new Set(asked.map(({ conversation }) => conversation))]
  return Array.from({ length: FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const inFold = ({ conversation }: Asked) => names.indexOf(conversation) % FOLDS === fold
    const weights = fitWeights(asked.filter((one) => !inFold(one)))
    return asked.filter(inFold).map(({ isAnswerable, stated }) => {
      const scored = stated.map((one) => ({ ...one, score: answersWith(one.features, weights) }))
      const best = scored.sort((a, b) => b.score - a.score)[0]
      return { isAnswerable, score: best?.score ?? 0, answers: best?.answers ?? false }
    })
  })
}

function report(print: Print, asked: readonly Asked[]): void {
  for (const [name, weight] of Object.entries(fitWeights(asked))) print(`  ${name}: ${weight.toFixed(2)},`)
  const all = crossValidated(asked)
  const answerable = all.filter(({ isAnswerable }) => isAnswerable)
  const others = all.filter(({ isAnswerable }) => !isAnswerable)
  const below = (least: number) => (one: (typeof all)[number]) => Number(one.score < least)
  print(
    table([
      ["least likelihood", "answerable refused", "unanswerable refused", "first statement answers"],
      ...[0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4].map((least) => {
        const given = answerable.filter(({ score }) => score >= least)
        return [
          String(least),
          `${percent(mean(answerable.map(below(least))))} %`,
          `${percent(mean(others.map(below(least))))} %`,
          `${percent(mean(given.map(({ answers }) => Number(answers))))} %`,
        ]
      }),
    ]),
  )
}
