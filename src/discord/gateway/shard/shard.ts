/**
 * Durable Object for one connection to Discord's gateway. It wakes, stores and delegates; the session
 * decides. Shard 0 also plans all shards.
 */

import { DurableObject } from "cloudflare:workers"
import type { Time } from "../../../domain/types.ts"
import type { GatewayStatus, ShardOrder, ShardStatus } from "../../../runtime/gateway-status.ts"
import { AlarmClock } from "../../../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../../../runtime/object/libraries.ts"
import { placed } from "../../../runtime/object/placed.ts"
import { StateRows } from "../../../runtime/object/state-rows.ts"
import { readSettings } from "../../../settings.ts"
import { discordRest } from "../../bot/rest.ts"
import type { RestAsk, RestLease } from "../../bot/rest-budget.ts"
import type { AskForLease } from "../../bot/rest-gate.ts"
import { eventQueueKey, handleEvent } from "../events/index.ts"
import { Repairs } from "../repair/repairs.ts"
import type { IdentifySlot } from "../session/identify-budget.ts"
import { gatewayIntents, type Identity } from "../session/session-state.ts"
import type { ShardPorts } from "./connection.ts"
import { openSocket } from "./open-socket.ts"
import { ShardRows } from "./shard-rows.ts"
import { ShardSession } from "./shard-session.ts"
import { Shards } from "./shards.ts"

/**
 * The interval of the alarm. An object that only holds a socket would be evicted after two or three times
 * that.
 */
const WATCH_MS = 25_000

export class GatewayShard extends DurableObject<Env> {
  readonly #rows: ShardRows
  readonly #clock: AlarmClock
  readonly #session: ShardSession
  readonly #shards: Shards
  /** External dependencies. */
  readonly ports: ShardPorts

  constructor(ctx: DurableObjectState, given: Env) {
    const env = placed(given)
    super(ctx, env)
    this.#rows = new ShardRows(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    const repairs = new Repairs(
      ctx.storage.sql,
      discordRest(env, this, (report) => this.#lease(report)),
    )
    this.ports = { open: openSocket, handle: handleEvent, queueKey: eventQueueKey, repairs }
    this.#session = new ShardSession({
      rows: this.#rows,
      runtime: { env, waitUntil: (work) => ctx.waitUntil(work) },
      ports: this.ports,
      identity: () => this.#identity(),
      slot: () => this.#slot(),
    })
    this.#shards = new Shards(env, new StateRows(ctx.storage.sql))
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Connects as ordered and stays connected. Safe to repeat. */
  async start(order: ShardOrder): Promise<void> {
    this.#session.start(order)
    if (this.#session.isOn) await this.#clock.wakeBy(Date.now() + WATCH_MS)
  }

  /**
   * Ends the connection and the session. Returns until when everything was received, or `null` if nothing
   * ever was.
   */
  async stop(): Promise<Time | null> {
    const since = this.#session.stop()
    await this.#clock.set(null)
    return since
  }

  async status(): Promise<ShardStatus> {
    return this.#session.status()
  }

  override async alarm(): Promise<void> {
    // Set the next alarm first, so that it comes whatever happens below.
    await this.#clock.set(this.#session.isOn ? Date.now() + WATCH_MS : null)
    if (!this.#session.isOn) return
    this.#session.look()
    await this.#session.opening
  }

  /**
   * Shard 0 only: starts all planned shards. `kept` skips shards that were stopped on purpose or for a reason
   * that still holds.
   */
  async startAll(how: "asked" | "kept"): Promise<GatewayStatus> {
    await this.#shards.start(how)
    return this.#shards.status()
  }

  /** Shard 0 only: stops all shards until they are started on purpose. */
  async stopAll(): Promise<GatewayStatus> {
    await this.#shards.stop()
    return this.#shards.status()
  }

  /** Shard 0 only: returns the status of all shards. */
  async statusOfAll(): Promise<GatewayStatus> {
    return this.#shards.status()
  }

  /** Shard 0 only: returns when a shard may identify. */
  async admit(shard: number): Promise<IdentifySlot> {
    return this.#shards.admit(shard)
  }

  /** Shard 0 only: grants an object a part of the bot's requests, or says when to ask again. */
  async leaseRest(ask: RestAsk): Promise<RestLease> {
    return this.#shards.leaseRest(ask)
  }

  #identity(): Identity {
    const { DISCORD_TOKEN, DISCORD_MEMBERS } = readSettings(this.env)
    const order = this.#rows.order
    return {
      token: DISCORD_TOKEN ?? "",
      intents: gatewayIntents(DISCORD_MEMBERS),
      shard: [order?.shard ?? 0, order?.count ?? 1],
      url: order?.url ?? "wss://gateway.discord.gg",
    }
  }

  async #slot(): Promise<IdentifySlot> {
    const { shard = 0 } = this.#rows.order ?? {}
    return shard === 0 ? this.admit(0) : this.env.SHARDS.getByName("0").admit(shard)
  }

  #lease(report: Parameters<AskForLease>[0]): Promise<RestLease> {
    const { shard = 0 } = this.#rows.order ?? {}
    const ask: RestAsk = { ...report, holder: String(shard), use: "repair" }
    return shard === 0 ? this.leaseRest(ask) : this.env.SHARDS.getByName("0").leaseRest(ask)
  }
}
