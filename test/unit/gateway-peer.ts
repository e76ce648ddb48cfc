/** A driver for a gateway session: it feeds inputs one after another and records the effects. */
import type { GatewaySendPayload } from "discord-api-types/v10"
import type { GatewayPayload } from "../../src/discord/gateway/session/payloads.ts"
import { dueAt, step } from "../../src/discord/gateway/session/session.ts"
import {
  type Effect,
  type Identity,
  type Input,
  initialSession,
  type Session,
} from "../../src/discord/gateway/session/session-state.ts"

export const T = 1_700_000_000_000
export const INTERVAL = 41_250

export const IDENTITY: Identity = {
  token: "a token",
  intents: 33_281,
  shard: [0, 1],
  url: "wss://gateway.test",
}

export const HELLO: GatewayPayload = { kind: "hello", intervalMs: INTERVAL }

export function ready(id = "s1", seq = 1): GatewayPayload {
  const ready = {
    id,
    resumeUrl: `wss://${id}.test/`,
    userId: "900",
    applicationId: "901",
    guildIds: ["10"],
  }
  return { kind: "ready", seq, ready }
}

export function event(seq: number): GatewayPayload {
  // The session reads only an event's number.
  return { kind: "event", seq, event: { t: "MESSAGE_CREATE", d: {} } } as unknown as GatewayPayload
}

export class Peer {
  session: Session
  now = T
  random: number
  /** The effects of the last input. */
  effects: readonly Effect[] = []

  constructor(left: Parameters<typeof initialSession>[0] = {}, random = 0.5) {
    this.session = initialSession(left)
    this.random = random
  }

  feed(input: Input): readonly Effect[] {
    const moment = { now: this.now, random: this.random, identity: IDENTITY }
    const { session, effects } = step(this.session, input, moment)
    this.session = session
    this.effects = effects
    return effects
  }

  hear(payload: GatewayPayload): readonly Effect[] {
    return this.feed({ kind: "payload", payload })
  }

  /** Advances time to the next due action and feeds it. Returns the milliseconds waited. */
  wait(): number {
    const due = dueAt(this.session)
    if (due === null) throw new Error("nothing is due")
    const waited = Math.max(0, due - this.now)
    this.now += waited
    this.feed({ kind: "time" })
    return waited
  }

  /** Payloads sent by the last input. */
  get sent(): GatewaySendPayload[] {
    return this.effects.flatMap((effect) => (effect.kind === "send" ? [effect.payload] : []))
  }

  get did(): string[] {
    return this.effects.map((effect) =>
      effect.kind === "close" || effect.kind === "stopped" ? `${effect.kind} ${effect.code}` : effect.kind,
    )
  }
}

/** Builds a connected session that received its hello and asked for an identify slot. */
export function greeted(random?: number): Peer {
  const peer = new Peer({}, random)
  peer.feed({ kind: "start" })
  peer.wait()
  peer.hear(HELLO)
  return peer
}

/** Builds a session that is ready, with 1 as its last sequence number. */
export function inSession(random?: number): Peer {
  const peer = greeted(random)
  peer.feed({ kind: "slot", slot: { kind: "at", at: peer.now } })
  peer.hear(ready())
  return peer
}
