/**
 * The fake gateway: its sessions, the identify limits, the faults a test can cause, and a record of client
 * activity.
 */
import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import type { APIInteraction } from "discord-api-types/v10"
import { type WebSocket, WebSocketServer } from "ws"
import { KNOWN_INTENTS, PRIVILEGED } from "./dispatch.ts"
import { GatewaySession, type Identity } from "./gateway-session.ts"
import { GatewaySocket, identityOf, type Outcome, type Switchboard } from "./gateway-socket.ts"
import type { Loose } from "./loose.ts"
import { chunksOf } from "./member-chunks.ts"
import { readyOf } from "./ready.ts"
import type { GatewayInfo } from "./rest-application.ts"
import type { Settings } from "./settings.ts"
import type { World } from "./world.ts"

/** One entry in the gateway's record. */
export interface Entry {
  at: number
  what: string
  shard: number | null
  [key: string]: unknown
}

const DAY_MS = 86_400_000
/**
 * Closes after which a session cannot be resumed. The client sends the first two; the gateway sends the
 * others.
 */
const ENDS = [1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]

export class FakeGateway implements Switchboard {
  readonly record: Entry[] = []
  heartbeatMs: number
  graceMs: number
  sendsPerMinute: number
  deaf = false
  /** Refuses new connections. */
  refusing = false
  readonly sessions = new Map<string, GatewaySession>()
  private readonly lines = new Set<GatewaySocket>()
  private readonly server = new WebSocketServer({ noServer: true, perMessageDeflate: false })
  private readonly world: World
  private readonly settings: Settings
  private identifies: { at: number; key: number }[] = []
  private spent = 0
  private revoked = false
  url = ""

  constructor(world: World, settings: Settings) {
    this.world = world
    this.settings = settings
    this.heartbeatMs = settings.heartbeatMs
    this.graceMs = settings.heartbeatGraceMs
    this.sendsPerMinute = settings.sendsPerMinute
    world.listen((dispatch) => {
      for (const session of this.sessions.values()) session.dispatch(dispatch)
    })
  }

  info(): GatewayInfo {
    const { identifiesLeft, maxConcurrency, shards } = this.settings
    const remaining = Math.max(0, identifiesLeft - this.spent)
    return {
      url: this.url,
      shards,
      session_start_limit: { total: 1000, remaining, reset_after: DAY_MS, max_concurrency: maxConcurrency },
    }
  }

  isToken(token: string): boolean {
    return !this.revoked && token === this.settings.token
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.refusing) {
      this.note("refused", { shard: null, path: request.url ?? "" })
      return void socket.destroy()
    }
    this.server.handleUpgrade(request, socket, head, (one: WebSocket) => {
      this.lines.add(new GatewaySocket(one, request, this))
    })
  }

  // Called by connections.

  identify(data: Loose, line: GatewaySocket): Outcome {
    const identity = identityOf(data)
    const { token: _, ...shown } = data
    this.note("identify", { shard: "token" in identity ? identity.shard[0] : null, data: shown })
    if (!("token" in identity)) return identity
    const refusal = this.refusalOf(identity)
    if (refusal) return refusal
    if (!this.withinBudget(identity)) return "invalid session"
    const session = new GatewaySession(identity, this.world.bot.id, this.settings.resumeBuffer)
    this.sessions.set(session.id, session)
    this.begin(session, line)
    return "fine"
  }

  resume(data: Loose, line: GatewaySocket): Outcome {
    const session = this.sessions.get(String(data.session_id))
    const shard = session?.identity.shard[0] ?? null
    this.note("resume", { shard, session: data.session_id, seq: data.seq })
    if (!this.isToken(String(data.token))) return [4004, "Authentication failed."]
    if (!session) return "invalid session"
    const seq = Number(data.seq)
    const wrong = !Number.isInteger(seq) || seq > session.seq
    if (wrong || !session.canResume(seq)) {
      this.sessions.delete(session.id)
      return wrong ? [4007, "Invalid seq."] : "invalid session"
    }
    for (const other of this.lines) if (session.isOn(other)) other.close(4000, "Resumed elsewhere.")
    session.attach(line)
    line.session = session
    session.replay(seq)
    return "fine"
  }

  request(op: number, data: Loose, session: GatewaySession): void {
    if (op !== 8) return
    for (const chunk of chunksOf(this.world, data, session.identity.intents))
      session.announce("members requested", { t: "GUILD_MEMBERS_CHUNK", d: chunk })
  }

  note(what: string, details: { shard: number | null; [key: string]: unknown }): void {
    this.record.push({ ...details, at: Date.now(), what })
  }

  closed(line: GatewaySocket, code: number): void {
    this.lines.delete(line)
    const { session } = line
    if (!session?.isOn(line)) return
    session.attach(null)
    if (ENDS.includes(code)) this.sessions.delete(session.id)
  }

  // Called by tests. `shard` limits a call to one shard.

  /** Drops the connection without a close frame. */
  kill(shard?: number): void {
    for (const line of this.linesOf(shard)) line.kill()
  }

  /** Existing connections stop receiving anything without notice; later ones work. */
  silence(): void {
    for (const line of this.lines) line.mute = true
  }

  /** Closes the connection with a code. */
  close(code: number, shard?: number): void {
    for (const line of this.linesOf(shard)) line.close(code)
  }

  /** Op 7: asks to reconnect and resume. */
  askToReconnect(shard?: number): void {
    for (const line of this.linesOf(shard)) line.send({ t: null, s: null, op: 7, d: null })
  }

  /** Op 9: the session is invalid; it may be resumed or not. */
  invalidate(resumable: boolean, shard?: number): void {
    for (const line of this.linesOf(shard)) {
      const { session } = line
      line.send({ t: null, s: null, op: 9, d: resumable })
      // This connection or another may resume or identify next.
      line.session = null
      session?.attach(null)
      if (session && !resumable) this.sessions.delete(session.id)
    }
  }

  /** Op 1: asks for a heartbeat now. */
  askForHeartbeat(shard?: number): void {
    for (const line of this.linesOf(shard)) line.send({ t: null, s: null, op: 1, d: null })
  }

  /** Sends an interaction to an application without an endpoint of its own. */
  deliver(interaction: APIInteraction): void {
    for (const session of this.sessions.values())
      if (session.hears(interaction.guild_id ?? "0"))
        session.announce("interaction used", { t: "INTERACTION_CREATE", d: interaction })
  }

  /** Drops all sessions: a later resume fails. */
  forgetSessions(): void {
    this.sessions.clear()
  }

  end(): void {
    for (const line of this.lines) line.kill()
    this.server.close()
  }

  private linesOf(shard: number | undefined): GatewaySocket[] {
    return [...this.lines].filter((line) => shard === undefined || line.shard === shard)
  }

  private refusalOf({ token, intents, shard }: Identity): Outcome | null {
    if (!this.isToken(token)) return [4004, "Authentication failed."]
    if ((intents & ~KNOWN_INTENTS) !== 0) return [4013, "Invalid intent(s)."]
    if ((intents & PRIVILEGED & ~this.settings.granted) !== 0) return [4014, "Disallowed intent(s)."]
    const guilds = [...this.world.guilds.keys()].filter(
      (id) => Number((BigInt(id) >> 22n) % BigInt(shard[1])) === shard[0],
    )
    return guilds.length > this.settings.guildsPerShard ? [4011, "Sharding required."] : null
  }

  /**
   * Allows one identify per window and rate limit key. Discord resets the token once the daily identifies are
   * spent.
   */
  private withinBudget({ shard }: Identity): boolean {
    const now = Date.now()
    const key = shard[0] % this.settings.maxConcurrency
    this.identifies = this.identifies.filter((one) => one.at > now - this.settings.identifyWindowMs)
    if (this.identifies.some((one) => one.key === key)) return false
    this.identifies.push({ at: now, key })
    this.spent += 1
    this.revoked = this.spent > this.settings.identifiesLeft
    if (this.revoked) this.close(4004)
    return !this.revoked
  }

  private begin(session: GatewaySession, line: GatewaySocket): void {
    session.attach(line)
    line.session = session
    const guilds = [...this.world.guilds.values()].filter((one) => one.joined && session.hears(one.id))
    session.announce("session begun", { t: "READY", d: readyOf(this.world, session, this.url) })
    for (const guild of guilds) {
      if (guild.unavailable || (session.identity.intents & 1) === 0) continue
      session.announce("session begun", {
        t: "GUILD_CREATE",
        d: this.world.guildCreate(guild.id, session.identity.largeThreshold),
      })
    }
  }
}
