/** The context of event handlers, and the builders for handlers: queue key, body schema, action. */
import { z } from "zod"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { type Database, guildDatabase } from "../../../memory/db/database.ts"
import type { AuditActor } from "../../../memory/write/audit.ts"
import type { Runtime } from "../../../runtime/models.ts"

// A bounded map of recent values in this isolate. It is lost with the isolate, so its values are only hints.

export class RecentMap<Value> {
  readonly #capacity: number
  readonly #entries = new Map<string, Value>()

  constructor(maxLength: number) {
    this.#capacity = maxLength
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key)
  }

  /** Evicts the oldest entry. */
  set(key: string, value: Value): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#capacity && oldest !== undefined) this.#entries.delete(oldest)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  clear(): void {
    this.#entries.clear()
  }
}

/** The bot's ids on the gateway. */
export interface BotIdentity {
  userId: Id
  applicationId: Id
}

export interface EventContext {
  runtime: Runtime
  bot: BotIdentity
  now: Time
}

/** The actor in the audit log for changes reported by Discord. */
const DISCORD_ACTOR = "discord"

export function discordActor({ now }: EventContext): AuditActor {
  return { actor: DISCORD_ACTOR, now }
}

export function eventDatabase({ runtime }: EventContext, guildId: Id): Database {
  return guildDatabase(runtime.env, guildId)
}

/** `unreadable`: a field that cannot be done without is missing or odd. Nothing was changed. */
export type EventOutcome = "handled" | "unreadable"

/** Handles one type of event. `body` is unparsed. */
export interface EventHandler {
  /** Returns `null` for an event to ignore. Throws if it cannot be read. */
  queueKey(body: unknown): string | null
  handle(context: EventContext, body: unknown): Promise<EventOutcome>
}

const InGuild = z.object({ guild_id: Snowflake })
const Guild = z.object({ id: Snowflake }).transform(({ id }) => ({ guild_id: id }))
const InChannel = z.object({ guild_id: Snowflake.optional(), channel_id: Snowflake })

/** A guild's events are handled in order, including those of its channels, roles and threads. */
export const guildQueueKey = (body: unknown) => queueKeyFrom("guild", InGuild, body)
export const ownGuildQueueKey = (body: unknown) => queueKeyFrom("guild", Guild, body)
/** Messages are handled in order per channel. Direct messages have no queue and are ignored. */
export function channelQueueKey(body: unknown): string | null {
  const { guild_id, channel_id } = InChannel.parse(body)
  return guild_id === undefined ? null : `channel ${channel_id}`
}

function queueKeyFrom(name: string, shape: z.ZodType<{ guild_id: Id }>, body: unknown): string {
  return `${name} ${shape.parse(body).guild_id}`
}

/**
 * Builds a handler for a body schema. A body that does not match is logged by its fields, without their values:
 * handling it again would not help, so its repair reads the state over REST.
 */
export function eventHandler<Body>(
  queueKey: EventHandler["queueKey"],
  shape: z.ZodType<Body>,
  act: (context: EventContext, body: Body) => Promise<void>,
): EventHandler {
  return {
    queueKey,
    handle: async (context, body) => {
      const parsed = shape.safeParse(body)
      if (parsed.success) {
        await act(context, parsed.data)
        return "handled"
      }
      const fields = parsed.error.issues.map(({ path }) => path.join(".")).join(" ")
      console.error({ event: "event.unreadable", lane: queueKey(body), fields: fields.slice(0, 300) })
      return "unreadable"
    },
  }
}

/** When a guild's structure last changed, by queue key. */
const structures = new RecentMap<Time>(5_000)

/** Like `eventHandler`, for events about a guild's structure. */
export function structureHandler<Body>(
  queueKey: EventHandler["queueKey"],
  shape: z.ZodType<Body>,
  act: (context: EventContext, body: Body) => Promise<void>,
): EventHandler {
  return eventHandler(queueKey, shape, async (context, body) => {
    structures.set(queueKey(body) ?? "", context.now)
    await act(context, body)
  })
}

/** Returns true if the structure changed since then: a response requested earlier may be outdated. */
export function structureChangedSince(guildId: Id, since: Time): boolean {
  return (structures.get(`guild ${guildId}`) ?? 0) >= since
}
