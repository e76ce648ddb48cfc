/**
 * Sends to Discord: deferred answers, updates, replies, typing indicators. Throws what the REST client
 * throws.
 */
import { DiscordAPIError, type RawFile } from "@discordjs/rest"
import { MessageFlags, Routes } from "discord-api-types/v10"
import type { Id } from "../../domain/types.ts"
import type { Interaction } from "./interaction-shapes.ts"
import type { DiscordRest } from "./rest.ts"
import { type Reply, replyBody } from "./ui/command.ts"
import { messageProblems } from "./ui/limits.ts"
import type { BotMention } from "./ui/text.ts"
import { text } from "./ui/ui-kit.ts"

type Answerable = Pick<Interaction, "application_id" | "token">

/** Returns the limits of Discord that the reply exceeds. Empty if it can be sent. */
export function replyProblems(reply: Reply): string[] {
  return messageProblems(replyBody(reply), reply.kind === "laid_out" ? (reply.files ?? []) : [])
}

/** Completes the deferred answer of an interaction. Authorized by the interaction's own token. */
export async function completeDeferredReply(
  rest: DiscordRest,
  { application_id, token }: Answerable,
  reply: Reply,
) {
  await rest.patch(Routes.webhookMessage(application_id, token), {
    auth: false,
    body: replyBody(reply),
    ...replyFiles(reply),
  })
}

/** Replaces the message of a component. A message with components V2 keeps that layout. */
export async function updateMessage(
  rest: DiscordRest,
  { application_id, token }: Answerable,
  { reply, flags }: { reply: Reply; flags: number },
) {
  const laidOut = (flags & MessageFlags.IsComponentsV2) !== 0
  const next = laidOut ? toComponentsReply(reply) : reply
  const clearedContent = next.kind === "laid_out" && !laidOut ? { content: null, embeds: null } : {}
  const files = replyFiles(next)
  await rest.patch(Routes.webhookMessage(application_id, token), {
    auth: false,
    // Removes the earlier files unless new ones replace them.
    body: { ...replyBody(next), ...clearedContent, ...(files.files ? {} : { attachments: [] }) },
    ...files,
  })
}

function toComponentsReply(reply: Reply): Reply {
  if (reply.kind === "laid_out") return reply
  return { kind: "laid_out", components: [text(reply.content), ...(reply.components ?? [])] }
}

/** Sends a private follow-up to the person who interacted. */
export async function sendFollowUp(rest: DiscordRest, { application_id, token }: Answerable, reply: Reply) {
  const body = replyBody(reply)
  await rest.post(Routes.webhook(application_id, token), {
    auth: false,
    body: { ...body, flags: body.flags | MessageFlags.Ephemeral },
    ...replyFiles(reply),
  })
}

/** Discord's code if the bot may not read the history of the channel, which a reply requires. */
const NO_HISTORY = 160_002

/**
 * Replies to a message once: Discord rejects a repeated nonce for some minutes. Without the permission Read
 * Message History the answer is a message of its own.
 */
export async function replyToMessage(rest: DiscordRest, mention: BotMention, reply: Reply) {
  const { guildId: guild_id, channelId: channel_id, messageId: message_id } = mention
  const body = {
    ...replyBody(reply),
    allowed_mentions: { parse: [], replied_user: false },
    nonce: message_id,
    enforce_nonce: true,
  }
  const message_reference = { message_id, channel_id, guild_id, fail_if_not_exists: false }
  const send = (sent: object) =>
    rest.post(Routes.channelMessages(channel_id), { body: sent, ...replyFiles(reply) })
  try {
    await send({ ...body, message_reference })
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.code !== NO_HISTORY) throw error
    await send(body)
  }
}

/** Lasts ten seconds, or until the bot says something. Sent at once or not at all. */
export async function showTyping(rest: DiscordRest, channelId: Id) {
  await rest.post(Routes.channelTyping(channelId), { withinMs: TYPING_WITHIN_MS })
}

/** A later indicator could follow the answer. */
const TYPING_WITHIN_MS = 2_000

function replyFiles(reply: Reply): { files?: RawFile[] } {
  if (reply.kind === "plain" || !reply.files?.length) return {}
  return { files: reply.files }
}
