/** Lists of any length reach D1 in values it accepts. */
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import { jsonPages } from "../../src/memory/db/json-pages.ts"
import { rewordNotes } from "../../src/memory/db/rows.ts"

const D1_LIMIT = 2_000_000
const sizeOf = (page: string) => new TextEncoder().encode(page).length

test("pages hold every row once and in order, each below D1's limit in bytes", () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => ({ id: `${index}`, name: '"é漢\n'.repeat(200) }))
  const pages = jsonPages(rows)
  expect(pages.length).toBeGreaterThan(1)
  expect(Math.max(...pages.map(sizeOf))).toBeLessThan(D1_LIMIT)
  expect(pages.flatMap((page) => JSON.parse(page))).toEqual(rows)
})

test("a short list is one page, and an empty one none", () => {
  expect(jsonPages([{ id: "1" }, { id: "2" }])).toEqual(['[{"id":"1"},{"id":"2"}]'])
  expect(jsonPages([])).toEqual([])
})

test("notes are reworded in values that D1 accepts, however many there are", () => {
  const note = {
    title: "A conversation",
    summary: "they talked about many things ".repeat(60),
    participants: [],
  }
  const statements = rewordNotes(
    "100",
    Array.from({ length: 1_500 }, (_, seq) => ({ ...note, seq })),
  )
  const dialect = new SQLiteAsyncDialect()
  const sizes = statements.flatMap((one) => dialect.sqlToQuery(one).params.map((value) => sizeOf(`${value}`)))
  expect(Math.max(...sizes)).toBeLessThan(D1_LIMIT)
  expect(Math.max(...sizes)).toBeGreaterThan(D1_LIMIT / 4)
})
