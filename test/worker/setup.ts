/** Gives each test file a migrated database. */
import { applyD1Migrations } from "cloudflare:test"
import { env } from "cloudflare:workers"

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
