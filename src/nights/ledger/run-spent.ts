/** What the calls of a night's step cost, as the ledger keeps it: dollars as far as prices are known, and among its counts the tokens beyond. */

import type { runSteps } from "../../memory/db/schema.ts"
import type { Charge } from "../../memory/write/order.ts"
import { UNPRICED } from "../../memory/write/run-drafts.ts"

/** What calls came to. */
export interface CallsSpent {
  inputTokens: number
  outputTokens: number
  /** US dollars, as far as prices are known. */
  costUsd: number
  /** The tokens among them whose price is not known. */
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

/** The counts of a step with what has no price. */
export function withUnpriced(counts: Counts, unpricedTokens: number): Counts {
  return unpricedTokens === 0 ? counts : { ...counts, [UNPRICED]: unpricedTokens }
}

/** A step, or a sum of steps, with what has no price apart from what was done. */
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
