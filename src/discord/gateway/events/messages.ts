/** Handles new, edited and deleted messages. Passes those addressed to the bot to the guild's Responder. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { DeliveredMessage } from "../../../channel/delivery.ts"
import { isThread } from "../../../domain/channel-types.ts"
import { describeError } from "../../../domain/errors.ts"
import { Snowflake, snowflakeTime } from "../../../domain/ids.ts"
import type { Id, Person, Time } from "../../../domain/types.ts"
import { channelStub } from "../../../runtime/channels.ts"
import { attachedTo } from "../../../text/attached.ts"
import { answerBasis } from "../../bot/ui/answer-label.ts"
import type { BotMention } from "../../bot/ui/text.ts"
import {
  type BotIdentity,
  channelQueueKey,
  type EventContext,
  eventDatabase,
  eventHandler,
  RecentMap,
} from "./event-context.ts"
import { EditShape, type LenientUser, MessageShape } from "./lenient-shapes.ts"
import { recordSpeaker } from "./members.ts"
import { withRoleMention } from "./role-mention.ts"
import { speakerOf } from "./webhook-speaker.ts"

// Messages from the gateway and from REST, and what is recorded of each. Pure.

// Discord's numbers: https://discord.com/developers/docs/resources/message
const EPHEMERAL = 1 << 6
const REPLY = 19
/** Messages by people, and answers to commands and menus (the bot's only). The rest are Discord's notices. */
const MESSAGE_TYPES = [0, REPLY, 20, 23]
const FORWARD = 1

type DiscordMessage = z.output<typeof MessageShape>

/** Returns true if someone said it to more than one person. */
export function isSpoken({ type, flags }: Pick<DiscordMessage, "type" | "flags">): boolean {
  return MESSAGE_TYPES.includes(type) && (flags & EPHEMERAL) === 0
}

/**
 * Converts a message for the channel. Forwarded words are somebody else's, so they are attached and never the message's
 * own text, which Discord leaves empty. The bot's messages are recorded under its application id, whatever its user id
 * is.
 */
export function toDeliveredMessage(message: DiscordMessage, bot: BotIdentity): DeliveredMessage {
  const { author, member, webhook_id } = message
  const isOwn = author.id === bot.userId
  const speaker = isOwn ? null : speakerOf(message)
  return {
    id: message.id,
    author: speaker ?? { id: isOwn ? bot.applicationId : author.id, name: displayNameOf(author, member) },
    bot: isOwn || author.bot === true || webhook_id !== null,
    ...(speaker && { webhook: true }),
    content: message.content,
    at: snowflakeTime(message.id),
    replyTo: replyTargetId(message),
    mentions: mentionedIn(message, bot),
    attachments: attachedTo(message),
    source: isAddressedToBot(message, bot) ? "chat" : "passive",
  }
}

/** Returns true if the message mentions the bot or replies to it. @everyone does not count. @internal */
export function isAddressedToBot(message: DiscordMessage, bot: BotIdentity): boolean {
  if (message.mentions.some(({ id }) => id === bot.userId)) return true
  return replyTargetId(message) !== null && message.referenced_message?.author.id === bot.userId
}

/** Returns the message that it replies to. A forward replies to none. */
function replyTargetId({ type, message_reference }: DiscordMessage): Id | null {
  return type === REPLY && message_reference?.type !== FORWARD
    ? (message_reference?.message_id ?? null)
    : null
}

function mentionedIn(message: DiscordMessage, bot: BotIdentity): Person[] {
  return message.mentions.map(({ member, ...user }) => ({
    id: user.id === bot.userId ? bot.applicationId : user.id,
    name: displayNameOf(user, member),
  }))
}

/** Returns when it was last edited, or `null`. */
export function editedAt({ edited_timestamp }: DiscordMessage): Time | null {
  return edited_timestamp ? Date.parse(edited_timestamp) : null
}

function displayNameOf(
  user: z.output<typeof LenientUser>,
  member?: { nick?: string | null | undefined } | null,
): string {
  return member?.nick ?? user.global_name ?? user.username
}

/** A later arrival comes from before a crash or an outage: nobody waits for the answer any more. */
const STALE_MS = 10 * 60_000

/** MESSAGE_CREATE. The message is recorded before it is answered. */
export const messageCreated = eventHandler(channelQueueKey, MessageShape, async (context, created) => {
  if (created.guild_id === undefined || !isSpoken(created)) return
  const guildId = created.guild_id
  const message = await withRoleMention(context, guildId, created)
  await ingestMessage(context, guildId, message)
  await answerIfAddressed(context, guildId, message)
})

/** A message is answered once: the guild's Responder knows the ids of the last hour. */
async function answerIfAddressed(context: EventContext, guildId: Id, message: DiscordMessage): Promise<void> {
  const { author, webhook_id } = message
  if (author.bot || webhook_id !== null || !isAddressedToBot(message, context.bot)) return
  if (context.now - snowflakeTime(message.id) > STALE_MS) return
  const mention = await toMention(context, guildId, message)
  await context.runtime.env.RESPONDERS.getByName(guildId).take({ kind: "mention", mention })
}

/**
 * MESSAGE_UPDATE: edits, which may add a mention of the bot, and previews of links, which arrive after their message.
 * Only it carries the bot's deferred answers.
 */
export const messageEdited = eventHandler(channelQueueKey, EditShape, async (context, edited) => {
  if (edited.guild_id === undefined || !isSpoken(edited)) return
  const guildId = edited.guild_id
  const at = editedAt(edited)
  const isOurs = edited.author.id === context.bot.userId
  const isByPerson = !edited.author.bot && edited.webhook_id === null
  // A webhook's message is kept only if the guild hears webhooks, and edits concern only kept messages.
  if (!isByPerson && !isOurs && speakerOf(edited) === null) return
  const message = await withRoleMention(context, guildId, edited)
  const channel = channelStub(context.runtime.env, guildId, message.channel_id)
  if (isByPerson && (at !== null || message.embeds.length > 0)) {
    const { mentions, attachments } = toDeliveredMessage(message, context.bot)
    await channel.attach(message.id, { mentions, attachments })
  }
  if (at === null && !isOurs) return
  const isKept = await channel.edit(message.id, message.content, at)
  if (!isKept && isOurs) await ingestMessage(context, guildId, message)
  if (isByPerson) await answerIfAddressed(context, guildId, message)
})

const Gone = z.object({ id: Snowflake, channel_id: Snowflake, guild_id: Snowflake.optional() })
const AllGone = Gone.omit({ id: true }).extend({ ids: z.array(Snowflake) })

/** MESSAGE_DELETE. It may arrive before the message. */
export const messageDeleted = eventHandler(channelQueueKey, Gone, (context, { id, ...where }) =>
  removeMessages(context, where, [id]),
)

export const messagesDeleted = eventHandler(channelQueueKey, AllGone, (context, { ids, ...where }) =>
  removeMessages(context, where, ids),
)

async function removeMessages(
  { runtime }: EventContext,
  { guild_id, channel_id }: { guild_id?: Id | undefined; channel_id: Id },
  ids: Id[],
): Promise<void> {
  if (guild_id === undefined) return
  const asked = ids.flatMap((id) => questionIds.get(id) ?? [])
  await channelStub(runtime.env, guild_id, channel_id).remove(guild_id, [...ids, ...asked])
}

/**
 * Interaction ids by the bot's answers: a public question is recorded under its interaction's id and deleted
 * with the answer. If an entry is evicted, a repair deletes the question.
 */
const questionIds = new RecentMap<Id>(20_000)

async function ingestMessage(context: EventContext, guildId: Id, message: DiscordMessage): Promise<void> {
  const { runtime, bot } = context
  const { channel_id: channelId, author, member, interaction_metadata: asked } = message
  if (asked && author.id === bot.userId) questionIds.set(message.id, asked.id)
  const info = await channelInfo(context, guildId, channelId)
  const receipt = await channelStub(runtime.env, guildId, channelId).append({
    ...{ guildId, channelId, info },
    messages: [toDeliveredMessage(message, bot)],
  })
  if (!member || author.id === bot.userId) return
  const speaker = {
    member: { user: author, nick: member.nick, roles: member.roles },
    at: snowflakeTime(message.id),
    isRecorded: receipt.accepted + receipt.duplicates > 0,
  }
  // Fallback: the author's next message. Until then they see only what everyone may read.
  await recordSpeaker(context, guildId, speaker).catch((error) =>
    logUnavailable("speaker.untold", guildId, error),
  )
}

/**
 * Logs the failure and goes on: a channel that is already registered records messages without the database.
 */
function logUnavailable(event: string, guild: Id, error: unknown): null {
  console.error({ event, guild, error: describeError(error) })
  return null
}

async function toMention(context: EventContext, guildId: Id, message: DiscordMessage): Promise<BotMention> {
  const { bot } = context
  const { channel_id: channelId, author, member, referenced_message: answer } = message
  const roles = member?.roles ?? []
  const isReply = replyTargetId(message) !== null && answer?.author.id === bot.userId
  return {
    guildId,
    channelId,
    parentId: await parentOf(context, guildId, channelId),
    messageId: message.id,
    at: snowflakeTime(message.id),
    content: message.content,
    author: { id: author.id, name: displayNameOf(author, member), roles, permissions: 0n },
    mentions: mentionedIn(message, bot).filter(({ id }) => id !== bot.applicationId),
    replyTo: replyTargetId(message),
    restsOn: isReply ? answerBasis(answer.components) : null,
  }
}

/** Channel names already read, so that each is read once. */
const channelNames = new RecentMap<string>(20_000)

/** Returns the channel's name. Its place in the guild comes from the structure. */
async function channelInfo(context: EventContext, guildId: Id, channelId: Id) {
  const key = `${guildId}:${channelId}`
  const failed = (error: unknown) => logUnavailable("channel.unnamed", guildId, error)
  const name = channelNames.get(key) ?? (await channelRow(context, guildId, channelId).catch(failed))?.name
  if (!name) return null
  channelNames.set(key, name)
  return { name }
}

/** Forgets a channel's cached name. Called when the channel changes, because its name may have changed. */
export function dropCachedName(guildId: Id, channelId: Id): void {
  channelNames.delete(`${guildId}:${channelId}`)
}

async function parentOf(context: EventContext, guildId: Id, channelId: Id): Promise<Id | null> {
  const row = await channelRow(context, guildId, channelId)
  return row && isThread(row) ? row.parent : null
}

type ChannelRow = { name: string | null; type: number | null; parent: Id | null }

async function channelRow(context: EventContext, guildId: Id, channelId: Id) {
  const rows = await eventDatabase(context, guildId).all<ChannelRow>(
    sql`SELECT name, type, parent_id AS parent FROM channels WHERE guild_id = ${guildId} AND id = ${channelId}`,
  )
  return rows[0]
}
