/**
 * Owns a shard's session: queues its events until they are handled, stores the session, and reports losses to
 * the repairs.
 */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { describeError } from "../../../domain/errors.ts"
import type { Time } from "../../../domain/types.ts"
import type { ShardOrder, ShardStatus } from "../../../runtime/gateway-status.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { EventOutcome } from "../events/event-context.ts"
import type { BotIdentity } from "../events/index.ts"
import { closeRule, type OwnCloseReason, ownCloseMeaning } from "../session/close-codes.ts"
import type { IdentifySlot } from "../session/identify-budget.ts"
import type { ReadySession } from "../session/payloads.ts"
import { type Identity, initialSession, type Session } from "../session/session-state.ts"
import { type ConnectionListener, GatewayConnection, type ShardPorts } from "./connection.ts"
import { Journal } from "./journal.ts"
import { RepairRounds } from "./repair-rounds.ts"
import { botMembershipChange, eventGuildId, SerialQueues } from "./serial-queues.ts"
import type { ShardRows } from "./shard-rows.ts"
import { shardStatus } from "./shard-status.ts"

/** An event that fails for longer is set aside, and its guild is repaired instead. */
const QUEUE_RULE = { patienceMs: 10 * 60_000, tryMs: 60_000 }
/** With more unhandled events than this, receiving stops for a while: they are held in memory. */
const MOST_WAITING = 5_000
/** The interval for storing `heardAt` while no events arrive. */
const HEARD_EVERY_MS = 5 * 60_000

/** Dependencies provided by the Durable Object. */
export interface ShardDeps {
  rows: ShardRows
  runtime: Runtime
  ports: ShardPorts
  identity(): Identity
  slot(): Promise<IdentifySlot>
}

export class ShardSession implements ConnectionListener {
  readonly #deps: ShardDeps
  readonly #rows: ShardRows
  readonly #journal: Journal
  readonly #queues = new SerialQueues(QUEUE_RULE)
  readonly #connection: GatewayConnection
  readonly #rounds: RepairRounds

  constructor(deps: ShardDeps) {
    this.#deps = deps
    this.#rows = deps.rows
    this.#journal = new Journal(deps.rows)
    this.#rounds = new RepairRounds(deps.ports, deps.runtime)
    this.#connection = new GatewayConnection(this.#initialSession(), this, (url) => deps.ports.open(url))
  }

  /** The session as an earlier instance left it. */
  #initialSession(): Session {
    const { connectionState: standing, resumable: held } = this.#rows
    return initialSession({
      phase: standing.isOn ? { kind: "waiting", at: Date.now() } : { kind: "stopped", code: standing.code },
      resumable: held && { id: held.id, url: held.url },
      seq: this.#journal.progress.seq,
    })
  }

  get isOn(): boolean {
    return this.#rows.connectionState.isOn
  }

  /** Connects, or stays connected. If the order changed, a new session starts. */
  start(order: ShardOrder): void {
    const before = this.#rows.order
    const isChanged = before?.fingerprint !== order.fingerprint || before.count !== order.count
    const { connectionState: standing } = this.#rows
    if (before && isChanged) this.stop()
    if (isChanged && order.since !== null)
      this.#rows.lostSince = Math.min(order.since, this.#rows.lostSince ?? order.since)
    if (isChanged || before.url !== order.url) this.#rows.order = order
    if (standing.code !== null && !isChanged && !order.isAsked) return
    this.#rows.connectionState = { isOn: true, code: null }
    this.#connection.feed({ kind: "start" })
    this.look()
  }

  /** Returns until when everything was received, or `null` if nothing ever was. */
  stop(): Time | null {
    const since = this.#journal.handledUntil
    this.#connection.feed({ kind: "stop" })
    this.#rows.connectionState = { isOn: false, code: null }
    this.#journal.write()
    return this.#rows.lostSince ?? since
  }

  /** Does everything that is due. */
  look(): void {
    this.#connection.feed({ kind: "time" })
    const { heardAt } = this.#rows.progress
    const known = this.#journal.progress.heardAt
    if (known !== null && known - (heardAt ?? 0) > HEARD_EVERY_MS) this.#journal.write()
    this.#repair()
  }

  /** Settles when the requested socket is open or failed. */
  get opening(): Promise<void> {
    return this.#connection.opening
  }

  #repair(): void {
    void this.#rounds.run(() => (this.isOn ? this.#bot : null))
  }

  get #bot(): BotIdentity | null {
    const held = this.#rows.resumable
    return held && { userId: held.userId, applicationId: held.applicationId }
  }

  get #shard(): number {
    return this.#rows.order?.shard ?? 0
  }

  identity(): Identity {
    return this.#deps.identity()
  }

  slot(): Promise<IdentifySlot> {
    return this.#deps.slot()
  }

  event(seq: number, event: GatewayDispatchPayload): void {
    const { ports, runtime } = this.#deps
    const move = botMembershipChange(event)
    if (move) this.#journal.guild(move.id, move.isThere)
    const [bot, queueKey] = [this.#bot, this.#queueKeyOf(event)]
    if (queueKey === null || bot === null) {
      this.#journal.skipped(seq)
      return
    }
    const at = Date.now()
    const done = this.#journal.opened(seq, at)
    let outcome: EventOutcome = "unreadable"
    this.#queues.push(queueKey, {
      run: async () => {
        outcome = await ports.handle(runtime, event, bot)
        if (outcome === "handled") ports.repairs.handled(event)
      },
      done: () => {
        if (outcome === "handled") this.#journal.count("handled")
        else this.#unreadable(event, at)
        done()
        // The guild's repair may have waited for this event.
        if (move?.isThere) this.#repair()
      },
      setAside: (error) => {
        this.#setAside(event, at, error)
        done()
      },
    })
  }

  #queueKeyOf(event: GatewayDispatchPayload): string | null {
    try {
      return this.#deps.ports.queueKey(event)
    } catch (error) {
      console.warn({ event: "gateway.no_queue", type: event.t, error: describeError(error) })
      this.#unreadable(event, Date.now())
      return null
    }
  }

  /** Counts the event. A repair reads over REST what it reported. */
  #unreadable(event: GatewayDispatchPayload, at: Time): void {
    const isRepaired = this.#deps.ports.repairs.unreadable(event, at)
    console.error({ event: "gateway.unreadable_event", type: event.t, repaired: isRepaired })
    this.#journal.count("unreadable")
    this.#repair()
  }

  #setAside(event: GatewayDispatchPayload, at: Time, error: unknown): void {
    const guild = eventGuildId(event)
    console.error({ event: "gateway.set_aside", type: event.t, guild, error: describeError(error) })
    this.#journal.count("setAside")
    if (guild !== null) this.#deps.ports.repairs.missed(guild, at)
  }

  begun(seq: number, ready: ReadySession): void {
    const { id, resumeUrl: url, userId, applicationId, guildIds } = ready
    this.#deps.ports.repairs.lost({ guildIds, since: this.#rows.lostSince })
    const now = Date.now()
    this.#rows.resumable = { id, url, userId, applicationId, begunAt: now }
    if (this.#rows.lostSince !== null) this.#journal.count("reconnects")
    this.#journal.failed(null)
    this.#journal.begin(seq, guildIds, now)
    this.#rows.lostSince = null
    console.info({ event: "gateway.begun", shard: this.#shard, guilds: guildIds.length })
  }

  resumed(seq: number): void {
    this.#journal.skipped(seq)
    this.#journal.count("reconnects")
    this.#journal.failed(null)
    console.info({ event: "gateway.resumed", shard: this.#shard })
  }

  lost(): void {
    this.#rows.lostSince ??= this.#journal.handledUntil ?? Date.now()
    this.#rows.resumable = null
    console.warn({ event: "gateway.session_lost", shard: this.#shard })
  }

  heard(): void {
    if (this.#connection.session.phase.kind === "ready") this.#journal.heard(Date.now())
  }

  isOverloaded(): boolean {
    return this.#queues.size > MOST_WAITING
  }

  unreadable(): void {
    this.#journal.count("unreadable")
  }

  closed(code: number, why: OwnCloseReason | null): void {
    this.#journal.closed({ code, why: why && ownCloseMeaning(why), at: Date.now() })
  }

  unreachable(reason: string): void {
    this.#journal.failed({ reason, at: Date.now() })
  }

  stopped(code: number): void {
    const { meaning, toDo } = closeRule(code)
    this.#rows.connectionState = { isOn: false, code }
    console.error({ event: "gateway.stopped", shard: this.#shard, code, meaning, toDo })
  }

  status(): ShardStatus {
    const { progress: mark, guilds } = this.#journal
    return shardStatus({
      session: this.#connection.session,
      progress: mark,
      guilds,
      resumable: this.#rows.resumable,
      shard: this.#shard,
      waiting: this.#queues.size,
      stoppedBy: this.#rows.connectionState.code,
    })
  }
}
