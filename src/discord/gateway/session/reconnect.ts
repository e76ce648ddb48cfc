/** How a session loses its connection and finds the next: delays that grow, which address, and when there is nothing left to resume. Pure. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import { CLOSE_RESUMABLE } from "./close-codes.ts"
import { type Effect, type Session, type Step, type StepContext, withSent } from "./session-state.ts"

/** From opening a socket to its HELLO. */
const HELLO_MS = 20_000
/** From IDENTIFY to READY, or RESUME to RESUMED with all that was missed between. */
const ENTERING_MS = 60_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000
/** So often the address named by the session is tried; it may be what is down. */
const OWN_ADDRESS = 3
/** After so many, about five minutes, the session is gone if it ever could be resumed. */
const MOST_RESUMES = 12

/** Between half and all of a second doubled per attempt, a minute at most. */
export function reconnectDelayMs(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(Math.max(0, attempts - 1), 16))
  return Math.round(longest * (0.5 + random / 2))
}

/** Without its socket; connects again at `at`, or when this attempt's delay is over. */
export function scheduleReconnect(
  session: Session,
  { now, random }: StepContext,
  at: Time | null = null,
): Step {
  const attempts = session.attempts + 1
  const due = Math.max(at ?? 0, now + reconnectDelayMs(attempts, random))
  const next: Session = { ...withoutSocket(session), attempts, phase: { kind: "waiting", at: due } }
  return attempts > MOST_RESUMES ? forgetSession(next) : { session: next, effects: [] }
}

/** Closes a socket that is of no use, so that the session can be resumed on another. */
export function dropConnection(session: Session, moment: StepContext, at: Time | null = null): Step {
  return andThen({ session, effects: [{ kind: "close", code: CLOSE_RESUMABLE }] }, (open) =>
    scheduleReconnect(open, moment, at),
  )
}

/** The session can no longer be resumed. */
export function forgetSession(session: Session): Step {
  const effects: Effect[] = session.resumable ? [{ kind: "lost" }] : []
  return { session: { ...session, resumable: null, seq: null }, effects }
}

/** What ends with the socket. */
export function withoutSocket(session: Session): Session {
  return { ...session, heartbeat: null, sent: [], outbox: [] }
}

/** A socket to where the session is, or where new ones begin. */
export function connect(session: Session, { now, identity }: StepContext): Step {
  const { resumable, attempts } = session
  const url = resumable && attempts <= OWN_ADDRESS ? resumable.url : identity.url
  const phase = { kind: "connecting", by: now + HELLO_MS } as const
  return {
    session: { ...withoutSocket(session), phase },
    effects: [{ kind: "connect", url: addressOf(url) }],
  }
}

export function identify(session: Session, { now, identity }: StepContext): Step {
  const { token, intents, shard } = identity
  const properties = { os: "linux", browser: "keepsake", device: "keepsake" }
  return awaitReady(session, now, { op: Op.Identify, d: { token, intents, shard, properties } })
}

/** Resumes what there is; null where there is nothing. */
export function resume(session: Session, { now, identity }: StepContext): Step | null {
  const { resumable, seq } = session
  if (resumable === null) return null
  const d = { token: identity.token, session_id: resumable.id, seq: seq ?? 0 }
  return awaitReady(session, now, { op: Op.Resume, d })
}

function awaitReady(
  session: Session,
  now: Time,
  payload: Extract<Effect, { kind: "send" }>["payload"],
): Step {
  const phase = { kind: "entering", by: now + ENTERING_MS } as const
  return {
    session: { ...session, phase, sent: withSent(session.sent, now) },
    effects: [{ kind: "send", payload }],
  }
}

/** With the version and encoding we speak, which an address for resuming comes without. */
function addressOf(url: string): string {
  const address = new URL(url)
  address.searchParams.set("v", "10")
  address.searchParams.set("encoding", "json")
  return address.href
}

/** One step and what follows from it. */
export function andThen(first: Step, then: (session: Session) => Step): Step {
  const second = then(first.session)
  return { session: second.session, effects: [...first.effects, ...second.effects] }
}

export function unchanged(session: Session): Step {
  return { session, effects: [] }
}
