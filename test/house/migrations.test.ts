/**
 * The format of every migration file. The hosted D1 service splits files with its own splitter, which no
 * local run exercises: docs/decisions/042-migrations.md.
 */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { NEWEST_MIGRATION } from "../../src/memory/db/health-queries.ts"
import { splitMigration } from "../../src/setup/migrate.ts"

const DIR = "migrations"
const files = readdirSync(DIR)
  .filter((name) => name.endsWith(".sql"))
  .sort()
  .map((name) => ({ name, text: readFileSync(join(DIR, name), "utf8") }))

const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g
const TRIGGER = /^CREATE TRIGGER [^;]* BEGIN [^;]*; END;$/
const GOOD = `${[
  "CREATE TABLE `a` (\n\t`id` text PRIMARY KEY NOT NULL,\n\t`word` text DEFAULT 'it''s' NOT NULL\n);",
  "CREATE INDEX `a_word` ON `a` (`word`) WHERE word <> '';",
  "CREATE TRIGGER a_gone AFTER DELETE ON a WHEN OLD.word <> '' BEGIN DELETE FROM a WHERE word = OLD.word; END;",
].join("\n")}\n`

test.each(files)("any splitter can split $name", ({ text }) => {
  expect(faults(text)).toEqual([])
  const withoutQuotes = text.trimEnd().split(/;(?:\n|$)/)
  expect(splitMigration(text)).toEqual(withoutQuotes.slice(0, -1).map((one) => one.trim()))
})

test("migrations run one statement at a time build the same database as whole files", () => {
  const whole = new DatabaseSync(":memory:")
  const single = new DatabaseSync(":memory:")
  for (const { text } of files) {
    whole.exec(text)
    // `prepare()` reads one statement and ignores the rest, so a wrong split shows.
    for (const statement of splitMigration(text)) single.prepare(statement).run()
  }
  expect(contents(single).length).toBeGreaterThan(100)
  expect(contents(single)).toEqual(contents(whole))
})

test("a migration drops a trigger only by name", () => {
  const db = new DatabaseSync(":memory:")
  for (const { name, text } of files) {
    const before = triggers(db)
    db.exec(text)
    const after = triggers(db)
    const lost = before.filter(
      (trigger) => !after.includes(trigger) && !text.replaceAll("`", "").includes(`DROP TRIGGER ${trigger};`),
    )
    expect(lost, `${name} rebuilds a table without its triggers`).toEqual([])
  }
})

test("the drizzle journal lists exactly the migration files and uses no markers between statements", () => {
  const journal = JSON.parse(readFileSync(join(DIR, "meta", "_journal.json"), "utf8"))
  expect(journal.entries).toEqual(
    files.map(({ name }, idx) =>
      expect.objectContaining({ idx, tag: name.replace(".sql", ""), breakpoints: false }),
    ),
  )
})

test("the health check expects the newest migration", () => {
  expect(NEWEST_MIGRATION).toBe(files.at(-1)?.name)
})

test("the Worker carries every migration, in order", () => {
  const source = readFileSync("src/setup/migration-files.ts", "utf8")
  const bundled = source.matchAll(/name: "(.+)", load: \(\) => import\("\.\.\/\.\.\/migrations\/(.+)"\)/g)
  const expected = files.map(({ name }) => [name, name])
  expect([...bundled].map(([, name, loaded]) => [name, loaded])).toEqual(expected)
})

test("a well-formed file has no faults, with or without a final line feed", () => {
  expect(faults(GOOD)).toEqual([])
  expect(faults(GOOD.trimEnd())).toEqual([])
  expect(splitMigration(GOOD)).toHaveLength(3)
})

test.each([
  ["a trigger on several lines", GOOD.replace(" BEGIN ", "\nBEGIN "), "trigger"],
  ["a trigger with its body on separate lines", GOOD.replace(" BEGIN DELETE", " BEGIN\n\tDELETE"), "trigger"],
  ["a trigger with two statements", GOOD.replace("; END;", "; DELETE FROM a; END;"), "trigger"],
  ["a trigger with a lowercase end", GOOD.replace("END;", "end;"), "trigger"],
  ["a lowercase trigger", GOOD.replace("CREATE TRIGGER", "create trigger"), "trigger"],
  ["a trigger with a second END", GOOD.replace("OLD.word;", "CASE WHEN 1 THEN 2 END;"), "trigger"],
  ["a line comment", `-- What it is for\n${GOOD}`, "comment"],
  ["a comment after a statement", GOOD.replace(");", "); -- done"), "comment"],
  ["a block comment", `/* what it is for */\n${GOOD}`, "comment"],
  ["drizzle's marker between statements", GOOD.replace(");", ");\n--> statement-breakpoint"), "comment"],
  ["a line ending with a carriage return", GOOD.replaceAll("\n", "\r\n"), "carriage return"],
  ["an apostrophe in a comment", `-- It's for words\n${GOOD}`, "quote"],
  ["a lone apostrophe in other quotes", GOOD.replace("'it''s'", `"it's"`), "quote"],
  ["quoted text over two lines", GOOD.replace("'it''s'", "'it\nis'"), "quote"],
  ["a semicolon in quotes", GOOD.replace("'it''s'", "'it; is'"), "semicolon"],
  ["a semicolon at the end of a line in quotes", GOOD.replace("'it''s'", "'it;\nis'"), "quote"],
  ["two statements on one line", GOOD.replace(");\n", "); "), "semicolon"],
  ["a last statement without its semicolon", GOOD.replace(/;\n$/, "\n"), "semicolon"],
  ["an index on several lines", GOOD.replace(" WHERE", "\nWHERE"), "several lines"],
])("%s is a fault", (_, bad, kind) => {
  expect(bad).not.toBe(GOOD)
  expect(faults(bad).join("\n")).toContain(kind)
})

/** Lists everything that could confuse a strict splitter, each with its line. */
function faults(text: string): string[] {
  const lines = text.split("\n").flatMap((line, index) => {
    return faultsOfLine(line).map((fault) => `line ${index + 1}: ${fault}`)
  })
  const spread = splitMigration(text).filter((one) => one.includes("\n") && !one.startsWith("CREATE TABLE "))
  const open = text.trimEnd().endsWith(";") ? [] : ["the last statement has no semicolon"]
  return [...lines, ...spread.map((one) => `a statement on several lines: ${one.slice(0, 40)}`), ...open]
}

function faultsOfLine(line: string): string[] {
  const bare = line.replace(QUOTED, "")
  const isTrigger = /\btrigger\b/i.test(bare) && !/^DROP TRIGGER /.test(line)
  const odd = ["'", '"', "`"].some((quote) => line.split(quote).length % 2 === 0)
  return [
    ...(line.includes("\r") ? ["a carriage return"] : []),
    ...(/--|\/\*/.test(line) ? ["a comment"] : []),
    ...(odd || /['"`]/.test(bare) ? ["a quote that does not end on its line"] : []),
    ...(isTrigger && !isPlainTrigger(line) ? ["a trigger that is not one line with one statement"] : []),
    ...(!isTrigger && /;./.test(line) ? ["a semicolon before the end of the line"] : []),
  ]
}

/**
 * According to reports, the hosted splitter also ends a statement at a lowercase `end` and at the END of a
 * CASE.
 */
function isPlainTrigger(line: string): boolean {
  const words = line.replace(QUOTED, "").match(/\b(?:begin|case|end)\b/gi)
  return TRIGGER.test(line) && words?.join(" ") === "BEGIN END"
}

/** Returns the schema in order of creation, and the settings of the full-text indexes. */
function contents(db: DatabaseSync): unknown[] {
  return [
    "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid",
    "SELECT * FROM memory_terms_config",
    "SELECT * FROM note_terms_config",
  ].flatMap((query) => db.prepare(query).all())
}

function triggers(db: DatabaseSync): string[] {
  const rows = db.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all()
  return rows.map(({ name }) => String(name))
}
