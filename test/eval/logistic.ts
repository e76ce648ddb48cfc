/** Logistic regression and the choice among several, by Newton's method with an L2 penalty of 1. Pure. */

export interface Sample<Name extends string> {
  features: Record<Name, number>
  isPositive: boolean
  weight: number
}

const STEPS = 25
const PENALTY = 1

/** Returns the weight of each feature. Throws if there is no sample. */
export function fitLogistic<Name extends string>(samples: readonly Sample<Name>[]): Record<Name, number> {
  const [first] = samples
  if (first === undefined) throw new Error("no samples")
  const names = Object.keys(first.features) as Name[]
  const rows = samples.map(
    ({ features, isPositive, weight }): { x: number[]; y: number; weight: number } => ({
      x: names.map((name) => features[name]),
      y: isPositive ? 1 : 0,
      weight,
    }),
  )
  let weights = names.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -PENALTY * weight)
    const curvature: number[][] = names.map((_, i) => names.map((__, j) => (i === j ? PENALTY : 0)))
    for (const { x, y, weight } of rows) {
      const odds = x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0)
      const chance = 1 / (1 + Math.exp(-odds))
      const spread = chance * (1 - chance) * weight
      for (const [i, one] of x.entries()) {
        gradient[i] = (gradient[i] ?? 0) + (y - chance) * weight * one
        const row = curvature[i] ?? []
        for (const [j, other] of x.entries()) row[j] = (row[j] ?? 0) + spread * one * other
      }
    }
    const change = solve(curvature, gradient)
    weights = weights.map((weight, i) => weight + (change[i] ?? 0))
  }
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0])) as Record<Name, number>
}

/** One of several things to choose from. */
export interface Choice<Name extends string> {
  features: Record<Name, number>
  isPositive: boolean
}

/**
 * Returns the weight of each feature in a conditional logit: each group's positives share its probability. Groups without
 * one are left out. Throws if there is no group.
 */
export function fitChoice<Name extends string>(
  groups: readonly (readonly Choice<Name>[])[],
): Record<Name, number> {
  const [first] = groups.flat()
  if (first === undefined) throw new Error("no samples")
  const names = Object.keys(first.features) as Name[]
  const sets = groups
    .filter((group) => group.some(({ isPositive }) => isPositive))
    .map((group) => {
      const share = 1 / group.filter(({ isPositive }) => isPositive).length
      return group.map(({ features, isPositive }) => ({
        x: names.map((name) => features[name]),
        y: isPositive ? share : 0,
      }))
    })
  let weights = names.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight) => -PENALTY * weight)
    const curvature = names.map((_, i) => names.map((__, j) => (i === j ? PENALTY : 0)))
    for (const set of sets) addGroup(set, weights, { gradient, curvature })
    const change = solve(curvature, gradient)
    const moved = (part: number) => weights.map((weight, i) => weight + part * (change[i] ?? 0))
    // A full step can overshoot.
    const before = fitOf(sets, weights)
    const part = [1, 0.5, 0.25, 0.125, 0.06].find((one) => fitOf(sets, moved(one)) > before)
    if (part === undefined) break
    weights = moved(part)
  }
  return Object.fromEntries(names.map((name, i) => [name, weights[i] ?? 0])) as Record<Name, number>
}

type ChoiceSet = readonly { x: number[]; y: number }[]

/** The log-likelihood less the penalty. */
function fitOf(sets: readonly ChoiceSet[], weights: readonly number[]): number {
  const penalty = (PENALTY / 2) * weights.reduce((sum, weight) => sum + weight * weight, 0)
  return sets.reduce((sum, set) => {
    const odds = oddsOf(set, weights)
    const most = Math.max(...odds)
    const total = Math.log(odds.reduce((all, one) => all + Math.exp(one - most), 0)) + most
    return sum + set.reduce((own, { y }, n) => own + y * ((odds[n] ?? 0) - total), 0)
  }, -penalty)
}

function oddsOf(set: ChoiceSet, weights: readonly number[]): number[] {
  return set.map(({ x }) => x.reduce((sum, value, i) => sum + value * (weights[i] ?? 0), 0))
}

function addGroup(
  set: ChoiceSet,
  weights: readonly number[],
  { gradient, curvature }: { gradient: number[]; curvature: number[][] },
): void {
  const odds = oddsOf(set, weights)
  const most = Math.max(...odds)
  const parts = odds.map((one) => Math.exp(one - most))
  const total = parts.reduce((sum, part) => sum + part, 0)
  const chances = parts.map((part) => part / total)
  const mean = weights.map((_, i) => set.reduce((sum, { x }, n) => sum + (chances[n] ?? 0) * (x[i] ?? 0), 0))
  for (const [n, { x, y }] of set.entries()) {
    const chance = chances[n] ?? 0
    for (const [i, one] of x.entries()) {
      gradient[i] = (gradient[i] ?? 0) + (y - chance) * one
      const row = curvature[i] ?? []
      const off = one - (mean[i] ?? 0)
      for (const [j, other] of x.entries()) row[j] = (row[j] ?? 0) + chance * off * (other - (mean[j] ?? 0))
    }
  }
}

/** Solves a symmetric positive definite system by Gauss–Jordan elimination. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, vector[i] ?? 0])
  for (const [i, pivot] of rows.entries()) {
    for (const [j, row] of rows.entries()) {
      if (i === j) continue
      const factor = (row[i] ?? 0) / (pivot[i] ?? 1)
      for (let column = i; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0)
    }
  }
  return rows.map((row, i) => (row.at(-1) ?? 0) / (row[i] ?? 1))
}
