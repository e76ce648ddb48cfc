/** What tests find in `env`. */
import type { D1Migration } from "cloudflare:test"
import type { Env as WorkerEnv } from "../../src/env.ts"

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      TEST_MIGRATIONS: D1Migration[]
      /** How many recalls, nights and guilds the longest random tests make, if not as many as their tier says. */
      LEAK_RECALLS?: string
      HOSTILE_NIGHTS?: string
      LEAK_GUILDS?: string
    }
    interface GlobalProps {
      mainModule: typeof import("../../src/index.ts")
    }
  }
}
