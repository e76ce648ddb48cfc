/** A backup has every table that holds a guild's data, and knows which migration it was made with. */
import { readFileSync } from "node:fs"
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { LEFT_OUT, tablesOf } from "../../src/backup/export.ts"
import { BACKUP_TABLES, DEPLOYMENT_PART, SCHEMA_NUMBER } from "../../src/backup/format.ts"
import * as schema from "../../src/memory/db/schema.ts"

const tables = Object.values(schema).filter((table) => is(table, SQLiteTable))

test("every table is in a backup or left out on purpose", () => {
  expect([...BACKUP_TABLES, ...LEFT_OUT].sort()).toEqual(tables.map(getTableName).sort())
})

test("a guild's backup has the tables with a guild, and the deployment's the others", () => {
  const ofGuilds = tables
    .filter((table) => Object.values(getTableColumns(table)).some(({ name }) => name === "guild_id"))
    .map(getTableName)
    .filter((name) => !LEFT_OUT.includes(name))
  expect(tablesOf("1").sort()).toEqual(["guilds", ...ofGuilds].sort())
  expect(tablesOf(DEPLOYMENT_PART)).toEqual(["objections", "audit"])
})

test("the schema number is that of the last migration", () => {
  const journal = JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as {
    entries: { idx: number }[]
  }
  expect(journal.entries.at(-1)?.idx).toBe(SCHEMA_NUMBER)
})
