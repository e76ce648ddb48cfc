/** The model of the free plan: how many messages a day fit into the documented allowances. Pure. */
import { DAY, HOUR } from "../../src/domain/calendar.ts"
import {
  ALLOWANCES,
  type Amounts,
  type DailyAllowance,
  type DayWork,
  FREE_DAILY,
  OPTIONAL_SHARE,
  ROUNDS_AN_HOUR,
  TAKES,
  takenBy,
} from "../../src/runtime/allowances/free-plan.ts"
import { NIGHTS } from "./cost-figures.ts"

/** Neurons per million tokens: see src/ai/cost.ts. */
const FAST = { input: 5_500, output: 36_400 }
/** The models that may answer and gather topics: the free plan's default, and the paid plan's. */
const STRONG = { "glm-4.7-flash": FAST, "gpt-oss-120b": { input: 31_818, output: 68_182 } }
export type StrongModel = keyof typeof STRONG

/**
 * Counted on real chat by `npm run eval -- cost DIR` and `npm run bench -- --only rows --data DIR` (docs/COST.md): model
 * calls for each message, tokens of each call, windows and steps of nights for each message.
 */
const TALK = {
  windows: 0.0559,
  reading: { calls: 0.0486, input: 1_445, output: 149 },
  secondReading: { calls: 0.0017, input: 720, output: 40 },
  /** Dollars for a million messages. */
  embeddingUsd: 0.12,
  nightSteps: 0.0105,
  answer: { input: 2_000, output: 200 },
}
const USD_PER_NEURON = 0.011 / 1_000

const neuronsOf = (tokens: { input: number; output: number }, price: typeof FAST) =>
  (tokens.input * price.input + tokens.output * price.output) / 1e6

/** Neurons of a message, for reading its window and for all else that comes of it, and of an answer. */
export function neuronsWith(strong: StrongModel): { reading: number; beside: number; answer: number } {
  const nights = neuronsOf(NIGHTS.tokens, FAST) + neuronsOf(NIGHTS.topics, STRONG[strong])
  return {
    reading: TALK.reading.calls * neuronsOf(TALK.reading, FAST),
    beside:
      TALK.secondReading.calls * neuronsOf(TALK.secondReading, FAST) +
      (TALK.embeddingUsd / USD_PER_NEURON + nights) / 1e6,
    answer: neuronsOf(TALK.answer, STRONG[strong]),
  }
}

export interface Day {
  messages: number
  answers: number
  hasShard: boolean
  strong: StrongModel
}

/** `full`: everything. `reading`: windows by the model, and what is required. `rules`: without a model. */
export type Service = "full" | "reading" | "rules"

/** Returns what a day takes of each allowance. */
export function dayTakes(day: Day, service: Service, takes = TAKES): Amounts {
  const { messages, answers, hasShard } = day
  const hours = DAY / HOUR
  const work: DayWork = {
    message: messages,
    window: messages * TALK.windows,
    answer: answers,
    nightStep: service === "full" ? messages * TALK.nightSteps : 0,
    cronRound: hours * ROUNDS_AN_HOUR,
    shardHour: hasShard ? hours : 0,
  }
  const each = neuronsWith(day.strong)
  const neurons = {
    full: messages * (each.reading + each.beside) + answers * each.answer,
    reading: messages * each.reading,
    rules: 0,
  }
  return { ...takenBy(work, takes), neurons: neurons[service] }
}

export interface Limit {
  messages: number
  /** The allowance that the next message would exceed. */
  binding: DailyAllowance
}

/**
 * Returns how many messages fit. `full` ends at 80 % of an allowance, beside what the shard takes in a day; the others
 * at all of it.
 */
export function mostMessages(day: Omit<Day, "messages">, service: Service, takes = TAKES): Limit {
  const none = dayTakes({ ...day, messages: 0 }, service, takes)
  const one = dayTakes({ ...day, messages: 1 }, service, takes)
  const shard = takenBy({ shardHour: day.hasShard ? DAY / HOUR : 0 }, takes)
  const limits = ALLOWANCES.map((binding): Limit => {
    const [fixed, each, reserved] = [none[binding] ?? 0, one[binding] ?? 0, shard[binding] ?? 0]
    const share = service === "full" ? OPTIONAL_SHARE : 1
    const room = (FREE_DAILY[binding] - reserved) * share - (fixed - reserved)
    const grows = each - fixed
    return { binding, messages: grows > 0 ? Math.max(0, Math.floor(room / grows)) : Number.POSITIVE_INFINITY }
  })
  return limits.reduce((least, limit) => (limit.messages < least.messages ? limit : least))
}
