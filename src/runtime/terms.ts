/** What a deployment tells people of itself: who reads what is said, and whom to ask. */
import { chatModel } from "../ai/chat/chat-model.ts"
import { readSettings } from "../settings.ts"

export interface Terms {
  /** A model of Cloudflare's, one of another server, or rules. */
  reader: "cloudflare" | "other" | "rules"
  contact: string | null
}

export function termsOf(env: Env): Terms {
  const settings = readSettings(env)
  const model = settings.AI_BASE_URL ? ("other" as const) : ("cloudflare" as const)
  return {
    reader: chatModel(env, settings) === null ? "rules" : model,
    contact: settings.PRIVACY_CONTACT ?? null,
  }
}
