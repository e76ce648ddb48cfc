/** Erasing a guild empties every table that holds its rows. */
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { TABLES } from "../../src/erasure/places/guild.ts"
import * as schema from "../../src/memory/db/schema.ts"

/**
 * The guild's vector index empties `vector_removals`. `erasures` stays as proof, except for rows of the
 * guild's people and channels.
 */
const ELSEWHERE = ["vector_removals", "erasures"]

test("a guild's erasure empties every table that holds its rows", () => {
  const ofGuilds = Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => Object.values(getTableColumns(table)).some((column) => column.name === "guild_id"))
    .map(getTableName)
  expect([...TABLES.map(({ name }) => name), ...ELSEWHERE].sort()).toEqual(ofGuilds.sort())
})
