/**
 * Splits SQL as the strictest reports describe D1's remote endpoint (workers-sdk 4713, 14991, 15162, 15178, 15314,
 * 15690). Only Cloudflare knows the real splitter; SQL that passes this one should pass any.
 */

/**
 * Returns the statements without their semicolons.
 *
 * - Comments are unknown: an apostrophe in one opens a string, and a semicolon in one ends a statement.
 * - A string must close on its line; otherwise it throws.
 * - A semicolon that ends a line always ends a statement, so the body of a trigger must stand on one line.
 * - Within a line, a semicolon ends a statement unless an uppercase BEGIN came before it on the line. The next END
 *   of any case closes that BEGIN, even the END of a CASE.
 */
export function splitStrictly(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let inBody = false
  const tokens = /'[^'\n]*'|"[^"\n]*"|`[^`\n]*`|['"`]|\bBEGIN\b|\bend\b|[;\n]/gi
  for (const { 0: token, index } of sql.matchAll(tokens)) {
    if (/^['"`]$/.test(token)) throw new Error("unrecognized token")
    if (token === "BEGIN") inBody = true
    else if (token.toLowerCase() === "end" || token === "\n") inBody = false
    else if (token === ";" && (!inBody || /^\r?(?:\n|$)/.test(sql.slice(index + 1, index + 3)))) {
      statements.push(sql.slice(start, index).trim())
      start = index + 1
      inBody = false
    }
  }
  return [...statements, sql.slice(start).trim()].filter(Boolean)
}
