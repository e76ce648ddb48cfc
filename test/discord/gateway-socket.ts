/**
 * One connection to the fake gateway: checks what a client may send when, and closes it with the right code
 * on an error.
 */
import type { IncomingMessage } from "node:http"
import { constants, createDeflate, type Deflate } from "node:zlib"
import type { WebSocket } from "ws"
import type { GatewaySession, Identity, Line } from "./gateway-session.ts"
import { type Loose, looseOf } from "./loose.ts"

const HEARTBEAT = 1
const IDENTIFY = 2
const RESUME = 6
const AFTER_IDENTIFY = [3, 4, 8, 31]
const MOST_BYTES = 4096
const DECODE_ERROR = [4002, "Error while decoding payload."] as const

/** The result of a client's payload: fine, op 9, or a close with a code. */
export type Outcome = "fine" | "invalid session" | readonly [code: number, reason: string]

/** The calls a connection makes to the gateway. */
export interface Switchboard {
  heartbeatMs: number
  graceMs: number
  sendsPerMinute: number
  /** Leaves heartbeats without an acknowledgment. */
  deaf: boolean
  identify(data: Loose, line: GatewaySocket): Outcome
  resume(data: Loose, line: GatewaySocket): Outcome
  request(op: number, data: Loose, session: GatewaySession): void
  note(what: string, details: { shard: number | null; [key: string]: unknown }): void
  closed(line: GatewaySocket, code: number): void
}

export class GatewaySocket implements Line {
  session: GatewaySession | null = null
  /** Half open: nothing sent to the client arrives. */
  mute = false
  private readonly socket: WebSocket
  private readonly board: Switchboard
  private readonly deflate: Deflate | null
  private chunks: Buffer[] = []
  private sends: number[] = []
  private overdue: NodeJS.Timeout | undefined

  constructor(socket: WebSocket, request: IncomingMessage, board: Switchboard) {
    this.socket = socket
    this.board = board
    const query = new URL(request.url ?? "/", "http://fake").searchParams
    this.deflate = query.get("compress") === "zlib-stream" ? createDeflate() : null
    this.deflate?.on("data", (chunk: Buffer) => this.chunks.push(chunk))
    socket.on("message", (data: Buffer, binary: boolean) => this.received(data, binary))
    socket.on("close", (code) => this.gone(code))
    socket.on("error", () => undefined) // A close follows.
    board.note("open", {
      shard: null,
      path: request.url ?? "",
      userAgent: request.headers["user-agent"] ?? "",
    })
    if (query.get("encoding") !== "json") this.close(4002, "Only JSON is spoken here.")
    else if (query.get("v") !== "10") this.close(4012, "Invalid API version.")
    else this.hello()
  }

  get shard(): number | null {
    return this.session?.identity.shard[0] ?? null
  }

  send(payload: object): void {
    if (this.mute || this.socket.readyState !== this.socket.OPEN) return
    const text = JSON.stringify(payload)
    if (!this.deflate) {
      this.socket.send(text)
      return
    }
    this.deflate.write(text)
    this.deflate.flush(constants.Z_SYNC_FLUSH, () => {
      if (this.socket.readyState === this.socket.OPEN) this.socket.send(Buffer.concat(this.chunks))
      this.chunks = []
    })
  }

  close(code: number, reason = ""): void {
    this.board.note("closed by us", { shard: this.shard, code })
    this.socket.close(code, reason)
  }

  /** Ends without a close frame, as when a cable is pulled. */
  kill(): void {
    this.board.note("killed", { shard: this.shard })
    this.socket.terminate()
  }

  private hello(): void {
    const d = { heartbeat_interval: this.board.heartbeatMs, _trace: ["fake"] }
    this.send({ t: null, s: null, op: 10, d })
    this.expectHeartbeat()
  }

  private received(data: Buffer, binary: boolean): void {
    if (this.socket.readyState !== this.socket.OPEN) return
    const outcome = this.understood(data, binary)
    if (outcome === "invalid session") this.send({ t: null, s: null, op: 9, d: false })
    else if (outcome !== "fine") this.close(...outcome)
  }

  private understood(data: Buffer, binary: boolean): Outcome {
    const now = Date.now()
    this.sends = [...this.sends.filter((at) => at > now - 60_000), now]
    if (this.sends.length > this.board.sendsPerMinute) return [4008, "Rate limited."]
    const payload = binary || data.length > MOST_BYTES ? null : payloadOf(data.toString("utf8"))
    return payload ? this.obey(Number(payload.op), payload) : DECODE_ERROR
  }

  private obey(op: number, payload: Loose): Outcome {
    const { session, board } = this
    const data = looseOf(payload.d)
    if (op === HEARTBEAT) return this.heartbeat(payload.d)
    if (op === IDENTIFY || op === RESUME) {
      if (session) return [4005, "Already authenticated."]
      return op === IDENTIFY ? board.identify(data, this) : board.resume(data, this)
    }
    if (!AFTER_IDENTIFY.includes(op)) return [4001, "Unknown opcode."]
    if (!session) return [4003, "Not authenticated."]
    board.note("sent", { shard: this.shard, op, data })
    board.request(op, data, session)
    return "fine"
  }

  private heartbeat(seq: unknown): Outcome {
    this.board.note("heartbeat", { shard: this.shard, seq })
    if (seq !== null && !Number.isInteger(seq)) return DECODE_ERROR
    if (!this.board.deaf) this.send({ t: null, s: null, op: 11, d: null })
    this.expectHeartbeat()
    return "fine"
  }

  private expectHeartbeat(): void {
    clearTimeout(this.overdue)
    const waitMs = this.board.heartbeatMs + this.board.graceMs
    this.overdue = setTimeout(() => this.close(4009, "Session timed out."), waitMs).unref()
  }

  private gone(code: number): void {
    clearTimeout(this.overdue)
    this.board.note("closed", { shard: this.shard, code })
    this.board.closed(this, code)
  }
}

/** Parses an identify, or returns the code to close with. */
export function identityOf(data: Loose): Identity | readonly [code: number, reason: string] {
  const { token, intents, properties } = data
  if (typeof token !== "string" || typeof properties !== "object" || properties === null) return DECODE_ERROR
  const bits = Number(intents)
  if (intents === undefined || !Number.isInteger(bits) || bits < 0) return [4013, "Invalid intent(s)."]
  const shard = data.shard ?? [0, 1]
  if (!Array.isArray(shard) || shard.length !== 2 || !isShard(Number(shard[0]), Number(shard[1])))
    return [4010, "Invalid shard."]
  return {
    token,
    intents: bits,
    shard: [Number(shard[0]), Number(shard[1])],
    largeThreshold: Number(data.large_threshold ?? 50),
  }
}

function isShard(id: number, count: number): boolean {
  return Number.isInteger(id) && Number.isInteger(count) && id >= 0 && id < count
}

function payloadOf(text: string): Loose | null {
  try {
    const payload: unknown = JSON.parse(text)
    return typeof payload === "object" && payload !== null ? looseOf(payload) : null
  } catch {
    return null
  }
}
