/** How the connection to Discord's gateway fares, as its objects tell those who ask. Shapes only. */
import type { Time } from "../domain/types.ts"

/** One shard: one connection. */
export interface ShardStatus {
  shard: number
  /** Where it stands; `stopped` also where it was never started. */
  phase: "stopped" | "waiting" | "connecting" | "queueing" | "entering" | "ready"
  /** When its session began; null: there is none. */
  sessionSince: Time | null
  /** The last event received, and the last below which every one was handled. */
  seq: number | null
  handledSeq: number | null
  lastHeardAt: Time | null
  /** The last heartbeat, and how long its answer took; null: none was sent on this connection yet. */
  heartbeatAt: Time | null
  latencyMs: number | null
  guilds: number
  /** Counted since it was first started. */
  handled: number
  setAside: number
  unreadable: number
  reconnects: number
  /** Received and not handled yet. */
  waiting: number
  lastClose: { code: number; meaning: string; at: Time } | null
  /** The close code that stopped it for good; null: none did. */
  stoppedBy: number | null
  /** What the operator has to do for it to go on; null: nothing. */
  toDo: string | null
}

/** All of it. */
export interface GatewayStatus {
  /** `unset`: there is no DISCORD_TOKEN. `stopped`: on purpose, or for a reason that `toDo` speaks of. */
  state: "unset" | "stopped" | "running"
  toDo: string | null
  shards: ShardStatus[]
}

/** What a shard is to be, as the first one plans it. */
export interface ShardOrder {
  shard: number
  count: number
  url: string
  /** Changes with the token, the intents and the addresses: a session begun under another is not resumed. */
  fingerprint: string
  /** Until when everything was heard by the shards before, where there were others; null: nothing is known of that. */
  since: Time | null
  /** Asked for by the operator: also a shard that stopped for good is tried again. */
  isAsked: boolean
}
