/**
 * Distances between counts of the same cells, and the distances that chance alone makes, by bootstrap. Deterministic:
 * randomness comes from a text. Pure.
 */
import { hashShare } from "../../domain/hash.ts"

const REPEATS = 400
/**
 * Standard deviations for the chance 0.01 / 156: in 52 unchanged weeks with three measures, an alarm comes with a chance
 * of some 1 %. The aim is 5 %; the rest is for what the approximation misses.
 */
const QUANTILE = 3.82

/** The distances of two lists of counts; 0 if they have the same shares. */
export interface Distances {
  psi: number
  /** 1 − cosine. */
  angle: number
}

/** Returns the distances that `week` passes only by the rarest chance, if nothing changed since the `reference` weeks. */
export function limitsOf(
  week: readonly number[],
  reference: readonly (readonly number[])[],
  seed: string,
): Distances {
  const random = randomFrom(seed)
  const pooled = poolOf(reference)
  const drawn = bootstrap(pooled, sharedSize(sum(week), sum(pooled)), { repeats: REPEATS, random })
  const spread = spreadOf(reference, random)
  return {
    psi: limitOf(drawn.map(({ psi }) => psi)) * spread.psi,
    angle: limitOf(drawn.map(({ angle }) => angle)) * spread.angle,
  }
}

export function poolOf(weeks: readonly (readonly number[])[]): number[] {
  return (weeks[0] ?? []).map((_, cell) => sum(weeks.map((row) => row[cell] ?? 0)))
}

/**
 * The distance between samples of two sizes varies like that between one sample of this size and the truth: both
 * distances are quadratic in the differences of shares, whose variances add.
 */
function sharedSize(one: number, other: number): number {
  return Math.max(1, Math.round((one * other) / Math.max(1, one + other)))
}

/** Returns the distances of `repeats` samples of `size` claims from the shares that they are drawn from. */
function bootstrap(
  pooled: readonly number[],
  size: number,
  { repeats, random }: { repeats: number; random: () => number },
): Distances[] {
  const total = sum(pooled)
  let reached = 0
  const cumulated = pooled.map((count) => {
    reached += count / Math.max(1, total)
    return reached
  })
  return Array.from({ length: repeats }, () => {
    const sample = new Array<number>(pooled.length).fill(0)
    for (let draw = 0; draw < size; draw++) {
      const at = cellAt(cumulated, random())
      sample[at] = (sample[at] ?? 0) + 1
    }
    return distancesOf(sample, pooled)
  })
}

function cellAt(cumulated: readonly number[], point: number): number {
  let [low, high] = [0, cumulated.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((cumulated[middle] ?? 1) > point) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Returns a limit that a drawn distance passes with the chance of QUANTILE. Distances are sums of squares: their cube
 * roots are nearly normal (Wilson and Hilferty 1931), so that a few hundred repeats give a far quantile.
 */
function limitOf(distances: readonly number[]): number {
  const roots = distances.map((one) => Math.cbrt(Math.max(0, one)))
  const { mean, deviation } = momentsOf(roots)
  return (mean + QUANTILE * deviation) ** 3
}

const SPREAD_REPEATS = 40

/**
 * Returns how many times farther the unchanged weeks are from each other than samples of equal shares would be: talk
 * comes in bursts, so claims are not drawn one by one. At least 1, and a standard error more than
 * estimated. The cosine rests on few large cells, so its own spread is uncertain: it takes the larger of both.
 */
function spreadOf(reference: readonly (readonly number[])[], random: () => number): Distances {
  const pooled = poolOf(reference)
  const ratios = reference.map((week) => {
    const others = poolOf(reference.filter((other) => other !== week))
    const size = sharedSize(sum(week), sum(others))
    const drawn = bootstrap(pooled, size, { repeats: SPREAD_REPEATS, random })
    const found = distancesOf(week, others)
    const usual = (of: (one: Distances) => number) => Math.max(1e-12, momentsOf(drawn.map(of)).mean)
    return { psi: found.psi / usual(({ psi }) => psi), angle: found.angle / usual(({ angle }) => angle) }
  })
  const upper = (values: readonly number[]) => {
    const { mean, deviation } = momentsOf(values)
    return Math.max(1, mean + deviation / Math.sqrt(values.length))
  }
  const [psi, angle] = [upper(ratios.map((one) => one.psi)), upper(ratios.map((one) => one.angle))]
  return { psi, angle: Math.max(psi, angle) }
}

function momentsOf(values: readonly number[]): { mean: number; deviation: number } {
  const mean = sum(values) / Math.max(1, values.length)
  const squares = sum(values.map((value) => (value - mean) ** 2))
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) }
}

export function distancesOf(one: readonly number[], other: readonly number[]): Distances {
  return { psi: psiOf(one, other), angle: 1 - cosine(one, other) }
}

/** Half a claim in each cell keeps the logarithm of an empty one finite. */
const SMOOTHING = 0.5

function psiOf(one: readonly number[], other: readonly number[]): number {
  const [ofOne, ofOther] = [one, other].map((row) => sum(row) + SMOOTHING * row.length)
  return one.reduce((total, count, cell) => {
    const p = (count + SMOOTHING) / (ofOne ?? 1)
    const q = ((other[cell] ?? 0) + SMOOTHING) / (ofOther ?? 1)
    return total + (p - q) * Math.log(p / q)
  }, 0)
}

/** Returns the cosine of two lists of numbers; 1 if one is empty. */
export function cosine(one: readonly number[], other: readonly number[]): number {
  const product = one.reduce((total, value, at) => total + value * (other[at] ?? 0), 0)
  const lengths = Math.sqrt(sum(one.map((value) => value ** 2)) * sum(other.map((value) => value ** 2)))
  return lengths === 0 ? 1 : Math.min(1, product / lengths)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Mulberry32 (Ettinger 2017), seeded by a text: the same week gives the same limits. */
function randomFrom(text: string): () => number {
  let state = (hashShare(["drift", text]) * 2 ** 32) | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
