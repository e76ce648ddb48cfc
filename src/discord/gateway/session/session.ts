/** The gateway session as a state machine: from what happens, what becomes of it and what is to be done. Pure: it opens, sends and reads nothing itself. */

import { GatewayOpcodes as Op } from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import { CLOSE_FINAL, CLOSE_RESUMABLE, closeRule } from "./close-codes.ts"
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
  type Heartbeat,
  hasSocket,
  type Input,
  maySendAt,
  type Session,
  type Step,
  type StepContext,
  withSent,
} from "./session-state.ts"

/** For an appointment to identify, and for keeping it. */
const SLOT_MS = 30_000
/** How long nothing is heard where more was heard than could be handled. */
const BREATHER_MS = 10_000

/** What becomes of a session. Inputs about a socket count only while there is one: whoever feeds them lets go of a socket it was told to close. */
export function step(session: Session, input: Input, moment: StepContext): Step {
  switch (input.kind) {
    case "start":
      return session.phase.kind === "stopped"
        ? unchanged({ ...session, attempts: 0, phase: { kind: "waiting", at: moment.now } })
        : unchanged(session)
    case "stop":
      return onStop(session)
    case "failed":
      return hasSocket(session) ? scheduleReconnect(session, moment) : unchanged(session)
    case "closed":
      return hasSocket(session) ? onClose(session, input.code, moment) : unchanged(session)
    case "payload":
      return hasSocket(session) ? onPayload(session, input.payload, moment) : unchanged(session)
    case "slot":
      return onSlot(session, input.slot, moment)
    case "send":
      return sendQueued({ ...session, outbox: [...session.outbox, input.payload] }, moment.now)
    case "overloaded":
      return overloaded(session, moment)
    case "time":
      return onTime(session, moment)
  }
}

/** When `time` has to be fed next; null: nothing is waited for. */
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

/** Stopped on purpose: nobody is to see the bot online, so the session ends. */
function onStop(session: Session): Step {
  const effects = hasSocket(session) ? [{ kind: "close", code: CLOSE_FINAL } as const] : []
  const phase = { kind: "stopped", code: null } as const
  return andThen({ session: { ...withoutSocket(session), phase }, effects }, forgetSession)
}

function onClose(session: Session, code: number, moment: StepContext): Step {
  switch (closeRule(code).follows) {
    case "resume":
      return scheduleReconnect(session, moment)
    case "anew":
      return andThen(forgetSession(session), (gone) => scheduleReconnect(gone, moment))
    case "stop": {
      const phase = { kind: "stopped", code } as const
      const ended = forgetSession({ ...withoutSocket(session), phase })
      return { ...ended, effects: [...ended.effects, { kind: "stopped", code }] }
    }
  }
}

function onPayload(session: Session, payload: GatewayPayload, moment: StepContext): Step {
  switch (payload.kind) {
    case "hello":
      return onHello(session, payload.intervalMs, moment)
    case "ack":
      return onAck(session, moment.now)
    case "beat":
      return beat(session, moment.now)
    case "reconnect":
      return session.attempts === 0
        ? withoutDelay(dropConnection(session, moment), moment.now)
        : dropConnection(session, moment)
    case "invalid":
      return invalid(session, payload.resumable, moment)
    case "ready":
    case "resumed":
    case "event":
      return onNumberedEvent(session, payload)
    case "other":
      return unchanged(session)
  }
}

/** The same without a delay: the gateway asked for it, and the connection was good. */
function withoutDelay({ session, effects }: Step, now: Time): Step {
  return { session: { ...session, phase: { kind: "waiting", at: now } }, effects }
}

/** HELLO: the session is resumed, or a time to begin one is asked for. */
function onHello(session: Session, intervalMs: number, moment: StepContext): Step {
  if (session.phase.kind !== "connecting") return unchanged(session)
  const alive = { ...session, heartbeat: firstHeartbeat(intervalMs, moment) }
  const phase = { kind: "queueing", identifyAt: null, by: moment.now + SLOT_MS } as const
  return resume(alive, moment) ?? { session: { ...alive, phase }, effects: [{ kind: "ask_slot" }] }
}

/** Discord wants a random wait of 1 to 5 seconds before the next session is begun. */
function invalid(session: Session, isResumable: boolean, moment: StepContext): Step {
  const at = moment.now + 1_000 + Math.round(moment.random * 4_000)
  const kept = isResumable ? unchanged(session) : forgetSession(session)
  return andThen(kept, (left) => dropConnection(left, moment, at))
}

type NumberedPayload = Extract<GatewayPayload, { seq: number }>

/** A numbered event. What was received before is not told again; what belongs to no session of ours is not told at all. */
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
  // A session in place of the one that was to be resumed: that one is lost.
  return andThen(forgetSession(session), (fresh) => ({
    session: { ...fresh, phase: { kind: "ready" }, resumable: { id: ready.id, url: ready.resumeUrl }, seq },
    effects: [{ kind: "begun", seq, ready }],
  }))
}

function onSlot(session: Session, slot: IdentifySlot, moment: StepContext): Step {
  const { phase } = session
  if (phase.kind !== "queueing" || phase.identifyAt !== null) return unchanged(session)
  if (slot.kind === "later")
    return dropConnection(session, moment, slot.at + Math.round(moment.random * 5_000))
  const by = slot.at + SLOT_MS
  return identifyIfDue({ ...session, phase: { kind: "queueing", identifyAt: slot.at, by } }, moment)
}

/** Identifies when it is time; an appointment that was missed is no longer ours to keep. */
function identifyIfDue(session: Session, moment: StepContext): Step {
  const { phase } = session
  if (phase.kind !== "queueing" || phase.identifyAt === null || moment.now < phase.identifyAt)
    return unchanged(session)
  if (moment.now <= phase.identifyAt + IDENTIFY_LATENESS_MS) return identify(session, moment)
  return { session: { ...session, phase: { ...phase, identifyAt: null } }, effects: [{ kind: "ask_slot" }] }
}

/** Attempts are not counted: nothing is wrong with the connection. */
function overloaded(session: Session, moment: StepContext): Step {
  if (session.phase.kind === "stopped") return unchanged(session)
  const phase = { kind: "waiting", at: moment.now + BREATHER_MS } as const
  const effects = hasSocket(session) ? [{ kind: "close", code: CLOSE_RESUMABLE } as const] : []
  return { session: { ...withoutSocket(session), phase }, effects }
}

function onTime(session: Session, moment: StepContext): Step {
  const { phase } = session
  if (phase.kind === "stopped") return unchanged(session)
  if (phase.kind === "waiting") return moment.now < phase.at ? unchanged(session) : connect(session, moment)
  if (phase.kind !== "ready" && moment.now >= phase.by) return dropConnection(session, moment)
  return andThen(identifyIfDue(session, moment), (open) =>
    andThen(heartbeatDue(open, moment), (alive) => sendQueued(alive, moment.now)),
  )
}

/** Sends what waits and may go. */
function sendQueued(session: Session, now: Time): Step {
  const [payload, ...outbox] = session.outbox
  if (session.phase.kind !== "ready" || payload === undefined) return unchanged(session)
  if (maySendAt(session.sent, "other", now) > now) return unchanged(session)
  const next = { ...session, outbox, sent: withSent(session.sent, now) }
  return andThen({ session: next, effects: [{ kind: "send", payload }] }, (left) => sendQueued(left, now))
}

// The heartbeat of a connection, by which both ends know of each other. Pure.

/** The first beat comes after a random part of the interval, so that not all who connect at once beat at once. */
function firstHeartbeat(intervalMs: number, { now, random }: StepContext): Heartbeat {
  return { intervalMs, nextAt: now + intervalMs * random, sentAt: null, isAckPending: false, latencyMs: null }
}

/** Beats where it is time to. A connection that owes an answer to the last beat is dead, whatever its socket says. */
function heartbeatDue(session: Session, moment: StepContext): Step {
  const { heartbeat } = session
  if (heartbeat === null || moment.now < heartbeat.nextAt) return unchanged(session)
  return heartbeat.isAckPending ? dropConnection(session, moment) : beat(session, moment.now)
}

/** Beats now. The next beat is a whole interval away, so that the answer has its time. */
function beat(session: Session, now: Time): Step {
  const { heartbeat, sent, seq } = session
  // Asked for beats without end, it keeps to the limit; the next is in time all the same.
  if (heartbeat === null || maySendAt(sent, "heartbeat", now) > now) return unchanged(session)
  const nextAt = now + heartbeat.intervalMs
  return {
    session: {
      ...session,
      sent: withSent(sent, now),
      heartbeat: { ...heartbeat, nextAt, sentAt: now, isAckPending: true },
    },
    effects: [{ kind: "send", payload: { op: Op.Heartbeat, d: seq } }],
  }
}

/** A beat was answered. A connection that got so far counts as one that holds. */
function onAck(session: Session, now: Time): Step {
  const { heartbeat, phase } = session
  if (heartbeat === null) return unchanged(session)
  const latencyMs =
    heartbeat.isAckPending && heartbeat.sentAt !== null ? now - heartbeat.sentAt : heartbeat.latencyMs
  const attempts = phase.kind === "ready" ? 0 : session.attempts
  return unchanged({ ...session, attempts, heartbeat: { ...heartbeat, isAckPending: false, latencyMs } })
}
