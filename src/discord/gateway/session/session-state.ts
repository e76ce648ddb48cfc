/** The state, inputs and effects of a gateway session. Shapes and limits only; session.ts decides. */
import {
  type GatewayDispatchPayload,
  type GatewaySendPayload,
  GatewayIntentBits as Intent,
} from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import type { OwnCloseReason } from "./close-codes.ts"
import type { IdentifySlot } from "./identify-budget.ts"
import type { GatewayPayload, ReadySession } from "./payloads.ts"

/** The phase of the connection. The first two have no socket. */
type Phase =
  /**
   * `code`: the close code that stopped it for good; `null` if it was never started or was stopped on
   * purpose.
   */
  | { kind: "stopped"; code: number | null }
  | { kind: "waiting"; at: Time }
  /** A socket is opening. HELLO must arrive in time. */
  | { kind: "connecting"; by: Time }
  /** HELLO arrived; identifies in its slot. `null` while the slot is being requested. */
  | { kind: "queueing"; identifyAt: Time | null; by: Time }
  /** Identified or resumed. READY or RESUMED must arrive in time. */
  | { kind: "entering"; by: Time }
  | { kind: "ready" }

export interface Heartbeat {
  intervalMs: number
  nextAt: Time
  sentAt: Time | null
  /** The last heartbeat is not acknowledged yet. */
  isAckPending: boolean
  latencyMs: number | null
}

export interface Session {
  phase: Phase
  /** The session that can be resumed; `null` for none. */
  resumable: { id: string; url: string } | null
  /** The last sequence number received. */
  seq: number | null
  heartbeat: Heartbeat | null
  /** Consecutive connections that failed or did not last until a heartbeat. */
  attempts: number
  sent: Sent
  /** Waits for the send limit. */
  outbox: readonly GatewaySendPayload[]
}

export type Input =
  | { kind: "start" }
  | { kind: "stop" }
  | { kind: "failed" }
  | { kind: "closed"; code: number }
  | { kind: "payload"; payload: GatewayPayload }
  | { kind: "slot"; slot: IdentifySlot }
  | { kind: "send"; payload: GatewaySendPayload }
  /** Too many events are unhandled: stop receiving for a while. */
  | { kind: "overloaded" }
  | { kind: "time" }

export type Effect =
  | { kind: "connect"; url: string }
  | { kind: "send"; payload: GatewaySendPayload }
  | { kind: "close"; code: number; why: OwnCloseReason }
  /** Asks when this shard may identify. */
  | { kind: "ask_slot" }
  | { kind: "event"; seq: number; event: GatewayDispatchPayload }
  | { kind: "begun"; seq: number; ready: ReadySession }
  | { kind: "resumed"; seq: number }
  /** Events from now until the next session starts are lost. */
  | { kind: "lost" }
  /** Stopped for good: see the close code. */
  | { kind: "stopped"; code: number }

/** The credentials and address of a session. */
export interface Identity {
  token: string
  intents: number
  /** The shard's number and the number of shards. */
  shard: [number, number]
  /** The address for new sessions. */
  url: string
}

/** Inputs of a decision apart from the session. `random` is in [0, 1). */
export interface StepContext {
  now: Time
  random: number
  identity: Identity
}

export interface Step {
  session: Session
  effects: readonly Effect[]
}

/** Returns the initial state, or the state left by an earlier instance. Any socket it had is gone. */
export function initialSession(left: Partial<Pick<Session, "phase" | "resumable" | "seq">> = {}): Session {
  return {
    phase: left.phase ?? { kind: "stopped", code: null },
    resumable: left.resumable ?? null,
    seq: left.resumable ? (left.seq ?? null) : null,
    heartbeat: null,
    attempts: 0,
    sent: [],
    outbox: [],
  }
}

export function hasSocket({ phase }: Session): boolean {
  return phase.kind !== "stopped" && phase.kind !== "waiting"
}

// Gateway intents. Pure.

/**
 * Messages with content, scheduled events, and the guild's structure. With `members`, also who is in the guild with
 * which roles.
 */
export function gatewayIntents(members: boolean): number {
  const always = Intent.Guilds | Intent.GuildMessages | Intent.GuildScheduledEvents | Intent.MessageContent
  return always | (members ? Intent.GuildMembers : 0)
}

// The send limit of a connection: 120 payloads in 60 seconds, of which some are reserved for heartbeats.
// Pure.

const WINDOW_MS = 60_000
const MOST = 120
/** Reserved so that heartbeats go out on time whatever else is sent, including those the gateway requests. */
const FOR_HEARTBEATS = 10

/** When payloads were sent in the last minute, oldest first. */
type Sent = readonly Time[]

/** Adds one payload sent now and drops those outside the window. */
export function withSent(sent: Sent, now: Time): Sent {
  return [...sent.filter((at) => at > now - WINDOW_MS), now]
}

/** Returns when the next payload may be sent: now, or when enough earlier ones have left the window. */
export function maySendAt(sent: Sent, kind: "heartbeat" | "other", now: Time): Time {
  const maxLength = kind === "heartbeat" ? MOST : MOST - FOR_HEARTBEATS
  const recent = sent.filter((at) => at > now - WINDOW_MS)
  const oldest = recent[recent.length - maxLength]
  return oldest === undefined ? now : oldest + WINDOW_MS
}
