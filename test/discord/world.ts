/**
 * A model of Discord's servers for tests: guilds with all their parts, and the dispatches each change causes.
 * Uses no network and no Node, so it runs in workerd too; `server.ts` puts it behind REST and a gateway.
 */
import type { APIAttachment, APIEmbed, APIMessage, APIUser } from "discord-api-types/v10"
import { type DataOf, INTENTS, type WorldEvent } from "./dispatch.ts"
import type { Guild } from "./guild.ts"
import { type Change, found, tell } from "./guilds.ts"
import { HappeningWorld } from "./happenings.ts"
import { isoOf, timeOf } from "./snowflake.ts"

export type { Change, WorldOptions } from "./guilds.ts"

export interface NewMessage {
  id?: string
  author: APIUser
  content?: string
  /** The id of the message it replies to; Discord's type 19. */
  replyTo?: string
  /** Whether the reply pings the original author; Discord's default is yes. */
  pingsReplied?: boolean
  attachments?: { filename: string; description?: string; size?: number; contentType?: string }[]
  embeds?: APIEmbed[]
  webhookId?: string
  type?: number
  flags?: number
  nonce?: string | number
  /** Any other message fields, in Discord's format. */
  more?: Partial<APIMessage>
}

const REPLY = 19

export class World extends HappeningWorld {
  say(guildId: string, channelId: string, told: NewMessage): Change<APIMessage> {
    const guild = this.guild(guildId)
    const message = this.compose(guildId, channelId, told)
    return this.change(guild, "message sent", () => {
      this.messagesIn(guild, channelId).set(message.id, message)
      const dispatches = this.wake(guild, channelId, message.id)
      const made = this.withMembers(guild, message)
      const event = tell(guildId, "MESSAGE_CREATE", made, INTENTS.messages)
      return [message, ...dispatches, ...this.ifSeen(guild, channelId, event)]
    })
  }

  /**
   * An ephemeral message: in no channel. Discord sends its events like those of direct messages, without a
   * guild, on shard 0.
   */
  whisper(guildId: string, channelId: string, told: NewMessage): Change<APIMessage> {
    const guild = this.guild(guildId)
    const message = this.compose(guildId, channelId, told)
    return this.change(guild, "ephemeral message sent", () => [
      message,
      tell("0", "MESSAGE_CREATE", message, INTENTS.direct),
    ])
  }

  /** `where`: the original message, or its place. */
  edit(
    guildId: string,
    where: Pick<APIMessage, "id" | "channel_id">,
    change: Partial<APIMessage>,
  ): Change<APIMessage> {
    const guild = this.guild(guildId)
    const { id: messageId, channel_id: channelId } = where
    const messages = this.messagesIn(guild, channelId)
    const before = found(messages, messageId)
    const mentioned =
      change.content === undefined ? {} : { mentions: this.mentionedIn(change.content, before) }
    const message: APIMessage = {
      ...before,
      edited_timestamp: this.clock.iso(),
      ...mentioned,
      ...change,
    }
    return this.change(guild, "message edited", () => {
      messages.set(messageId, message)
      const event = tell(guildId, "MESSAGE_UPDATE", this.withMembers(guild, message), INTENTS.messages)
      return [message, ...this.ifSeen(guild, channelId, event)]
    })
  }

  deleteMessage(guildId: string, channelId: string, messageId: string): Change<APIMessage> {
    const guild = this.guild(guildId)
    const message = found(this.messagesIn(guild, channelId), messageId)
    return this.change(guild, "message deleted", () => {
      this.messagesIn(guild, channelId).delete(messageId)
      const gone = { id: messageId, channel_id: channelId, guild_id: guildId }
      const event = tell(guildId, "MESSAGE_DELETE", gone, INTENTS.messages)
      return [message, ...this.ifSeen(guild, channelId, event)]
    })
  }

  deleteMessages(guildId: string, channelId: string, ids: string[]): Change<string[]> {
    const guild = this.guild(guildId)
    return this.change(guild, "messages deleted", () => {
      for (const id of ids) this.messagesIn(guild, channelId).delete(id)
      const gone = { ids, channel_id: channelId, guild_id: guildId }
      const event = tell(guildId, "MESSAGE_DELETE_BULK", gone, INTENTS.messages)
      return [ids, ...this.ifSeen(guild, channelId, event)]
    })
  }

  messagesIn(guild: Guild, channelId: string): Map<string, APIMessage> {
    const messages = guild.messages.get(channelId) ?? new Map<string, APIMessage>()
    guild.messages.set(channelId, messages)
    return messages
  }

  /** Builds a message without sending it. */
  compose(guildId: string, channelId: string, told: NewMessage): APIMessage {
    const guild = this.guild(guildId)
    const answered = told.replyTo === undefined ? undefined : guild.messages.get(channelId)?.get(told.replyTo)
    const id = told.id ?? this.clock.next()
    const content = told.content ?? ""
    const reference = { type: 0, message_id: told.replyTo, channel_id: channelId, guild_id: guild.id }
    const { referenced_message: _, ...shown } = answered ?? {}
    const base = {
      id,
      channel_id: channelId,
      author: told.author,
      content,
      timestamp: isoOf(timeOf(id)),
      edited_timestamp: null,
      tts: false,
      mention_everyone: /@(everyone|here)\b/.test(content),
      mention_roles: [...content.matchAll(/<@&(\d+)>/g)].map((hit) => hit[1] ?? ""),
      attachments: (told.attachments ?? []).map((one) => this.attachmentOf(channelId, one)),
      embeds: told.embeds ?? [],
      components: [],
      pinned: false,
      type: told.type ?? (told.replyTo === undefined ? 0 : REPLY),
      flags: told.flags ?? 0,
      ...(told.nonce !== undefined && { nonce: told.nonce }),
      ...(told.webhookId !== undefined && { webhook_id: told.webhookId }),
      ...(told.replyTo !== undefined && {
        message_reference: reference,
        // null: the referenced message is deleted.
        referenced_message: answered ? shown : null,
      }),
      mentions: this.usersIn(
        content,
        told.replyTo !== undefined && told.pingsReplied !== false ? answered?.author : undefined,
      ),
      ...told.more,
    }
    return base as APIMessage // Types and flags come as the numbers they are.
  }

  private usersIn(content: string, replied?: APIUser): APIUser[] {
    const named = [...content.matchAll(/<@!?(\d+)>/g)].flatMap((hit) => this.users.get(hit[1] ?? "") ?? [])
    return [...new Map([...(replied ? [replied] : []), ...named].map((one) => [one.id, one])).values()]
  }

  /** The people an edited message mentions; a pinged author of the replied-to message stays. */
  private mentionedIn(content: string, before: APIMessage): APIUser[] {
    const replied = before.referenced_message?.author
    const pinged = replied && before.mentions.some((one) => one.id === replied.id) ? replied : undefined
    return this.usersIn(content, pinged)
  }

  private attachmentOf(channelId: string, told: NonNullable<NewMessage["attachments"]>[number]) {
    const id = this.clock.next()
    const url = `https://cdn.discordapp.com/attachments/${channelId}/${id}/${told.filename}`
    const attachment: APIAttachment = {
      id,
      filename: told.filename,
      size: told.size ?? 1,
      url,
      proxy_url: url,
      ...(told.contentType !== undefined && { content_type: told.contentType }),
      ...(told.description !== undefined && { description: told.description }),
    }
    return attachment
  }

  /**
   * A message as the gateway sends it: with its guild and the memberships of its author and mentioned people.
   */
  private withMembers(guild: Guild, message: APIMessage): DataOf<"MESSAGE_CREATE"> {
    const without = (id: string) => {
      const { user: _, ...member } = guild.members.get(id) ?? { user: null }
      return _ === null ? {} : { member }
    }
    const own = message.webhook_id === undefined ? without(message.author.id) : {}
    const type = guild.threads.get(message.channel_id)?.type ?? guild.channels.get(message.channel_id)?.type
    return {
      ...message,
      ...own,
      guild_id: guild.id,
      channel_type: type,
      mentions: message.mentions.map((user) => ({ ...user, ...without(user.id) })),
    } as DataOf<"MESSAGE_CREATE"> // A membership without its user, which the compiler cannot follow.
  }

  /** Records a channel's last message; a thread counts it and is unarchived. */
  private wake(guild: Guild, channelId: string, messageId: string): WorldEvent[] {
    const channel = guild.channels.get(channelId)
    if (channel) guild.channels.set(channelId, { ...channel, last_message_id: messageId } as typeof channel) // Of the type it had.
    const thread = guild.threads.get(channelId)
    if (!thread) return []
    const count = (thread.message_count ?? 0) + 1
    const archived = thread.thread_metadata?.archived === true
    const awake = {
      ...thread,
      last_message_id: messageId,
      message_count: count,
      total_message_sent: count,
      ...(thread.thread_metadata && { thread_metadata: { ...thread.thread_metadata, archived: false } }),
    }
    guild.threads.set(channelId, awake)
    return archived ? this.threadUpdate(guild, awake, true) : []
  }
}
