/** Cron rounds under `npm start` neither connect a bot nor alert anybody: its token and webhook may be a deployment's. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { runCronJobs } from "../../src/cron-jobs.ts"
import { quietly } from "./live.ts"

quietly({ silent: ["error"] })

/** Runs the five-minute round with a token; resolves to how often the shards were asked for. */
async function shardsAsked(change: Partial<Env>): Promise<number> {
  let asked = 0
  const SHARDS = {
    getByName: () => {
      asked += 1
      throw new Error("no shard in this test")
    },
  } as unknown as Env["SHARDS"]
  await runCronJobs("*/5 * * * *", { ...env, DISCORD_TOKEN: "bot-token", SHARDS, ...change } as Env)
  return asked
}

test("the five-minute round keeps a deployment's bot connected, and starts none on one's own machine", async () => {
  expect(await shardsAsked({ LOCAL_SIGN_IN: "" } as Partial<Env>)).toBeGreaterThan(0)
  expect(await shardsAsked({ LOCAL_SIGN_IN: "true" } as Partial<Env>)).toBe(0)
})
