/** Recognizes a mention of the bot's own role. Reads the guild's roles; changes nothing. */
import { sql } from "drizzle-orm"
import type { Id } from "../../../domain/types.ts"
import { type EventContext, eventDatabase } from "./event-context.ts"
import type { MessageShape } from "./lenient-shapes.ts"

type Pinging = Pick<
  ReturnType<typeof MessageShape.parse>,
  "author" | "content" | "mentions" | "mention_roles"
>

/**
 * Turns a mention of the bot's own role into a mention of the bot: people pick whichever Discord offers first. Discord
 * gives that role the bot's name, and no other bot can have it.
 */
export async function withRoleMention<Sent extends Pinging>(
  context: EventContext,
  guildId: Id,
  message: Sent,
): Promise<Sent> {
  const { userId } = context.bot
  if (message.mention_roles.length === 0 || message.author.id === userId) return message
  const rows = await eventDatabase(context, guildId).all<{ id: Id }>(
    sql`SELECT id FROM roles WHERE guild_id = ${guildId} AND bot_id = ${userId}
      AND id IN (SELECT value FROM json_each(${JSON.stringify(message.mention_roles)}))`,
  )
  const [role] = rows
  if (role === undefined) return message
  const self = { id: userId, username: "Keepsake", global_name: null, bot: true, member: null }
  const content = message.content.replaceAll(`<@&${role.id}>`, `<@${userId}>`)
  const mentions = message.mentions.some(({ id }) => id === userId) ? [] : [self]
  return { ...message, content, mentions: [...message.mentions, ...mentions] }
}
