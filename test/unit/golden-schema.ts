/**
 * Writes a SQLite schema as text that is equal for equal schemas, however their statements were laid out.
 *
 * Kept: every name, type, default, constraint, condition and expression; the order of columns; the bodies of
 * triggers. Normalized: white space and comments outside literals, quotes around plain names, the order of a
 * table's constraints, and where ALTER TABLE put a column in the text. A table's columns, keys and indexes
 * also come from SQLite itself (PRAGMA), independently of any text. Omitted: tables that SQLite or the
 * platform keeps for itself.
 */

type Row = Record<string, unknown>
export type Query = (sql: string) => Promise<Row[]> | Row[]

const OWN = "name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'd1_%'"

/** Returns every table, index, trigger and virtual table, by kind and name. */
export async function schemaOf(query: Query): Promise<string> {
  const shadows = await query("SELECT name FROM pragma_table_list WHERE type = 'shadow'")
  const hidden = new Set(shadows.map(({ name }) => name))
  const objects = await query(`SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND ${OWN}`)
  const told = objects.filter(({ name }) => !hidden.has(name)).sort(byKindAndName)
  const parts: string[] = []
  for (const { type, name, sql } of told) {
    const statement = canonical(String(sql))
    const isTable = type === "table" && !/^CREATE VIRTUAL/i.test(statement)
    parts.push(isTable ? await tableShown(String(name), statement, query) : `${statement}\n`)
  }
  return parts.join("\n")
}

function byKindAndName(a: Row, b: Row): number {
  const [left, right] = [`${a.type} ${a.name}`, `${b.type} ${b.name}`]
  return left < right ? -1 : Number(left > right)
}

/** Writes a table's statement line by line, followed by SQLite's own description of the table. */
async function tableShown(name: string, statement: string, query: Query): Promise<string> {
  const [head, body, tail] = bracketed(statement)
  const defined = clausesOf(body)
  const columns = defined.filter((clause) => !isConstraint(clause))
  const constraints = defined.filter(isConstraint).sort()
  const pragma = async (what: string, of: string, order: string) =>
    (await query(`SELECT * FROM pragma_${what}('${of}') ORDER BY ${order}`)).map(values)
  const indexes = await query(`SELECT * FROM pragma_index_list('${name}') ORDER BY name`)
  const lines = [
    ...(await pragma("table_xinfo", name, "cid")).map((line) => `column ${line}`),
    ...(await pragma("foreign_key_list", name, `"from", id, seq`)).map((line) => `foreign key ${line}`),
  ]
  for (const { name: index, unique, origin, partial } of indexes) {
    lines.push(`index ${index} unique=${unique} origin=${origin} partial=${partial}`)
    const keys = await pragma("index_info", String(index), "seqno")
    lines.push(...keys.map((line) => `  key ${line}`))
  }
  return [
    `${head}(`,
    ...[...columns, ...constraints].map((clause) => `  ${clause}`),
    `)${tail}`,
    ...lines.map((line) => `-- ${line}`),
    "",
  ].join("\n")
}

function values(row: Row): string {
  return Object.entries(row)
    .map(([key, value]) => `${key}=${value}`)
    .join(" ")
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\s+|[\w$]+|./gu

/** Puts a statement on one line: tokens with one space between words, and none beside brackets and commas. */
export function canonical(sql: string): string {
  let line = ""
  for (const [token] of sql.matchAll(TOKEN)) {
    if (/^(?:--|\/\*|\s)/.test(token)) line += line.endsWith(" ") ? "" : " "
    else line += unquoted(token)
  }
  // A literal's own brackets and commas stay as they are: only those outside literals have spaces around
  // them.
  return outsideLiterals(line, (text) => text.replace(/ ?([(),;]) ?/g, "$1")).trim()
}

/** Removes quotes from a name that needs none. `'…'` is a literal. */
function unquoted(token: string): string {
  return /^(?:"\w+"|`\w+`|\[\w+\])$/.test(token) ? token.slice(1, -1) : token
}

function outsideLiterals(line: string, level: (text: string) => string): string {
  return line
    .split(/('(?:[^']|'')*'|"(?:[^"]|"")*")/)
    .map((part, at) => (at % 2 === 0 ? level(part) : part))
    .join("")
}

/** Returns the text before the first bracket, inside it, and after the last. */
function bracketed(statement: string): [head: string, body: string, tail: string] {
  const [from, to] = [statement.indexOf("("), statement.lastIndexOf(")")]
  return [statement.slice(0, from), statement.slice(from + 1, to), statement.slice(to + 1)]
}

/** Splits at commas outside inner brackets and literals. */
function clausesOf(body: string): string[] {
  const clauses = [""]
  let depth = 0
  for (const [token] of body.matchAll(TOKEN)) {
    if (token === "(") depth += 1
    if (token === ")") depth -= 1
    if (token === "," && depth === 0) clauses.push("")
    else clauses.push(`${clauses.pop() ?? ""}${token}`)
  }
  return clauses.map((clause) => clause.trim())
}

function isConstraint(clause: string): boolean {
  return /^(?:CONSTRAINT|PRIMARY KEY|UNIQUE|CHECK|FOREIGN KEY)\b/i.test(clause)
}
