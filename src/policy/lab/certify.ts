/**
 * Certifies a candidate policy, or refuses it, by replaying the claim log. Safety is a condition: an unsafe candidate
 * is refused, whatever else it gains. Pure.
 */
import { DAY } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"
import type { GateRule } from "../../memory/facts/gate-decision.ts"
import { type Comparison, comparePolicies, type Grouped, groupPairs, type PairedRow } from "./estimate.ts"
import { wilson } from "./intervals.ts"
import { isInSet, type LabRow, type LabSet } from "./outcomes.ts"
import { inLogOrder, replayLog } from "./replay.ts"

interface Rules {
  live: GateRule
  candidate: GateRule
}

interface Trial {
  /** Fields by which the candidate loosens a protection (`safety.ts`); empty if none. */
  unsafe: readonly string[]
  now: Time
  /** If omitted, `holdout`: the part that tuning never sees. */
  set?: LabSet
}

export const CANDIDATE_REFUSALS = ["unsafe", "lower_score", "lower_quality", "less_useful_recalls"] as const
type RefusalOfCandidate = (typeof CANDIDATE_REFUSALS)[number]

/**
 * - `certified`: the score is better with 97.5 % confidence, and the share of good memories is not lower by more than
 *   two points.
 * - `refused`: unsafe, or worse with the same confidence.
 * - `not_yet`: neither. `more`: labeled claims that would tell if they came out as those so far; `days`: until then at
 *   the pace of the log. Both `null` if both policies save the same claims, or differ too little. `same`: every claim
 *   gets the same verdict, so none that waits or is hidden under one policy is rejected under the other.
 */
export type Certificate =
  | { verdict: "certified" }
  | { verdict: "refused"; reasons: RefusalOfCandidate[]; unsafe: string[] }
  | { verdict: "not_yet"; same: boolean; more: number | null; days: number | null }

export interface Certification {
  certificate: Certificate
  comparison: Comparison
  /** Rows replayed, and rows of the evaluated set. */
  replayed: number
  evaluated: number
}

/** The share of good memories may be lower by this much where the score is better. */
const MARGIN = 0.02

/** Replays all rows under both rules and judges the candidate by the set. `rows` may come in any order. @internal */
export function certify(rows: readonly LabRow[], trial: Trial & Rules): Certification {
  return certifyPairs(pairDecisions(rows, trial), trial)
}

/** Replays all rows under both rules, in log order. */
export function pairDecisions(rows: readonly LabRow[], { live, candidate }: Rules): PairedRow[] {
  const ordered = inLogOrder(rows)
  const [byLive, byCandidate] = [replayLog(ordered, live), replayLog(ordered, candidate, live)]
  return ordered.flatMap((row, at) => {
    const [one, other] = [byLive[at], byCandidate[at]]
    return one && other ? [{ row, live: one, candidate: other }] : []
  })
}

/** Judges a candidate by the replayed rows of a set. */
export function certifyPairs(pairs: readonly PairedRow[], trial: Trial): Certification {
  const { now, set = "holdout" } = trial
  const evaluated = pairs.filter(({ row }) => isInSet(row, set, now))
  const grouped = groupPairs(evaluated)
  const comparison = comparePolicies(grouped)
  const unsafe = [...trial.unsafe, ...unsafeDecisions(pairs)]
  const missing = missingLabels(comparison)
  const verdict = missing > 0 ? null : verdictOf(comparison)
  return {
    certificate:
      unsafe.length > 0
        ? { verdict: "refused", reasons: ["unsafe"], unsafe }
        : (verdict ?? undecided(grouped, comparison, { evaluated, missing })),
    comparison,
    replayed: pairs.length,
    evaluated: evaluated.length,
  }
}

/** Labeled claims that each policy accepts, and that only one of them does, before intervals are believed. */
export const LEAST_OUTCOMES = 20
const LEAST_DECIDED = 10

function missingLabels({ live, candidate, decided }: Comparison): number {
  return Math.max(0, LEAST_OUTCOMES - Math.min(live.outcomes, candidate.outcomes), LEAST_DECIDED - decided)
}

/** Reasons of the gate that protect somebody. Other protections act before the gate, and their rows keep their verdict. */
const PROTECTIONS = ["scope_off", "subject_off", "read_only"]

/** Returns the protections that the policy in force applied to a logged claim and the candidate does not. */
function unsafeDecisions(pairs: readonly PairedRow[]): string[] {
  const found = pairs.flatMap(({ live, candidate }) =>
    PROTECTIONS.includes(live.reason) && candidate.verdict !== "rejected" ? [live.reason] : [],
  )
  return [...new Set(found)].map((reason) => `replay:${reason}`)
}

/** Returns the verdict on a safe candidate; `null` if the intervals do not decide. */
function verdictOf({ difference, candidate }: Comparison): Certificate | null {
  const { score, quality } = difference
  const reasons: RefusalOfCandidate[] = []
  if (score.high < 0) reasons.push("lower_score")
  if (quality !== null && quality.high < -MARGIN) reasons.push("lower_quality")
  if (reasons.length > 0) return { verdict: "refused", reasons, unsafe: [] }
  const isGood = candidate.accepted > 0 && (quality === null || quality.low >= -MARGIN)
  return score.low > 0 && isGood ? { verdict: "certified" } : null
}

/** The difference in the share of useful items over rated recalls, if any was rated. */
interface RecallEvidence {
  changed: number
  difference: { lower: number; upper: number; pairs: number } | null
}

/**
 * Joins the verdict on the gate with a replay of recalls. Recalls that turn out worse refuse a candidate; better ones
 * certify one whose gate decides alike; and where recalls change, nothing is certified before they are seen to be no
 * worse.
 */
export function withRecalls(gate: Certificate, { changed, difference: found }: RecallEvidence): Certificate {
  const difference = found !== null && found.pairs >= LEAST_OUTCOMES ? found : null
  if (changed === 0 || gate.verdict === "refused") return gate
  if (difference !== null && difference.upper < 0)
    return { verdict: "refused", reasons: ["less_useful_recalls"], unsafe: [] }
  const isNoWorse = difference !== null && difference.lower >= -MARGIN
  if (gate.verdict === "certified" && isNoWorse) return gate
  if (gate.verdict === "not_yet" && !gate.same) return gate
  if (gate.verdict === "not_yet" && difference !== null && difference.lower > 0)
    return { verdict: "certified" }
  return { verdict: "not_yet", same: false, more: null, days: null }
}

/** Beyond this many labels, nobody will wait. */
const MOST_MORE = 20_000

function undecided(
  grouped: Grouped,
  comparison: Comparison,
  { evaluated, missing }: { evaluated: readonly PairedRow[]; missing: number },
): Certificate & { verdict: "not_yet" } {
  const none = { verdict: "not_yet", same: false, more: null, days: null } as const
  // Claims that one saves and the other does not would tell. Whether a claim waits, is hidden or rejected has no score.
  if (comparison.gained + comparison.lost === 0)
    return { ...none, same: evaluated.every(({ live, candidate }) => live.verdict === candidate.verdict) }
  const labels = (times: number) => Math.max(comparison.decided, 1) * times
  const decides = (times: number) => verdictOf(comparePolicies(enlarged(grouped, comparison, times))) !== null
  let [low, high] = [1, 2]
  while (!decides(high)) {
    ;[low, high] = [high, high * 2]
    if (labels(low) > MOST_MORE) return none
  }
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2
    if (decides(middle)) high = middle
    else low = middle
  }
  const more = Math.max(missing, Math.ceil(labels(high)) - comparison.decided)
  const times = evaluated.map(({ row }) => row.at)
  const span = times.length === 0 ? 0 : ((times.at(-1) ?? 0) - (times[0] ?? 0)) / DAY
  const days = comparison.decided === 0 || span === 0 ? null : Math.ceil((more * span) / comparison.decided)
  return { verdict: "not_yet", same: false, more, days }
}

/** Returns the groups as they would be with so many times the labels, of which as many are good. */
function enlarged(grouped: Grouped, comparison: Comparison, times: number): Grouped {
  const usual = comparison.live.quality?.value ?? 0.5
  return {
    ...grouped,
    strata: grouped.strata.map((one) => {
      const value = one.size === 0 ? usual : one.share.value
      return { ...one, share: wilson(value, Math.max(1, one.size) * times) }
    }),
  }
}
