/** Statements that repeat themselves are short, and the same for every guild and reader. */
import { sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import { expect, test } from "vitest"
import { composeQuery, composer, composeSql, oncePer } from "../../src/memory/db/composed.ts"
import { compileOnce, SharedTable, SharedValue } from "../../src/memory/db/one-statement.ts"
import { members } from "../../src/memory/db/schema.ts"
import { stampQuery } from "../../src/policy/guild.ts"
import { firstLookup, NO_VECTOR_MATCHES } from "../../src/recall/find/lookups.ts"
import { parseQuestion } from "../../src/recall/find/question.ts"

test("equal values are one parameter, and values of two types are two", () => {
  const { text, values } = compileOnce(sql`SELECT ${"a"}, ${1}, ${"a"}, ${"1"}, ${null}, ${1}, ${null}`)
  expect(text).toBe("SELECT ?1, ?2, ?1, ?3, ?4, ?2, ?4")
  expect(values).toEqual(["a", 1, "1", null])
})

test("a statement is composed once, and a placeholder is one parameter wherever it is named", () => {
  const given = (name: string) => sql`${sql.placeholder(name)}`
  const composed = composeSql<{ n: number }>(
    sql`SELECT ${given("one")}, ${"a"}, ${given("two")}, ${given("one")}`,
  )
  expect(composed({ one: "a", two: null })).toMatchObject({
    text: "SELECT ?1, ?2, ?3, ?1",
    values: ["a", "a", null],
  })
  expect(composed({ one: 7, two: 8 })).toMatchObject({ text: "SELECT ?1, ?2, ?3, ?1", values: [7, "a", 8] })
  expect(() => composed({ one: 7 })).toThrow("two")
})

test("a composed query of drizzle binds its values in order and maps rows as drizzle does", () => {
  const query = composer
    .select({ id: members.id, namePrints: members.namePrints })
    .from(members)
    .where(
      sql`guild_id = ${sql.placeholder("guild")} AND name = ${"Kai"} AND id = ${sql.placeholder("guild")}`,
    )
  const composed = composeQuery(query)
  const bound = composed({ guild: "1" })
  expect(bound.values).toEqual(["1", "Kai", "1"])
  expect(composed({ guild: "2" })).toMatchObject({ text: bound.text, values: ["2", "Kai", "2"] })
  const result = { results: [{ id: "5", name_prints: '[{"a":1}]' }] } as unknown as D1Result
  expect(bound.rowsOf(result)).toEqual([{ id: "5", namePrints: [{ a: 1 }] }])
})

test("the statements of the last hundred readers are kept", () => {
  let made = 0
  const keys = Array.from({ length: 101 }, () => ({}))
  const statement = oncePer((_: object) => ({ number: ++made }))
  for (const key of keys) statement(key)
  expect(statement(keys[1] ?? {})).toEqual({ number: 2 })
  expect(statement(keys[100] ?? {})).toEqual({ number: 101 })
  expect(statement(keys[0] ?? {})).toEqual({ number: 102 })
})

test("a table that two parts read is computed once, and tables that differ in a value are two", () => {
  const one = (id: string) =>
    sql`(SELECT name FROM ${new SharedTable(sql`SELECT name FROM t WHERE id = ${id}`)})`
  const { text, values } = compileOnce(sql`SELECT ${one("a")}, ${one("b")}, ${one("a")}`)
  expect(text).toBe(
    "WITH shared0 AS MATERIALIZED (SELECT name FROM t WHERE id = ?1), shared1 AS MATERIALIZED (SELECT name FROM t WHERE id = ?2) " +
      "SELECT (SELECT name FROM shared0), (SELECT name FROM shared1), (SELECT name FROM shared0)",
  )
  expect(values).toEqual(["a", "b"])
})

test("elsewhere the same parts are complete in themselves", () => {
  const db = drizzle({} as D1Database)
  const shared = new SharedTable(sql`SELECT name FROM t WHERE id = ${new SharedValue("7", "'7'")}`)
  const { sql: text, params } = db
    .select({ one: sql`(SELECT name FROM ${shared})` })
    .from(sql`t`)
    .toSQL()
  expect(text).toContain(
    "(WITH shared AS MATERIALIZED (SELECT name FROM t WHERE id = '7') SELECT * FROM shared)",
  )
  expect(params).toEqual([])
})

/** Returns the text and the values that a question sends to the database in its first round trip. */
async function asked(guildId: string, userId: string): Promise<{ text: string; values: unknown[] }> {
  const sent: { text: string; values: unknown[] }[] = []
  const $client = {
    prepare: (text: string) => ({
      bind: (...values: unknown[]) => ({ first: async () => void sent.push({ text, values }) }),
    }),
  }
  const readable = Array.from({ length: 30 }, (_, n) => `${guildId}${n}`)
  const viewer = {
    guildId,
    userId,
    readable,
    linked: [`${userId}9`],
    channelId: `${guildId}1`,
    hidesObjectors: true,
  }
  await firstLookup({ $client } as never, { ...viewer, seesWithheld: false } as never, {
    question: parseQuestion({
      words: "Where does Ada sail with Bo and Cy on Sundays last week?",
      asker: userId,
      mentions: ["5", "6"],
      asOf: null,
      timezone: "UTC",
    }),
    premise: { query: stampQuery(guildId), holds: () => true },
    vectorMatches: NO_VECTOR_MATCHES,
    most: 15,
    switches: { guildId, scopes: ["user", "guild"], closed: ["user:1"], hasAttributed: true },
  })
  if (sent[0] === undefined) throw new Error("nothing was asked")
  return sent[0]
}

test("with somebody who objects, readers of two guilds ask in the same words, well below the limits of D1", async () => {
  const [one, other] = [await asked("111", "222"), await asked("333", "444")]
  expect(one.text).toBe(other.text)
  expect(one.values).toContain("222")
  expect(one.values.length).toBeLessThan(60)
  expect(one.text.length).toBeLessThan(35_000)
})
