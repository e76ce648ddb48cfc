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

const [FEWEST_DECIMALS, MOST_DECIMALS] = [2, 6]

/**
 * Writes a score from 0 to 1 with two decimals, or with as many as show on which side of the limit it is and tell a small
 * one from 0 and from others: six at most.
 */
export function besideLimit(score: number, limit: number): string {
  for (let decimals = FEWEST_DECIMALS; decimals < MOST_DECIMALS; decimals++) {
    const text = score.toFixed(decimals)
    const shown = Number(text)
    const isTold = score === 0 || score * 10 ** decimals >= 1
    if (isTold && shown < limit === score < limit) return text
  }
  return score.toFixed(MOST_DECIMALS)
}
