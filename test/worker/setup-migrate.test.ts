/** The Worker migrates its own database, and leaves what wrangler's migrations would have left. */
import { applyD1Migrations, createExecutionContext } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { beforeEach, expect, test } from "vitest"
import worker from "../../src/index.ts"
import { applyMigrations, prepareForCron, readSchema } from "../../src/setup/migrate.ts"
import { MIGRATION_FILES } from "../../src/setup/migration-files.ts"
import { quietly } from "./live.ts"
import { emptyDatabase, migrationsIn, tablesIn } from "./setup-stage.ts"

quietly({ silent: ["error", "warn"] })
beforeEach(emptyDatabase)

const ALL = MIGRATION_FILES.map(({ name }) => name)

/** The schema, without what tells how it was written. */
async function schemaOf(db: D1Database): Promise<unknown[]> {
  const { results } = await db
    .prepare(
      "SELECT type, name, tbl_name, replace(replace(replace(sql, char(10), ' '), char(9), ' '), '\"', '`') AS sql FROM sqlite_master WHERE name NOT GLOB '_cf_*' AND name <> 'd1_migrations' ORDER BY type, name",
    )
    .all()
  return results
}

test("an empty database gets the schema that wrangler's migrations make", async () => {
  expect(await readSchema(env.EMPTY)).toMatchObject({ isEmpty: true, pending: { length: ALL.length } })
  expect(await applyMigrations(env.EMPTY)).toBe(ALL.length)
  expect(await schemaOf(env.EMPTY)).toEqual(await schemaOf(env.DB))
  expect(await readSchema(env.EMPTY)).toEqual({ isEmpty: false, pending: [] })
})

test("wrangler finds nothing to apply after the Worker, and the Worker nothing after wrangler", async () => {
  await applyMigrations(env.EMPTY)
  // Would fail: its statements create what is there.
  await applyD1Migrations(env.EMPTY, env.TEST_MIGRATIONS)
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL)
  await emptyDatabase()
  await applyD1Migrations(env.EMPTY, env.TEST_MIGRATIONS)
  expect(await applyMigrations(env.EMPTY)).toBe(0)
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL)
})

test("two that migrate at once leave each migration applied once", async () => {
  const applied = await Promise.all([
    applyMigrations(env.EMPTY),
    applyMigrations(env.EMPTY),
    applyMigrations(env.EMPTY),
  ])
  expect(applied.reduce((sum, one) => sum + one, 0)).toBe(ALL.length)
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL)
})

test("a database of the previous version keeps its data and is brought up to date by the next cron round", async () => {
  await applyMigrations(env.EMPTY, MIGRATION_FILES.slice(0, -1))
  await env.EMPTY.prepare("INSERT INTO cron_runs (schedule, at, failed) VALUES ('hourly', 5, '[]')").run()
  expect(await prepareForCron({ DB: env.EMPTY })).toBe(true)
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL)
  const { results } = await env.EMPTY.prepare("SELECT schedule, at FROM cron_runs").all()
  expect(results).toEqual([{ schedule: "hourly", at: 5 }])
})

test("a failed migration leaves nothing of itself", async () => {
  const bad = {
    name: "9999_bad.sql",
    load: async () => ({ default: "CREATE TABLE half (id text);\nINSERT INTO nowhere VALUES (1);\n" }),
  }
  await applyMigrations(env.EMPTY)
  const before = await tablesIn(env.EMPTY)
  await expect(applyMigrations(env.EMPTY, [...MIGRATION_FILES, bad])).rejects.toThrow("9999_bad.sql failed")
  expect(await tablesIn(env.EMPTY)).toEqual(before)
  expect(await migrationsIn(env.EMPTY)).toEqual(ALL)
})

test("before the first setup cron does nothing, and leaves no trace", async () => {
  expect(await prepareForCron({ DB: env.EMPTY })).toBe(false)
  const controller = { cron: "*/5 * * * *", scheduledTime: 0, noRetry: () => {}, type: "scheduled" }
  await worker.scheduled(controller as unknown as ScheduledController, { ...env, DB: env.EMPTY })
  expect(await tablesIn(env.EMPTY)).toEqual([])
})

test("a database that does not answer does not keep the other jobs from running", async () => {
  const down = {
    prepare: () => {
      throw new Error("D1 is down")
    },
  }
  expect(await prepareForCron({ DB: down as unknown as D1Database })).toBe(true)
})

test.each([
  ["POST", "/v1/guilds/1/recall", { query: "Where does Ada live?", channel_id: "2" }],
  ["GET", "/v1/guilds/1/memories", undefined],
  ["GET", "/privacy/123456789012345678", undefined],
])("before the first setup %s %s answers where to set up", async (method, path, body) => {
  const init = {
    method,
    headers: { authorization: "Bearer dev", "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  }
  const response = await worker.fetch(
    new Request(`https://keepsake.test${path}`, init),
    { ...env, DB: env.EMPTY },
    createExecutionContext(),
  )
  expect(response.status).toBe(503)
  // A page says it in its own dress.
  if (path.startsWith("/privacy")) return expect(await response.text()).toContain("/setup")
  expect(await response.json()).toMatchObject({
    type: "urn:keepsake:not_set_up",
    detail: "The database is not set up yet: open https://keepsake.test/setup",
  })
})
