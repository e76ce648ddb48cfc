/** Heartbeats, which show both ends that the connection is alive. Pure. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import { dropConnection, unchanged } from "./reconnect.ts"
import {
  type Heartbeat,
  maySendAt,
  type Session,
  type Step,
  type StepContext,
  withSent,
} from "./session-state.ts"

/** Waits a random part of the interval, so clients that connect together do not beat together. */
export function firstHeartbeat(intervalMs: number, { now, random }: StepContext): Heartbeat {
  return { intervalMs, nextAt: now + intervalMs * random, sentAt: null, isAckPending: false, latencyMs: null }
}

/** Sends a heartbeat if due. An unacknowledged one means the connection is dead, whatever its socket says. */
export function heartbeatDue(session: Session, context: StepContext): Step {
  const { heartbeat } = session
  if (heartbeat === null || context.now < heartbeat.nextAt) return unchanged(session)
  return heartbeat.isAckPending
    ? dropConnection(session, context, { why: "no_heartbeat" })
    : sendHeartbeat(session, context.now)
}

/** Sends a heartbeat now. The next one is a whole interval away, which leaves time for the acknowledgment. */
export function sendHeartbeat(session: Session, now: Time): Step {
  const { heartbeat, sent, seq } = session
  // Endless requests for heartbeats do not exceed the limit. The regular one is still on time.
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

/** A heartbeat was acknowledged. A connection that gets this far counts as stable. */
export function onAck(session: Session, now: Time): Step {
  const { heartbeat, phase } = session
  if (heartbeat === null) return unchanged(session)
  const latencyMs =
    heartbeat.isAckPending && heartbeat.sentAt !== null ? now - heartbeat.sentAt : heartbeat.latencyMs
  const attempts = phase.kind === "ready" ? 0 : session.attempts
  return unchanged({ ...session, attempts, heartbeat: { ...heartbeat, isAckPending: false, latencyMs } })
}
