/** The bindings that only tests have: see vitest.config.ts. */
declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[]
    /** How many recalls, nights and guilds the longest random tests make, if not as many as their tier says. */
    LEAK_RECALLS?: string
    HOSTILE_NIGHTS?: string
    LEAK_GUILDS?: string
  }
  interface GlobalProps {
    mainModule: typeof import("../../src/index.ts")
  }
}
