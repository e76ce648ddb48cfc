/** The status of the connection to Discord's gateway, as its objects report it. Shapes only. */
import type { Time } from "../domain/types.ts"

/** One shard is one connection. */
export interface ShardStatus {
  shard: number
  /** `stopped` also if it was never started. */
  phase: "stopped" | "waiting" | "connecting" | "queueing" | "entering" | "ready"
  /** When its session began; `null` without one. */
  sessionSince: Time | null
  /** The last event received. `handledSeq`: every event up to this one was handled. */
  seq: number | null
  handledSeq: number | null
  lastHeardAt: Time | null
  /**
   * The last heartbeat. `latencyMs`: how long its answer took. `null` if none was sent on this connection
   * yet.
   */
  heartbeatAt: Time | null
  latencyMs: number | null
  guilds: number
  /** Counted since the shard was first started. */
  handled: number
  setAside: number
  unreadable: number
  /** Sessions resumed or begun again. */
  reconnects: number
  /** Received and not handled yet. */
  waiting: number
  lastClose: { code: number; meaning: string; at: Time } | null
  /** Why the latest attempt opened no socket; `null` once a session continues. */
  lastFailure: ConnectFailure | null
  /** The close code that stopped it for good; `null` if none did. */
  stoppedBy: number | null
  /** The operator's next step; `null` for nothing. */
  toDo: string | null
}

export interface ConnectFailure {
  reason: string
  at: Time
}

/** The status of all shards. */
export interface GatewayStatus {
  /** `unset`: there is no DISCORD_TOKEN. `stopped`: on purpose, or for the reason in `toDo`. */
  state: "unset" | "stopped" | "running"
  toDo: string | null
  /** Why the shards could not be planned; `null` if they were. */
  lastFailure: ConnectFailure | null
  shards: ShardStatus[]
}

/** The configuration of a shard, planned by the first one. */
export interface ShardOrder {
  shard: number
  count: number
  url: string
  /**
   * Changes with the token, the intents and the addresses. A session that began under another fingerprint is
   * not resumed.
   */
  fingerprint: string
  /** Until when earlier shards received everything; `null` if unknown. */
  since: Time | null
  /** True if the operator asked for it: a shard that stopped for good is then tried again. */
  isAsked: boolean
}
