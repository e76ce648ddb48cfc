/** Handles the fake Discord's events without a socket: in order, twice, or never. */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import type { EventOutcome } from "../../src/discord/gateway/events/event-context.ts"
import { eventQueueKey, handleEvent } from "../../src/discord/gateway/events/index.ts"
import { Repairs } from "../../src/discord/gateway/repair/repairs.ts"
import type { Runtime } from "../../src/runtime/models.ts"
import { type Dispatch, told } from "../discord/dispatch.ts"
import { World, type WorldOptions } from "../discord/world.ts"
import { DiscordPort } from "./discord-port.ts"

const ALL_INTENTS = -1
const MINUTE = 60_000

export interface Shard {
  world: World
  rest: DiscordPort
  repairs: Repairs
  ground: Runtime
  own: { userId: string; applicationId: string }
  /** If true, events from now on are handled; otherwise they are lost. */
  listens: boolean
  /** Number of times each event is handled. */
  times: number
  tell(...dispatches: readonly Pick<Dispatch, "t" | "d">[]): Promise<void>
  /** Handles everything dispatched since the last call, except `but`. */
  hear(but?: readonly Dispatch[]): Promise<void>
  lose(): void
  reconnect(): Promise<void>
  repair(): Promise<void>
  /** Returns the repairs of a restarted object. */
  anew(): Repairs
}

interface Terms {
  variables?: Partial<Env>
  intents?: number
  world?: WorldOptions
  /** A kind of event to ignore. */
  deafTo?: string
}

/** Runs a test inside a shard. The world's clock is ten minutes slow, so that everything has settled. */
export async function asShard(terms: Terms, test: (shard: Shard) => Promise<void>): Promise<void> {
  const stub = env.SHARDS.getByName(`told-${crypto.randomUUID()}`)
  await runInDurableObject(stub, async (_, state) => {
    const after: Promise<unknown>[] = []
    await test(shardOf(state.storage.sql, terms, after))
    await Promise.all(after)
  })
}

/** Like a shard's: an event without a readable queue key is unreadable. */
async function outcomeOf(
  ground: Runtime,
  event: GatewayDispatchPayload,
  own: Shard["own"],
): Promise<EventOutcome> {
  try {
    eventQueueKey(event)
  } catch {
    return "unreadable"
  }
  return handleEvent(ground, event, own)
}

function shardOf(
  sql: SqlStorage,
  { variables, intents = ALL_INTENTS, world: options, deafTo }: Terms,
  after: Promise<unknown>[],
): Shard {
  const world = new World({ now: () => Date.now() - 10 * MINUTE, ...options })
  const rest = new DiscordPort(world)
  const repairs = new Repairs(sql, rest)
  const ground = {
    env: { ...env, ...variables },
    waitUntil: (work: Promise<unknown>) => void after.push(work),
  }
  const own = { userId: world.bot.id, applicationId: world.applicationId }
  const waiting: Dispatch[] = []
  let lostAt: number | null = null
  const shard: Shard = {
    ...{ world, rest, repairs, ground, own, listens: true, times: 1 },
    tell: async (...dispatches) => {
      for (const { t, d } of dispatches) {
        if (t === deafTo) continue
        // The fake's dispatches are Discord's own, without the opcode and sequence number.
        const event = structuredClone({ op: 0, s: 1, t, d }) as GatewayDispatchPayload
        for (let time = 0; time < shard.times; time++) {
          const outcome = await outcomeOf(ground, event, own)
          if (outcome === "unreadable") repairs.unreadable(event, Date.now())
          else repairs.handled(event)
        }
      }
    },
    hear: async (but = []) => {
      const heard = waiting
        .splice(0)
        .filter((one) => !but.includes(one))
        .flatMap((one) => told(one, intents, world.bot.id) ?? [])
      await shard.tell(...heard)
    },
    lose: () => {
      waiting.splice(0)
      shard.listens = false
      lostAt = world.clock.now()
    },
    reconnect: async () => {
      shard.listens = true
      const joined = [...world.guilds.values()].filter((guild) => guild.joined)
      repairs.lost({ guildIds: joined.map(({ id }) => id), since: lostAt })
      const created = joined.map(({ id }) => ({ t: "GUILD_CREATE", d: world.guildCreate(id) }) as const)
      await shard.tell(...(created as unknown as Dispatch[]))
    },
    anew: () => new Repairs(sql, rest),
    repair: () => repairs.work(ground, own, Date.now() + MINUTE),
  }
  world.listen((dispatch) => {
    if (shard.listens) waiting.push(dispatch)
  })
  return shard
}
