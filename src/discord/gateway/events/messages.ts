/** Messages: heard, edited, deleted; and handed to the guild's Responder where they are said to us. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { NameShape } from "../../../access/structure-shapes.ts"
import type { DeliveredMessage } from "../../../channel/delivery.ts"
import { isThread } from "../../../domain/channel-types.ts"
import { describeError } from "../../../domain/errors.ts"
import { Snowflake, snowflakeTime } from "../../../domain/ids.ts"
import type { Id, Person, Time } from "../../../domain/types.ts"
import { channelStub } from "../../../runtime/channels.ts"
import type { BotMention } from "../../bot/ui/text.ts"
import {
  type BotIdentity,
  channelQueueKey,
  type EventContext,
  eventDatabase,
  eventHandler,
  RecentMap,
} from "./event-context.ts"
import { recordSpeaker } from "./members.ts"

// Messages as the gateway and REST tell them, and what is heard of each. Pure.

// Discord's own numbers: https://discord.com/developers/docs/resources/message
const EPHEMERAL = 1 << 6
const REPLY = 19
/** What people write; what answers a command, and a menu: of those ours alone are kept. Anything else is Discord's own notice. */
const SPOKEN = [0, REPLY, 20, 23]
const FORWARD = 1

const User = z.object({
  id: Snowflake,
  username: NameShape,
  global_name: NameShape.nullish(),
  bot: z.boolean().nullish(),
})

const Nick = z.object({ nick: NameShape.nullish() })

export const MessageShape = z.object({
  id: Snowflake,
  channel_id: Snowflake,
  /** Left out in private talks, and by REST. */
  guild_id: Snowflake.optional(),
  author: User,
  member: Nick.extend({ roles: z.array(Snowflake) }).nullish(),
  content: z.string().default(""),
  edited_timestamp: z.iso.datetime({ offset: true }).nullish(),
  type: z.int(),
  flags: z.int().default(0),
  webhook_id: Snowflake.nullish(),
  mentions: z.array(User.extend({ member: Nick.nullish() })).default([]),
  attachments: z.array(z.object({ filename: z.string() })).default([]),
  message_reference: z.object({ type: z.int().default(0), message_id: Snowflake.optional() }).nullish(),
  /** The interaction that ours answers. */
  interaction_metadata: z.object({ id: Snowflake }).nullish().catch(null),
  referenced_message: z.object({ author: z.object({ id: Snowflake }) }).nullish(),
})
type ToldMessage = z.output<typeof MessageShape>

/** Whether anybody said it, to more than one person. */
export function isSpoken({ type, flags }: Pick<ToldMessage, "type" | "flags">): boolean {
  return SPOKEN.includes(type) && (flags & EPHEMERAL) === 0
}

/**
 * What is heard of a message. Of a forwarded one that is what the forwarder wrote themselves, which Discord leaves empty: the words
 * are somebody else's. What we said stands under our application's id, whatever our user's is.
 */
export function toDeliveredMessage(message: ToldMessage, own: BotIdentity): DeliveredMessage {
  const { author, member, webhook_id } = message
  const us = author.id === own.userId
  return {
    id: message.id,
    author: { id: us ? own.applicationId : author.id, name: shownNameOf(author, member) },
    bot: us || author.bot === true || typeof webhook_id === "string",
    content: message.content,
    at: snowflakeTime(message.id),
    replyTo: replyTargetId(message),
    mentions: mentionedIn(message, own),
    attachments: message.attachments.map((file) => file.filename),
    source: isAddressedToBot(message, own) ? "chat" : "passive",
  }
}

/** Whether it names us, or answers us. That all are called is no call for us. */
export function isAddressedToBot(message: ToldMessage, own: BotIdentity): boolean {
  const names = message.mentions.some(({ id }) => id === own.userId)
  return names || (replyTargetId(message) !== null && message.referenced_message?.author.id === own.userId)
}

/** The message it answers; what is forwarded answers none. */
function replyTargetId({ type, message_reference }: ToldMessage): Id | null {
  return type === REPLY && message_reference?.type !== FORWARD
    ? (message_reference?.message_id ?? null)
    : null
}

function mentionedIn(message: ToldMessage, own: BotIdentity): Person[] {
  return message.mentions.map(({ member, ...user }) => ({
    id: user.id === own.userId ? own.applicationId : user.id,
    name: shownNameOf(user, member),
  }))
}

/** When it was last edited; null: never. */
export function editedAt({ edited_timestamp }: ToldMessage): Time | null {
  return edited_timestamp ? Date.parse(edited_timestamp) : null
}

function shownNameOf(user: z.output<typeof User>, member: z.output<typeof Nick> | null | undefined): string {
  return member?.nick ?? user.global_name ?? user.username
}

/** What comes later than that comes from before a crash or an outage: nobody waits for its answer any more. */
const STALE_MS = 10 * 60_000

/** MESSAGE_CREATE. It is heard before it is answered. */
export const messageCreated = eventHandler(channelQueueKey, MessageShape, async (telling, message) => {
  if (message.guild_id === undefined || !isSpoken(message)) return
  const guildId = message.guild_id
  await ingestMessage(telling, guildId, message)
  const { author, webhook_id } = message
  if (author.bot || webhook_id || !isAddressedToBot(message, telling.bot)) return
  if (telling.now - snowflakeTime(message.id) > STALE_MS) return
  const mention = await asMention(telling, guildId, message)
  await telling.runtime.env.RESPONDERS.getByName(guildId).take({ kind: "mention", mention })
})

/** MESSAGE_UPDATE: of what changes without being edited, as by a link's preview, nothing is kept. What we answer late is said only then. */
export const messageEdited = eventHandler(channelQueueKey, MessageShape, async (telling, message) => {
  if (message.guild_id === undefined || !isSpoken(message)) return
  const guildId = message.guild_id
  const at = editedAt(message)
  const isOurs = message.author.id === telling.bot.userId
  const isHeard = !message.author.bot && !message.webhook_id && at !== null
  if (!isHeard && !isOurs) return
  const { env } = telling.runtime
  const channel = channelStub(env, guildId, message.channel_id)
  if (!(await channel.edit(message.id, message.content, at)) && isOurs)
    await ingestMessage(telling, guildId, message)
})

const Gone = z.object({ id: Snowflake, channel_id: Snowflake, guild_id: Snowflake.optional() })
const AllGone = Gone.omit({ id: true }).extend({ ids: z.array(Snowflake) })

/** MESSAGE_DELETE. It may overtake the message. */
export const messageDeleted = eventHandler(channelQueueKey, Gone, (telling, { id, ...where }) =>
  removeMessages(telling, where, [id]),
)

export const messagesDeleted = eventHandler(channelQueueKey, AllGone, (telling, { ids, ...where }) =>
  removeMessages(telling, where, ids),
)

async function removeMessages(
  { runtime: ground }: EventContext,
  { guild_id, channel_id }: { guild_id?: Id | undefined; channel_id: Id },
  ids: Id[],
): Promise<void> {
  if (guild_id === undefined) return
  const asked = ids.flatMap((id) => questions.get(id) ?? [])
  await channelStub(ground.env, guild_id, channel_id).remove(guild_id, [...ids, ...asked])
}

/** Interactions by our answers to them: a public question is heard under its interaction's id, and goes with its answer. What was forgotten here, a repair sees to. */
const questions = new RecentMap<Id>(20_000)

async function ingestMessage(telling: EventContext, guildId: Id, message: ToldMessage): Promise<void> {
  const { runtime: ground, bot: own } = telling
  const { channel_id: channelId, author, member, interaction_metadata: asked } = message
  if (asked && author.id === own.userId) questions.set(message.id, asked.id)
  const info = await nameOf(telling, guildId, channelId)
  const receipt = await channelStub(ground.env, guildId, channelId).append({
    ...{ guildId, channelId, info },
    messages: [toDeliveredMessage(message, own)],
  })
  if (!member || author.id === own.userId) return
  const speaker = {
    member: { user: author, nick: member.nick, roles: member.roles },
    at: snowflakeTime(message.id),
    isHeard: receipt.accepted + receipt.duplicates > 0,
  }
  // The fallback is their next message: until then what they read beyond everyone is withheld.
  await recordSpeaker(telling, guildId, speaker).catch((error) =>
    logUnavailable("speaker.untold", guildId, error),
  )
}

/** A known channel goes on listening while the database is down. */
function logUnavailable(event: string, guild: Id, error: unknown): null {
  console.error({ event, guild, error: describeError(error) })
  return null
}

async function asMention(telling: EventContext, guildId: Id, message: ToldMessage): Promise<BotMention> {
  const { bot: own } = telling
  const { channel_id: channelId, author, member } = message
  return {
    guildId,
    channelId,
    parentId: await parentOf(telling, guildId, channelId),
    messageId: message.id,
    at: snowflakeTime(message.id),
    content: message.content,
    author: {
      ...toDeliveredMessage(message, own).author,
      id: author.id,
      roles: member?.roles ?? [],
      permissions: 0n,
    },
    mentions: mentionedIn(message, own).filter(({ id }) => id !== own.applicationId),
    replyTo: replyTargetId(message),
  }
}

/** Names of channels as they were last told, so that each is read once. */
const names = new RecentMap<string>(20_000)

/** What a channel is to be told of itself; its place in the guild is the structure's to tell. */
async function nameOf(telling: EventContext, guildId: Id, channelId: Id): Promise<{ name: string } | null> {
  const key = `${guildId}:${channelId}`
  const read = () =>
    channelRow(telling, guildId, channelId).catch((error) =>
      logUnavailable("channel.unnamed", guildId, error),
    )
  const name = names.get(key) ?? (await read())?.name
  if (!name) return null
  names.set(key, name)
  return { name }
}

/** A channel was told anew: it may be called something else. */
export function dropCachedName(guildId: Id, channelId: Id): void {
  names.delete(`${guildId}:${channelId}`)
}

async function parentOf(telling: EventContext, guildId: Id, channelId: Id): Promise<Id | null> {
  const row = await channelRow(telling, guildId, channelId)
  return row && isThread(row) ? row.parent : null
}

async function channelRow(telling: EventContext, guildId: Id, channelId: Id) {
  const rows = await eventDatabase(telling, guildId).all<{
    name: string | null
    type: number | null
    parent: Id | null
  }>(
    sql`SELECT name, type, parent_id AS parent FROM channels WHERE guild_id = ${guildId} AND id = ${channelId}`,
  )
  return rows[0]
}
