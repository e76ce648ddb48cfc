/**
 * Estimates what reading old messages takes: model calls, dollars and time. From what the guild's own windows took, if
 * it has enough of them; otherwise from the figures in docs/COST.md. Pure.
 */
import { z } from "zod"

/** The cost of a guild's windows in the last weeks. */
export interface KnownCost {
  messages: number
  /** Calls that read windows, second readings included. */
  calls: number
  usd: number
  /** Tokens of models without a known price. */
  unpriced: number
}

/** The unit prices of the model that would read. */
interface ReaderPrice {
  /** Dollars per million tokens; `null` if unknown. */
  input: number
  output: number
}

export const HistoryEstimateSchema = z.object({
  messages: z.int(),
  /** Channels and threads that are read. */
  channels: z.int(),
  /** Channels whose messages Discord did not count. */
  uncounted: z.int(),
  /** 0 if no model reads. */
  calls: z.object({ low: z.int(), high: z.int() }),
  /** `null` if the model's price is unknown. */
  usd: z.object({ low: z.number(), high: z.number() }).nullable(),
  seconds: z.int(),
  basis: z.enum(["own", "documented", "rules"]),
})
export type HistoryEstimate = z.output<typeof HistoryEstimateSchema>

// Calls and tokens for one message, from "Reading conversations" in docs/COST.md. The low figures are those of the column
// "by window"; the high ones, of "at most", read every window and judge its claims in a second reading.
const CALLS = { low: 0.0503, high: 0.1045 }
const TOKENS = {
  low: { input: 71.5, output: 7.3 },
  high: { input: 152, output: 25.6 },
}
/** Prices differ little from week to week, but old talk may be denser than new. */
const OWN = { low: 0.7, high: 1.6 }
/** With fewer messages, the guild's own figures are chance. */
const LEAST_MESSAGES = 300

/** Seconds that a window waits for its model, and how many channels are read side by side. */
const CALL_SECONDS = 6
const SIDE_BY_SIDE = 5
/** Messages a second that rules read, and requests a second that Discord allows for one channel. */
const RULES_PER_SECOND = 150
const PAGES_PER_SECOND = 1
const PAGE = 100

export interface Counted {
  messages: number
  channels: number
  uncounted: number
}

export interface EstimateTerms {
  own: KnownCost
  /** `null` if the model's price is unknown. */
  price: ReaderPrice | null
  /** False if rules read. */
  reads: boolean
  /** False if the messages are here already. */
  fetches?: boolean
}

export function estimateOf(
  { messages, channels, uncounted }: Counted,
  { own, price, reads, fetches = true }: EstimateTerms,
): HistoryEstimate {
  const counts = { messages, channels, uncounted }
  const pages = messages / PAGE + channels
  const asking = fetches ? pages / PAGES_PER_SECOND : 0
  if (!reads)
    return {
      ...counts,
      calls: { low: 0, high: 0 },
      usd: { low: 0, high: 0 },
      seconds: Math.ceil(Math.max(asking, messages / RULES_PER_SECOND)),
      basis: "rules",
    }
  const isKnown = own.messages >= LEAST_MESSAGES && own.calls > 0
  const perMessage = isKnown ? own.calls / own.messages : null
  const calls =
    perMessage === null
      ? { low: Math.ceil(messages * CALLS.low), high: Math.ceil(messages * CALLS.high) }
      : {
          low: Math.ceil(messages * perMessage * OWN.low),
          high: Math.ceil(messages * perMessage * OWN.high),
        }
  const seconds = Math.ceil(Math.max(asking, (calls.high * CALL_SECONDS) / SIDE_BY_SIDE))
  const usd = isKnown ? ownDollars(messages, own) : documentedDollars(messages, price)
  return { ...counts, calls, usd, seconds, basis: isKnown ? "own" : "documented" }
}

function ownDollars(messages: number, { usd, unpriced, messages: of }: KnownCost): HistoryEstimate["usd"] {
  if (unpriced > 0) return null
  return { low: (messages * usd * OWN.low) / of, high: (messages * usd * OWN.high) / of }
}

function documentedDollars(messages: number, price: ReaderPrice | null): HistoryEstimate["usd"] {
  if (price === null) return null
  const dollars = ({ input, output }: { input: number; output: number }) =>
    (messages * (input * price.input + output * price.output)) / 1_000_000
  return { low: dollars(TOKENS.low), high: dollars(TOKENS.high) }
}

/** Returns the cap that is offered: the high end of the estimate, in whole cents; `null` if the price is unknown. */
export function offeredCap({ usd }: Pick<HistoryEstimate, "usd">): number | null {
  return usd === null ? null : Math.max(0.01, Math.ceil(usd.high * 100) / 100)
}
