/** The gateway session as a state machine: from what happens, what becomes of it and what is to be done. Pure: it opens, sends and reads nothing itself. */

import { GatewayOpcodes as Op } from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import { CLOSE_FOR_GOOD, CLOSE_RESUMABLE, closingOf } from "./close-codes.ts"
import { LATENESS_MS, type Slot } from "./identify-budget.ts"
import type { Received } from "./received.ts"
import {
  after,
  connected,
  dropped,
  forgotten,
  identified,
  reconnecting,
  resumed,
  same,
  unplugged,
} from "./reconnecting.ts"
import {
  type Heartbeat,
  hasSocket,
  type Input,
  type Moment,
  maySendAt,
  type Session,
  type Step,
  withSent,
} from "./session-state.ts"

/** For an appointment to identify, and for keeping it. */
const SLOT_MS = 30_000
/** How long nothing is heard where more was heard than could be handled. */
const BREATHER_MS = 10_000

/** What becomes of a session. Inputs about a socket count only while there is one: whoever feeds them lets go of a socket it was told to close. */
export function step(session: Session, input: Input, moment: Moment): Step {
  switch (input.kind) {
    case "start":
      return session.phase.kind === "stopped"
        ? same({ ...session, attempts: 0, phase: { kind: "waiting", at: moment.now } })
        : same(session)
    case "stop":
      return stopped(session)
    case "failed":
      return hasSocket(session) ? reconnecting(session, moment) : same(session)
    case "closed":
      return hasSocket(session) ? closed(session, input.code, moment) : same(session)
    case "payload":
      return hasSocket(session) ? heard(session, input.payload, moment) : same(session)
    case "slot":
      return appointed(session, input.slot, moment)
    case "send":
      return sentOut({ ...session, outbox: [...session.outbox, input.payload] }, moment.now)
    case "overloaded":
      return overloaded(session, moment)
    case "time":
      return timePassed(session, moment)
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
function stopped(session: Session): Step {
  const effects = hasSocket(session) ? [{ kind: "close", code: CLOSE_FOR_GOOD } as const] : []
  const phase = { kind: "stopped", code: null } as const
  return after({ session: { ...unplugged(session), phase }, effects }, forgotten)
}

function closed(session: Session, code: number, moment: Moment): Step {
  switch (closingOf(code).follows) {
    case "resume":
      return reconnecting(session, moment)
    case "anew":
      return after(forgotten(session), (gone) => reconnecting(gone, moment))
    case "stop": {
      const phase = { kind: "stopped", code } as const
      const ended = forgotten({ ...unplugged(session), phase })
      return { ...ended, effects: [...ended.effects, { kind: "stopped", code }] }
    }
  }
}

function heard(session: Session, payload: Received, moment: Moment): Step {
  switch (payload.kind) {
    case "hello":
      return greeted(session, payload.intervalMs, moment)
    case "ack":
      return acknowledged(session, moment.now)
    case "beat":
      return beat(session, moment.now)
    case "reconnect":
      return session.attempts === 0 ? atOnce(dropped(session, moment), moment.now) : dropped(session, moment)
    case "invalid":
      return invalid(session, payload.resumable, moment)
    case "ready":
    case "resumed":
    case "event":
      return told(session, payload)
    case "other":
      return same(session)
  }
}

/** The same without a delay: the gateway asked for it, and the connection was good. */
function atOnce({ session, effects }: Step, now: Time): Step {
  return { session: { ...session, phase: { kind: "waiting", at: now } }, effects }
}

/** HELLO: the session is resumed, or a time to begin one is asked for. */
function greeted(session: Session, intervalMs: number, moment: Moment): Step {
  if (session.phase.kind !== "connecting") return same(session)
  const alive = { ...session, heartbeat: firstHeartbeat(intervalMs, moment) }
  const phase = { kind: "queueing", identifyAt: null, by: moment.now + SLOT_MS } as const
  return resumed(alive, moment) ?? { session: { ...alive, phase }, effects: [{ kind: "ask_slot" }] }
}

/** Discord wants a random wait of 1 to 5 seconds before the next session is begun. */
function invalid(session: Session, isResumable: boolean, moment: Moment): Step {
  const at = moment.now + 1_000 + Math.round(moment.random * 4_000)
  const kept = isResumable ? same(session) : forgotten(session)
  return after(kept, (left) => dropped(left, moment, at))
}

type Told = Extract<Received, { seq: number }>

/** A numbered event. What was received before is not told again; what belongs to no session of ours is not told at all. */
function told(session: Session, payload: Told): Step {
  if (payload.kind === "ready") return begun(session, payload)
  const { phase, seq } = session
  if (session.resumable === null || (phase.kind !== "entering" && phase.kind !== "ready"))
    return same(session)
  const isNew = seq === null || payload.seq > seq
  const next = isNew ? { ...session, seq: payload.seq } : session
  if (payload.kind === "resumed")
    return {
      session: { ...next, phase: { kind: "ready" } },
      effects: [{ kind: "resumed", seq: payload.seq }],
    }
  return { session: next, effects: isNew ? [{ kind: "event", seq: payload.seq, event: payload.event }] : [] }
}

function begun(session: Session, { ready, seq }: Extract<Told, { kind: "ready" }>): Step {
  if (session.phase.kind !== "entering") return same(session)
  // A session in place of the one that was to be resumed: that one is lost.
  return after(forgotten(session), (fresh) => ({
    session: { ...fresh, phase: { kind: "ready" }, resumable: { id: ready.id, url: ready.resumeUrl }, seq },
    effects: [{ kind: "begun", seq, ready }],
  }))
}

function appointed(session: Session, slot: Slot, moment: Moment): Step {
  const { phase } = session
  if (phase.kind !== "queueing" || phase.identifyAt !== null) return same(session)
  if (slot.kind === "later") return dropped(session, moment, slot.at + Math.round(moment.random * 5_000))
  const by = slot.at + SLOT_MS
  return onTime({ ...session, phase: { kind: "queueing", identifyAt: slot.at, by } }, moment)
}

/** Identifies when it is time; an appointment that was missed is no longer ours to keep. */
function onTime(session: Session, moment: Moment): Step {
  const { phase } = session
  if (phase.kind !== "queueing" || phase.identifyAt === null || moment.now < phase.identifyAt)
    return same(session)
  if (moment.now <= phase.identifyAt + LATENESS_MS) return identified(session, moment)
  return { session: { ...session, phase: { ...phase, identifyAt: null } }, effects: [{ kind: "ask_slot" }] }
}

/** Attempts are not counted: nothing is wrong with the connection. */
function overloaded(session: Session, moment: Moment): Step {
  if (session.phase.kind === "stopped") return same(session)
  const phase = { kind: "waiting", at: moment.now + BREATHER_MS } as const
  const effects = hasSocket(session) ? [{ kind: "close", code: CLOSE_RESUMABLE } as const] : []
  return { session: { ...unplugged(session), phase }, effects }
}

function timePassed(session: Session, moment: Moment): Step {
  const { phase } = session
  if (phase.kind === "stopped") return same(session)
  if (phase.kind === "waiting") return moment.now < phase.at ? same(session) : connected(session, moment)
  if (phase.kind !== "ready" && moment.now >= phase.by) return dropped(session, moment)
  return after(onTime(session, moment), (open) =>
    after(heartbeatDue(open, moment), (alive) => sentOut(alive, moment.now)),
  )
}

/** Sends what waits and may go. */
function sentOut(session: Session, now: Time): Step {
  const [payload, ...outbox] = session.outbox
  if (session.phase.kind !== "ready" || payload === undefined) return same(session)
  if (maySendAt(session.sent, "other", now) > now) return same(session)
  const next = { ...session, outbox, sent: withSent(session.sent, now) }
  return after({ session: next, effects: [{ kind: "send", payload }] }, (left) => sentOut(left, now))
}

// The heartbeat of a connection, by which both ends know of each other. Pure.

/** The first beat comes after a random part of the interval, so that not all who connect at once beat at once. */
function firstHeartbeat(intervalMs: number, { now, random }: Moment): Heartbeat {
  return { intervalMs, nextAt: now + intervalMs * random, sentAt: null, isOwed: false, latencyMs: null }
}

/** Beats where it is time to. A connection that owes an answer to the last beat is dead, whatever its socket says. */
function heartbeatDue(session: Session, moment: Moment): Step {
  const { heartbeat } = session
  if (heartbeat === null || moment.now < heartbeat.nextAt) return same(session)
  return heartbeat.isOwed ? dropped(session, moment) : beat(session, moment.now)
}

/** Beats now. The next beat is a whole interval away, so that the answer has its time. */
function beat(session: Session, now: Time): Step {
  const { heartbeat, sent, seq } = session
  // Asked for beats without end, it keeps to the limit; the next is in time all the same.
  if (heartbeat === null || maySendAt(sent, "heartbeat", now) > now) return same(session)
  const nextAt = now + heartbeat.intervalMs
  return {
    session: {
      ...session,
      sent: withSent(sent, now),
      heartbeat: { ...heartbeat, nextAt, sentAt: now, isOwed: true },
    },
    effects: [{ kind: "send", payload: { op: Op.Heartbeat, d: seq } }],
  }
}

/** A beat was answered. A connection that got so far counts as one that holds. */
function acknowledged(session: Session, now: Time): Step {
  const { heartbeat, phase } = session
  if (heartbeat === null) return same(session)
  const latencyMs =
    heartbeat.isOwed && heartbeat.sentAt !== null ? now - heartbeat.sentAt : heartbeat.latencyMs
  const attempts = phase.kind === "ready" ? 0 : session.attempts
  return same({ ...session, attempts, heartbeat: { ...heartbeat, isOwed: false, latencyMs } })
}
