/**
 * Fits the weights of `bearing.ts` and `worth.ts` in `src/recall/relevance`: `npm run eval -- relevance FILE`. A worker
 * hears the talk evaluation's conversations and LoCoMo's, every question of the tuning half and of LoCoMo is recalled
 * without a floor, a logistic regression learns which finds bear on their question, and a conditional logit which of them
 * do so most likely. Prints the weights and what each floor keeps.
 */
import { parseArgs } from "node:util"
import { DAY } from "../../src/domain/calendar.ts"
import type { ApiMessage } from "../../src/history/files/message.ts"
import type { Item } from "../../src/recall/context.ts"
import { parseQuestion } from "../../src/recall/find/question.ts"
import { bearing, type Features, featuresOf, rarityAmong } from "../../src/recall/relevance/bearing.ts"
import { askedAmong, type JudgedQuestion } from "../../src/recall/relevance/judge.ts"
import { splitStatements } from "../../src/recall/relevance/statements.ts"
import { type Traits, traitsOf } from "../../src/recall/relevance/worth.ts"
import { connectTo } from "../../src/tools/api-client.ts"
import { type Print, type ProgramIo, printerTo, UsageError } from "../../src/tools/program.ts"
import { toTalk } from "./answers-channel.ts"
import { bearsAnswer } from "./answers-data.ts"
import { toItem } from "./answers-recorded.ts"
import { load, questionsToFit, recallWhole } from "./answers-talk.ts"
import { readLocomo } from "./locomo-data.ts"
import { fitChoice, fitLogistic, type Sample } from "./logistic.ts"
import { mean, percent, table } from "./ranks.ts"
import { evaluation, hear, mapped, progress, withLocalWorker } from "./run.ts"
import { conversations } from "./talk-data.ts"

const USAGE = "npm run eval -- relevance FILE    FILE is LoCoMo's data"
const EVERYTHING = { maxItems: 50, maxTokens: 8_000, minScore: 0 }
const ASKED_AT_ONCE = 4
/** The place of a find is its score in the ranking. */
const UNJUDGED = { recall: { judge: false } }
/** LoCoMo has six times as many questions, each with one or two finds that bear on it. */
const LOCOMO_WEIGHT = 0.6

/** A question with the features of everything found, best first, and whether each find bears on it. */
interface Asked {
  isAnswerable: boolean
  weight: number
  /** `traits` are those of its best statement. */
  finds: { features: Features[]; traits: Traits; bears: boolean }[]
}

export const main = evaluation(USAGE, async (argv, io) => {
  const { positionals } = parseArgs({ args: argv, allowPositionals: true })
  const [file] = positionals
  if (file === undefined) throw new UsageError("One LoCoMo file is needed.")
  await withLocalWorker({ stateDir: undefined, withModels: false, env: io.env }, async (server) => {
    const spoken = await askTalk(connectTo(server, "28"), io)
    const locomo = await askLocomo(connectTo(server, "26"), file, io)
    report(printerTo(io.stdout), fitWeights([...spoken, ...locomo]), spoken)
    const groups = [...spoken, ...locomo].map(({ finds }) =>
      finds.map(({ traits, bears }) => ({ features: traits, isPositive: bears })),
    )
    printWeights(printerTo(io.stdout), fitChoice(groups))
  })
})

type Client = ReturnType<typeof connectTo>

async function askTalk(client: Client, io: ProgramIo): Promise<Asked[]> {
  const talks = conversations("both").map(toTalk)
  await client.putPolicy(UNJUDGED)
  await client.putSettings({ retention_days: 30 })
  await load(client, talks, io)
  const questions = questionsToFit(talks)
  return mapped(questions, { atOnce: ASKED_AT_ONCE }, async ({ talk, question }) => {
    const asker = talk.personId(question.asker)
    const asking = { query: question.words, channelId: talk.channelId, asOf: talk.askedAt, userId: asker }
    const { items } = await recallWhole(client, { ...asking, ...EVERYTHING })
    const lines = (id: string | null) => talk.messages.findIndex((message) => message.id === id)
    const judged = {
      words: question.words,
      asker,
      mentions: [],
      now: Date.parse(talk.askedAt),
      timezone: "UTC",
    }
    return {
      isAnswerable: question.answerable,
      weight: 1,
      finds: featuresOfAll(
        items.map((item) => withLinesAround(toItem(item, talk.nameOf), talk.messages, lines)),
        judged,
        (item) => question.answerable && bearsAnswer(item, talk.messages, question),
      ),
    }
  })
}

async function askLocomo(client: Client, file: string, io: ProgramIo): Promise<Asked[]> {
  await client.putPolicy(UNJUDGED)
  await client.putSettings({ retention_days: 30 })
  const all = readLocomo(file, { captions: true })
  const show = progress(io, "LoCoMo's conversations heard", all.length)
  for (const [index, { channelId, name, sessions }] of all.entries()) {
    for (const session of sessions) {
      await hear(client, { id: channelId, name }, session)
      await client.settle(channelId)
    }
    show(index + 1)
  }
  const questions = all.flatMap((one) => one.questions.map((question) => ({ one, question })))
  return mapped(questions, { atOnce: ASKED_AT_ONCE }, async ({ one, question }) => {
    const now = one.endsAt + DAY
    const asking = { query: question.question, channelId: one.channelId, asOf: new Date(now).toISOString() }
    const { items } = await recallWhole(client, { ...asking, ...EVERYTHING })
    const wanted = new Set(question.evidence.map((turn) => one.messageOf.get(turn)))
    const messages = one.sessions.flat()
    const nameOf = (id: string) => messages.find(({ author }) => author.id === id)?.author.name ?? null
    const places = new Map(messages.map(({ id }, place) => [id, place]))
    return {
      isAnswerable: true,
      weight: LOCOMO_WEIGHT,
      finds: featuresOfAll(
        items.map((item) =>
          withLinesAround(toItem(item, nameOf), messages, (id) => places.get(id ?? "") ?? -1),
        ),
        { words: question.question, asker: null, mentions: [], now, timezone: "UTC" },
        ({ sources }) => sources.some(({ message_id }) => wanted.has(message_id ?? "")),
      ),
    }
  })
}

/** The API does not return the lines around a message. */
export function withLinesAround(
  item: Item,
  messages: readonly Pick<ApiMessage, "id" | "author" | "content" | "timestamp">[],
  placeOf: (id: string | null) => number,
): Item {
  if (item.kind !== "message") return { ...item, around: [item.title, item.subject?.name].join(" ") }
  const place = placeOf(item.sources[0]?.message_id ?? null)
  const at = (offsets: number[]) =>
    offsets
      .flatMap((offset) => messages[place + offset] ?? [])
      .map(({ author, content }) => `${author.name}: ${content}`)
      .join("\n")
  const next = [1, 2]
    .flatMap((offset) => messages[place + offset] ?? [])
    .map(({ id, author, content, timestamp }) => ({ id, author, text: content, at: Date.parse(timestamp) }))
  return {
    ...item,
    around: at([-2, -1, 1, 2]),
    before: at([-1]),
    next,
  }
}

function featuresOfAll(
  items: readonly Item[],
  question: JudgedQuestion,
  bears: (item: Item) => boolean,
): Asked["finds"] {
  const asked = askedAmong(items, question)
  const rarity = rarityAmong(
    asked,
    items.map(({ text }) => text),
  )
  const best = Math.max(0, ...items.map(({ score }) => score)) || 1
  const { words, timezone } = question
  const during = parseQuestion({ ...question, asOf: question.now }).named
  return items.flatMap((item) => {
    const found = splitStatements(item).map(({ text, speaker }) => {
      const statement = {
        ...{ kind: item.kind, at: item.at, around: item.around ?? "", place: item.score / best },
        text: speaker === null || item.kind === "message" ? text : `${speaker}: ${text}`,
        people: item.subject === null ? [] : [item.subject.id],
      }
      return { text, features: featuresOf(asked, statement, { rarity, timezone }) }
    })
    const [first, ...rest] = found
    if (first === undefined) return []
    const most = rest.reduce((a, b) => (bearing(b.features) > bearing(a.features) ? b : a), first)
    const traits = traitsOf({ item, ...most }, { words, asked, during })
    return [{ bears: bears(item), features: found.map(({ features }) => features), traits }]
  })
}

/** A find counts as its best statement, which depends on the weights: three rounds settle it. */
function fitWeights(all: readonly Asked[]): Features {
  let weights: Features | null = null
  for (let round = 0; round < 3; round++) {
    const samples = all.flatMap(({ finds, weight }) =>
      finds.flatMap(({ features, bears }): Sample<keyof Features>[] => {
        const [first, ...rest] = features
        if (first === undefined) return []
        const known = weights
        const best =
          known === null ? first : rest.reduce((a, b) => (odds(b, known) > odds(a, known) ? b : a), first)
        return [{ features: best, isPositive: bears, weight }]
      }),
    )
    weights = fitLogistic(samples)
  }
  if (weights === null) throw new Error("nothing was fitted")
  return weights
}

function odds(features: Features, weights: Features): number {
  return Object.entries(weights).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof Features],
    0,
  )
}

function printWeights(print: Print, weights: Record<string, number>): void {
  for (const [name, weight] of Object.entries(weights)) print(`  ${name}: ${weight.toFixed(2)},`)
}

function report(print: Print, weights: Features, talk: readonly Asked[]): void {
  printWeights(print, weights)
  const scored = talk.map(({ isAnswerable, finds }) => ({
    isAnswerable,
    finds: finds
      .map(({ features, bears }) => ({
        bears,
        score: Math.max(0, ...features.map((one) => 1 / (1 + Math.exp(-odds(one, weights))))),
      }))
      .sort((a, b) => b.score - a.score),
  }))
  const answerable = scored.filter(({ isAnswerable }) => isAnswerable)
  const others = scored.filter(({ isAnswerable }) => !isAnswerable)
  const below = (floor: number) => (one: (typeof scored)[number]) =>
    Number((one.finds[0]?.score ?? 0) < floor)
  print(
    table([
      ["best score at least", "answerable refused", "unanswerable refused", "best find bears"],
      ...[0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6].map((floor) => {
        const given = answerable.filter((one) => below(floor)(one) === 0)
        return [
          String(floor),
          `${percent(mean(answerable.map(below(floor))))} %`,
          `${percent(mean(others.map(below(floor))))} %`,
          `${percent(mean(given.map(({ finds }) => Number(finds[0]?.bears))))} %`,
        ]
      }),
    ]),
  )
}
