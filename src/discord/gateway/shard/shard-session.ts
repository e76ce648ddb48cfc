/** What a shard does with what it hears: events into lanes, each until it is handled; the session into rows; what was lost to repair. */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { describeError } from "../../../domain/errors.ts"
import type { Time } from "../../../domain/types.ts"
import type { ShardOrder, ShardStatus } from "../../../runtime/gateway-status.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { BotIdentity } from "../events/index.ts"
import { closeRule } from "../session/close-codes.ts"
import type { IdentifySlot } from "../session/identify-budget.ts"
import type { ReadySession } from "../session/payloads.ts"
import { type Identity, initialSession, type Session } from "../session/session-state.ts"
import { type ConnectionListener, GatewayConnection, type ShardPorts } from "./connection.ts"
import { Journal } from "./journal.ts"
import { RepairRounds } from "./repair-rounds.ts"
import { botMembershipChange, eventGuildId, SerialQueues } from "./serial-queues.ts"
import type { ShardRows } from "./shard-rows.ts"
import { shardStatus } from "./shard-status.ts"

/** An event that fails for longer is set aside, and its guild repaired instead. */
const LANES = { patienceMs: 10 * 60_000, tryMs: 60_000 }
/** Past so many events unhandled nothing more is heard for a while: they are held in memory. */
const MOST_WAITING = 5_000
/** A row for each time that passes without an event. */
const HEARD_EVERY_MS = 5 * 60_000

/** What the door provides. */
export interface ShardDeps {
  rows: ShardRows
  runtime: Runtime
  ports: ShardPorts
  identity(): Identity
  slot(): Promise<IdentifySlot>
}

export class ShardSession implements ConnectionListener {
  readonly #door: ShardDeps
  readonly #rows: ShardRows
  readonly #journal: Journal
  readonly #lanes = new SerialQueues(LANES)
  readonly #connection: GatewayConnection
  readonly #rounds: RepairRounds

  constructor(door: ShardDeps) {
    this.#door = door
    this.#rows = door.rows
    this.#journal = new Journal(door.rows)
    this.#rounds = new RepairRounds(door.ports, door.runtime)
    this.#connection = new GatewayConnection(this.#left(), this, (url) => door.ports.open(url))
  }

  /** The session as an earlier life left it. */
  #left(): Session {
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

  /** Connects, or sees to it that it is connected. Under another order than before, the session is begun anew. */
  start(order: ShardOrder): void {
    const before = this.#rows.order
    const isOther = before?.fingerprint !== order.fingerprint || before.count !== order.count
    const { connectionState: standing } = this.#rows
    if (before && isOther) this.stop()
    if (isOther && order.since !== null)
      this.#rows.lostSince = Math.min(order.since, this.#rows.lostSince ?? order.since)
    if (isOther || before.url !== order.url) this.#rows.order = order
    if (standing.code !== null && !isOther && !order.isAsked) return
    this.#rows.connectionState = { isOn: true, code: null }
    this.#connection.feed({ kind: "start" })
    this.look()
  }

  /** Returns until when everything was heard; null: nothing ever was. */
  stop(): Time | null {
    const since = this.#journal.handledUntil
    this.#connection.feed({ kind: "stop" })
    this.#rows.connectionState = { isOn: false, code: null }
    this.#journal.write()
    return this.#rows.lostSince ?? since
  }

  /** Does whatever is due. */
  look(): void {
    this.#connection.feed({ kind: "time" })
    const { heardAt } = this.#rows.progress
    const known = this.#journal.progress.heardAt
    if (known !== null && known - (heardAt ?? 0) > HEARD_EVERY_MS) this.#journal.write()
    this.#repair()
  }

  /** Until the socket that was asked for is there, or will not come. */
  get opening(): Promise<void> {
    return this.#connection.opening
  }

  #repair(): void {
    void this.#rounds.run(() => (this.isOn ? this.#own : null))
  }

  get #own(): BotIdentity | null {
    const held = this.#rows.resumable
    return held && { userId: held.userId, applicationId: held.applicationId }
  }

  get #shard(): number {
    return this.#rows.order?.shard ?? 0
  }

  identity(): Identity {
    return this.#door.identity()
  }

  slot(): Promise<IdentifySlot> {
    return this.#door.slot()
  }

  event(seq: number, event: GatewayDispatchPayload): void {
    const { ports, runtime: ground } = this.#door
    const move = botMembershipChange(event)
    if (move) this.#journal.guild(move.id, move.isThere)
    const [own, lane] = [this.#own, this.#laneOf(event)]
    if (lane === null || own === null) {
      this.#journal.skipped(seq)
      return
    }
    const at = Date.now()
    const over = this.#journal.opened(seq, at)
    this.#lanes.push(lane, {
      run: async () => {
        await ports.handle(ground, event, own)
        ports.repairs.handled(event)
      },
      done: () => {
        this.#journal.count("handled")
        over()
        // It may be what its guild's repair waited for.
        if (move?.isThere) this.#repair()
      },
      setAside: (error) => {
        this.#setAside(event, at, error)
        over()
      },
    })
  }

  #laneOf(event: GatewayDispatchPayload): string | null {
    try {
      return this.#door.ports.queueKey(event)
    } catch (error) {
      // An event in which not even its place can be read: it is counted and left.
      console.warn({ event: "gateway.unreadable_event", type: event.t, error: describeError(error) })
      this.#journal.count("unreadable")
      return null
    }
  }

  #setAside(event: GatewayDispatchPayload, at: Time, error: unknown): void {
    const guild = eventGuildId(event)
    console.error({ event: "gateway.set_aside", type: event.t, guild, error: describeError(error) })
    this.#journal.count("setAside")
    if (guild !== null) this.#door.ports.repairs.missed(guild, at)
  }

  begun(seq: number, ready: ReadySession): void {
    const { id, resumeUrl: url, userId, applicationId, guildIds } = ready
    this.#door.ports.repairs.lost({ guildIds, since: this.#rows.lostSince })
    const now = Date.now()
    this.#rows.resumable = { id, url, userId, applicationId, begunAt: now }
    this.#journal.begin(seq, guildIds, now)
    this.#rows.lostSince = null
    console.info({ event: "gateway.begun", shard: this.#shard, guilds: guildIds.length })
  }

  resumed(seq: number): void {
    this.#journal.skipped(seq)
    this.#journal.count("reconnects")
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
    return this.#lanes.size > MOST_WAITING
  }

  unreadable(): void {
    this.#journal.count("unreadable")
  }

  closed(code: number): void {
    this.#journal.closed(code, Date.now())
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
      mark,
      guilds,
      held: this.#rows.resumable,
      shard: this.#shard,
      waiting: this.#lanes.size,
      stoppedBy: this.#rows.connectionState.code,
    })
  }
}
