/** Bindings that only tests have, set in vitest.config.ts. */
declare namespace Cloudflare {
  interface Env {
    /** A second database, which no setup file migrates. */
    EMPTY: D1Database
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[]
    /** Numbers of recalls, nights and guilds in the longest random tests, overriding those of their tier. */
    LEAK_RECALLS?: string
    LEAK_TWINS?: string
    HOSTILE_NIGHTS?: string
    LEAK_GUILDS?: string
  }
  interface GlobalProps {
    mainModule: typeof import("../../src/index.ts")
  }
}

/** Vite replaces the call with the files' contents. */
interface ImportMeta {
  glob<T>(patterns: string | string[], options: { eager: true; import: "default" }): Record<string, T>
}
