/** The limits that end a trial by themselves, and when they do. Pure. */
import { z } from "zod"

const share = z.number().min(0).max(1)
const ratio = z.number().min(1).max(100)

/**
 * Each share and ratio compares the candidate's windows with those that the policy in force decided over the same days.
 * A share trips only if it is also above that of the policy in force.
 */
export const GuardrailsSchema = z.strictObject({
  /** Share of what people judged that they rejected, corrected, forgot or called wrong. */
  max_rejected_share: share.default(0.3),
  /** Share of what was kept that people rejected, corrected, forgot or called wrong (decision 071). */
  max_junk_rate: share.default(0.1),
  /** Tokens of a window's model calls, candidate to live. */
  max_tokens_ratio: ratio.default(1.5),
  /** Milliseconds of a window's model calls, candidate to live. */
  max_latency_ratio: ratio.default(2),
  /** Claims that the policy in force refuses for safety, consent or readers, and the candidate keeps. None is ever allowed. */
  leaks: z.literal(0).default(0),
  /** Claims that each side needs before shares and ratios count. A leak counts at once. */
  min_claims: z.int().min(1).max(10_000).default(30),
  /** Judgments by people that the candidate needs before `max_rejected_share` counts. */
  min_judged: z.int().min(1).max(1_000).default(5),
})
export type Guardrails = z.output<typeof GuardrailsSchema>

/** Counts of the claims that one side of a trial decided. */
export interface ArmCounts {
  claims: number
  /** Accepted, shadowed or queued, without those drawn by chance. */
  kept: number
  /** Of those kept: judged by people, and judged bad. */
  judged: number
  bad: number
  /** Means over windows with model calls; `null` without one. */
  tokens: number | null
  latencyMs: number | null
}

export interface TrialCounts {
  live: ArmCounts
  candidate: ArmCounts
  leaks: number
}

export type Guardrail =
  | "leaks"
  | "max_rejected_share"
  | "max_junk_rate"
  | "max_tokens_ratio"
  | "max_latency_ratio"

/** Returns the first guardrail that a trial breaks; `null` if it breaks none. */
export function brokenGuardrail(
  rails: Guardrails,
  { live, candidate, leaks }: TrialCounts,
): Guardrail | null {
  if (leaks > rails.leaks) return "leaks"
  if (candidate.claims < rails.min_claims || live.claims < rails.min_claims) return null
  const isWorse = (of: (arm: ArmCounts) => number, most: number) =>
    of(candidate) > most && of(candidate) > of(live)
  if (candidate.judged >= rails.min_judged && isWorse(rejectedShare, rails.max_rejected_share))
    return "max_rejected_share"
  if (isWorse(junkRate, rails.max_junk_rate)) return "max_junk_rate"
  if (ratioOf(candidate.tokens, live.tokens) > rails.max_tokens_ratio) return "max_tokens_ratio"
  return ratioOf(candidate.latencyMs, live.latencyMs) > rails.max_latency_ratio ? "max_latency_ratio" : null
}

/** Bad of those judged by people; 0 if none was. */
export function rejectedShare({ judged, bad }: ArmCounts): number {
  return judged === 0 ? 0 : bad / judged
}

/** Bad of those kept; 0 if none was. */
export function junkRate({ kept, bad }: ArmCounts): number {
  return kept === 0 ? 0 : bad / kept
}

function ratioOf(candidate: number | null, live: number | null): number {
  return candidate === null || live === null || live === 0 ? 1 : candidate / live
}
