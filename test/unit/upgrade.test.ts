/**
 * While an update rolls out, the code before it runs on the tables after it, for up to five minutes, and again after a
 * rollback. So a migration only adds what that code does not notice.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"

const migrations = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name, sql: readFileSync(join("migrations", name), "utf8") }))
const later = migrations.slice(1)

/** Migrations that take away what no code of the release before them uses, as decision 061 describes. */
const CONTRACTING: string[] = []

/** Lists the statements that code from before the migration would notice. */
function noticed(sql: string): string[] {
  const unseen = [
    /^CREATE (?:TABLE|INDEX|TRIGGER|VIEW|VIRTUAL TABLE) /,
    /^DROP (?:INDEX|TRIGGER) /,
    /^ALTER TABLE `\w+` ADD (?:COLUMN )?`\w+` \w+(?: DEFAULT (?:\d+|'[^']*')(?: NOT NULL)?)?$/,
    /^(?:UPDATE|INSERT INTO) /,
  ]
  const made = [...sql.matchAll(/CREATE TABLE (`\w+`)/g)].map(([, table]) => table)
  // Code from before writes nothing to a new table, so a unique index on it refuses nothing.
  const isOnNewTable = (statement: string) =>
    statement.startsWith("CREATE UNIQUE INDEX ") && made.some((table) => statement.includes(` ON ${table} `))
  return sql
    .split(/;(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => !isOnNewTable(statement))
    .filter((statement) => statement !== "" && !unseen.some((pattern) => pattern.test(statement)))
}

test.each(later.filter(({ name }) => !CONTRACTING.includes(name)))("$name only adds", ({ sql }) => {
  expect(noticed(sql)).toEqual([])
})

test.each([
  "ALTER TABLE `a` DROP COLUMN `b`;",
  "ALTER TABLE `a` RENAME COLUMN `b` TO `c`;",
  "ALTER TABLE `a` ADD `b` text NOT NULL;",
  "DROP TABLE `a`;",
  "CREATE UNIQUE INDEX `a_b` ON `a` (`b`);",
])("old code would notice %s", (sql) => {
  expect(noticed(sql)).toHaveLength(1)
})

interface Table {
  name: string
  columns: string[]
}

/** Returns the tables that code writes, without full-text indexes and what they keep beside them. */
function tablesOf(db: DatabaseSync): Table[] {
  const names = db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'",
    )
    .all()
    .map(({ name }) => String(name))
  return names.map((name) => ({
    name,
    columns: db
      .prepare(`SELECT name FROM pragma_table_info('${name}')`)
      .all()
      .map((row) => String(row.name)),
  }))
}

/** Writes and reads a row as code does that knows these columns: by name, every one of them. */
function writeAndRead(db: DatabaseSync, { name, columns }: Table, key: number): unknown {
  const list = columns.map((column) => `"${column}"`).join(", ")
  // Valid as JSON, as text and as a number's text, so that triggers can read it.
  const values = columns.map(() => `'${key}'`).join(", ")
  db.exec(`INSERT INTO ${name} (${list}) VALUES (${values})`)
  db.exec(`UPDATE ${name} SET ${columns.map((column) => `"${column}" = "${column}"`).join(", ")}`)
  return db.prepare(`SELECT ${list} FROM ${name} WHERE "${columns[0]}" = '${key}'`).all()
}

test.each(later)("code from before $name writes and reads all its tables after it", ({ name }) => {
  const db = new DatabaseSync(":memory:")
  const index = migrations.findIndex((migration) => migration.name === name)
  for (const { sql } of migrations.slice(0, index)) db.exec(sql)
  const tables = tablesOf(db)
  expect(tables.length).toBeGreaterThan(20)
  const before = tables.map((table) => writeAndRead(db, table, 1))
  for (const { sql } of migrations.slice(index)) db.exec(sql)
  const text = (rows: unknown, key: number) => JSON.stringify(rows).replaceAll(String(key), "N")
  for (const [at, table] of tables.entries())
    expect(text(writeAndRead(db, table, 2), 2), table.name).toBe(text(before[at], 1))
})
