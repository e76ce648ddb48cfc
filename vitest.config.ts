import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Wrangler warns that [env.local] leaves out AI: that is what it is for.
process.env.WRANGLER_LOG ??= "error"

const migrations = await readD1Migrations("migrations")

// `npm test` repeats one seed; `npm run test:deep` (test/deep.ts) sets these two.
const isDeep = process.env.KEEPSAKE_DEEP === "1"
const seed = Number(process.env.KEEPSAKE_SEED ?? 1)

// How much the longest random tests do, if not as much as their tier says.
const { HOSTILE_NIGHTS, LEAK_GUILDS, LEAK_RECALLS, LEAK_TWINS } = process.env
const amounts = {
  ...(HOSTILE_NIGHTS && { HOSTILE_NIGHTS }),
  ...(LEAK_GUILDS && { LEAK_GUILDS }),
  ...(LEAK_RECALLS && { LEAK_RECALLS }),
  ...(LEAK_TWINS && { LEAK_TWINS }),
}

/** As many as the two cores that CI has. The node and worker projects must agree to share one queue. */
const maxWorkers = 2

/** The test files of some folders. The deep tier leaves out those that would only repeat `npm test`: they draw no seed. */
function testFiles(...folders: string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join("test", folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => `test/${folder}/${name.replaceAll("\\", "/")}`),
  )
  const draws = /from "(?:fast-check|(?:\.\.\/)+dice\.ts)"/
  return isDeep ? files.filter((file) => draws.test(readFileSync(file, "utf8"))) : files
}

/**
 * Worker files in this order before all others: first those that look through every object there is, while few are;
 * then the slowest, which begun last would leave the other worker idle.
 */
const FIRST = [
  "erasing-faults",
  "erasing",
  "leaving",
  "restore",
  "night-drafts",
  "night-hostile",
  "leaks",
  "night-anomaly",
  "structure-truth",
  "fortnight",
  "routes-matrix",
  "retraction-races",
  "gateway-shard",
]

class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = FIRST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index === -1 ? FIRST.length : index
    }
    return files.toSorted(
      (a, b) =>
        a.project.name.localeCompare(b.project.name) ||
        rank(a) - rank(b) ||
        a.moduleId.localeCompare(b.moduleId),
    )
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: InOrder },
    projects: [
      // Plain Node: pure code, ports, house rules.
      {
        test: {
          name: "node",
          include: testFiles("unit", "contract", "house"),
          setupFiles: ["test/setup.ts"],
          provide: { isDeep, seed },
          testTimeout: 30_000,
          // Loading the same modules for each file again would take half of the time.
          isolate: false,
          maxWorkers,
        },
      },
      // Drives real worker processes.
      {
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          globalSetup: "test/e2e/setup.ts",
          provide: { isDeep, seed },
          // Most of the time goes to waiting. A group of its own: other projects would disturb what is timed.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      // A real browser visits the pages of a worker with the sample server.
      {
        test: {
          name: "browser",
          include: ["test/browser/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      // The real wrangler against a fake of Cloudflare's API.
      {
        test: {
          name: "deploy",
          include: ["test/cloudflare/*.test.ts"],
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
      // workerd: real D1, Durable Objects and alarms.
      {
        plugins: [
          cloudflareTest({
            remoteBindings: false,
            wrangler: { configPath: "./wrangler.toml", environment: "local" },
            miniflare: {
              // A database without tables, for tests of the first setup.
              d1Databases: { EMPTY: "empty" },
              bindings: { TEST_MIGRATIONS: migrations, RETRY_SECONDS: "1", LEASE_SECONDS: "30", ...amounts },
            },
          }),
        ],
        test: {
          name: "worker",
          // Discord's hold CommonJS: as modules of their own their names do not come through. The others have many
          // modules, which take seconds to load one by one. Hono stays out: bundled, it fails some requests.
          deps: {
            optimizer: {
              ssr: {
                enabled: true,
                include: [
                  ...["discord-api-types/v10", "@discordjs/rest", "@discordjs/builders"],
                  ...["chrono-node", "compromise/two", "fast-check", "libphonenumber-js/min", "stopword"],
                ],
              },
            },
          },
          include: testFiles("worker"),
          globalSetup: "test/worker/databases-in-memory.ts",
          setupFiles: ["test/setup.ts", "test/worker/setup.ts"],
          provide: { isDeep, seed },
          // Some look through all that any test wrote, on a machine that may be busy.
          testTimeout: 60_000,
          // One workerd a worker: starting one costs more than most files take. Every test has guilds of its own.
          isolate: false,
          maxWorkers,
        },
      },
    ],
  },
})
