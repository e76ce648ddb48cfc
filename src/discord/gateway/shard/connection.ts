/** The socket of a session: feeds events to the state machine and performs its effects. Decides nothing. */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { describeError } from "../../../domain/errors.ts"
import type { Id, Time } from "../../../domain/types.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { BotIdentity, eventQueueKey, handleEvent } from "../events/index.ts"
import { CLOSE_FINAL, type OwnCloseReason } from "../session/close-codes.ts"
import type { IdentifySlot } from "../session/identify-budget.ts"
import { parsePayload, type ReadySession } from "../session/payloads.ts"
import { dueAt, step } from "../session/session.ts"
import type { Effect, Identity, Input, Session } from "../session/session-state.ts"
import { failureReason } from "./open-socket.ts"

/** Opens and accepts a socket. Throws if there is none. */
export type SocketOpener = (url: string) => Promise<WebSocket>

/** Callbacks to the owner of the session. */
export interface ConnectionListener {
  identity(): Identity
  slot(): Promise<IdentifySlot>
  event(seq: number, event: GatewayDispatchPayload): void
  begun(seq: number, ready: ReadySession): void
  resumed(seq: number): void
  lost(): void
  /** A payload arrived. */
  heard(): void
  /** Too many events are unhandled. */
  isOverloaded(): boolean
  unreadable(): void
  /** `why` is set if this side closed it. */
  closed(code: number, why: OwnCloseReason | null): void
  /** No socket could be opened. */
  unreachable(reason: string): void
  stopped(code: number): void
}

const ABNORMAL = 1006
const OVERLOADED: Input = { kind: "overloaded" }
const SLOT_RETRY_MS = 5_000
/** The longest timer. The alarm covers longer waits. */
const LONGEST_TIMER_MS = 60_000

export class GatewayConnection {
  readonly #owner: ConnectionListener
  readonly #open: SocketOpener
  #session: Session
  #socket: WebSocket | null = null
  /**
   * Increases whenever a socket is opened or closed. A socket that finishes opening under an older number is
   * closed.
   */
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Settles when the socket that is opening is open or failed. */
  opening: Promise<void> = Promise.resolve()

  constructor(session: Session, owner: ConnectionListener, open: SocketOpener) {
    this.#session = session
    this.#owner = owner
    this.#open = open
  }

  get session(): Session {
    return this.#session
  }

  feed(given: Input): void {
    const input = given.kind === "time" && this.#owner.isOverloaded() ? OVERLOADED : given
    const context = { now: Date.now(), random: Math.random(), identity: this.#owner.identity() }
    const { session, effects } = step(this.#session, input, context)
    this.#session = session
    for (const effect of effects) this.#perform(effect)
    this.#setTimer()
  }

  #setTimer(): void {
    clearTimeout(this.#timer)
    const due = dueAt(this.#session)
    if (due === null) return
    const delay = Math.min(LONGEST_TIMER_MS, Math.max(0, due - Date.now()))
    this.#timer = setTimeout(() => this.feed({ kind: "time" }), delay)
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case "connect":
        this.opening = this.#connect(effect.url)
        break
      case "send":
        this.#send(JSON.stringify(effect.payload))
        break
      case "close":
        this.#close(effect.code, effect.why)
        break
      case "ask_slot":
        void this.#askSlot()
        break
      default:
        notifyListener(this.#owner, effect)
    }
  }

  async #connect(url: string): Promise<void> {
    this.#turn += 1
    const turn = this.#turn
    try {
      const socket = await this.#open(url)
      if (turn === this.#turn) this.#attach(socket)
      else closeUnused(socket)
    } catch (error) {
      console.warn({ event: "gateway.unreachable", error: describeError(error) })
      if (turn !== this.#turn) return
      this.#owner.unreachable(failureReason(error))
      this.feed({ kind: "failed" })
    }
  }

  #attach(socket: WebSocket): void {
    this.#socket = socket
    socket.addEventListener("message", ({ data }) => this.#message(socket, data))
    socket.addEventListener("close", ({ code }) => this.#disconnected(socket, code))
    // An error may follow a clean close. The socket is then no longer current.
    socket.addEventListener("error", () => this.#disconnected(socket, ABNORMAL))
    socket.accept()
  }

  #message(socket: WebSocket, data: unknown): void {
    if (socket !== this.#socket) return
    const payload = parsePayload(data)
    if (payload === null) {
      this.#owner.unreadable()
      return
    }
    this.feed({ kind: "payload", payload })
    this.#owner.heard()
    if (this.#owner.isOverloaded()) this.feed(OVERLOADED)
  }

  #disconnected(socket: WebSocket, code: number): void {
    if (socket !== this.#socket) return
    this.#socket = null
    this.#turn += 1
    this.#owner.closed(code, null)
    this.feed({ kind: "closed", code })
    closeQuietly(socket)
  }

  #send(text: string): void {
    const socket = this.#socket
    try {
      socket?.send(text)
    } catch {
      // Fallback: the session reconnects. The socket is closed although no event said so. Reported after the
      // current call ends.
      if (socket) queueMicrotask(() => this.#disconnected(socket, ABNORMAL))
    }
  }

  #close(code: number, why: OwnCloseReason): void {
    const socket = this.#socket
    this.#socket = null
    this.#turn += 1
    if (!socket) return
    this.#owner.closed(code, why)
    closeQuietly(socket, code)
  }

  async #askSlot(): Promise<void> {
    const slot = await this.#owner.slot().catch((error: unknown): IdentifySlot => {
      console.warn({ event: "gateway.no_slot", error: describeError(error) })
      return { kind: "later", at: Date.now() + SLOT_RETRY_MS }
    })
    this.feed({ kind: "slot", slot })
  }
}

function notifyListener(
  owner: ConnectionListener,
  effect: Extract<Effect, { kind: keyof ConnectionListener }>,
): void {
  switch (effect.kind) {
    case "event":
      owner.event(effect.seq, effect.event)
      break
    case "begun":
      owner.begun(effect.seq, effect.ready)
      break
    case "resumed":
      owner.resumed(effect.seq)
      break
    case "lost":
      owner.lost()
      break
    case "stopped":
      owner.stopped(effect.code)
  }
}

/** Closes a socket that opened too late. The platform closes only what was accepted. */
function closeUnused(socket: WebSocket): void {
  socket.accept()
  closeQuietly(socket, CLOSE_FINAL)
}

function closeQuietly(socket: WebSocket, code?: number): void {
  try {
    socket.close(code)
  } catch {
    // Fallback: none needed. The socket is closed already.
  }
}

// A shard's external dependencies: sockets, event handlers, repairs. Tests replace them.

export interface ShardPorts {
  open: SocketOpener
  handle: typeof handleEvent
  queueKey: typeof eventQueueKey
  repairs: RepairPort
}

/**
 * Repairs guilds that may have missed events, over REST, within the rate limits. Pending repairs survive the
 * instance.
 */
interface RepairPort {
  /**
   * A new session started, so events may have been missed. `guildIds` are exactly its guilds. Every event
   * until `since` was handled; `null` if there was no session before.
   */
  lost(lost: { guildIds: readonly Id[]; since: Time | null }): void
  /** An event was handled. Its follow-ups are stored before it counts as done. */
  handled(event: GatewayDispatchPayload): void
  /** An event of this guild, received at `at`, could not be handled. */
  missed(guildId: Id, at: Time): void
  /** An event could not be read. Returns false if it has no readable id to read its state by. */
  unreadable(event: GatewayDispatchPayload, at: Time): boolean
  /** Returns when the next repair is due, or `null` if none is. */
  dueAt(): Time | null
  /** Works until nothing is due or the time is up. */
  work(runtime: Runtime, bot: BotIdentity, until: Time): Promise<void>
}
