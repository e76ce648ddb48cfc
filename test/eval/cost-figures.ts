/** Converts counted work to dollars for a million messages, by model and by part. Pure. */
import { UsageError } from "../../src/tools/program.ts"
import type { Counted } from "./cost-play.ts"
import {
  CHOICES,
  EMBEDDING_PRICE,
  type ModelPrice,
  perMillion,
  type Tokens,
  tokenDollars,
  type Units,
  unitDollars,
} from "./cost-prices.ts"

/** The same messages played in four ways. */
export interface Plays {
  lean: Counted
  full: Counted
  untriaged: Counted
  each: Counted
}

/** A guild's night: what it asks of the fast model, and how many messages came before it. */
export interface Night {
  calls: number
  input: number
  output: number
  messagesADay: number
}

export interface SecondReadings {
  callsPer100: number
  tokensACall: [input: number, output: number]
}

export interface Figures {
  messages: number
  callsPer100: { windows: number; untriaged: number; messages: number }
  tokensACall: { lean: [input: number, output: number]; full: [input: number, output: number] }
  secondReadings: { lean: SecondReadings; full: SecondReadings }
  /** Per 100 messages, first and second readings with their replies. */
  tokensPer100: { lean: number; full: number }
  plays: Plays
  /** Dollars a million messages. */
  reading: { model: string; lean: number; full: number; untriaged: number; each: number }[]
  embedding: number
  nights: number
  platform: { part: string; dollars: number }[]
  totals: { model: string; lean: number; full: number }[]
}

/**
 * What the platform counts for 100 messages, heard one by one and read by rules; rows as `npm run bench -- --only rows` counted
 * them on the same channels (docs/BENCHMARKS.md). The rest is estimated: see docs/COST.md.
 */
export const PLATFORM_PER_100: { part: string; units: Units }[] = [
  { part: "Durable Object rows written", units: { rowWritten: 173 } },
  { part: "D1 rows written", units: { rowWritten: 119 } },
  { part: "rows read", units: { rowRead: 2_661 + 3_412 } },
  { part: "Durable Object requests", units: { objectRequest: 112 } },
  { part: "Durable Objects awake (estimated)", units: { objectGbSecond: 6 } },
  { part: "CPU (estimated)", units: { cpuMs: 300 } },
]

/**
 * What nights with default settings take for a million messages, as `npm run bench -- --only nights` counted them in guilds
 * of 395 to 5,808 messages a day (docs/COST.md): tokens of the fast model, those of topics on the strong one, and the platform's units.
 */
export const NIGHTS: { tokens: Tokens; topics: Tokens; units: Units } = {
  tokens: { input: 3_637_000, output: 1_349_000 },
  topics: { input: 2_591_000, output: 99_000 },
  units: { workflowStep: 10_500, rowWritten: 78_400 },
}

export function figuresOf(plays: Plays, night: Night | null): Figures {
  const { lean, full, untriaged, each } = plays
  const embedding = (perMillion(lean.embedded, lean.messages) * EMBEDDING_PRICE) / 1e6
  const reading = CHOICES.map(({ name, price }) => ({
    model: name,
    lean: readingDollars(lean, price),
    full: readingDollars(full, price),
    untriaged: readingDollars(untriaged, price),
    each: readingDollars(each, price),
  }))
  const platform = platformDollars()
  const free = { input: 0, output: 0 }
  const [fast, strong] = [CHOICES[0]?.price ?? free, CHOICES[1]?.price ?? free]
  const counted = tokenDollars(NIGHTS.tokens, fast) + tokenDollars(NIGHTS.topics, strong)
  const nights = night ? nightDollars(night, fast) : counted
  const beside = embedding + nights + platform.reduce((sum, { dollars }) => sum + dollars, 0)
  return {
    messages: lean.messages,
    callsPer100: {
      windows: (100 * lean.calls) / lean.messages,
      untriaged: (100 * untriaged.calls) / untriaged.messages,
      messages: (100 * each.calls) / each.messages,
    },
    tokensACall: { lean: tokensACall(lean), full: tokensACall(full) },
    secondReadings: { lean: secondReadings(lean), full: secondReadings(full) },
    tokensPer100: { lean: tokensPer100(lean), full: tokensPer100(full) },
    plays,
    reading,
    embedding,
    nights,
    platform,
    totals: [
      ...reading.map((one) => ({ model: one.model, lean: one.lean + beside, full: one.full + beside })),
      { model: "rules only", lean: beside - nights, full: beside - nights },
    ],
  }
}

/** Of a million messages, in dollars. */
export function readingDollars(counted: Counted, price: ModelPrice): number {
  return tokenDollars(
    {
      input: perMillion(inputOf(counted) + counted.second.input, counted.messages),
      output: perMillion(counted.replies + counted.second.replies, counted.messages),
    },
    price,
  )
}

/** A night's price is shared by the day's messages. */
export function nightDollars({ input, output, messagesADay }: Night, price: ModelPrice): number {
  return tokenDollars(
    { input: perMillion(input, messagesADay), output: perMillion(output, messagesADay) },
    price,
  )
}

function platformDollars(): Figures["platform"] {
  return [
    ...PLATFORM_PER_100.map(({ part, units }) => ({ part, dollars: unitDollars(units) * 10_000 })),
    { part: "nights: steps and rows", dollars: unitDollars(NIGHTS.units) },
  ]
}

function inputOf({ instructions, shown, memories }: Counted): number {
  return instructions + shown + memories
}

function tokensACall(counted: Counted): [number, number] {
  return [inputOf(counted) / counted.calls, counted.replies / counted.calls]
}

function secondReadings({ second, messages }: Counted): SecondReadings {
  const calls = Math.max(1, second.calls)
  return {
    callsPer100: (100 * second.calls) / messages,
    tokensACall: [second.input / calls, second.replies / calls],
  }
}

function tokensPer100(counted: Counted): number {
  const { second, replies, messages } = counted
  return (100 * (inputOf(counted) + replies + second.input + second.replies)) / messages
}

/** Parses the program's options. Throws a UsageError if they are not numbers. */
export function optionsOf(
  lull: string,
  night: string | undefined,
  aDay: string,
): { lullSeconds: number; night: Night | null } {
  const lullSeconds = positive("--lull", lull)
  if (night === undefined) return { lullSeconds, night: null }
  const [calls, input, output, ...rest] = night.split(",").map((value) => positive("--night", value))
  if (calls === undefined || input === undefined || output === undefined || rest.length > 0)
    throw new UsageError("--night takes calls, input and output tokens, such as 12,20000,3000.")
  return { lullSeconds, night: { calls, input, output, messagesADay: positive("--a-day", aDay) } }
}

function positive(flag: string, value: string): number {
  const number = Number(value)
  if (Number.isFinite(number) && number > 0) return number
  throw new UsageError(`${flag} is ${value}; it must be a number above 0.`)
}
