/** What a deployment gives those who answer: its model, and what it may not do. */
import type { ChatModel } from "../ai/chat.ts"
import { chatModel } from "../ai/chat-model.ts"
import { readSettings } from "../env.ts"
import { tokensOf, tokensQuery } from "../memory/usage.ts"
import { withinSpend } from "../policy/settings.ts"
import type { Id } from "../vocabulary.ts"
import type { Entered } from "./enter.ts"
import type { Ground } from "./ground.ts"

export interface Means {
  /** null: no model is bound. */
  chat: ChatModel | null
  /** Nothing is written in any guild. */
  readOnly: boolean
  /** Who Keepsake is on Discord; null: nobody said. */
  ownId: Id | null
}

export function meansOf({ env }: Ground): Means {
  const settings = readSettings(env)
  const ownId = settings.DISCORD_APPLICATION_ID ?? null
  return { chat: chatModel(env, settings), readOnly: settings.READ_ONLY, ownId }
}

/** The model, where there is one and the guild has tokens left for today. */
export async function chatIn(ground: Ground, { db, guild }: Entered): Promise<ChatModel | null> {
  const { chat } = meansOf(ground)
  if (chat === null || guild.settings.daily_tokens === null) return chat
  const tokens = tokensOf(await tokensQuery(db, guild.id, Date.now()))
  return withinSpend(guild.settings, tokens) ? chat : null
}
