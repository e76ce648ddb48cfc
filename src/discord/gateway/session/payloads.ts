/**
 * Parses gateway payloads: the envelope and the fields that the session reads. The data of events stays
 * unparsed.
 */
import {
  GatewayDispatchEvents,
  type GatewayDispatchPayload,
  GatewayOpcodes as Op,
} from "discord-api-types/v10"
import { z } from "zod"
import { HOUR } from "../../../domain/calendar.ts"
import type { Id, Time } from "../../../domain/types.ts"

/** READY: a session started. */
export interface ReadySession {
  id: string
  resumeUrl: string
  userId: Id
  applicationId: Id
  guildIds: Id[]
}

export type GatewayPayload =
  | { kind: "hello"; intervalMs: number }
  | { kind: "ack" }
  | { kind: "beat" }
  | { kind: "reconnect" }
  | { kind: "invalid"; resumable: boolean }
  | { kind: "ready"; seq: number; ready: ReadySession }
  | { kind: "resumed"; seq: number }
  | { kind: "event"; seq: number; event: GatewayDispatchPayload }
  /** An unused opcode. */
  | { kind: "other" }

const Envelope = z.object({
  op: z.int(),
  d: z.unknown().optional(),
  s: z.int().nullish(),
  t: z.string().nullish(),
})
const Dispatch = z.looseObject({ s: z.int(), t: z.string(), d: z.unknown() })
const Hello = z.object({ heartbeat_interval: z.number().min(100).max(HOUR) })
const ReadyData = z
  .object({
    session_id: z.string().min(1),
    resume_gateway_url: z.url(),
    user: z.object({ id: z.string().min(1) }),
    application: z.object({ id: z.string().min(1) }),
    guilds: z.array(z.object({ id: z.string().min(1) })),
  })
  .transform(
    (data): ReadySession => ({
      id: data.session_id,
      resumeUrl: data.resume_gateway_url,
      userId: data.user.id,
      applicationId: data.application.id,
      guildIds: data.guilds.map(({ id }) => id),
    }),
  )

/** Returns `null` if the payload cannot be read. */
export function parsePayload(body: unknown): GatewayPayload | null {
  if (typeof body !== "string") return null
  const payload = Envelope.safeParse(parseJson(body)).data
  if (payload === undefined) return null
  switch (payload.op) {
    case Op.Dispatch:
      return readDispatch(payload)
    case Op.Hello: {
      const hello = Hello.safeParse(payload.d).data
      return hello ? { kind: "hello", intervalMs: hello.heartbeat_interval } : null
    }
    case Op.Heartbeat:
      return { kind: "beat" }
    case Op.HeartbeatAck:
      return { kind: "ack" }
    case Op.Reconnect:
      return { kind: "reconnect" }
    case Op.InvalidSession:
      return { kind: "invalid", resumable: payload.d === true }
    default:
      return { kind: "other" }
  }
}

function readDispatch(payload: unknown): GatewayPayload | null {
  const dispatch = Dispatch.safeParse(payload).data
  if (dispatch === undefined) return null
  const { s: seq, t: name } = dispatch
  if (name === GatewayDispatchEvents.Resumed) return { kind: "resumed", seq }
  // Only the envelope is verified. The event's handler parses the data.
  if (name !== GatewayDispatchEvents.Ready)
    return { kind: "event", seq, event: dispatch as unknown as GatewayDispatchPayload }
  const ready = ReadyData.safeParse(dispatch.d).data
  return ready ? { kind: "ready", seq, ready } : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Fallback: no schema accepts null, so the payload counts as unreadable.
    return null
  }
}

// Tracks a session's handled events: the sequence number to resume from after a crash, with no unhandled
// event before it.

export class Watermark {
  /**
   * Events received and not yet handled, with their arrival times. In order, because numbers only increase
   * within a session.
   */
  readonly #waiting = new Map<number, Time>()
  #received: number | null

  constructor(handled: number | null) {
    this.#received = handled
  }

  received(seq: number, now: Time): void {
    this.#received = Math.max(seq, this.#received ?? seq)
    this.#waiting.set(seq, now)
  }

  /** The event was handled, set aside or ignored. */
  done(seq: number): void {
    this.#received = Math.max(seq, this.#received ?? seq)
    this.#waiting.delete(seq)
  }

  /** The highest number up to which every event is done; `null` if none was received. */
  get seq(): number | null {
    const [first] = this.#waiting.keys()
    return first === undefined ? this.#received : first - 1
  }

  /** When the oldest unhandled event arrived; `null` if none is waiting. */
  get since(): Time | null {
    const [first] = this.#waiting.values()
    return first ?? null
  }
}
