/** Reconnecting: increasing delays, the address to use, and when a session can no longer be resumed. Pure. */
import { GatewayOpcodes as Op } from "discord-api-types/v10"
import type { Time } from "../../../domain/types.ts"
import { CLOSE_RESUMABLE, type OwnCloseReason } from "./close-codes.ts"
import { type Effect, type Session, type Step, type StepContext, withSent } from "./session-state.ts"

/** From opening a socket to HELLO. */
const HELLO_MS = 20_000
/** From IDENTIFY to READY, or from RESUME to RESUMED with all missed events in between. */
const ENTERING_MS = 60_000
const FIRST_DELAY_MS = 1_000
const LONGEST_DELAY_MS = 60_000
/** Attempts at the session's own address, which may be what is down. */
const OWN_ADDRESS = 3
/** After this many attempts, about five minutes, the session is gone if it ever could be resumed. */
const MOST_RESUMES = 12

/** Returns a random delay between half and all of a second, doubled per attempt, up to a minute. @internal */
export function reconnectDelayMs(attempts: number, random: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(Math.max(0, attempts - 1), 16))
  return Math.round(longest * (0.5 + random / 2))
}

/** Removes the socket and connects again at `at` or after this attempt's delay, whichever is later. */
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

/** Closes an unusable socket so that the session can be resumed on another. */
export function dropConnection(
  session: Session,
  context: StepContext,
  { why, at = null }: { why: OwnCloseReason; at?: Time | null },
): Step {
  return andThen({ session, effects: [{ kind: "close", code: CLOSE_RESUMABLE, why }] }, (open) =>
    scheduleReconnect(open, context, at),
  )
}

/** The session can no longer be resumed. */
export function forgetSession(session: Session): Step {
  const effects: Effect[] = session.resumable ? [{ kind: "lost" }] : []
  return { session: { ...session, resumable: null, seq: null }, effects }
}

/** Clears the state that ends with the socket. */
export function withoutSocket(session: Session): Session {
  return { ...session, heartbeat: null, sent: [], outbox: [] }
}

/** Opens a socket at the session's address, or where new sessions start. */
export function connect(session: Session, { now, identity }: StepContext): Step {
  const { resumable, attempts } = session
  const url = resumable && attempts <= OWN_ADDRESS ? resumable.url : identity.url
  const phase = { kind: "connecting", by: now + HELLO_MS } as const
  return {
    session: { ...withoutSocket(session), phase },
    effects: [{ kind: "connect", url: gatewayAddress(url) }],
  }
}

export function identify(session: Session, { now, identity }: StepContext): Step {
  const { token, intents, shard } = identity
  const properties = { os: "linux", browser: "keepsake", device: "keepsake" }
  return awaitReady(session, now, { op: Op.Identify, d: { token, intents, shard, properties } })
}

/** Returns `null` if there is no session to resume. */
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

/** Adds the API version and encoding, which resume addresses lack. */
function gatewayAddress(url: string): string {
  const address = new URL(url)
  address.searchParams.set("v", "10")
  address.searchParams.set("encoding", "json")
  return address.href
}

/** Runs a second step and combines the effects. */
export function andThen(first: Step, then: (session: Session) => Step): Step {
  const second = then(first.session)
  return { session: second.session, effects: [...first.effects, ...second.effects] }
}

export function unchanged(session: Session): Step {
  return { session, effects: [] }
}
