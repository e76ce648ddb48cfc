/**
 * `npm run eval -- channels FILE`: how much recall finds of conversations that are spread over many channels of
 * one guild, and whether it finds the same wherever it is asked.
 */
import { parseArgs } from "node:util"
import { DAY } from "../../src/domain/calendar.ts"
import { type ApiClient, connectTo } from "../../src/tools/api-client.ts"
import { printerTo, UsageError } from "../../src/tools/program.ts"
import { type LocomoConversation, type LocomoQuestion, readLocomo } from "./locomo-data.ts"
import { mean, percent, ranksOf, recallAt, sourcesInOrder, table } from "./ranks.ts"
import { evaluation, hear, mapped, progress, wholeNumber, withLocalWorker } from "./run.ts"

const GUILD = "28"
/** As many items as a question may bring. */
const WIDE = { maxItems: 50, maxTokens: 8_000 }

const USAGE = `npm run eval -- channels FILE
  --channels 12       the sessions of all conversations are dealt to this many channels, one after the other
  --sample 40         this many of the questions, spread evenly, each asked from every channel
  --concurrency 4     questions asked at once`

interface Asked {
  question: LocomoQuestion
  conversation: LocomoConversation
}

/** A question's answers by channel. */
interface Answered {
  ranks: (number | null)[][]
  /** The first ten source messages from each channel. */
  first: string[][]
}

export const main = evaluation(USAGE, async (argv, io) => {
  const { file, channels, sample, atOnce } = readOptions(argv)
  const conversations = readLocomo(file, { captions: true })
  const ids = Array.from({ length: channels }, (_, at) => String(2_800_000_000 + at))
  await withLocalWorker({ stateDir: undefined, withModels: false, env: io.env }, async (server) => {
    const client = connectTo(server, GUILD)
    await client.putSettings({ retention_days: 30 })
    await load(client, conversations, ids)
    const questions = spread(conversations, sample)
    const pace = { atOnce, done: progress(io, "asking", questions.length) }
    const answered = await mapped(questions, pace, (asked) => askEverywhere(client, asked, ids))
    printFigures(printerTo(io.stdout), answered, ids)
  })
})

function readOptions(argv: string[]) {
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      channels: { type: "string", default: "12" },
      sample: { type: "string", default: "40" },
      concurrency: { type: "string", default: "4" },
    },
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new UsageError("One LoCoMo file is needed.")
  return {
    file,
    channels: wholeNumber("channels", values.channels, { from: 1, to: 100 }),
    sample: wholeNumber("sample", values.sample, { from: 1, to: 2_000 }),
    atOnce: wholeNumber("concurrency", values.concurrency, { from: 1, to: 32 }),
  }
}

async function load(
  client: ApiClient,
  conversations: readonly LocomoConversation[],
  channels: readonly string[],
) {
  const sessions = conversations.flatMap((conversation) => conversation.sessions)
  for (const [at, session] of sessions.entries()) {
    const id = channels[at % channels.length] ?? ""
    await hear(client, { id, name: `channel-${id}` }, session)
    await client.settle(id)
  }
}

function spread(conversations: readonly LocomoConversation[], sample: number): Asked[] {
  const all = conversations.flatMap((conversation) =>
    conversation.questions.map((question) => ({ conversation, question })),
  )
  const step = Math.max(1, all.length / sample)
  return all.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step))
}

async function askEverywhere(
  client: ApiClient,
  { question, conversation }: Asked,
  channels: readonly string[],
): Promise<Answered> {
  const wanted = question.evidence.map((turn) => conversation.messageOf.get(turn) ?? "")
  const answered: Answered = { ranks: [], first: [] }
  for (const channelId of channels) {
    const asOf = new Date(conversation.endsAt + DAY).toISOString()
    const { items } = await client.recall({ query: question.question, channelId, asOf, ...WIDE })
    const found = sourcesInOrder(items)
    answered.ranks.push(ranksOf(wanted, found))
    answered.first.push(found.slice(0, 10))
  }
  return answered
}

function printFigures(
  print: (line: string) => void,
  answered: readonly Answered[],
  channels: readonly string[],
) {
  const rows = [5, 10, 20, 50].map((k) => {
    const byChannel = channels.map((_, at) => mean(answered.map(({ ranks }) => recallAt(k, ranks[at] ?? []))))
    return [
      `recall@${k}`,
      percent(mean(byChannel)),
      percent(Math.min(...byChannel)),
      percent(Math.max(...byChannel)),
    ]
  })
  print(`${answered.length} questions, each asked from ${channels.length} channels.\n`)
  print(table([["", "mean", "worst channel", "best channel"], ...rows]))
  const alike = answered.map(({ first }) => mean(pairs(first).map(([one, other]) => overlap(one, other))))
  print(`\nthe first 10 sources from two channels have in common: ${percent(mean(alike))}`)
  const everywhere = answered.map(({ ranks }) => mean(ranks.map((one) => recallAt(50, one))))
  const same = everywhere.filter((share, at) =>
    (answered[at]?.ranks ?? []).every((one) => recallAt(50, one) === share),
  )
  print(
    `questions with the same evidence found from every channel: ${percent(same.length / answered.length)}`,
  )
}

function pairs<T>(all: readonly T[]): [T, T][] {
  return all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]))
}

/** The share of two lists' messages that are in both. */
function overlap(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other])
  return all.size === 0 ? 1 : one.filter((id) => other.includes(id)).length / all.size
}
