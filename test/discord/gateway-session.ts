/**
 * One session of the fake gateway: numbers its events and keeps them for a resume. Outlives its connection.
 */
import { randomBytes } from "node:crypto"
import type { Body, Dispatch } from "./dispatch.ts"
import { told } from "./dispatch.ts"
import { basisOf, type Cause } from "./documented.ts"

export interface Identity {
  token: string
  intents: number
  shard: [id: number, count: number]
  largeThreshold: number
}

/** The parts of the current connection that a session needs. */
export interface Line {
  send(payload: object): void
}

/** RESUMED has no useful data, and READY has more than its type says. */
type Event = Body | { t: "RESUMED" | "READY"; d: object }

export class GatewaySession {
  readonly id = randomBytes(16).toString("hex")
  readonly identity: Identity
  private readonly botId: string
  private readonly most: number
  private kept: { s: number; payload: object }[] = []
  private line: Line | null = null
  seq = 0

  constructor(identity: Identity, botId: string, most: number) {
    this.identity = identity
    this.botId = botId
    this.most = most
  }

  get connected(): boolean {
    return this.line !== null
  }

  attach(line: Line | null): void {
    this.line = line
  }

  /** Returns true if this connection is still the session's. */
  isOn(line: Line): boolean {
    return this.line === line
  }

  /** A guild's id determines its shard. */
  hears(guildId: string): boolean {
    const [id, count] = this.identity.shard
    return Number((BigInt(guildId) >> 22n) % BigInt(count)) === id
  }

  /** Sends the event if the session's shard and intents let it through. */
  dispatch(dispatch: Dispatch): void {
    if (!this.hears(dispatch.guildId)) return
    const body = told(dispatch, this.identity.intents, this.botId)
    if (body) this.push(body)
  }

  /** Sends what only this session receives. The documentation must name the event for the cause. */
  announce(cause: Cause, event: Event): void {
    basisOf(cause, event.t)
    this.push(event)
  }

  private push({ t, d }: Event): void {
    this.seq += 1
    const payload = { t, s: this.seq, op: 0, d }
    this.kept.push({ s: this.seq, payload })
    if (this.kept.length > this.most) this.kept = this.kept.slice(-this.most)
    this.line?.send(payload)
  }

  /** Returns true if all events after `seq` are still stored. */
  canResume(seq: number): boolean {
    return this.seq === seq || (this.kept[0]?.s ?? Number.POSITIVE_INFINITY) <= seq + 1
  }

  replay(seq: number): void {
    for (const { s, payload } of this.kept) if (s > seq) this.line?.send(payload)
    this.announce("session resumed", { t: "RESUMED", d: { _trace: ["fake"] } })
  }
}
