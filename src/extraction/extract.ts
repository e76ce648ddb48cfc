/** Reads one sealed window: by a model where one is there and may be used, else by rules. */
import type { ChatModel } from "../ai/chat.ts"
import { digest } from "../memory/fact-key.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import { type GuildSettings, withinSpend } from "../policy/settings.ts"
import type { Extraction, Usage, Window } from "../vocabulary.ts"
import type { Context } from "./context.ts"
import { extractByModel } from "./model-path.ts"
import { noteByModel } from "./note-path.ts"
import { extractByRules } from "./rules/index.ts"

export type Read =
  | { kind: "extracted"; extraction: Extraction }
  /** No model today or for a while: the window waits. `usage` was spent all the same. */
  | { kind: "wait"; until: "later" | "tomorrow"; detail: string; usage: Usage[] }

/** `overflowing`: more waits than a channel may hold, so the rules take the oldest. */
export async function extract(context: Context, chat: ChatModel | null, overflowing: boolean): Promise<Read> {
  const { window, people } = context
  const { sensitive } = context.guild?.policy ?? DEFAULT_POLICY
  const read = (): Extraction => extractByRules({ window, members: people, sensitive })
  const byRules = (): Read => ({ kind: "extracted", extraction: read() })
  if (!window.messages.some((message) => message.role === "member")) return byRules()
  if (chat === null || overflowing || !mayUseModel(window, context)) return byRules()
  const byModel = context.mode === "notes" ? noteByModel : extractByModel
  const outcome = await byModel(chat, { ...context, sensitive })
  switch (outcome.kind) {
    case "extracted":
      return outcome
    case "bad_reply":
      // The named fallback for a reply that stays unusable after its repair: the rules, billed with what was spent.
      return { kind: "extracted", extraction: { ...read(), usage: outcome.usage } }
    case "retry_later":
      return { kind: "wait", until: "later", detail: outcome.detail, usage: outcome.usage }
    case "stop_today":
      return { kind: "wait", until: "tomorrow", detail: outcome.detail, usage: outcome.usage }
  }
}

function mayUseModel(window: Window, context: Context): boolean {
  const settings = context.guild?.settings
  return settings !== undefined && withinSpend(settings, context.tokensToday) && isSampled(window, settings)
}

/** The same window falls the same way each time: replay must not re-roll. */
function isSampled(window: Window, settings: GuildSettings): boolean {
  return Number.parseInt(digest([window.id]).slice(0, 8), 16) / 2 ** 32 < settings.extraction_rate
}
