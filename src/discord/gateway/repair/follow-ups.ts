/** Decides what must be fetched over REST after an event. Pure. */
import { z } from "zod"
import { holdsPosts, isPrivateThread } from "../../../domain/channel-types.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Id } from "../../../domain/types.ts"
import { lenientArray } from "../events/event-context.ts"

const MEMBER = 1

const ChannelWithLastMessage = z.object({
  id: Snowflake,
  type: z.number().nullish(),
  last_message_id: Snowflake.nullish(),
})
const AvailableGuild = z.object({
  id: Snowflake,
  unavailable: z.boolean().nullish(),
  channels: lenientArray(ChannelWithLastMessage).default([]),
  threads: lenientArray(ChannelWithLastMessage).default([]),
})
const Left = z.object({ id: Snowflake, unavailable: z.boolean().nullish() })
const Channel = z.object({
  guild_id: Snowflake,
  permission_overwrites: lenientArray(z.object({ id: Snowflake, type: z.number() })).default([]),
})
const Thread = z.object({ id: Snowflake, type: z.number() })
const OneThread = Thread.extend({ guild_id: Snowflake })
const Threads = z.object({ guild_id: Snowflake, threads: lenientArray(Thread) })

/** A guild became available. `lastMessages` holds the newest message id of each channel that has one. */
export interface GuildArrival {
  kind: "arrived"
  guildId: Id
  lastMessages: { channelId: Id; messageId: Id }[]
}

export type FollowUp =
  | GuildArrival
  | { kind: "away" | "left"; guildId: Id }
  /** Members named by overwrites, or private threads whose members no event lists. */
  | { kind: "member" | "thread"; guildId: Id; targets: Id[] }

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
    default:
      return null
  }
}

function guildArrival(body: unknown): GuildArrival | null {
  const { data } = AvailableGuild.safeParse(body)
  if (!data || data.unavailable) return null
  const lastMessages = [...data.channels, ...data.threads]
    // A forum's last message is a post.
    .filter((channel) => !holdsPosts(channel))
    .flatMap(({ id, last_message_id }) =>
      last_message_id ? [{ channelId: id, messageId: last_message_id }] : [],
    )
  return { kind: "arrived", guildId: data.id, lastMessages }
}

function privateThreadsFollowUp(guildId: Id, threads: readonly z.output<typeof Thread>[]): FollowUp | null {
  return followUpFor("thread", guildId, threads.filter(isPrivateThread))
}

function followUpFor(kind: "member" | "thread", guildId: Id, of: readonly { id: Id }[]): FollowUp | null {
  return of.length === 0 ? null : { kind, guildId, targets: of.map(({ id }) => id) }
}
