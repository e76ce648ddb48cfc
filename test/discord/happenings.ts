/** Scheduled events of the world's guilds, and pinned messages: every change to them and the events it causes. */
import type { APIGuildScheduledEvent, APIMessage, APIMessagePin } from "discord-api-types/v10"
import { type DataOf, INTENTS, type WorldEvent } from "./dispatch.ts"
import type { Guild } from "./guild.ts"
import { type Change, found, tell } from "./guilds.ts"
import { sees } from "./permissions.ts"
import { ThreadWorld } from "./threads.ts"

export interface NewScheduledEvent {
  name: string
  /** The voice or stage channel; else `location`. */
  channelId?: string
  location?: string
  creatorId?: string
  from: number
  to?: number
  description?: string
}

const SCHEDULED = 1
const VOICE = 2
const EXTERNAL = 3
const NOTICE_OF_PIN = 6

export class HappeningWorld extends ThreadWorld {
  schedule(guildId: string, told: NewScheduledEvent): Change<APIGuildScheduledEvent> {
    const guild = this.guild(guildId)
    const made = {
      id: this.clock.next(),
      guild_id: guildId,
      channel_id: told.channelId ?? null,
      creator_id: told.creatorId ?? guild.ownerId,
      name: told.name,
      description: told.description ?? null,
      scheduled_start_time: new Date(told.from).toISOString(),
      scheduled_end_time: told.to === undefined ? null : new Date(told.to).toISOString(),
      privacy_level: 2,
      status: SCHEDULED,
      entity_type: told.channelId === undefined ? EXTERNAL : VOICE,
      entity_id: null,
      entity_metadata: told.location === undefined ? null : { location: told.location },
      image: null,
      recurrence_rule: null,
      creator: this.users.get(told.creatorId ?? guild.ownerId),
    } as unknown as APIGuildScheduledEvent // Its enums come as the numbers they are.
    return this.change(guild, "event scheduled", () => {
      guild.scheduled.set(made.id, made)
      return [made, ...this.ifListed(guild, made, "GUILD_SCHEDULED_EVENT_CREATE")]
    })
  }

  /** An event whose status says that it is over or canceled is listed no more. */
  reschedule(
    guildId: string,
    id: string,
    change: Partial<Record<keyof APIGuildScheduledEvent, unknown>>,
  ): Change<APIGuildScheduledEvent> {
    const guild = this.guild(guildId)
    // As above.
    const made = { ...found(guild.scheduled, id), ...change } as APIGuildScheduledEvent
    return this.change(guild, "scheduled event changed", () => {
      if (Number(made.status) > 2) guild.scheduled.delete(id)
      else guild.scheduled.set(id, made)
      return [made, ...this.ifListed(guild, made, "GUILD_SCHEDULED_EVENT_UPDATE")]
    })
  }

  unschedule(guildId: string, id: string): Change<APIGuildScheduledEvent> {
    const guild = this.guild(guildId)
    const gone = found(guild.scheduled, id)
    return this.change(guild, "scheduled event deleted", () => {
      guild.scheduled.delete(id)
      return [gone, ...this.ifListed(guild, gone, "GUILD_SCHEDULED_EVENT_DELETE")]
    })
  }

  /** Pins a message: it says so itself, the channel does, and a notice names who pinned it. */
  pin(guildId: string, { id, channel_id }: Pick<APIMessage, "id" | "channel_id">, by: string) {
    const guild = this.guild(guildId)
    return this.change(guild, "message pinned", () => {
      const pins = guild.pins.get(channel_id) ?? new Map<string, string>()
      guild.pins.set(channel_id, pins.set(id, this.clock.iso()))
      const notice = {
        ...{ id: this.clock.next(), channel_id, author: found(this.users, by), content: "", mentions: [] },
        ...{ type: NOTICE_OF_PIN, flags: 0, pinned: false, attachments: [], embeds: [] },
        message_reference: { type: 0, message_id: id, channel_id, guild_id: guildId },
        timestamp: this.clock.iso(),
        edited_timestamp: null,
      } as unknown as DataOf<"MESSAGE_CREATE"> // Enough of a message.
      return [
        notice,
        ...this.pinsChanged(guild, { id, channel_id }, true),
        tell(guildId, "MESSAGE_CREATE", { ...notice, guild_id: guildId }, INTENTS.messages),
      ]
    })
  }

  unpin(guildId: string, where: Pick<APIMessage, "id" | "channel_id">) {
    const guild = this.guild(guildId)
    return this.change(guild, "message unpinned", () => {
      guild.pins.get(where.channel_id)?.delete(where.id)
      return [where, ...this.pinsChanged(guild, where, false)]
    })
  }

  private pinsChanged(
    guild: Guild,
    { id, channel_id }: Pick<APIMessage, "id" | "channel_id">,
    pinned: boolean,
  ): WorldEvent[] {
    const messages = guild.messages.get(channel_id) ?? new Map<string, APIMessage>()
    const message = { ...found(messages, id), pinned }
    messages.set(id, message)
    const last = [...(guild.pins.get(channel_id)?.values() ?? [])].at(-1) ?? null
    const channel = guild.channels.get(channel_id)
    // Of the type it had.
    if (channel) guild.channels.set(channel_id, { ...channel, last_pin_timestamp: last } as typeof channel)
    if (!sees(guild, this.bot.id, channel_id)) return []
    return [
      tell(guild.id, "CHANNEL_PINS_UPDATE", { guild_id: guild.id, channel_id, last_pin_timestamp: last }),
      tell(guild.id, "MESSAGE_UPDATE", { ...message, guild_id: guild.id } as never, INTENTS.messages),
    ]
  }

  private ifListed(
    guild: Guild,
    event: APIGuildScheduledEvent,
    t: "GUILD_SCHEDULED_EVENT_CREATE" | "GUILD_SCHEDULED_EVENT_UPDATE" | "GUILD_SCHEDULED_EVENT_DELETE",
  ): WorldEvent[] {
    return isListed(guild, event, this.bot.id) ? [tell(guild.id, t, event, INTENTS.scheduled)] : []
  }
}

/** Scheduled events that the bot may see: those without a channel, and those of channels that it sees. */
export function scheduledView(guild: Guild, botId: string): APIGuildScheduledEvent[] {
  return [...guild.scheduled.values()].filter((event) => isListed(guild, event, botId))
}

function isListed(guild: Guild, { channel_id }: APIGuildScheduledEvent, botId: string): boolean {
  return channel_id === null || sees(guild, botId, channel_id)
}

/** A page of a channel's pins, latest first. */
export function pinsView(
  guild: Guild,
  channelId: string,
  { limit = 50, before }: { limit?: number; before?: string | null },
): { items: APIMessagePin[]; has_more: boolean } {
  const messages = guild.messages.get(channelId)
  const all = [...(guild.pins.get(channelId) ?? [])]
    .filter(([id, at]) => messages?.has(id) && (!before || Date.parse(at) < Date.parse(before)))
    .map(([id, at]) => ({ pinned_at: at, message: messages?.get(id) as APIMessage }))
    .sort((one, other) => Date.parse(other.pinned_at) - Date.parse(one.pinned_at))
  return { items: all.slice(0, limit) as APIMessagePin[], has_more: all.length > limit }
}
