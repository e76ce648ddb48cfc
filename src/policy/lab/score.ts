/** Points per 100 claims: the one score of success, and the number of good memories. Pure. */
import { type Estimate, weightedSum, widened } from "./intervals.ts"

/**
 * Weights of the score of success, in points per 100 claims. A good memory is worth a point, and a bad one takes three
 * good ones to make up for: a claim is worth keeping if it is good with a chance of more than 75 %. Money and time
 * weigh little. Safety has no weight: it is a condition.
 */
export const SCORE_WEIGHTS = { good: 1, bad: -3, kilotokens: -0.01, seconds: -0.01 } as const

/** Claims that count for the candidate, or against it. */
interface ScoredStratum {
  candidate: boolean
  count: number
  share: Estimate
}

/** Counts good memories alone. */
export const GOOD = { good: 1, bad: 0 }

/**
 * The costs of a replay are the same for both policies, so the difference rests on quality alone. It is that of these
 * claims: if the claims on which the policies differ are good, more or fewer of them change its size and not its sign.
 */
export function scoreDifference(differing: readonly ScoredStratum[], claims: number): Estimate {
  const { parts, constant } = per100(differing, claims, SCORE_WEIGHTS)
  return weightedSum(parts, constant)
}

/** Returns the points per 100 claims of the strata: added for the candidate's, taken off for those of the live policy. */
function per100(strata: readonly ScoredStratum[], claims: number, points: { good: number; bad: number }) {
  const scale = 100 / Math.max(1, claims)
  const signed = strata.map(({ candidate, count, share }) => ({
    share,
    count: (candidate ? 1 : -1) * count * scale,
  }))
  return {
    parts: signed.map(({ share, count }) => ({ share, weight: count * (points.good - points.bad) })),
    constant: signed.reduce((sum, { count }) => sum + count * points.bad, 0),
  }
}

/** Estimates points per 100 claims of a guild, of which these are a sample: the mix of strata varies too. */
export function pointsPer100(
  strata: readonly ScoredStratum[],
  about: { claims: number; windows: number; points: { good: number; bad: number }; cost?: number },
): Estimate {
  const { claims, windows, points, cost = 0 } = about
  const { parts, constant } = per100(strata, claims, points)
  const values = strata.map(({ candidate, count, share }) => ({
    part: count / Math.max(1, claims),
    value: (candidate ? 100 : -100) * (points.bad + (points.good - points.bad) * share.value),
  }))
  const mean = values.reduce((sum, { part, value }) => sum + part * value, 0)
  const squares = values.reduce((sum, { part, value }) => sum + part * value * value, 0)
  const ofMix = Math.max(0, squares - mean * mean) / Math.max(1, windows)
  return widened(weightedSum(parts, constant + cost), ofMix)
}
