/** Linear models over named features: weights in log-odds, and the chance they add up to. Pure. */

/** Returns the sum of the features, each times its weight. */
export function logOdds<F extends string>(
  features: Readonly<Record<F, number>>,
  weights: Readonly<Record<F, number>>,
): number {
  const names = Object.keys(weights) as F[]
  return names.reduce((sum, name) => sum + weights[name] * features[name], 0)
}

/** Returns the log-odds of a probability; the opposite of `chanceOf`. */
export function oddsOf(chance: number): number {
  return Math.log(chance / (1 - chance))
}

/** Returns the probability of log-odds, 0 to 1. */
export function chanceOf(odds: number): number {
  return 1 / (1 + Math.exp(-odds))
}
