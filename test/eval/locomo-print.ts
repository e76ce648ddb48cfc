/** What the LoCoMo evaluation prints and writes: conditions, figures, and each question for reading what failed. */

import type { Print } from "../../src/tools/program.ts"
import type { Answered, Options } from "./locomo.ts"
import { CATEGORIES, type LocomoConversation } from "./locomo-data.ts"
import { mean, percent, percentile, recallAt, table } from "./ranks.ts"

const DEPTHS = [5, 10, 20]
const SHOWN_FOUND = 20

export function printConditions(print: Print, conversations: LocomoConversation[], options: Options): void {
  const sum = (count: (one: LocomoConversation) => number) =>
    conversations.reduce((total, conversation) => total + count(conversation), 0)
  const policy = JSON.stringify(options.policy)
  print(`
${conversations.length} conversations, a channel each in one guild, ${sum(({ messageOf }) => messageOf.size)} messages; asked in the conversation's own channel.
Questions of categories 1 to 4: ${sum(({ questions }) => questions.length)} asked; ${sum(({ skipped }) => skipped)} skipped, whose evidence names no turn.
Pictures: ${options.captions ? 'a message ends with "[image: CAPTION]", as a chat client describes an attachment' : "captions left out"}.${options.expired ? " Messages' words were deleted once they had been read." : ""}
Asked ${options.asOfEnd ? "as of a day after the conversation's end" : "as of now"}, within ${options.wide ? "50 items and 8,000 tokens" : "the policy's own limits"}, ${options.concurrency} at once; policy ${policy}; models: ${options.withModels ? "as the environment says" : "none"}.
`)
}

/** A row for all questions and one for each category. Recall is the mean over questions of the share of evidence found. */
export function printFigures(print: Print, answered: Answered[]): void {
  const groups = Object.entries(CATEGORIES).map(
    ([category, name]) => [name, answered.filter((one) => one.category === Number(category))] as const,
  )
  const rows = [["all", answered] as const, ...groups].map(([name, group]) => [
    name,
    String(group.length),
    ...figuresOf(group),
  ])
  print(table([["", "questions", ...HEAD], ...rows]))
  print(`\nlatency p50 ${ms(answered, 0.5)}, p95 ${ms(answered, 0.95)} as the client sees it`)
  const degraded = answered.filter((one) => one.degraded.length > 0)
  const sources = [...new Set(degraded.flatMap((one) => one.degraded))].join(", ")
  print(`degraded answers: ${degraded.length}${sources ? ` (${sources})` : ""}`)
}

/** A row for each variant, all on the same data. */
export function printAblations(print: Print, variants: { name: string; answered: Answered[] }[]): void {
  const rows = variants.map(({ name, answered }) => [
    name,
    ...figuresOf(answered),
    ...Object.keys(CATEGORIES).map((category) =>
      at(
        10,
        answered.filter((one) => one.category === Number(category)),
      ),
    ),
    ms(answered, 0.5),
    String(answered.filter((one) => one.degraded.length > 0).length),
  ])
  const categories = Object.values(CATEGORIES).map((name) => `${name} @10`)
  print(table([["variant", ...HEAD, ...categories, "p50", "degraded"], ...rows]))
}

/**
 * `words@10`: the share of the reference answer's words that the first ten items say, dates left out. The last column: of the first ten source messages, how many come from other channels, where no
 * evidence is.
 */
const HEAD = [...DEPTHS.map((depth) => `recall@${depth}`), "words@10", "tokens", "items", "elsewhere@10"]

function figuresOf(answered: Answered[]): string[] {
  return [
    ...DEPTHS.map((depth) => at(depth, answered)),
    percent(mean(answered.flatMap(({ words }) => words ?? []))),
    mean(answered.map(({ tokens }) => tokens)).toFixed(0),
    mean(answered.map(({ items }) => items)).toFixed(1),
    mean(answered.map(elsewhere)).toFixed(1),
  ]
}

function elsewhere({ found, conversation }: Answered): number {
  const here = new Set(conversation.messageOf.values())
  return found.slice(0, 10).filter((id) => !here.has(id)).length
}

function at(depth: number, answered: Answered[]): string {
  return answered.length === 0 ? "-" : percent(mean(answered.map(({ ranks }) => recallAt(depth, ranks))))
}

function ms(answered: Answered[], share: number): string {
  return `${percentile(
    answered.map(({ latencyMs }) => latencyMs),
    share,
  ).toFixed(0)} ms`
}

/** Each question with the words and ranks of its evidence, and what stood first instead. */
export function toResults(answered: Answered[]) {
  return answered.map(({ conversation, evidence, found, ranks, degraded, ...rest }) => {
    const { turnOf, wordsOf } = reading(conversation)
    return {
      ...rest,
      conversation: conversation.name,
      category: CATEGORIES[rest.category],
      evidence: evidence.map((turn, index) => ({ turn, rank: ranks[index], words: wordsOf(turn) })),
      found: found.slice(0, SHOWN_FOUND).map((id) => turnOf(id) ?? id),
      ...(degraded.length > 0 ? { degraded } : {}),
    }
  })
}

/** How to get from a message to its turn, and from a turn to its words. */
function reading({ messageOf, sessions }: LocomoConversation) {
  const turns = new Map([...messageOf].map(([turn, id]) => [id, turn]))
  const messages = new Map(sessions.flat().map((message) => [message.id, message]))
  return {
    turnOf: (id: string) => turns.get(id),
    wordsOf: (turn: string) => {
      const message = messages.get(messageOf.get(turn) ?? "")
      return message ? `${message.author.name}: ${message.content}` : null
    },
  }
}
