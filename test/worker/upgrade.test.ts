/** While an update rolls out, this code meets the tables of the next release: columns and tables that it does not know. */
import { env } from "cloudflare:workers"
import { afterAll, beforeAll, expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { call, hear, memories, ok, recall, talk } from "./http.ts"

/** Returns the tables. Triggers fill `vector_removals` by position: a migration that widens it replaces them too. */
async function tables(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*_terms_*'
       AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT IN ('d1_migrations', 'vector_removals')`,
  ).all<{ name: string }>()
  return results.map(({ name }) => name)
}

async function forEachTable(change: (table: string) => string): Promise<void> {
  await env.DB.batch((await tables()).map((table) => env.DB.prepare(change(table))))
}

beforeAll(() =>
  forEachTable((table) => `ALTER TABLE "${table}" ADD COLUMN of_next_release text DEFAULT 'new' NOT NULL`),
)
afterAll(() => forEachTable((table) => `ALTER TABLE "${table}" DROP COLUMN of_next_release`))

test("messages are kept, recalled, corrected, exported, and forgotten on the tables of the next release", async () => {
  const guild = "9871"
  await hear(
    guild,
    "100",
    talk(1, NOON, [
      ["11", "Ada", "I live in Oslo now"],
      ["12", "Bo", "I play chess every Monday"],
    ]),
  )
  const facts = async () => (await memories(guild)).map(({ fact }) => fact).sort()
  expect(await facts()).toHaveLength(2)
  const { results } = await env.DB.prepare("SELECT of_next_release AS value FROM memories WHERE guild_id = ?")
    .bind(guild)
    .all()
  expect(results).toEqual([{ value: "new" }, { value: "new" }])
  expect((await recall(guild, { query: "Where does Ada live?" })).text).toContain("Oslo")
  const [memory] = (await memories(guild)).filter(({ fact }) => fact.includes("Oslo"))
  await ok("PATCH", `/v1/guilds/${guild}/memories/${memory?.id}`, { fact: "Ada lives in Bergen" })
  expect(await facts()).toContain("Ada lives in Bergen")
  expect(JSON.stringify(await ok("GET", `/v1/guilds/${guild}/members/11/export`))).toContain("Bergen")
  expect((await call("DELETE", `/v1/guilds/${guild}/memories/${memory?.id}`)).status).toBeLessThan(300)
  expect(await facts()).toHaveLength(1)
})
