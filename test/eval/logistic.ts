/** Logistic regression by Newton's method, with an L2 penalty of 1. Pure. */

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
