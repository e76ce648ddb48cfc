/** Gives each test file a migrated database, and the next one a clock that runs: files of a worker share it. */
import { applyD1Migrations } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { afterAll, vi } from "vitest"
import { AfterAnswers } from "../../src/runtime/after-answers.ts"
import { rememberMainModule } from "./main-module.ts"

/** Hundreds of tests ask and then wait for what is written after the answer. */
AfterAnswers.waitMs = 20

rememberMainModule()
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)

afterAll(() => {
  vi.useRealTimers()
})
