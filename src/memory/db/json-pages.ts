/** Splits lists that travel to D1 as JSON parameters. */

/** D1 limits a value to 2 MB, in which escapes count too. */
const MOST_BYTES = 1_000_000

const utf8 = new TextEncoder()

/** Returns JSON arrays that hold the rows in order. None passes `MOST_BYTES`, unless a single row does. */
export function jsonPages(rows: readonly unknown[]): string[] {
  const pages: string[] = []
  let page: string[] = []
  let bytes = 0
  for (const row of rows) {
    const json = JSON.stringify(row)
    const size = utf8.encode(json).length + 1
    if (page.length > 0 && bytes + size > MOST_BYTES) {
      pages.push(`[${page.join(",")}]`)
      page = []
      bytes = 0
    }
    page.push(json)
    bytes += size
  }
  return page.length === 0 ? pages : [...pages, `[${page.join(",")}]`]
}
