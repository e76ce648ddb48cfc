/**
 * Estimates how good a policy is from the outcomes that are known, with 95 % intervals, and compares two policies on
 * the same claims.
 *
 * Labels are missing for most claims, and by arm (`armOf`): an accepted claim gets one if somebody reacts, a rejected
 * one only if chance sent it to review. So claims are grouped by arm and by what the two policies decide, and the
 * labeled claims of a group stand for all of it, weighted by 1/propensity: self-normalised inverse propensity
 * weighting (Hájek; Swaminathan and Joachims 2015), with the rate of labels within a group estimated from the group.
 * The assumption: within a group, good and bad claims are equally likely to be labeled. Pure.
 */
import {
  asShare,
  correlationsOf,
  type Estimate,
  effectiveSize,
  type Observation,
  weightedSum,
  wilson,
} from "./intervals.ts"
import { type Arm, armOf, type LabRow, outcomeOf, statesSomething } from "./outcomes.ts"
import type { ReplayedDecision } from "./replay.ts"
import { GOOD, pointsPer100, SCORE_WEIGHTS, scoreDifference } from "./score.ts"

/** A claim with the decisions of the policy in force and of the candidate. */
export interface PairedRow {
  row: LabRow
  live: ReplayedDecision
  candidate: ReplayedDecision
}

export interface PolicyEstimate {
  /** Claims that the policy accepts. */
  accepted: number
  /** Labeled claims among them. */
  outcomes: number
  /** Share of good claims among those accepted; `null` if it accepts none. */
  quality: Estimate | null
  /** `quality` as the plain share of the labels, for comparison: biased, because rejected claims get no labels. */
  naive: Estimate | null
  goodPer100: Estimate
  /** Points per 100 claims: see SCORE_WEIGHTS. */
  score: Estimate
  /** Of the model calls of all windows; `null` without any. */
  tokensPerKept: number | null
  latencyPerKept: number | null
  /** Share of the accepted claims whose outcomes cannot be known from the log; each may be good or bad. */
  unknown: number
}

export interface Comparison {
  claims: number
  live: PolicyEstimate
  candidate: PolicyEstimate
  /** Candidate minus live, on the same claims. */
  difference: { quality: Estimate | null; goodPer100: Estimate; score: Estimate }
  /** Claims that only the candidate accepts, and only the policy in force. */
  gained: number
  lost: number
  /** Labeled claims among `gained` and `lost`. */
  decided: number
}

/** Claims of one arm that both policies decide alike. */
interface LabStratum {
  arm: Arm
  live: boolean
  candidate: boolean
  count: number
  sample: Observation[]
  /** Number of independent observations that the sample is worth. */
  size: number
  /** Share of good ones, with its interval; 0 to 1 without a sample. */
  share: Estimate
}

/** Claims grouped by arm and by the decisions of both policies, and the model calls behind them. */
export interface Grouped {
  strata: LabStratum[]
  cost: Cost
  /** Windows behind the claims: their claims are of a kind, so the mix of claims varies by windows. */
  windows: number
}

/** Groups claims, and estimates the share of good ones in each group. Rows that state nothing are left out. */
export function groupPairs(all: readonly PairedRow[]): Grouped {
  const rows = all.filter(({ row }) => statesSomething(row))
  const windows = new Set(rows.map(({ row }) => row.windowId ?? row.id)).size
  return { strata: strataOf(rows), cost: costOf(rows), windows }
}

function strataOf(rows: readonly PairedRow[]): LabStratum[] {
  const groups = Map.groupBy(rows, ({ row, live, candidate }) => {
    const decided = [live, candidate].map(({ verdict }) => Number(verdict === "accepted"))
    return `${armOf(row)} ${decided.join("")}`
  })
  const samples = [...groups.values()].map((members) => members.flatMap(({ row }) => observationOf(row)))
  const correlations = correlationsOf(samples)
  return [...groups.values()].flatMap((members, at) => {
    const [first] = members
    const sample = samples[at] ?? []
    if (!first) return []
    const size = effectiveSize(sample, correlations)
    return {
      arm: armOf(first.row),
      live: first.live.verdict === "accepted",
      candidate: first.candidate.verdict === "accepted",
      count: members.length,
      sample,
      size,
      share: wilson(shareOfGood(sample), size),
    }
  })
}

function observationOf(row: LabRow): Observation[] {
  const outcome = outcomeOf(row)
  if (outcome === null) return []
  const weight = armOf(row) === "chance" && row.propensity !== null ? 1 / row.propensity : 1
  return [{ good: outcome === "good", weight, window: row.windowId, memory: row.memoryId }]
}

function shareOfGood(sample: readonly Observation[]): number {
  const sum = sample.reduce((total, { weight }) => total + weight, 0)
  const good = sample.reduce((total, one) => total + (one.good ? one.weight : 0), 0)
  return sum === 0 ? 0.5 : good / sum
}

interface Cost {
  tokens: number | null
  milliseconds: number | null
}

/** Sums the model calls behind claims: each window's once. */
function costOf(rows: readonly PairedRow[]): Cost {
  const windows = new Map(rows.map(({ row }) => [row.windowId ?? row.id, row]))
  const cost: Cost = { tokens: null, milliseconds: null }
  for (const { inputTokens, outputTokens, latencyMs } of windows.values()) {
    if (inputTokens !== null) cost.tokens = (cost.tokens ?? 0) + inputTokens + (outputTokens ?? 0)
    if (latencyMs !== null) cost.milliseconds = (cost.milliseconds ?? 0) + latencyMs
  }
  return cost
}

/** Compares two policies over grouped claims. */
export function comparePolicies({ strata, cost, windows }: Grouped): Comparison {
  const claims = strata.reduce((sum, { count }) => sum + count, 0)
  const live = estimateOf(strata, { side: "live", claims, cost, windows })
  const candidate = estimateOf(strata, { side: "candidate", claims, cost, windows })
  const differing = strata.filter((one) => one.live !== one.candidate)
  const count = (side: "live" | "candidate") =>
    differing.reduce((sum, one) => sum + (one[side] ? one.count : 0), 0)
  return {
    claims,
    live,
    candidate,
    difference: {
      quality: qualityDifference(strata, live.accepted, candidate.accepted),
      goodPer100: pointsPer100(differing, { claims, windows, points: GOOD }),
      score: scoreDifference(differing, claims),
    },
    gained: count("candidate"),
    lost: count("live"),
    decided: differing.reduce((sum, { sample }) => sum + sample.length, 0),
  }
}

function qualityDifference(strata: readonly LabStratum[], live: number, candidate: number): Estimate | null {
  if (live === 0 || candidate === 0) return null
  return weightedSum(
    strata.map((one) => ({
      share: one.share,
      weight: (one.candidate ? one.count / candidate : 0) - (one.live ? one.count / live : 0),
    })),
  )
}

function estimateOf(
  strata: readonly LabStratum[],
  {
    side,
    claims,
    cost,
    windows,
  }: { side: "live" | "candidate"; claims: number; cost: Cost; windows: number },
): PolicyEstimate {
  const own = strata.filter((one) => one[side]).map((one) => ({ ...one, candidate: true, live: true }))
  const accepted = own.reduce((sum, { count }) => sum + count, 0)
  const labeled = own.flatMap(({ sample }) => sample)
  const good = labeled.filter((one) => one.good).length
  const scale = 100 / Math.max(1, claims)
  const spent =
    ((cost.tokens ?? 0) / 1000) * SCORE_WEIGHTS.kilotokens +
    ((cost.milliseconds ?? 0) / 1000) * SCORE_WEIGHTS.seconds
  const perKept = (total: number | null) => (total === null || accepted === 0 ? null : total / accepted)
  return {
    accepted,
    outcomes: labeled.length,
    quality:
      accepted === 0
        ? null
        : asShare(weightedSum(own.map(({ share, count }) => ({ share, weight: count / accepted })))),
    naive: labeled.length === 0 ? null : wilson(good / labeled.length, labeled.length),
    goodPer100: pointsPer100(own, { claims, windows, points: GOOD }),
    score: pointsPer100(own, { claims, windows, points: SCORE_WEIGHTS, cost: spent * scale }),
    tokensPerKept: perKept(cost.tokens),
    latencyPerKept: perKept(cost.milliseconds),
    unknown:
      accepted === 0
        ? 0
        : own.reduce((sum, { count, sample }) => sum + (sample.length === 0 ? count : 0), 0) / accepted,
  }
}
