/** What tests find in `env`. */
import type { D1Migration } from "cloudflare:test"
import type { Env as WorkerEnv } from "../../src/env.ts"

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[]
      /** How many recalls the leak test makes, and which guilds it makes them of. */
      LEAK_RECALLS?: string
      HOSTILE_NIGHTS?: string
      LEAK_GUILDS?: string
      LEAK_SEED?: string
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts")
    }
  }
}
