/** Options of a fake Discord. Default times are shortened so that tests need not wait. */
import { PRIVILEGED } from "./dispatch.ts"
import type { WorldOptions } from "./guilds.ts"
import type { World } from "./world.ts"

export interface FakeDiscordOptions extends WorldOptions {
  /** An existing world; an empty one by default. */
  world?: World
  token?: string
  port?: number
  /** The interval in HELLO. Discord says 41,250. */
  heartbeatMs?: number
  /** Time after a missed heartbeat until a session times out. */
  heartbeatGraceMs?: number
  /** The number of shards `GET /gateway/bot` recommends. */
  shards?: number
  maxConcurrency?: number
  /** The window in which `maxConcurrency` sessions may identify. Discord says 5,000. */
  identifyWindowMs?: number
  /** Identifies available in a day. */
  identifiesLeft?: number
  /** Sends a connection may make in a minute. */
  sendsPerMinute?: number
  /** A shard with more guilds is refused. */
  guildsPerShard?: number
  /** The privileged intents granted in the portal; all by default. */
  granted?: number
  /** Number of events a session keeps for a resume. */
  resumeBuffer?: number
  /** Time an application has to answer an interaction. Discord says 3,000. */
  interactionDeadlineMs?: number
  /** Lifetime of an interaction's token. Discord says 15 minutes. */
  interactionTokenMs?: number
  /** The server ends by itself after this time. */
  ttlSeconds?: number
}

export type Settings = Required<Omit<FakeDiscordOptions, keyof WorldOptions | "world">>

export function settingsOf(options: FakeDiscordOptions): Settings {
  return {
    token: "fake-bot-token",
    port: 0,
    heartbeatMs: 41_250,
    heartbeatGraceMs: 10_000,
    shards: 1,
    maxConcurrency: 1,
    identifyWindowMs: 200,
    identifiesLeft: 1000,
    sendsPerMinute: 120,
    guildsPerShard: 2500,
    granted: PRIVILEGED,
    resumeBuffer: 100_000,
    interactionDeadlineMs: 3000,
    interactionTokenMs: 15 * 60_000,
    ttlSeconds: 900,
    ...options,
  }
}
