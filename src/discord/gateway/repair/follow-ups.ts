/** Decides what must be fetched over REST after an event. Pure. */
import { z } from "zod"
import { holdsPosts, isPrivateThread } from "../../../domain/channel-types.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id, Time } from "../../../domain/types.ts"
import { lenientArray } from "../events/lenient-shapes.ts"

const MEMBER = 1

const ChannelWithLastMessage = z.object({
  id: Snowflake,
  type: z.number().nullish().catch(null),
  last_message_id: Snowflake.nullish().catch(null),
  last_pin_timestamp: z.iso.datetime({ offset: true }).nullish().catch(null),
})
const AvailableGuild = z.object({
  id: Snowflake,
  unavailable: z.boolean().nullish(),
  channels: lenientArray(ChannelWithLastMessage).catch([]),
  threads: lenientArray(ChannelWithLastMessage).catch([]),
})
const Left = z.object({ id: Snowflake, unavailable: z.boolean().optional() })
const Channel = z.object({
  guild_id: Snowflake,
  permission_overwrites: lenientArray(z.object({ id: Snowflake, type: z.number() })).default([]),
})
const Thread = z.object({ id: Snowflake, type: z.number() })
const OneThread = Thread.extend({ guild_id: Snowflake })
const Threads = z.object({ guild_id: Snowflake, threads: lenientArray(Thread) })

const InChannel = z.object({ guild_id: Snowflake, channel_id: Snowflake })
const PinnedMessage = InChannel.extend({ pinned: z.literal(true) })

/**
 * A guild became available. `lastMessages` holds the newest message id of each channel that has one, `lastPins` when a
 * message was last pinned in it.
 */
export interface GuildArrival {
  kind: "arrived"
  guildId: Id
  lastMessages: { channelId: Id; messageId: Id }[]
  lastPins: { channelId: Id; at: Time }[]
}

export type FollowUp =
  | GuildArrival
  | { kind: "away" | "left"; guildId: Id }
  /** Members named by overwrites, or private threads whose members no event lists. */
  | { kind: "member" | "thread"; guildId: Id; targets: Id[] }
  /** Channels whose pins changed, or a pinned message. */
  | { kind: "pins"; guildId: Id; targets: Id[] }

// Reads ids one by one from an event that its handler could not read.

const SomeId = Snowflake.optional().catch(undefined)
const Ids = z.object({ id: SomeId, guild_id: SomeId, channel_id: SomeId }).catch({})

/** The thing to read over REST in place of an unreadable event. `guildId` is `null` if only Discord knows it. */
export type Recovery =
  | { kind: "message"; guildId: Id | null; channelId: Id; messageId: Id }
  | { kind: "guild" | "arrival"; guildId: Id }

/** Returns `null` if the event has no readable id to start from. */
export function recoveryOf({ t, d }: { t: string; d: unknown }): Recovery | null {
  const { id, guild_id, channel_id } = Ids.parse(d)
  if ((t === "MESSAGE_CREATE" || t === "MESSAGE_UPDATE") && id && channel_id)
    return { kind: "message", guildId: guild_id ?? null, channelId: channel_id, messageId: id }
  const guildId = guild_id ?? (GUILD_EVENTS.includes(t) ? id : undefined)
  return guildId === undefined ? null : { kind: t === "GUILD_CREATE" ? "arrival" : "guild", guildId }
}

/** Events whose `id` is the guild's. */
const GUILD_EVENTS = ["GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE"]

/** Returns `null` if there is nothing to fetch. */
export function followUpOf({ t, d }: { t: string; d: unknown }): FollowUp | null {
  switch (t) {
    case "GUILD_CREATE":
      return guildArrival(d)
    case "GUILD_DELETE": {
      const { data } = Left.safeParse(d)
      return data ? { kind: data.unavailable ? "away" : "left", guildId: data.id } : null
    }
    case "CHANNEL_CREATE":
    case "CHANNEL_UPDATE": {
      const { data } = Channel.safeParse(d)
      const named = data?.permission_overwrites.filter(({ type }) => type === MEMBER) ?? []
      return data ? followUpFor("member", data.guild_id, named) : null
    }
    case "THREAD_CREATE": {
      const { data } = OneThread.safeParse(d)
      return data ? privateThreadsFollowUp(data.guild_id, [data]) : null
    }
    case "THREAD_LIST_SYNC": {
      const { data } = Threads.safeParse(d)
      return data ? privateThreadsFollowUp(data.guild_id, data.threads) : null
    }
    case "CHANNEL_PINS_UPDATE":
    case "MESSAGE_UPDATE": {
      const { data } = (t === "MESSAGE_UPDATE" ? PinnedMessage : InChannel).safeParse(d)
      return data ? { kind: "pins", guildId: data.guild_id, targets: [data.channel_id] } : null
    }
    default:
      return null
  }
}

function guildArrival(body: unknown): GuildArrival | null {
  const { data } = AvailableGuild.safeParse(body)
  if (!data || data.unavailable) return null
  const channels = [...data.channels, ...data.threads]
  const lastPins = channels.flatMap(({ id, last_pin_timestamp: at }) =>
    at ? [{ channelId: id, at: Date.parse(at) }] : [],
  )
  const lastMessages = channels
    // A forum's last message is a post.
    .filter((channel) => !holdsPosts(channel))
    .flatMap(({ id, last_message_id }) =>
      last_message_id ? [{ channelId: id, messageId: last_message_id }] : [],
    )
  return { kind: "arrived", guildId: data.id, lastMessages, lastPins }
}

function privateThreadsFollowUp(guildId: Id, threads: readonly z.output<typeof Thread>[]): FollowUp | null {
  return followUpFor("thread", guildId, threads.filter(isPrivateThread))
}

function followUpFor(kind: "member" | "thread", guildId: Id, of: readonly { id: Id }[]): FollowUp | null {
  return of.length === 0 ? null : { kind, guildId, targets: of.map(({ id }) => id) }
}
