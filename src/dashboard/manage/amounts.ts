/** Amounts of tokens and money as text. */
import type { Spent } from "../../memory/write/usage.ts"

/** In cents, because prices are read that way. Amounts below one cent are not shown as zero. */
export function formatUsd(usd: number): string {
  return usd > 0 && usd < 0.01 ? "less than $0.01" : `$${usd.toFixed(2)}`
}

/** "$1.20", or that the price of a part is unknown. */
export function formatCost({ usd, unpriced }: Pick<Spent, "usd" | "unpriced">): string {
  if (unpriced === 0) return formatUsd(usd)
  return usd === 0 ? "price unknown" : `${formatUsd(usd)} and more`
}

export function formatAmount(count: number): string {
  return count.toLocaleString("en", { maximumFractionDigits: 1 })
}
