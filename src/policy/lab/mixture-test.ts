/**
 * Tests the share of bad claims in a mixture of two samples with exact binomial tails: an intersection-union test, as
 * `thresholds.ts` explains. Pure.
 */
import { binomialTail, mostTolerated } from "./intervals.ts"

export interface Aim {
  /** The largest share of bad ones among the accepted. */
  alpha: number
  /** The probability of missing it. */
  delta: number
}

/** Outcomes of one arm at a threshold: `size` of them, as independent ones, `bad` bad; its part of alpha. */
export interface ArmSample {
  share: number
  size: number
  bad: number
  alpha: number
}

/** Splits of alpha that are considered: the part of the kept claims, in units of alpha. */
const SPLITS = Array.from({ length: 40 }, (_, step) => (step + 1) / 20)

/**
 * Splits alpha between the arms by their sizes alone: such that the arms tolerate the most bad outcomes. Claims below
 * the threshold in force are likely worse, so that theirs count half.
 */
export function splitAlpha(
  arms: readonly { share: number; size: number; bad: number }[],
  { alpha, delta }: Aim,
): { parts: ArmSample[]; tolerance: number } {
  const [kept, chance] = arms
  if (!kept || !chance || kept.share === 0 || chance.share === 0) {
    const parts = arms.filter(({ share }) => share > 0).map((one) => ({ ...one, alpha }))
    return { parts, tolerance: parts[0] ? toleratedShare(parts[0], delta) : -1 }
  }
  const splits = SPLITS.flatMap((times) => {
    const ofKept = times * alpha
    const ofChance = (alpha - kept.share * ofKept) / chance.share
    if (ofKept >= 1 || ofChance <= 0) return []
    const parts = [
      { ...kept, alpha: ofKept },
      { ...chance, alpha: ofChance },
    ] as const
    const tolerance = Math.min(toleratedShare(parts[0], delta), toleratedShare(parts[1], delta) / 2)
    return [{ parts: [...parts], tolerance }]
  })
  return splits.reduce((best, one) => (one.tolerance > best.tolerance ? one : best))
}

/** Returns the share of bad outcomes up to which an arm passes; below 0 if it cannot pass. */
function toleratedShare({ size, alpha }: Omit<ArmSample, "share" | "bad">, delta: number): number {
  // A share cannot exceed 1, so that there is nothing to test.
  if (alpha >= 1) return 1
  const most = mostTolerated(size, alpha, delta)
  return most < 0 ? -1 : most / size
}

/** Returns the p-value of "more than alpha are bad": the largest of the arms. Without any claim it is 1. */
export function pValueOf(parts: readonly ArmSample[]): number {
  if (parts.length === 0) return 1
  return Math.max(...parts.map(({ bad, size, alpha }) => binomialTail(bad, size, Math.min(1, alpha))))
}

/** Beyond this many labels, nobody will wait. */
const MOST_LABELS = 20_000

/** Returns how many further outcomes would pass if they came out as those so far; `null` if too many. */
export function moreFor(parts: readonly ArmSample[], { delta }: Aim): number | null {
  const grown = (times: number) =>
    parts.map((one) => {
      const size = Math.ceil(Math.max(1, one.size) * times)
      return { ...one, size, bad: one.size === 0 ? 0 : Math.ceil((one.bad / one.size) * size) }
    })
  const passes = (times: number) => pValueOf(grown(times)) <= delta
  const total = (some: readonly ArmSample[]) => some.reduce((sum, { size }) => sum + size, 0)
  let [low, high] = [1, 2]
  while (!passes(high)) {
    ;[low, high] = [high, high * 2]
    if (total(grown(low)) > MOST_LABELS) return null
  }
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2
    if (passes(middle)) high = middle
    else low = middle
  }
  return Math.max(1, total(grown(high)) - total(parts))
}
