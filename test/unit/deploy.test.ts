/** A command of a deployment that fails is not taken for an empty answer, and no environment shares names with another. */
import { readFileSync } from "node:fs"
import { parse } from "smol-toml"
import { expect, test } from "vitest"
import { findsDatabase, isUnsplittable, placeOf } from "../../src/tools/deploy/database.ts"
import { configOf } from "../../src/tools/deploy/plan.ts"
import { listsSecret } from "../../src/tools/deploy/secrets.ts"

const FAILED = { code: 1, output: "✘ [ERROR] fetch failed" }

test("the admin token counts as set only if the listing names it, and as unset only if the listing succeeds", () => {
  const output = '[{"name":"ADMIN_TOKEN","type":"secret_text"}]'
  expect(listsSecret({ code: 0, output }, "ADMIN_TOKEN")).toBe(true)
  expect(listsSecret({ code: 0, output: "[]" }, "ADMIN_TOKEN")).toBe(false)
  expect(listsSecret({ code: 1, output: '✘ [ERROR] Worker "keepsake" not found.' }, "ADMIN_TOKEN")).toBe(
    false,
  )
  expect(() => listsSecret(FAILED, "ADMIN_TOKEN")).toThrow(/fetch failed[\s\S]*none was changed/)
})

test("a database counts as new only if wrangler says so", () => {
  expect(findsDatabase({ code: 0, output: "keepsake" })).toBe(true)
  for (const output of [
    "✘ [ERROR] Couldn't find a D1 DB with name or binding 'keepsake' in your config or the API.",
    "✘ [ERROR] Couldn't find an auto-provisioned D1 DB named 'keepsake-db' for binding 'DB'.",
  ])
    expect(findsDatabase({ code: 1, output })).toBe(false)
  expect(findsDatabase(FAILED)).toBe(true)
})

test("a migration is imported as a file only if D1 could not read its SQL", () => {
  expect(isUnsplittable("incomplete input: SQLITE_ERROR [code: 7500]")).toBe(true)
  expect(isUnsplittable("duplicate column name: a: SQLITE_ERROR [code: 7500]")).toBe(false)
  expect(isUnsplittable(FAILED.output)).toBe(false)
})

test("the database is created where the Durable Objects live", () => {
  expect(placeOf(undefined)).toEqual([])
  expect(placeOf({ JURISDICTION: "eu", LOCATION_HINT: "weur" })).toEqual(["--jurisdiction=eu"])
  expect(placeOf({ LOCATION_HINT: "weur" })).toEqual(["--location=weur"])
  expect(placeOf({ LOCATION_HINT: "afr" })).toEqual([])
  expect(() => placeOf({ JURISDICTION: "fedramp-high" })).toThrow(/no jurisdiction "fedramp-high"/)
})

const wranglerToml = parse(readFileSync("wrangler.toml", "utf8"))

test("an environment has names of its own, and production keeps those of wrangler.toml", () => {
  const production = configOf(wranglerToml, null)
  const staging = configOf(wranglerToml, "staging")
  expect(production).toMatchObject({ name: "keepsake", d1_databases: [{ database_name: "keepsake" }] })
  expect(staging).toMatchObject({
    name: "keepsake-staging",
    d1_databases: [{ binding: "DB", database_name: "keepsake-staging" }],
    vectorize: [{ index_name: "keepsake-staging" }],
    workflows: [{ name: "keepsake-nights-staging" }],
  })
  const ids = [production, staging].flatMap(({ ratelimits }) => ratelimits.map((limit) => limit.namespace_id))
  expect(new Set(ids).size).toBe(ids.length)
  expect(staging).not.toHaveProperty("env")
})

test("what wrangler.toml sets for an environment wins, and its addresses are not shared", () => {
  const own = { name: "trial", vars: { READ_ONLY: "true" } }
  const toml = { ...wranglerToml, routes: ["a.example/*"], vars: { READ_ONLY: "false", NEW_GUILDS: "off" } }
  const config = configOf({ ...toml, env: { trial: own } }, "trial")
  expect(config).toMatchObject({ name: "trial", vars: { READ_ONLY: "true", NEW_GUILDS: "off" } })
  expect(config).not.toHaveProperty("routes")
  expect(() => configOf(toml, "local")).toThrow("--env must be")
  expect(() => configOf(toml, "Staging!")).toThrow("--env must be")
})

test("the Vectorize index is added unless the project names one or chooses the embedded index", () => {
  expect(configOf(wranglerToml, null).vectorize).toEqual([{ binding: "VECTORS", index_name: "keepsake" }])
  const own = { ...wranglerToml, vectorize: [{ binding: "VECTORS", index_name: "mine" }] }
  expect(configOf(own, null).vectorize).toMatchObject([{ index_name: "mine" }])
  expect(configOf({ ...wranglerToml, vars: { VECTOR_INDEX: "embedded" } }, null).vectorize).toBeUndefined()
})
