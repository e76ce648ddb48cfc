/** One connection to Discord's gateway: a thin socket over the session, which decides. A door: it wakes, keeps and hands on; the shard of number 0 plans for all. */

import { DurableObject } from "cloudflare:workers"
import type { Time } from "../../../domain/types.ts"
import type { GatewayStatus, ShardOrder, ShardStatus } from "../../../runtime/gateway-status.ts"
import { AlarmClock } from "../../../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../../../runtime/object/libraries.ts"
import { StateRows } from "../../../runtime/object/state-rows.ts"
import { readSettings } from "../../../settings.ts"
import { discordRest } from "../../bot/rest.ts"
import { eventQueueKey, handleEvent } from "../events/index.ts"
import { Repairs } from "../repair/repairs.ts"
import type { IdentifySlot } from "../session/identify-budget.ts"
import { gatewayIntents, type Identity } from "../session/session-state.ts"
import { openSocket, type ShardPorts } from "./connection.ts"
import { ShardRows } from "./shard-rows.ts"
import { ShardSession } from "./shard-session.ts"
import { Shards } from "./shards.ts"

/** How often the alarm looks whether all is well. An object that only holds a socket would be evicted in two or three times that. */
const WATCH_MS = 25_000

export class GatewayShard extends DurableObject<Env> {
  readonly #rows: ShardRows
  readonly #clock: AlarmClock
  readonly #listening: ShardSession
  readonly #shards: Shards
  /** What lies outside. */
  readonly ports: ShardPorts

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#rows = new ShardRows(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    const repairs = new Repairs(ctx.storage.sql, discordRest(env, this))
    this.ports = { open: openSocket, handle: handleEvent, queueKey: eventQueueKey, repairs }
    this.#listening = new ShardSession({
      rows: this.#rows,
      runtime: { env, waitUntil: (work) => ctx.waitUntil(work) },
      ports: this.ports,
      identity: () => this.#identity(),
      slot: () => this.#slot(),
    })
    this.#shards = new Shards(env, new StateRows(ctx.storage.sql))
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Connects as ordered, and stays connected. Ordered again, it only sees to that. */
  async start(order: ShardOrder): Promise<void> {
    this.#listening.start(order)
    if (this.#listening.isOn) await this.#clock.wakeBy(Date.now() + WATCH_MS)
  }

  /** Ends the connection and the session. Returns until when everything was heard; null: nothing ever was. */
  async stop(): Promise<Time | null> {
    const since = this.#listening.stop()
    await this.#clock.set(null)
    return since
  }

  async status(): Promise<ShardStatus> {
    return this.#listening.status()
  }

  override async alarm(): Promise<void> {
    // First the next one: whatever becomes of this, it is looked again.
    await this.#clock.set(this.#listening.isOn ? Date.now() + WATCH_MS : null)
    if (!this.#listening.isOn) return
    this.#listening.look()
    await this.#listening.opening
  }

  /** Of shard 0: starts all there are to be. `kept`: unless they were stopped on purpose, or for a reason that still holds. */
  async startAll(how: "asked" | "kept"): Promise<GatewayStatus> {
    await this.#shards.start(how)
    return this.#shards.status()
  }

  /** Of shard 0: stops all, until they are started again on purpose. */
  async stopAll(): Promise<GatewayStatus> {
    await this.#shards.stop()
    return this.#shards.status()
  }

  /** Of shard 0: how all of them fare. */
  async statusOfAll(): Promise<GatewayStatus> {
    return this.#shards.status()
  }

  /** Of shard 0: when a shard may identify. */
  async admit(shard: number): Promise<IdentifySlot> {
    return this.#shards.admit(shard)
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
}
