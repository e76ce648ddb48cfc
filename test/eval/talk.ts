/**
 * What is kept of ordinary talk: `npm run eval -- talk [--half tuning|held|fresh|latest|both] [--failures] [--prompts DIR]`. Plays
 * the conversations of test/eval/talk by rules, with the recorded replies and with weak variants of them, and counts
 * against gold lists. `--prompts` writes the prompts that have no recorded reply yet.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { strictSchema } from "../../src/ai/chat/strict-schema.ts"
import type { Extraction } from "../../src/domain/types.ts"
import { claimsInQuestion } from "../../src/extraction/claims.ts"
import type { PromptInput } from "../../src/extraction/prompt.ts"
import { ExtractionReplySchema } from "../../src/extraction/reply.ts"
import { secondReadingPrompt } from "../../src/extraction/second-reading.ts"
import { tokensOf } from "../../src/text/tokens.ts"
import { type Print, printerTo, UsageError } from "../../src/tools/program.ts"
import { evaluation } from "./run.ts"
import {
  type Conversation,
  conversations,
  type Half,
  labelsOf,
  recordedReply,
  recordedVerdicts,
  ruleLabelsOf,
} from "./talk-data.ts"
import { emptyTally, type Failure, type Labels, type Share, type Tally, tallyTalk } from "./talk-measure.ts"
import { type Played, play, readByRules, readReply, termsOf } from "./talk-play.ts"
import { VARIANTS } from "./talk-weak.ts"

const USAGE =
  "usage: npm run eval -- talk [--half tuning|held|fresh|latest|both] [--failures] [--prompts DIR] [--second DIR]"

export const main = evaluation(USAGE, async (argv, { stdout }) => {
  const print = printerTo(stdout)
  const { values } = parseArgs({
    args: argv,
    options: {
      half: { type: "string", default: "tuning" },
      failures: { type: "boolean", default: false },
      prompts: { type: "string" },
      second: { type: "string" },
    },
  })
  if (!["tuning", "held", "fresh", "latest", "both"].includes(values.half))
    throw new UsageError(`--half is ${values.half}.`)
  const talks = conversations(values.half as Half | "both")
  if (values.prompts !== undefined) return writePrompts(talks, values.prompts, print)
  if (values.second !== undefined) return writeSecondPrompts(talks, values.second, print)
  const results = await measure(talks)
  report(print, talks, results)
  if (values.failures) for (const { name, failures } of results) list(print, name, failures)
})

export interface Result {
  name: string
  tally: Tally
  failures: Failure[]
  /** Estimated tokens of all prompts with the reply schema, and of all replies; zero without a model. */
  tokens: { windows: number; input: number; output: number }
}

/** Plays the conversations by rules. */
function measureRules(talks: readonly Conversation[]): Promise<Result> {
  return resultOf(
    "rules",
    talks,
    async (talk) => ({ ...(await play(talk, async (_, shown) => readByRules(shown))), prompts: [] }),
    (talk) => ({ facts: ruleLabelsOf(talk) }),
  )
}

/** Plays the conversations with the recorded replies, changed by `weaken` if given. */
export function measureReplies(
  talks: readonly Conversation[],
  name = "recorded replies",
  weaken: (typeof VARIANTS)[string] = (reply) => reply,
): Promise<Result> {
  const change = (text: string, { people }: PromptInput) =>
    JSON.stringify(
      weaken(
        JSON.parse(text),
        people.map((person) => person.name),
      ),
    )
  return resultOf(
    name,
    talks,
    (talk) => playRecorded(talk, change),
    (talk) => ({ claims: labelsOf(talk) }),
  )
}

/** Plays the conversations in every way. Conversations without a recorded reply count for rules only. */
async function measure(talks: readonly Conversation[]): Promise<Result[]> {
  const recorded = await Promise.all(talks.map(async (talk) => ({ talk, played: await playRecorded(talk) })))
  const complete = recorded.filter(({ played }) => played.complete).map(({ talk }) => talk)
  return [
    await measureRules(talks),
    await measureReplies(complete),
    ...(await Promise.all(
      Object.entries(VARIANTS).map(([name, weaken]) => measureReplies(complete, `… with ${name}`, weaken)),
    )),
  ]
}

const SCHEMA_TOKENS = tokensOf(JSON.stringify(strictSchema(ExtractionReplySchema)))

type Replied = Played & { replyTokens?: number }

async function playRecorded(
  talk: Conversation,
  change: (text: string, shown: PromptInput) => string = (text) => text,
): Promise<Replied> {
  let replyTokens = 0
  const played = await play(talk, async (window, shown): Promise<Extraction | null> => {
    const text = recordedReply(talk, window, shown.memories)
    if (text === null) return null
    const reply = change(text, shown)
    replyTokens += tokensOf(reply)
    return confirmed(await readReply(reply, shown), recordedVerdicts(talk, window), shown)
  })
  return { ...played, replyTokens }
}

/** The claims with the verdicts of a second reading on those that it is asked about. */
function confirmed(
  extraction: Extraction,
  verdicts: readonly (boolean | null)[] | null,
  shown: PromptInput,
): Extraction {
  const open = new Set(claimsInQuestion(extraction, shown.window, termsOf(shown)))
  const claims = extraction.claims.map((claim, index) => {
    const so = verdicts?.[index] ?? null
    return so === null || !open.has(claim) ? claim : { ...claim, confirmed: so }
  })
  return { ...extraction, claims }
}

async function resultOf(
  name: string,
  talks: readonly Conversation[],
  run: (talk: Conversation) => Promise<Replied>,
  labels: (talk: Conversation) => Labels,
): Promise<Result> {
  const tally = emptyTally()
  const failures: Failure[] = []
  const tokens = { windows: 0, input: 0, output: 0 }
  for (const talk of talks) {
    const played = await run(talk)
    failures.push(...tallyTalk(talk, played, labels(talk), tally))
    tokens.windows += played.prompts.length
    for (const { system, user } of played.prompts)
      tokens.input += tokensOf(system) + tokensOf(user) + SCHEMA_TOKENS
    tokens.output += played.replyTokens ?? 0
  }
  return { name, tally, failures, tokens }
}

/** Writes the second reading's prompts for the recorded replies without verdicts, each with its claims' places. */
async function writeSecondPrompts(
  talks: readonly Conversation[],
  folder: string,
  print: Print,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  let written = 0
  for (const talk of talks)
    await play(talk, async (window, shown) => {
      const text = recordedReply(talk, window, shown.memories)
      if (text === null) return null
      const extraction = await readReply(text, shown)
      const open = claimsInQuestion(extraction, shown.window, termsOf(shown))
      if (open.length > 0 && recordedVerdicts(talk, window) === null) {
        const { system, user } = secondReadingPrompt(open, shown)
        const places = open.map((claim) => extraction.claims.indexOf(claim))
        writeFileSync(join(folder, "system.txt"), system)
        writeFileSync(join(folder, `${talk.id}.${window}.${places.join("-")}.txt`), user)
        written += 1
      }
      return confirmed(extraction, recordedVerdicts(talk, window), shown)
    })
  print(`${written} second readings without verdicts in ${folder}`)
}

/** Writes the first prompt of each conversation that has no reply yet, and prints what they cost. */
async function writePrompts(talks: readonly Conversation[], folder: string, print: Print): Promise<void> {
  mkdirSync(folder, { recursive: true })
  let [written, windows, tokens] = [0, 0, 0]
  for (const talk of talks) {
    const { prompts, complete } = await playRecorded(talk)
    windows += prompts.length
    tokens += prompts.reduce((sum, { system, user }) => sum + tokensOf(system) + tokensOf(user), 0)
    const open = complete ? undefined : prompts.at(-1)
    if (!open) continue
    writeFileSync(join(folder, "system.txt"), open.system)
    writeFileSync(join(folder, `${talk.id}.${prompts.length - 1}.txt`), open.user)
    written += 1
  }
  print(
    `${written} prompts without a reply in ${folder}; ${windows} prompts of ${Math.round(tokens / windows)} tokens so far`,
  )
}

function report(print: Print, talks: readonly Conversation[], results: readonly Result[]): void {
  print(
    `${talks.length} conversations, ${talks.reduce((sum, { worth }) => sum + worth.length, 0)} items worth keeping\n`,
  )
  const head = [
    "",
    "sound",
    "found",
    "wrongly refused",
    "updates right",
    "dates resolved",
    "unjudged",
    "tokens in + out",
  ]
  const rows = results.map(({ name, tally, tokens }) => [
    name,
    ...[tally.sound, tally.found, tally.refused, tally.updates, tally.dates].map(shareText),
    String(tally.unjudged),
    tokens.windows === 0
      ? "–"
      : `${Math.round(tokens.input / tokens.windows)} + ${Math.round(tokens.output / tokens.windows)}`,
  ])
  for (const row of [head, ...rows])
    print(row.map((cell, at) => (at === 0 ? cell.padEnd(24) : cell.padStart(18))).join(""))
}

function shareText({ of, had }: Share): string {
  return of === 0 ? "–" : `${((100 * had) / of).toFixed(1)} % ${had}/${of}`
}

function list(print: Print, name: string, failures: readonly Failure[]): void {
  print(`\n${name}`)
  for (const { conversation, kind, text } of failures) print(`  ${conversation}  ${kind}: ${text}`)
}
