/** What a deployment gives those who answer: its model, and what it may not do. */

import { chatModel } from "../ai/chat/chat-model.ts"
import type { ChatModel } from "../ai/chat.ts"
import type { Id } from "../domain/types.ts"
import { allowance } from "../policy/allowance.ts"
import { readSettings } from "../settings.ts"
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

/** Whether the guild's caps allow anything but listening to ask a model now. No round trip where there are no caps. */
export async function mayAskIn({ db, guild }: Pick<Entered, "db" | "guild">): Promise<boolean> {
  const asked = { use: "rest", now: Date.now(), caps: guild.settings } as const
  return (await allowance(db, guild.id, asked)).ok
}

/** The model, where there is one and the guild's caps allow it. */
export async function chatIn(ground: Ground, entered: Entered): Promise<ChatModel | null> {
  const { chat } = meansOf(ground)
  return chat !== null && (await mayAskIn(entered)) ? chat : null
}
