/** Reads tables that are written as text: a row with its examples, which are its tests. Pure. */

/** [what is said, what it gives, or `null` for nothing]. */
export type Example = readonly [said: string, fact: string | null]

export interface TableRow {
  /** The word before the colon, "home", and after a slash in it, "told". */
  key: string
  sign: string | null
  said: string
  fact: string
  examples: Example[]
}

/**
 * Rows are "key/sign: said => fact". Lines below a row that begin with "+" hold examples "said -> given", those with
 * "-" what gives nothing, both separated by " | ".
 */
export function tableRows(table: string): TableRow[] {
  const rows: TableRow[] = []
  for (const line of table.split("\n").filter((one) => one.trim() !== "")) {
    const [, mark = "", words = ""] = /^ +([+-]) (.+)$/.exec(line) ?? []
    if (mark === "") rows.push(rowOf(line))
    else rows.at(-1)?.examples.push(...words.split(" | ").map(exampleOf))
  }
  return rows
}

function rowOf(line: string): TableRow {
  const [, key = "", sign, said = "", fact = ""] = /^([\w-]+)(?:\/(\w+))?: (.+) => (.*)$/.exec(line) ?? []
  return { key, sign: sign ?? null, said, fact, examples: [] }
}

function exampleOf(words: string): Example {
  const [said = "", fact] = words.split(" -> ")
  return [said, fact ?? null]
}
