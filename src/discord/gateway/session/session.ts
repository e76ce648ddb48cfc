/** The gateway session as a state machine: an input yields the next state and effects. Pure: no I/O. */

import type { Time } from "../../../domain/types.ts"
import { CLOSE_FINAL, CLOSE_RESUMABLE, closeRule } from "./close-codes.ts"
import { firstHeartbeat, heartbeatDue, onAck, sendHeartbeat } from "./heartbeats.ts"
import { IDENTIFY_LATENESS_MS, type IdentifySlot } from "./identify-budget.ts"
import type { GatewayPayload } from "./payloads.ts"
import {
  andThen,
  connect,
  dropConnection,
  forgetSession,
  identify,
  resume,
  scheduleReconnect,
  unchanged,
  withoutSocket,
} from "./reconnect.ts"
import {
  hasSocket,
  type Input,
  maySendAt,
  type Session,
  type Step,
  type StepContext,
  withSent,
} from "./session-state.ts"

/** For reserving a slot to identify, and for using it. */
const SLOT_MS = 30_000
/** The pause after more events arrived than could be handled. */
const OVERLOAD_PAUSE_MS = 10_000

/**
 * Computes the next state. Inputs about a socket count only while there is one: the caller drops a socket
 * that it was told to close.
 */
export function step(session: Session, input: Input, context: StepContext): Step {
  switch (input.kind) {
    case "start":
      return session.phase.kind === "stopped"
        ? unchanged({ ...session, attempts: 0, phase: { kind: "waiting", at: context.now } })
        : unchanged(session)
    case "stop":
      return onStop(session)
    case "failed":
      return hasSocket(session) ? scheduleReconnect(session, context) : unchanged(session)
    case "closed":
      return hasSocket(session) ? onClose(session, input.code, context) : unchanged(session)
    case "payload":
      return hasSocket(session) ? onPayload(session, input.payload, context) : unchanged(session)
    case "slot":
      return onSlot(session, input.slot, context)
    case "send":
      return sendQueued({ ...session, outbox: [...session.outbox, input.payload] }, context.now)
    case "overloaded":
      return onOverload(session, context)
    case "time":
      return onTime(session, context)
  }
}

/** Returns when the `time` input is due next, or `null` if nothing is waiting. */
export function dueAt(session: Session): Time | null {
  const { phase, heartbeat, outbox, sent } = session
  if (phase.kind === "stopped") return null
  if (phase.kind === "waiting") return phase.at
  const due = [heartbeat?.nextAt ?? null]
  if (phase.kind !== "ready") due.push(phase.by)
  if (phase.kind === "queueing") due.push(phase.identifyAt)
  if (phase.kind === "ready" && outbox.length > 0) due.push(maySendAt(sent, "other", sent[0] ?? 0))
  return due.reduce((first, at) => (at === null || (first !== null && first <= at) ? first : at), null)
}

/** Stopped on purpose: the session ends so that the bot appears offline. */
function onStop(session: Session): Step {
  const effects = hasSocket(session) ? [{ kind: "close", code: CLOSE_FINAL, why: "stopped" } as const] : []
  const phase = { kind: "stopped", code: null } as const
  return andThen({ session: { ...withoutSocket(session), phase }, effects }, forgetSession)
}

function onClose(session: Session, code: number, context: StepContext): Step {
  switch (closeRule(code).follows) {
    case "resume":
      return scheduleReconnect(session, context)
    case "anew":
      return andThen(forgetSession(session), (gone) => scheduleReconnect(gone, context))
    case "stop": {
      const phase = { kind: "stopped", code } as const
      const ended = forgetSession({ ...withoutSocket(session), phase })
      return { ...ended, effects: [...ended.effects, { kind: "stopped", code }] }
    }
  }
}

function onPayload(session: Session, payload: GatewayPayload, context: StepContext): Step {
  switch (payload.kind) {
    case "hello":
      return onHello(session, payload.intervalMs, context)
    case "ack":
      return onAck(session, context.now)
    case "beat":
      return sendHeartbeat(session, context.now)
    case "reconnect":
      return session.attempts === 0
        ? withoutDelay(dropConnection(session, context, { why: "asked" }), context.now)
        : dropConnection(session, context, { why: "asked" })
    case "invalid":
      return onInvalidSession(session, payload.resumable, context)
    case "ready":
    case "resumed":
    case "event":
      return onNumberedEvent(session, payload)
    case "other":
      return unchanged(session)
  }
}

/** Reconnects without delay: the gateway asked for it, and the connection was good. */
function withoutDelay({ session, effects }: Step, now: Time): Step {
  return { session: { ...session, phase: { kind: "waiting", at: now } }, effects }
}

/** On HELLO, resumes the session or asks for a slot to identify. */
function onHello(session: Session, intervalMs: number, context: StepContext): Step {
  if (session.phase.kind !== "connecting") return unchanged(session)
  const alive = { ...session, heartbeat: firstHeartbeat(intervalMs, context) }
  const phase = { kind: "queueing", identifyAt: null, by: context.now + SLOT_MS } as const
  return resume(alive, context) ?? { session: { ...alive, phase }, effects: [{ kind: "ask_slot" }] }
}

/** Discord requires a random wait of 1 to 5 seconds before the next session. */
function onInvalidSession(session: Session, isResumable: boolean, context: StepContext): Step {
  const at = context.now + 1_000 + Math.round(context.random * 4_000)
  const kept = isResumable ? unchanged(session) : forgetSession(session)
  return andThen(kept, (left) => dropConnection(left, context, { why: "invalid_session", at }))
}

type NumberedPayload = Extract<GatewayPayload, { seq: number }>

/** Handles a numbered event. Ignores numbers received before and events outside a session of ours. */
function onNumberedEvent(session: Session, payload: NumberedPayload): Step {
  if (payload.kind === "ready") return onReady(session, payload)
  const { phase, seq } = session
  if (session.resumable === null || (phase.kind !== "entering" && phase.kind !== "ready"))
    return unchanged(session)
  const isNew = seq === null || payload.seq > seq
  const next = isNew ? { ...session, seq: payload.seq } : session
  if (payload.kind === "resumed")
    return {
      session: { ...next, phase: { kind: "ready" } },
      effects: [{ kind: "resumed", seq: payload.seq }],
    }
  return { session: next, effects: isNew ? [{ kind: "event", seq: payload.seq, event: payload.event }] : [] }
}

function onReady(session: Session, { ready, seq }: Extract<NumberedPayload, { kind: "ready" }>): Step {
  if (session.phase.kind !== "entering") return unchanged(session)
  // A new session in place of the one to be resumed: that one is lost.
  return andThen(forgetSession(session), (fresh) => ({
    session: { ...fresh, phase: { kind: "ready" }, resumable: { id: ready.id, url: ready.resumeUrl }, seq },
    effects: [{ kind: "begun", seq, ready }],
  }))
}

function onSlot(session: Session, slot: IdentifySlot, context: StepContext): Step {
  const { phase } = session
  if (phase.kind !== "queueing" || phase.identifyAt !== null) return unchanged(session)
  if (slot.kind === "later")
    return dropConnection(session, context, {
      why: "no_slot",
      at: slot.at + Math.round(context.random * 5_000),
    })
  const by = slot.at + SLOT_MS
  return identifyIfDue({ ...session, phase: { kind: "queueing", identifyAt: slot.at, by } }, context)
}

/** Identifies when the slot is due. A missed slot is given up, and another is requested. */
function identifyIfDue(session: Session, context: StepContext): Step {
  const { phase } = session
  if (phase.kind !== "queueing" || phase.identifyAt === null || context.now < phase.identifyAt)
    return unchanged(session)
  if (context.now <= phase.identifyAt + IDENTIFY_LATENESS_MS) return identify(session, context)
  return { session: { ...session, phase: { ...phase, identifyAt: null } }, effects: [{ kind: "ask_slot" }] }
}

/** Attempts are not counted: the connection is fine. */
function onOverload(session: Session, context: StepContext): Step {
  if (session.phase.kind === "stopped") return unchanged(session)
  const phase = { kind: "waiting", at: context.now + OVERLOAD_PAUSE_MS } as const
  const effects = hasSocket(session)
    ? [{ kind: "close", code: CLOSE_RESUMABLE, why: "overloaded" } as const]
    : []
  return { session: { ...withoutSocket(session), phase }, effects }
}

/** Reasons to close a connection whose phase took too long. */
const LATE = { connecting: "no_hello", queueing: "no_slot", entering: "no_session" } as const

function onTime(session: Session, context: StepContext): Step {
  const { phase } = session
  if (phase.kind === "stopped") return unchanged(session)
  if (phase.kind === "waiting") return context.now < phase.at ? unchanged(session) : connect(session, context)
  if (phase.kind !== "ready" && context.now >= phase.by)
    return dropConnection(session, context, { why: LATE[phase.kind] })
  return andThen(identifyIfDue(session, context), (open) =>
    andThen(heartbeatDue(open, context), (alive) => sendQueued(alive, context.now)),
  )
}

/** Sends queued payloads within the limit. */
function sendQueued(session: Session, now: Time): Step {
  const [payload, ...outbox] = session.outbox
  if (session.phase.kind !== "ready" || payload === undefined) return unchanged(session)
  if (maySendAt(session.sent, "other", now) > now) return unchanged(session)
  const next = { ...session, outbox, sent: withSent(session.sent, now) }
  return andThen({ session: next, effects: [{ kind: "send", payload }] }, (left) => sendQueued(left, now))
}
