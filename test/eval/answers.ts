/**
 * What is answered: `npm run eval -- answers`. Each conversation of the talk evaluation is a channel of one guild; the
 * questions of test/eval/answers are asked there over the API, a day after the conversation's end. Answers come from the
 * rules, or with `--recorded` from replies that people wrote to the prompts (`--prompts DIR`).
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { type ApiClient, type RecallItem as ApiItem, connectTo } from "../../src/tools/api-client.ts"
import { type Print, type ProgramIo, printerTo, UsageError } from "../../src/tools/program.ts"
import { type Talk, toTalk } from "./answers-channel.ts"
import { type AskedQuestion, bearsAnswer, isRight, type Recording, recordedAnswer } from "./answers-data.ts"
import { recordedAnswerOf, turnsOf, writePrompts } from "./answers-recorded.ts"
import { load, questionsOf, recallWhole } from "./answers-talk.ts"
import { mean, percent, table } from "./ranks.ts"
import { evaluation, mapped, progress, withLocalWorker } from "./run.ts"
import { conversations, type Half } from "./talk-data.ts"
import { startRecordedModel } from "./talk-model.ts"

const USAGE = `npm run eval -- answers
  --half tuning       the conversations of one half (tuning, held, fresh), or both
  --expired           as after retention: messages' words are deleted once they have been read
  --elsewhere         asks each question in three other channels too
  --recorded          answers with the recorded replies of a model; questions without one are left out
  --learned           facts and notes are those of the recorded replies to the talk evaluation, not the rules'
  --prompts DIR       writes the prompts of questions that have no recorded reply
  --failures          prints each wrong answer
  --items FILE        writes what recall found for each question, with whether it bears the answer
  --state DIR         keeps the worker's data`

const GUILD = "28"
const ASKED_AT_ONCE = 4
const OTHER_CHANNELS = 3

interface Asked {
  talk: Talk
  question: AskedQuestion
  verdict: "right" | "wrong" | "unknown" | "chat"
  text: string
  /** True if the first thing cited, or found by recall, bears the answer. */
  firstBears: boolean
  recalledFirst: boolean
  /** The share of recalled items that bear the answer. */
  useful: number
  items: number
  tokens: number
  /** What recall found, in its order. */
  found: { kind: string; text: string; score: number; bears: boolean }[]
  /** False if another channel was answered otherwise. */
  isSame: boolean
}

export const main = evaluation(USAGE, async (argv, io) => {
  const { values } = parseArgs({
    args: argv,
    options: {
      half: { type: "string", default: "tuning" },
      expired: { type: "boolean", default: false },
      elsewhere: { type: "boolean", default: false },
      recorded: { type: "boolean", default: false },
      learned: { type: "boolean", default: false },
      prompts: { type: "string" },
      failures: { type: "boolean", default: false },
      items: { type: "string" },
      state: { type: "string" },
    },
  })
  if (!["tuning", "held", "fresh", "both"].includes(values.half))
    throw new UsageError(`--half is ${values.half}.`)
  // All conversations are heard, so that each question meets the same server.
  const talks = conversations("both").map(toTalk)
  const asked = talks.filter(
    ({ conversation }) => values.half === "both" || conversation.half === (values.half as Half),
  )
  const recording: Recording = values.learned && values.expired ? "expired-replies" : "replies"
  const model = values.learned ? await startRecordedModel() : null
  const vars = model === null ? {} : { AI_BASE_URL: model.server.url, AI_FAST_MODEL: "recorded" }
  const options = { stateDir: values.state, withModels: false, env: io.env, vars }
  await withLocalWorker(options, async (server) => {
    const client = connectTo(server, GUILD)
    await client.putSettings({ retention_days: values.expired ? 0 : 30 })
    await load(client, talks, io)
    if (model !== null) {
      printerTo(io.stderr)(
        `prompts answered from recordings: ${model.count.read}, by nothing: ${model.count.unread}`,
      )
      await model.server.close()
    }
    if (values.prompts !== undefined) {
      await writePrompts(client, asked, { folder: values.prompts, recording, expired: values.expired, io })
      return
    }
    const answers = await askAll(client, asked, {
      recording: values.recorded ? recording : null,
      expired: values.expired,
      elsewhere: values.elsewhere ? talks : [],
      io,
    })
    report(printerTo(io.stdout), answers, values.elsewhere)
    if (values.failures) listFailures(printerTo(io.stdout), answers)
    if (values.items !== undefined)
      writeFileSync(
        values.items,
        answers.map(({ question, found }) => JSON.stringify({ ...question, found })).join("\n"),
      )
  })
})

async function askAll(
  client: ApiClient,
  talks: readonly Talk[],
  options: { elsewhere: readonly Talk[]; recording: Recording | null; expired: boolean; io: ProgramIo },
): Promise<Asked[]> {
  const { elsewhere, recording, expired, io } = options
  const questions = questionsOf(talks).filter(
    ({ question }) =>
      recording === null || question.kind === "smalltalk" || recordedAnswer(question, recording) !== null,
  )
  const pace = { atOnce: ASKED_AT_ONCE, done: progress(io, "asked", questions.length) }
  return mapped(questions, pace, ({ talk, question }, index) => {
    const others = elsewhere.filter((other) => other !== talk)
    const at = Array.from({ length: others.length === 0 ? 0 : OTHER_CHANNELS }, (_, step) =>
      others.at((index * 7 + step * 13) % others.length),
    )
    return ask(client, talk, question, {
      ...{ recording, expired },
      others: at.filter((other) => other !== undefined),
    })
  })
}

async function ask(
  client: ApiClient,
  talk: Talk,
  question: AskedQuestion,
  options: { others: readonly Talk[]; recording: Recording | null; expired: boolean },
): Promise<Asked> {
  const { others, recording, expired } = options
  const { channelId, askedAt, personId } = talk
  const asking = {
    question: question.words,
    userId: personId(question.asker),
    asOf: askedAt,
    turns: turnsOf(talk, question, expired).map(({ speaker: name, text, own }) => ({ name, text, own })),
  }
  const { answer, basis, items } =
    recording !== null && question.kind !== "smalltalk"
      ? await recordedAnswerOf(client, { talk, question, expired, recording })
      : await client.answer({ ...asking, channelId })
  const recalled = await recallWhole(client, {
    query: question.words,
    channelId,
    asOf: askedAt,
    userId: asking.userId,
  })
  const elsewhere = await Promise.all(
    others.map((other) => client.answer({ ...asking, channelId: other.channelId })),
  )
  const cited = (of: readonly { id: string }[]) => of.map(({ id }) => id).join()
  const bears = (item: Pick<ApiItem, "text" | "sources">) => bearsAnswer(item, talk.messages, question)
  return {
    talk,
    question,
    verdict:
      basis === "nothing"
        ? "unknown"
        : basis === "chat"
          ? "chat"
          : isRight(question, answer)
            ? "right"
            : "wrong",
    text: answer,
    firstBears: items.slice(0, 1).some(bears),
    recalledFirst: recalled.items.slice(0, 1).some(bears),
    useful: mean(recalled.items.map((item) => Number(bears(item)))),
    found: recalled.items.map((item) => ({
      ...{ kind: item.kind, text: item.text, score: item.score },
      bears: bears(item),
    })),
    items: recalled.items.length,
    tokens: recalled.usage.tokens,
    isSame: elsewhere.every((other) => other.basis === basis && cited(other.items) === cited(items)),
  }
}

function report(print: Print, all: readonly Asked[], elsewhere: boolean): void {
  const share = (some: readonly Asked[], test: (one: Asked) => boolean) =>
    `${percent(mean(some.map((one) => Number(test(one)))))} % (${some.filter(test).length} of ${some.length})`
  const answerable = all.filter(({ question }) => question.answerable)
  const unanswerable = all.filter(({ question }) => !question.answerable && question.kind !== "smalltalk")
  const smalltalk = all.filter(({ question }) => question.kind === "smalltalk")
  const given = answerable.filter(({ verdict }) => verdict !== "unknown")
  print(
    table([
      ["answerable: right", share(answerable, ({ verdict }) => verdict === "right")],
      ["  refused", share(answerable, ({ verdict }) => verdict === "unknown")],
      ["  of those answered, right", share(given, ({ verdict }) => verdict === "right")],
      ["  the first thing cited bears it", share(given, ({ firstBears }) => firstBears)],
      ["unanswerable: said so", share(unanswerable, ({ verdict }) => verdict === "unknown")],
      ["small talk: no search", share(smalltalk, ({ verdict }) => verdict === "chat")],
      ...(elsewhere ? [["the same in every channel", share(all, ({ isSame }) => isSame)]] : []),
      ["recall: the first item bears the answer", share(answerable, ({ recalledFirst }) => recalledFirst)],
      ["  items that do", `${percent(mean(answerable.map(({ useful }) => useful)))} %`],
      [
        "  items, tokens",
        `${mean(answerable.map(({ items }) => items)).toFixed(1)}, ${mean(answerable.map(({ tokens }) => tokens)).toFixed(0)}`,
      ],
    ]),
  )
  const slots = Map.groupBy(unanswerable, ({ question }) => question.slot ?? "other")
  for (const [slot, some] of slots)
    print(`  ${slot}: said so ${share(some, ({ verdict }) => verdict === "unknown")}`)
}

function listFailures(print: Print, all: readonly Asked[]): void {
  for (const { question, verdict, text } of all) {
    const expected = question.answerable ? "right" : question.kind === "smalltalk" ? "chat" : "unknown"
    if (verdict === expected) continue
    print(
      `\n${question.id} ${question.kind}${question.slot ? ` ${question.slot}` : ""}: ${verdict}, not ${expected}`,
    )
    print(`  ${question.words}`)
    if (question.answer)
      print(`  gold: ${question.answer} ${JSON.stringify(question.keys)} lines ${question.lines}`)
    print(`  said: ${text.replaceAll("\n", "\n        ")}`)
  }
}
