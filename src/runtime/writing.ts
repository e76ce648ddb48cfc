/** What a deployment and a guild have for writing memory: a model that reads what is told, and whether all writing is stopped. */

import { chatModel } from "../ai/chat/chat-model.ts"
import type { ChatModel } from "../ai/chat.ts"
import { readSettings } from "../settings.ts"
import type { Entered } from "./enter.ts"
import type { Ground } from "./ground.ts"

export function writingTools({ env }: Ground): { chat: ChatModel | null; readOnly: boolean } {
  const settings = readSettings(env)
  return { chat: chatModel(env, settings), readOnly: settings.READ_ONLY }
}

/** Whether memory is paused, here or everywhere. */
export function isPaused({ env }: Ground, { guild }: Entered): boolean {
  return guild.settings.read_only || readSettings(env).READ_ONLY
}
