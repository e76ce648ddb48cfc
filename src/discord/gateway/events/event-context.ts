/** What every event's function is given, and how events are put into a table: by lane, by shape, by what is done. */
import { z } from "zod"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { type Database, guildDatabase } from "../../../memory/db/database.ts"
import type { AuditActor } from "../../../memory/write/audit.ts"
import type { Runtime } from "../../../runtime/models.ts"

// What this isolate was told lately: bounded, lost with it, and never more than a hint.

export class RecentMap<Value> {
  readonly #most: number
  readonly #told = new Map<string, Value>()

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    return this.#told.get(key)
  }

  /** The one told longest ago makes room. */
  set(key: string, value: Value): void {
    this.#told.delete(key)
    this.#told.set(key, value)
    const [oldest] = this.#told.keys()
    if (this.#told.size > this.#most && oldest !== undefined) this.#told.delete(oldest)
  }

  delete(key: string): void {
    this.#told.delete(key)
  }

  clear(): void {
    this.#told.clear()
  }
}

/** Who we are on the gateway. */
export interface BotIdentity {
  userId: Id
  applicationId: Id
}

export interface EventContext {
  runtime: Runtime
  bot: BotIdentity
  now: Time
}

/** Stands in the audit log for what Discord itself told. */
export const DISCORD_ACTOR = "discord"

export function discordActor({ now }: EventContext): AuditActor {
  return { actor: DISCORD_ACTOR, now }
}

export function eventDatabase({ runtime: ground }: EventContext, guildId: Id): Database {
  return guildDatabase(ground.env, guildId)
}

/** One kind of event. `body` is as it came. */
export interface EventHandler {
  queueKey(body: unknown): string | null
  handle(telling: EventContext, body: unknown): Promise<void>
}

const InGuild = z.object({ guild_id: Snowflake })
const Guild = z.object({ id: Snowflake }).transform(({ id }) => ({ guild_id: id }))
const InChannel = z.object({ guild_id: Snowflake, channel_id: Snowflake })

/** A guild's own events come in order, and those of all that it is made of. */
export const guildQueueKey = (body: unknown) => queueKeyFrom("guild", InGuild, body)
export const ownGuildQueueKey = (body: unknown) => queueKeyFrom("guild", Guild, body)
/** Messages come in order in their channel. What is said in private is in none. */
export function channelQueueKey(body: unknown): string | null {
  const { data } = InChannel.safeParse(body)
  return data ? `channel ${data.channel_id}` : null
}

function queueKeyFrom(name: string, shape: z.ZodType<{ guild_id: Id }>, body: unknown): string | null {
  const { data } = shape.safeParse(body)
  return data ? `${name} ${data.guild_id}` : null
}

/** A kind of event whose body has a shape. One that has another is nothing: handed over again, it would be the same. */
export function eventHandler<Body>(
  lane: EventHandler["queueKey"],
  shape: z.ZodType<Body>,
  act: (telling: EventContext, body: Body) => Promise<void>,
): EventHandler {
  return {
    queueKey: lane,
    handle: async (telling, body) => {
      const parsed = shape.safeParse(body)
      if (parsed.success) return act(telling, parsed.data)
      const fields = parsed.error.issues.map(({ path }) => path.join(".")).join(" ")
      console.error({ event: "event.unreadable", lane: lane(body), fields: fields.slice(0, 300) })
    },
  }
}

/** When a guild's structure was last told of, by lane. */
const structures = new RecentMap<Time>(5_000)

/** As `kind`, of what a guild's structure is made of. */
export function structureHandler<Body>(
  lane: EventHandler["queueKey"],
  shape: z.ZodType<Body>,
  act: (telling: EventContext, body: Body) => Promise<void>,
): EventHandler {
  return eventHandler(lane, shape, async (telling, body) => {
    structures.set(lane(body) ?? "", telling.now)
    await act(telling, body)
  })
}

/** Whether any of it was told of since; then what was asked for before may be of the past. */
export function structureChangedSince(guildId: Id, since: Time): boolean {
  return (structures.get(`guild ${guildId}`) ?? 0) >= since
}

/** A list of which those that cannot be read are left out: one of them takes nothing from the others. */
export function lenientArray<Item>(shape: z.ZodType<Item>) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((item) => {
      const parsed = shape.safeParse(item)
      return parsed.success ? [parsed.data] : []
    }),
  )
}
