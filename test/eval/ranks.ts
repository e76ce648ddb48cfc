/** Counts what a list of recalled items found. Pure. */

/** As much of a recalled item as counting needs. */
interface Sourced {
  sources: readonly { message_id?: string | null | undefined }[]
}

/** The messages that items rest on, in the order of the items and of each one's sources; each message once. */
export function sourcesInOrder(items: readonly Sourced[]): string[] {
  return [...new Set(items.flatMap(({ sources }) => sources.flatMap(({ message_id }) => message_id ?? [])))]
}

/** Returns the position of each wanted message in `found`, counted from 1; null if it is missing. */
export function ranksOf(wanted: readonly string[], found: readonly string[]): (number | null)[] {
  return wanted.map((id) => {
    const place = found.indexOf(id)
    return place === -1 ? null : place + 1
  })
}

/** The share of what was wanted that stands within the first `k`. 0 to 1. */
export function recallAt(k: number, ranks: readonly (number | null)[]): number {
  return ranks.filter((rank) => rank !== null && rank <= k).length / ranks.length
}

/** Returns 0 for an empty list. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)
}

/** The smallest of the numbers that at least `share` of them do not exceed (nearest rank); 0 where there are none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Rows as lines, each column as wide as its widest cell: the first aligned left, the others right. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  )
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return rows.map((row) => row.map(cell).join("  ")).join("\n")
}

/** A share as a percentage with one decimal: 0.764 is "76.4". */
export function percent(share: number): string {
  return (100 * share).toFixed(1)
}
