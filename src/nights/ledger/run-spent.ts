/**
 * Costs of a step's model calls, as the ledger stores them: dollars for known prices, and a count of tokens
 * without a price.
 */

import type { runSteps } from "../../memory/db/schema.ts"
import type { Charge } from "../../memory/write/order.ts"
import { UNPRICED } from "../../memory/write/run-drafts.ts"

/** Sums over model calls. */
export interface CallsSpent {
  inputTokens: number
  outputTokens: number
  /** US dollars, as far as prices are known. */
  costUsd: number
  /** Tokens whose price is not known. */
  unpricedTokens: number
}

export function spentOn(usage: readonly Charge[]): CallsSpent {
  const sum = (of: (one: Charge) => number) => usage.reduce((total, one) => total + of(one), 0)
  return {
    inputTokens: sum((one) => one.inputTokens),
    outputTokens: sum((one) => one.outputTokens),
    costUsd: sum((one) => one.costUsd ?? 0),
    unpricedTokens: sum((one) => (one.costUsd === null ? one.inputTokens + one.outputTokens : 0)),
  }
}

/** Adds unpriced tokens to the counts of a step. */
export function withUnpriced(counts: Counts, unpricedTokens: number): Counts {
  return unpricedTokens === 0 ? counts : { ...counts, [UNPRICED]: unpricedTokens }
}

/** Separates unpriced tokens from the other counts of a step or a sum of steps. */
export function spentOf<
  Step extends Pick<RunStep, "calls" | "inputTokens" | "outputTokens" | "costUsd" | "counts">,
>(step: Step): Omit<Step, "costUsd"> & CallsSpent {
  const { [UNPRICED]: counted = 0, ...counts } = step.counts
  const before = step.costUsd === null && step.calls > 0 ? step.inputTokens + step.outputTokens : 0
  return { ...step, counts, costUsd: step.costUsd ?? 0, unpricedTokens: counted + before }
}

export type RunStep = typeof runSteps.$inferSelect

/** Numbers by name; never anyone's words. */
export type Counts = Record<string, number>
