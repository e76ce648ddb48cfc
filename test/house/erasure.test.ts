/** No table of a guild's is forgotten when the guild is erased. */
import { getTableColumns, getTableName, is } from "drizzle-orm"
import { SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { TABLES } from "../../src/erasure/places/guild.ts"
import * as schema from "../../src/memory/db/schema.ts"

/** Emptied by the guild's index; kept as proof, but for those of its people and channels. */
const ELSEWHERE = ["vector_removals", "erasures"]

test("every table with a guild's rows is emptied when it is erased", () => {
  const ofGuilds = Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .filter((table) => Object.values(getTableColumns(table)).some((column) => column.name === "guild_id"))
    .map(getTableName)
  expect([...TABLES.map(({ name }) => name), ...ELSEWHERE].sort()).toEqual(ofGuilds.sort())
})
