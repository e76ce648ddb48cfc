/** Exact percentiles, medians and number formats. */

/** Returns the nearest-rank percentile; `share` is 0 to 1. NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Formats a number with its significant digits: 1,234 · 56.7 · 8.90. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return "–"
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)}×`
}

/** Formats percentiles of one list, such as "8.1 / 12.0". */
export function spread(values: readonly number[], shares: readonly number[]): string {
  return shares.map((share) => figure(percentile(values, share))).join(" / ")
}
