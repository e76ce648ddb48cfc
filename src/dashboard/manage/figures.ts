/** Amounts in words: dollars, tokens, shares. Pure. */

/** Dollars in cents. An amount below one cent is not shown as zero. */
export function dollars(usd: number): string {
  return usd > 0 && usd < 0.01 ? "< $0.01" : `$${usd.toFixed(2)}`
}

/** "12,000". */
export function wholeNumber(amount: number): string {
  return amount.toLocaleString("en", { maximumFractionDigits: 0 })
}

/** "12 %" of a share from 0 to 1; a dash if it is unknown. */
export function percent(share: number | null, digits = 0): string {
  return share === null ? "–" : `${(share * 100).toFixed(digits)} %`
}
