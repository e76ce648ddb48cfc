/** Says things on Discord: completes an interaction's answer, answers a message, shows that it thinks. Throws what the REST client throws. */
import type { RawFile, REST } from "@discordjs/rest"
import { MessageFlags, Routes } from "discord-api-types/v10"
import type { Id } from "../../domain/types.ts"
import type { Interaction } from "./interaction-shapes.ts"
import { type Reply, replyBody } from "./ui/command.ts"
import { messageProblems } from "./ui/limits.ts"
import type { BotMention } from "./ui/text.ts"
import { text } from "./ui/ui-kit.ts"

type Answerable = Pick<Interaction, "application_id" | "token">

/** What Discord would refuse of a reply, in words; empty: nothing. */
export function replyProblems(reply: Reply): string[] {
  return messageProblems(replyBody(reply), reply.kind === "laid_out" ? (reply.files ?? []) : [])
}

/** The deferred answer of an interaction becomes the reply. Signed by the interaction's own token. */
export async function completeDeferredReply(rest: REST, { application_id, token }: Answerable, reply: Reply) {
  await rest.patch(Routes.webhookMessage(application_id, token), {
    auth: false,
    body: replyBody(reply),
    ...replyFiles(reply),
  })
}

/** The message that a component belongs to becomes the reply. Laid out once, a message stays so. */
export async function updateMessage(
  rest: REST,
  { application_id, token }: Answerable,
  { reply, flags }: { reply: Reply; flags: number },
) {
  const laidOut = (flags & MessageFlags.IsComponentsV2) !== 0
  const becomes = laidOut ? toComponentsReply(reply) : reply
  const emptied = becomes.kind === "laid_out" && !laidOut ? { content: null, embeds: null } : {}
  const files = replyFiles(becomes)
  await rest.patch(Routes.webhookMessage(application_id, token), {
    auth: false,
    // Files of what it was before go, unless others take their place.
    body: { ...replyBody(becomes), ...emptied, ...(files.files ? {} : { attachments: [] }) },
    ...files,
  })
}

function toComponentsReply(reply: Reply): Reply {
  if (reply.kind === "laid_out") return reply
  return { kind: "laid_out", components: [text(reply.content), ...(reply.components ?? [])] }
}

/** Says something to whoever interacted, and to nobody else, beside the message they interacted with. */
export async function sendFollowUp(rest: REST, { application_id, token }: Answerable, reply: Reply) {
  const body = replyBody(reply)
  await rest.post(Routes.webhook(application_id, token), {
    auth: false,
    body: { ...body, flags: body.flags | MessageFlags.Ephemeral },
    ...replyFiles(reply),
  })
}

/** Answers a message where it was said, once: Discord knows a nonce again for some minutes. */
export async function replyToMessage(rest: REST, mention: BotMention, reply: Reply) {
  const { guildId: guild_id, channelId: channel_id, messageId: message_id } = mention
  const body = {
    ...replyBody(reply),
    allowed_mentions: { parse: [], replied_user: false },
    message_reference: { message_id, channel_id, guild_id, fail_if_not_exists: false },
    nonce: message_id,
    enforce_nonce: true,
  }
  await rest.post(Routes.channelMessages(channel_id), { body, ...replyFiles(reply) })
}

/** Shown for ten seconds, or until something is said. */
export async function showTyping(rest: REST, channelId: Id) {
  await rest.post(Routes.channelTyping(channelId))
}

function replyFiles(reply: Reply): { files?: RawFile[] } {
  if (reply.kind === "plain" || !reply.files?.length) return {}
  return { files: reply.files }
}
