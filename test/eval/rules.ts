/**
 * Measures the rules on chat logs: `npm run eval -- rules DIR [--sample 50] [--seed 1]`. Reads every
 * `*.messages.jsonl` under DIR, or a LoCoMo `.json` file, and prints counts and a random sample of what would be kept.
 */
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { DAY } from "../../src/domain/calendar.ts"
import type { Claim, Message, Person, Window } from "../../src/domain/types.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { type Print, printerTo, UsageError } from "../../src/tools/program.ts"
import { EvaluationError, expectFolder, readJson, readJsonLines } from "./files.ts"
import { evaluation, wholeNumber } from "./run.ts"

const USAGE = "usage: npm run eval -- rules DIR|FILE [--sample 50] [--seed 1] [--below]"

const GAP_MS = 180_000
const SPAN_MS = 30 * 60_000
const MOST = 30

const Heard = z.object({
  id: z.string(),
  guild_id: z.string(),
  channel_id: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
  author: z.object({ id: z.string(), name: z.string() }),
  content: z.string(),
})
const Turn = z.object({ speaker: z.string(), dia_id: z.string(), text: z.string() })
/** Of a conversation the sessions are read; what else stands beside them is not. */
const Sessions = z.record(z.string(), z.unknown()).transform((held, context) =>
  Object.entries(held)
    .filter(([key]) => /^session_\d+$/.test(key))
    .map(([key, turns]) => {
      const parsed = z.array(Turn).safeParse(turns)
      if (!parsed.success) context.addIssue({ code: "custom", message: "holds no turns", path: [key] })
      return { number: Number(key.split("_")[1]), turns: parsed.data ?? [] }
    }),
)
const Locomo = z.array(z.object({ sample_id: z.string(), conversation: Sessions }))
interface Kept {
  claim: Claim
  window: Window
}

interface Measured {
  claims: Kept[]
  messages: number
  windows: number
  spentMs: number
  slowestMs: number
}

export const main = evaluation(USAGE, (argv, { stdout }) => {
  const print = printerTo(stdout)
  const { positionals, values } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      sample: { type: "string", default: "50" },
      seed: { type: "string", default: "1" },
      below: { type: "boolean", default: false },
    },
  })
  const [path] = positionals
  if (path === undefined) throw new UsageError("A folder or a file of chat is needed.")
  const sample = wholeNumber("sample", values.sample, { from: 0, to: 100_000 })
  const seed = wholeNumber("seed", values.seed, { from: 0, to: 2 ** 31 - 1 })
  const channels = channelsOf(path)
  if (channels.length === 0) throw new EvaluationError(`There is no *.messages.jsonl under ${path}.`)
  const measured = measure(channels)
  report(print, measured)
  const pool = measured.claims.filter(({ claim }) => claim.confidence < 1 === values.below)
  sampled(pool, sample, seed).forEach((kept, index) => {
    show(print, kept, index)
  })
})

/** Extracts every window, the members being who was seen in the channel so far. */
function measure(channels: Message[][]): Measured {
  const measured: Measured = { claims: [], messages: 0, windows: 0, spentMs: 0, slowestMs: 0 }
  for (const channel of channels) {
    const seen = new Map<string, Person>()
    measured.messages += channel.length
    for (const window of windowsOf(channel)) {
      for (const { author } of window.messages) seen.set(author.id, author)
      const start = performance.now()
      const { claims } = extractByRules({ window, members: [...seen.values()] })
      const spent = performance.now() - start
      measured.windows += 1
      measured.spentMs += spent
      measured.slowestMs = Math.max(measured.slowestMs, spent)
      for (const claim of claims) measured.claims.push({ claim, window })
    }
  }
  return measured
}

function report(print: Print, { claims, messages, windows, spentMs, slowestMs }: Measured): void {
  const kept = claims.filter(({ claim }) => claim.confidence === 1).length
  const per = (count: number) => ((100 * count) / messages).toFixed(2)
  print(`windows ${windows}, messages ${messages}`)
  print(
    `kept ${kept} (${per(kept)} per 100 messages), below ${claims.length - kept} (${per(claims.length - kept)})`,
  )
  print(
    `${(spentMs / windows).toFixed(2)} ms per window (${(messages / windows).toFixed(1)} messages), slowest ${slowestMs.toFixed(1)} ms`,
  )
}

function show(print: Print, { claim, window }: Kept, index: number): void {
  print(
    `\n${index + 1}. ${claim.fact}  [${claim.type} ${claim.lifetime} ${claim.confidence}; ${claim.topics.join(", ")}]`,
  )
  for (const line of claim.lines) {
    const message = window.messages[line - 1]
    print(`     ${line} ${message?.author.name}: ${message?.content.slice(0, 260)}`)
  }
}

/** Cuts a channel's messages where it fell silent, or where a window is full. */
function windowsOf(messages: Message[]): Window[] {
  const windows: Message[][] = []
  for (const message of messages) {
    const open = windows.at(-1)
    const [first] = open ?? []
    const last = open?.at(-1)
    const fits =
      open !== undefined &&
      first !== undefined &&
      last !== undefined &&
      open.length < MOST &&
      message.at - last.at < GAP_MS &&
      message.at - first.at < SPAN_MS
    if (fits) open.push(message)
    else windows.push([message])
  }
  return windows.map((own, index) => ({
    id: `w${index}`,
    guildId: "1",
    channelId: "1",
    channelName: null,
    messages: own,
    reason: "lull",
  }))
}

function channelsOf(path: string): Message[][] {
  if (path.endsWith(".json")) return fromLocomo(readJson(path, Locomo, "LoCoMo"))
  if (existsSync(path) && statSync(path).isFile())
    return [readJsonLines(path, Heard, "irc-dev").map((line) => fromHeard(line))]
  expectFolder(path)
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).sort()
  return files.filter((file) => /messages\.jsonl$/.test(file)).flatMap((file) => channelsOf(join(path, file)))
}

function messageOf(id: string, author: Person, content: string, at: number): Message {
  return {
    id,
    guildId: "1",
    channelId: "1",
    author,
    role: "member",
    content,
    at,
    replyTo: null,
    mentions: [],
    attachments: [],
    source: "passive",
  }
}

function fromHeard(heard: z.infer<typeof Heard>): Message {
  return messageOf(heard.id, heard.author, heard.content, Date.parse(heard.timestamp))
}

/** Turns have no time of their own: a minute apart, and a day between sessions. */
function fromLocomo(samples: z.infer<typeof Locomo>): Message[][] {
  return samples.map(({ conversation }) =>
    conversation.flatMap(({ number, turns }) =>
      turns.map((turn, index) =>
        messageOf(
          turn.dia_id,
          { id: turn.speaker, name: turn.speaker },
          turn.text,
          number * DAY + index * 60_000,
        ),
      ),
    ),
  )
}

/** A seeded shuffle (mulberry32), so that a sample can be drawn again. */
function sampled<T>(all: T[], count: number, seed: number): T[] {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return all
    .map((item) => ({ item, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ item }) => item)
}
