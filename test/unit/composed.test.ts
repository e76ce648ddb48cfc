/** Rows of composed statements are what drizzle makes of them. */
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { composeQuery, composer } from "../../src/memory/db/composed.ts"
import { guilds, members } from "../../src/memory/db/schema.ts"

test("rows are as drizzle maps them: tables as objects, JSON and booleans read, null as null", () => {
  const query = composer
    .select({
      row: members,
      settings: guilds.settings,
      followed: guilds.membersFollowed,
      later: sql<number>`${members.seenAt} + 1`.mapWith((value: number) => value * 2),
      named: sql<string>`upper(${members.name})`.as("named"),
    })
    .from(members)
    .innerJoin(guilds, sql`guilds.id = members.guild_id`)
  const prepared = query.prepare()
  const columns = prepared.getQuery().sql.split(" from ")[0]?.split(", ") ?? []
  // As D1 answers: an object by column name, in the order of the columns.
  const result = (value: (name: string) => unknown) =>
    ({ results: [Object.fromEntries(columns.map((name) => [name, value(name)]))] }) as unknown as D1Result
  const stored = (name: string) => {
    if (/"(?:roles|settings|name_prints)"/.test(name)) return '{"a":[1]}'
    return /"(?:bot|members_followed)"/.test(name) ? 1 : name
  }
  for (const row of [result(stored), result(() => null), result((name) => (/\+ 1/.test(name) ? 20 : 0))])
    expect(composeQuery(query)().rowsOf(row)).toEqual(prepared.mapResult(row, true))
  const [row] = composeQuery(query)().rowsOf(result(stored))
  expect(row).toMatchObject({ row: { roles: { a: [1] }, bot: true }, settings: { a: [1] }, followed: true })
})

test("a statement that selects no column is refused when it is composed", () => {
  const query = composer.select({ deep: members }).from(members)
  const prepare = () => {
    const prepared = query.prepare()
    return Object.assign(prepared, { fields: [{ path: ["a", "b", "c"], field: members.id }] })
  }
  expect(() => composeQuery(Object.assign(Object.create(query), { prepare }))).toThrow("selects a.b.c")
})
