/**
 * Every migration against the strictest splitter that reports about D1 describe. `wrangler d1 migrations apply` sends
 * a file and the line that records it in one request, and D1 runs the statements one by one.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { splitStrictly } from "../cloudflare/d1-splitter.ts"

const files = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name, sql: readFileSync(join("migrations", name), "utf8") }))

const TABLE = "CREATE TABLE a (id INTEGER PRIMARY KEY, word TEXT);\n"
const TRIGGER = `${TABLE}CREATE TRIGGER t AFTER DELETE ON a BEGIN DELETE FROM a WHERE id = OLD.id; END;\n`

/** Runs statements one by one; `prepare` reads one and ignores what follows, so a wrong split shows. */
function run(sql: string, database = new DatabaseSync(":memory:")): DatabaseSync {
  for (const statement of splitStrictly(sql)) database.prepare(statement).run()
  return database
}

test("every migration passes the strictest splitter and builds the same database as SQLite itself", () => {
  const [split, whole] = [new DatabaseSync(":memory:"), new DatabaseSync(":memory:")]
  for (const database of [split, whole])
    database.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
  for (const { name, sql } of files) {
    const request = `${sql}\nINSERT INTO "d1_migrations" (name)\nvalues ('${name}');`
    run(request, split)
    whole.exec(request)
  }
  const contents = (database: DatabaseSync) => [
    database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY rowid").all(),
    database.prepare("SELECT name FROM d1_migrations").all(),
  ]
  expect(contents(split)).toEqual(contents(whole))
})

test("the strict splitter takes a trigger on one line", () => {
  expect(splitStrictly(TRIGGER)).toHaveLength(2)
  expect(() => run(TRIGGER)).not.toThrow()
})

test.each([
  ["a trigger on several lines (15690)", TRIGGER.replace("BEGIN ", "BEGIN\n").replace("; END", ";\nEND")],
  ["a trigger with CRLF (14991)", TRIGGER.replace("BEGIN ", "BEGIN\r\n").replace("; END", ";\r\nEND")],
  ["a trigger with a lowercase begin (15314)", TRIGGER.replace("BEGIN", "begin")],
  ["a CASE in a trigger (15162)", TRIGGER.replace("OLD.id;", "CASE WHEN 1 THEN 2 END; DELETE FROM a;")],
  ["an apostrophe in a comment (4713)", `-- It's the first\n${TRIGGER}`],
  ["a semicolon in a comment", `-- one; two\n${TABLE}`],
])("the strict splitter breaks %s, which SQLite reads", (_, sql) => {
  expect(() => new DatabaseSync(":memory:").exec(sql)).not.toThrow()
  expect(() => run(sql)).toThrow(/incomplete input|syntax error|unrecognized token|contain/)
})
