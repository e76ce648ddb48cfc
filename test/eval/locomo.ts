/** `npm run eval -- locomo FILE`: how much of the evidence for LoCoMo's questions recall finds, over the HTTP API of a worker of its own. */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { z } from "zod"
import { DAY } from "../../src/domain/calendar.ts"
import { stems } from "../../src/text/stems.ts"
import { type ApiClient, connectTo } from "../../src/tools/api-client.ts"
import { type ProgramIo, printerTo, UsageError } from "../../src/tools/program.ts"
import { ABLATIONS } from "./ablations.ts"
import { type LocomoConversation, type LocomoQuestion, readLocomo } from "./locomo-data.ts"
import { printAblations, printConditions, printFigures, toResults } from "./locomo-print.ts"
import { ranksOf, sourcesInOrder } from "./ranks.ts"
import { evaluation, hear, mapped, progress, wholeNumber, withLocalWorker } from "./run.ts"

/** Data with captions and data without are stored in separate guilds. */
const GUILDS = { captions: "26", plain: "27" }
/** What a question may bring where recall itself is measured: the API's own limits. */
const WIDE = { maxItems: 50, maxTokens: 8_000 }

const USAGE = `npm run eval -- locomo FILE
  --as-of end|none    each question is asked a day after its conversation's end (default), or now
  --default-budget    asks within the policy's own limits, as a bot would
  --expired           as after retention: messages' words are deleted once they have been read
  --no-captions       leaves out what LoCoMo says a picture shows
  --policy JSON       the guild's policy, such as '{"recall":{"max_per_type":50}}'
  --ablate            asks everything once for each variant of the policy in eval-ablations.ts
  --concurrency 4     questions asked at once; latency is meaningful at 1
  --json OUT          writes each question with the ranks of its evidence
  --state DIR         keeps the worker's data, so that loading again is quick
  --with-models       lets the models named in the environment (AI_BASE_URL, ...) take part`

const Policy = z.record(z.string(), z.unknown())

/** A question as it was answered. `ranks` are those of its evidence among the distinct source messages. */
export interface Answered extends LocomoQuestion {
  conversation: LocomoConversation
  ranks: (number | null)[]
  /** The source messages, first to last. */
  found: string[]
  items: number
  /** The share of the reference answer's words that the first items say; `null` if it is a date. */
  words: number | null
  tokens: number
  degraded: string[]
  latencyMs: number
}

export type Options = ReturnType<typeof readOptions>

interface Asking {
  options: Options
  io: ProgramIo
}

function readOptions(argv: string[]) {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      "as-of": { type: "string", default: "end" },
      "default-budget": { type: "boolean", default: false },
      expired: { type: "boolean", default: false },
      "no-captions": { type: "boolean", default: false },
      policy: { type: "string", default: "{}" },
      ablate: { type: "boolean", default: false },
      concurrency: { type: "string", default: "4" },
      json: { type: "string" },
      state: { type: "string" },
      "with-models": { type: "boolean", default: false },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError("One LoCoMo file is needed.")
  if (values["as-of"] !== "end" && values["as-of"] !== "none")
    throw new UsageError(`--as-of is ${values["as-of"]}; it must be end or none.`)
  return {
    file,
    asOfEnd: values["as-of"] === "end",
    wide: !values["default-budget"],
    captions: !values["no-captions"],
    expired: values.expired,
    policy: readPolicy(values.policy),
    ablate: values.ablate,
    concurrency: wholeNumber("concurrency", values.concurrency, { from: 1, to: 32 }),
    json: values.json,
    stateDir: values.state,
    withModels: values["with-models"],
  }
}

function readPolicy(text: string): z.output<typeof Policy> {
  try {
    return Policy.parse(JSON.parse(text))
  } catch (cause) {
    throw new UsageError(`--policy is no JSON object: ${text}`, { cause })
  }
}

export const main = evaluation(USAGE, async (argv, io) => {
  const options = readOptions(argv)
  const conversations = readLocomo(options.file, options)
  await withLocalWorker({ ...options, env: io.env }, async (server) => {
    const client = connectTo(server, options.captions ? GUILDS.captions : GUILDS.plain)
    // Comes first, so that a wrong policy is rejected before anything is loaded.
    await client.putPolicy(options.policy)
    await load(client, conversations, { options, io })
    printConditions(printerTo(io.stdout), conversations, options)
    if (options.ablate) await ablate(client, conversations, { options, io })
    else await measure(client, conversations, { options, io })
  })
})

async function measure(client: ApiClient, conversations: LocomoConversation[], { options, io }: Asking) {
  const answered = await askAll(client, conversations, { options, io, what: "asking" })
  printFigures(printerTo(io.stdout), answered)
  if (options.json === undefined) return
  writeFileSync(options.json, JSON.stringify(toResults(answered), null, 1))
  printerTo(io.stderr)(`Each question with the ranks of its evidence: ${options.json}`)
}

async function ablate(client: ApiClient, conversations: LocomoConversation[], { options, io }: Asking) {
  const variants = []
  for (const { name, recall } of ABLATIONS) {
    await client.putPolicy({
      ...options.policy,
      recall: { ...Policy.parse(options.policy.recall ?? {}), ...recall },
    })
    variants.push({ name, answered: await askAll(client, conversations, { options, io, what: name }) })
  }
  printAblations(printerTo(io.stdout), variants)
}

/** Sends each conversation session by session and has each read before the next begins. */
async function load(
  client: ApiClient,
  conversations: LocomoConversation[],
  { options, io }: Asking,
): Promise<void> {
  // Without retention a message's words go as soon as they have been read, and facts and notes remain.
  await client.putSettings({ retention_days: options.expired ? 0 : 30 })
  const show = progress(io, "sessions heard", conversations.flatMap(({ sessions }) => sessions).length)
  let heard = 0
  for (const { channelId, name, sessions } of conversations) {
    for (const session of sessions) {
      await hear(client, { id: channelId, name }, session)
      await client.settle(channelId)
      heard += 1
      show(heard)
    }
  }
}

async function askAll(
  client: ApiClient,
  conversations: LocomoConversation[],
  { options, io, what }: Asking & { what: string },
): Promise<Answered[]> {
  const questions = conversations.flatMap((conversation) =>
    conversation.questions.map((question) => ({ conversation, question })),
  )
  const pace = { atOnce: options.concurrency, done: progress(io, what, questions.length) }
  return mapped(questions, pace, ({ conversation, question }) =>
    ask(client, conversation, { question, options }),
  )
}

/** Items among whose words the answer is looked for. */
const WORDS_AMONG = 10

/** The share of the reference answer's words that the items say; `null` if it is a date, which may be told in other words. */
function wordsFound({ answer, category }: LocomoQuestion, items: readonly { text: string }[]): number | null {
  const words = stems(answer)
  if (category === TEMPORAL || words.length === 0) return null
  const said = new Set(items.flatMap(({ text }) => stems(text)))
  return words.filter((word) => said.has(word)).length / words.length
}
const TEMPORAL = 2

async function ask(
  client: ApiClient,
  conversation: LocomoConversation,
  { question, options }: { question: LocomoQuestion; options: Options },
): Promise<Answered> {
  const started = performance.now()
  const { items, usage, degraded } = await client.recall({
    query: question.question,
    channelId: conversation.channelId,
    ...(options.asOfEnd ? { asOf: new Date(conversation.endsAt + DAY).toISOString() } : {}),
    ...(options.wide ? WIDE : {}),
  })
  const latencyMs = performance.now() - started
  const found = sourcesInOrder(items)
  // Evidence was cleaned to turns that there are, so each has its message.
  const wanted = question.evidence.map((turn) => conversation.messageOf.get(turn) ?? "")
  return {
    ...question,
    conversation,
    ranks: ranksOf(wanted, found),
    found,
    items: items.length,
    words: wordsFound(question, items.slice(0, WORDS_AMONG)),
    tokens: usage.tokens,
    degraded,
    latencyMs,
  }
}
