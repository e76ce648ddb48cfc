/** The heartbeat of a connection, by which both ends know of each other. Pure. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import { dropped, same } from "./reconnecting.ts"
import { maySendAt, withSent } from "./send-limit.ts"
import type { Heartbeat, Moment, Session, Step } from "./session-state.ts"

/** The first beat comes after a random part of the interval, so that not all who connect at once beat at once. */
export function firstHeartbeat(intervalMs: number, { now, random }: Moment): Heartbeat {
  return { intervalMs, nextAt: now + intervalMs * random, sentAt: null, isOwed: false, latencyMs: null }
}

/** Beats where it is time to. A connection that owes an answer to the last beat is dead, whatever its socket says. */
export function heartbeatDue(session: Session, moment: Moment): Step {
  const { heartbeat } = session
  if (heartbeat === null || moment.now < heartbeat.nextAt) return same(session)
  return heartbeat.isOwed ? dropped(session, moment) : beat(session, moment.now)
}

/** Beats now. The next beat is a whole interval away, so that the answer has its time. */
export function beat(session: Session, now: Time): Step {
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
export function acknowledged(session: Session, now: Time): Step {
  const { heartbeat, phase } = session
  if (heartbeat === null) return same(session)
  const latencyMs =
    heartbeat.isOwed && heartbeat.sentAt !== null ? now - heartbeat.sentAt : heartbeat.latencyMs
  const attempts = phase.kind === "ready" ? 0 : session.attempts
  return same({ ...session, attempts, heartbeat: { ...heartbeat, isOwed: false, latencyMs } })
}
