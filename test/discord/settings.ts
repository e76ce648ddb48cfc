/** How a fake Discord behaves, where a test wants it otherwise. Times are shortened so that tests need not wait. */
import { PRIVILEGED } from "./dispatch.ts"
import type { WorldOptions } from "./guilds.ts"
import type { World } from "./world.ts"

export interface FakeDiscordOptions extends WorldOptions {
  /** A world made before; else an empty one. */
  world?: World
  token?: string
  port?: number
  /** What HELLO asks for. Discord says 41,250. */
  heartbeatMs?: number
  /** How long after a missed heartbeat a session times out. */
  heartbeatGraceMs?: number
  /** How many shards `GET /gateway/bot` recommends. */
  shards?: number
  maxConcurrency?: number
  /** In which `maxConcurrency` sessions may identify. Discord says 5,000. */
  identifyWindowMs?: number
  /** How many identifies a day has. */
  identifiesLeft?: number
  /** Sends a connection may make in a minute. */
  sendsPerMinute?: number
  /** A shard with more guilds is refused. */
  guildsPerShard?: number
  /** The privileged intents granted in the portal; all by default. */
  granted?: number
  /** How many events a session keeps for a resume. */
  resumeBuffer?: number
  /** How long an application may take to answer an interaction. Discord says 3,000. */
  interactionDeadlineMs?: number
  /** How long an interaction's token lasts. Discord says 15 minutes. */
  interactionTokenMs?: number
  /** After so long it ends by itself. */
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
