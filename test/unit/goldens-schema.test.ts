/**
 * The database that the migrations create from nothing: its schema, its initial rows, and a comparison that
 * is neither blind nor fussy.
 */
import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { expectGolden, pretty, sections } from "./golden.ts"
import { canonical, type Query, schemaOf } from "./golden-schema.ts"

function database(...statements: string[]): Query {
  const db = new DatabaseSync(":memory:")
  for (const statement of statements) db.exec(statement)
  return (sql) => db.prepare(sql).all()
}

function migrated(): Query {
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"))
  return database(...files.sort().map((name) => readFileSync(`migrations/${name}`, "utf8")))
}

test("the migrations create the schema of the golden file", async () => {
  await expectGolden("database.txt", await schemaOf(migrated()))
})

test("the migrations leave the rows of the golden file, including full-text settings", async () => {
  const query = migrated()
  const tables = await query(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow') ORDER BY name",
  )
  const parts: [string, string][] = []
  for (const { name } of tables) {
    // SQLite owns the pages of an empty full-text index. We own its settings.
    if (/^sqlite_|_(?:data|idx|content|docsize)$/.test(String(name))) continue
    const rows = await query(`SELECT * FROM "${name}"`)
    if (rows.length > 0) parts.push([String(name), pretty(rows)])
  }
  await expectGolden("database-rows.txt", sections(parts))
})

const TABLE =
  "CREATE TABLE `a` (`x` integer DEFAULT 1, y text CHECK (y <> 'a  , b'), CONSTRAINT u UNIQUE(x, y))"

test("one schema reads the same in any layout or number of steps", async () => {
  const one = database(
    "CREATE TABLE a(\n\t\"x\" integer DEFAULT 1, -- a comment\n y text CHECK(y <> 'a  , b'),\n z text, CONSTRAINT u UNIQUE (x,y)\n)",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELETE FROM a WHERE y = 'c  d'; /* another */\nEND",
  )
  const two = database(
    TABLE,
    "ALTER TABLE a ADD COLUMN z text",
    "CREATE TRIGGER t AFTER INSERT ON `a` BEGIN DELETE FROM a WHERE y = 'c  d'; END",
  )
  expect(await schemaOf(one)).toBe(await schemaOf(two))
})

test.each([
  [
    "the order of columns",
    "CREATE TABLE a (y text CHECK (y <> 'a  , b'), x integer DEFAULT 1, CONSTRAINT u UNIQUE(x, y))",
  ],
  ["a literal's own white space", TABLE.replace("a  , b", "a , b")],
  ["a default", TABLE.replace("DEFAULT 1", "DEFAULT 2")],
  ["a type", TABLE.replace("integer", "text")],
  ["the order in a key", TABLE.replace("UNIQUE(x, y)", "UNIQUE(y, x)")],
  ["WITHOUT ROWID", `${TABLE.replace("`x` integer", "`x` integer PRIMARY KEY")} WITHOUT ROWID`],
])("%s is a difference", async (_, sql) => {
  expect(await schemaOf(database(sql))).not.toBe(await schemaOf(database(TABLE)))
})

test("a statement on several lines equals one on a single line, and literals stay as they are", () => {
  expect(canonical("CREATE  INDEX `i`\n ON a ( x ,y )\nWHERE y = ' ( a , b ) '")).toBe(
    "CREATE INDEX i ON a(x,y)WHERE y = ' ( a , b ) '",
  )
})
