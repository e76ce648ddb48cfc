/** What a gateway session is, what can happen to it, and what it asks for. Shapes only; session.ts decides. */
import {
  type GatewayDispatchPayload,
  type GatewaySendPayload,
  GatewayIntentBits as Intent,
} from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import type { IdentifySlot } from "./identify-budget.ts"
import type { GatewayPayload, ReadySession } from "./payloads.ts"

/** Where the connection stands. Only in the first two is there no socket. */
export type Phase =
  /** `code`: what the gateway closed with, for good; null: it was not started, or stopped on purpose. */
  | { kind: "stopped"; code: number | null }
  | { kind: "waiting"; at: Time }
  /** A socket is being opened, and has to say HELLO in time. */
  | { kind: "connecting"; by: Time }
  /** Greeted; identifies at the appointed time. null: the appointment is being made. */
  | { kind: "queueing"; identifyAt: Time | null; by: Time }
  /** Identified or resumed; READY or RESUMED has to come in time. */
  | { kind: "entering"; by: Time }
  | { kind: "ready" }

export interface Heartbeat {
  intervalMs: number
  nextAt: Time
  sentAt: Time | null
  /** The last one was not acknowledged yet. */
  isAckPending: boolean
  latencyMs: number | null
}

export interface Session {
  phase: Phase
  /** What can be resumed; null: nothing. */
  resumable: { id: string; url: string } | null
  /** The sequence number last received. */
  seq: number | null
  heartbeat: Heartbeat | null
  /** Connections in a row that came to nothing, or did not last until a heartbeat. */
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
  /** More was heard than was handled: nothing more is to be heard for a while. */
  | { kind: "overloaded" }
  | { kind: "time" }

export type Effect =
  | { kind: "connect"; url: string }
  | { kind: "send"; payload: GatewaySendPayload }
  | { kind: "close"; code: number }
  /** Asks when this shard may identify. */
  | { kind: "ask_slot" }
  | { kind: "event"; seq: number; event: GatewayDispatchPayload }
  | { kind: "begun"; seq: number; ready: ReadySession }
  | { kind: "resumed"; seq: number }
  /** What happened from now until the next session begins is not told any more. */
  | { kind: "lost" }
  /** For good: see the close code. */
  | { kind: "stopped"; code: number }

/** As whom and where a session is held. */
export interface Identity {
  token: string
  intents: number
  /** Its number, and how many there are. */
  shard: [number, number]
  /** Where sessions are begun. */
  url: string
}

/** What a decision is made from besides the session. `random` is in [0, 1). */
export interface StepContext {
  now: Time
  random: number
  identity: Identity
}

export interface Step {
  session: Session
  effects: readonly Effect[]
}

/** Before it is started, or as an earlier life left it: whatever socket there was is gone. */
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

// Which events the gateway is asked for. Pure.

/** Messages with their words, and the guild's structure; who is in the guild and holds which roles where `members` is on. */
export function gatewayIntents(members: boolean): number {
  return Intent.Guilds | Intent.GuildMessages | Intent.MessageContent | (members ? Intent.GuildMembers : 0)
}

// How much may be sent on one connection: 120 payloads in 60 seconds, some of which are left for heartbeats. Pure.

const WINDOW_MS = 60_000
const MOST = 120
/** Kept free: heartbeats come on time however much else is sent, also those the gateway asks for. */
const FOR_HEARTBEATS = 10

/** When each payload of the last minute was sent, oldest first. */
type Sent = readonly Time[]

/** With one more sent now; what has left the window is left out. */
export function withSent(sent: Sent, now: Time): Sent {
  return [...sent.filter((at) => at > now - WINDOW_MS), now]
}

/** When one more may be sent: now, or when enough of the last have left the window. */
export function maySendAt(sent: Sent, kind: "heartbeat" | "other", now: Time): Time {
  const most = kind === "heartbeat" ? MOST : MOST - FOR_HEARTBEATS
  const recent = sent.filter((at) => at > now - WINDOW_MS)
  const oldest = recent[recent.length - most]
  return oldest === undefined ? now : oldest + WINDOW_MS
}
