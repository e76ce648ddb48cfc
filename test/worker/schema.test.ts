/** The drizzle schema matches the tables that migrations create. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import * as schema from "../../src/memory/db/schema.ts"

const tables = Object.values(schema).filter((value) => value instanceof SQLiteTable)

test.each(tables.map((table) => [getTableConfig(table).name, table] as const))(
  "table %s has the columns and keys of its migration",
  async (name, table) => {
    const config = getTableConfig(table)
    const { results } = await env.DB.prepare(
      'SELECT name, type, "notnull" AS required FROM pragma_table_info(?)',
    )
      .bind(name)
      .all()
    const expected = config.columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: Number(column.notNull || column.primary),
    }))
    const made = results.map((row) => ({
      name: String(row.name),
      type: String(row.type).toLowerCase(),
      required: Number(row.required),
    }))
    expect(made.sort(byName)).toEqual(expected.sort(byName))
    const indexes = await env.DB.prepare(
      "SELECT name FROM pragma_index_list(?) WHERE origin = 'c' AND name NOT LIKE '%_unique'",
    )
      .bind(name)
      .all()
    expect(indexes.results.map((row) => row.name).sort()).toEqual(
      config.indexes.map((index) => index.config.name).sort(),
    )
  },
)

function byName(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1
}

test("neither database lets the worker overwrite freed pages, as docs/PRIVACY.md says", async () => {
  await expect(env.DB.prepare("PRAGMA secure_delete = ON").all()).rejects.toThrow("not authorized")
  await runInDurableObject(env.CHANNELS.getByName("schema"), (_, { storage }) => {
    expect(() => storage.sql.exec("PRAGMA secure_delete = ON")).toThrow("not authorized")
  })
})
