/**
 * Interval estimates and exact tests for shares. Pure, without a library: decision 075 says why.
 */

/** A 95 % interval around an estimate. */
export interface Estimate {
  value: number
  low: number
  high: number
}

/** The 97.5 % quantile of the normal distribution. */
const Z = 1.959964

/**
 * Wilson's score interval for a share (Wilson 1927). `count` may be fractional: an effective sample size. Without any
 * observation it is 0 to 1. With a share of 0 or 1 it does not collapse, unlike the normal approximation.
 */
export function wilson(share: number, count: number): Estimate {
  if (count <= 0) return { value: 0.5, low: 0, high: 1 }
  const shrink = 1 + (Z * Z) / count
  const center = (share + (Z * Z) / (2 * count)) / shrink
  const half = (Z / shrink) * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count))
  return { value: share, low: Math.max(0, center - half), high: Math.min(1, center + half) }
}

/**
 * Returns the interval of a weighted sum of independent shares from their own intervals, which need not be symmetric:
 * the method of variance estimates recovery (Zou and Donner 2008). Weights may be negative.
 */
export function weightedSum(parts: readonly { weight: number; share: Estimate }[], constant = 0): Estimate {
  let [value, below, above] = [constant, 0, 0]
  for (const { weight, share } of parts) {
    const [down, up] = [weight * (share.value - share.low), weight * (share.high - share.value)]
    value += weight * share.value
    below += (weight >= 0 ? down : up) ** 2
    above += (weight >= 0 ? up : down) ** 2
  }
  return { value, low: value - Math.sqrt(below), high: value + Math.sqrt(above) }
}

/** Widens an interval by another independent error of this variance. */
export function widened({ value, low, high }: Estimate, variance: number): Estimate {
  const half = Z * Math.sqrt(variance)
  return { value, low: value - Math.hypot(value - low, half), high: value + Math.hypot(high - value, half) }
}

/** Cuts an estimate of a share off at 0 and 1. */
export function asShare({ value, low, high }: Estimate): Estimate {
  const within = (number: number) => Math.min(1, Math.max(0, number))
  return { value: within(value), low: within(low), high: within(high) }
}

/**
 * Returns P(X ≤ k) for X binomial with `count` trials and probability `share`: the sum of its terms, each from the
 * one before, in logarithms. Exact up to rounding.
 */
export function binomialTail(k: number, count: number, share: number): number {
  if (k < 0) return 0
  if (k >= count || share <= 0) return 1
  if (share >= 1) return 0
  const odds = Math.log(share) - Math.log1p(-share)
  let term = count * Math.log1p(-share)
  let sum = Math.exp(term)
  for (let i = 0; i < k; i++) {
    term += Math.log((count - i) / (i + 1)) + odds
    sum += Math.exp(term)
  }
  return Math.min(1, sum)
}

/** Returns the largest k for which P(X ≤ k) ≤ `level`, as in `binomialTail`; -1 if there is none. */
export function mostTolerated(count: number, share: number, level: number): number {
  if (share >= 1) return count
  if (share <= 0) return -1
  const odds = Math.log(share) - Math.log1p(-share)
  let term = count * Math.log1p(-share)
  let sum = Math.exp(term)
  let k = -1
  while (sum <= level && k < count) {
    k += 1
    term += Math.log((count - k) / (k + 1)) + odds
    sum += Math.exp(term)
  }
  return k
}

/** An observation of a share, with the groups within which observations resemble each other. */
export interface Observation {
  good: boolean
  weight: number
  window: string | null
  memory: string | null
}

/** Correlations of two observations of one window, and of one memory. */
export interface Correlations {
  window: number
  memory: number
}

/**
 * Estimates how much observations of one window and of one memory resemble each other, over all samples: the mean
 * product of standardized residuals over pairs, 0 to 1. A sample whose observations are all alike says nothing.
 */
export function correlationsOf(samples: readonly (readonly Observation[])[]): Correlations {
  const residuals = samples.flatMap((sample) => {
    const mean = sample.reduce((sum, { good }) => sum + Number(good), 0) / sample.length
    const spread = Math.sqrt(mean * (1 - mean))
    if (spread === 0) return []
    return sample.map((one) => ({ ...one, residual: (Number(one.good) - mean) / spread }))
  })
  const memory = pairMean(residuals, (one) => one.memory)
  // Pairs that share both count for the memory alone: they share its label.
  const seen = new Set<string>()
  const apart = residuals.filter((one) => {
    const key = `${one.window} ${one.memory}`
    if (one.memory === null || !seen.has(key)) return seen.add(key)
    return false
  })
  return { window: pairMean(apart, (one) => one.window), memory }
}

function pairMean<T extends { residual: number }>(
  all: readonly T[],
  groupOf: (one: T) => string | null,
): number {
  const groups = Map.groupBy(all, groupOf)
  let [products, pairs] = [0, 0]
  for (const [group, members] of groups) {
    if (group === null || members.length < 2) continue
    const sum = members.reduce((total, one) => total + one.residual, 0)
    const squares = members.reduce((total, one) => total + one.residual ** 2, 0)
    products += sum * sum - squares
    pairs += members.length * (members.length - 1)
  }
  return pairs === 0 ? 0 : Math.min(1, Math.max(0, products / pairs))
}

/**
 * Returns how many independent observations a weighted, clustered sample is worth: Kish's effective size, divided by
 * the design effect 1 + Σ ρ (m − 1), m the mean size of the group of an observation.
 */
export function effectiveSize(sample: readonly Observation[], correlations: Correlations): number {
  if (sample.length === 0) return 0
  const sum = sample.reduce((total, { weight }) => total + weight, 0)
  const squares = sample.reduce((total, { weight }) => total + weight ** 2, 0)
  const effect =
    1 +
    correlations.window * (groupSize(sample, ({ window }) => window) - 1) +
    correlations.memory * (groupSize(sample, ({ memory }) => memory) - 1)
  return (sum * sum) / squares / effect
}

/** The mean size of the group to which an observation belongs; one without a group is alone. */
function groupSize(sample: readonly Observation[], groupOf: (one: Observation) => string | null): number {
  const groups = Map.groupBy(sample, groupOf)
  let total = 0
  for (const [group, members] of groups) total += group === null ? members.length : members.length ** 2
  return total / sample.length
}
