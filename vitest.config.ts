import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin"
import { defineConfig } from "vitest/config"

// Wrangler warns that [env.local] leaves out AI and Vectorize: that is what it is for.
process.env.WRANGLER_LOG ??= "error"

const migrations = await readD1Migrations("migrations")

// How much the leak test does: more than the ordinary run's share where it is asked for.
const { HOSTILE_NIGHTS, LEAK_GUILDS, LEAK_RECALLS, LEAK_SEED } = process.env
const leakTest = {
  ...(HOSTILE_NIGHTS && { HOSTILE_NIGHTS }),
  ...(LEAK_GUILDS && { LEAK_GUILDS }),
  ...(LEAK_RECALLS && { LEAK_RECALLS }),
  ...(LEAK_SEED && { LEAK_SEED }),
}

export default defineConfig({
  test: {
    projects: [
      // Plain Node: pure code, ports, house rules, and end-to-end tests that drive a real worker process.
      { test: { name: "node", include: ["test/{unit,contract,house}/**/*.test.ts"] } },
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          globalSetup: "test/e2e/setup.ts",
          // Most of the time goes to waiting. A group of its own: other projects would disturb what is timed.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      // workerd: real D1, Durable Objects and alarms.
      {
        plugins: [
          cloudflareTest({
            remoteBindings: false,
            wrangler: { configPath: "./wrangler.toml", environment: "local" },
            miniflare: {
              bindings: { TEST_MIGRATIONS: migrations, RETRY_SECONDS: "1", LEASE_SECONDS: "30", ...leakTest },
            },
          }),
        ],
        test: {
          name: "worker",
          // CommonJS inside: as modules of their own their names do not come through.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: ["discord-api-types/v10", "@discordjs/rest", "@discordjs/builders"],
              },
            },
          },
          include: ["test/worker/**/*.test.ts"],
          setupFiles: ["test/worker/setup.ts"],
          // Some look through all that any test wrote, on a machine that may be busy.
          testTimeout: 60_000,
          // One workerd for all files: starting one costs more than most files take. Every test has guilds of its own.
          isolate: false,
          maxWorkers: 1,
        },
      },
    ],
  },
})
