/** The bindings that only tests have: see vitest.config.ts. */
declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[]
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
