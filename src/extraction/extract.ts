/** Reads one sealed window: by a model where one is there, may be used and could learn something, else by rules. */
import type { ChatModel } from "../ai/chat.ts"
import { hashOf } from "../domain/hash.ts"
import type { Extraction, Fallback, Usage, Window } from "../domain/types.ts"
import type { Guild } from "../policy/guild.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import type { GuildSettings } from "../policy/settings.ts"
import { allows, told } from "../policy/spend.ts"
import type { Context } from "./context.ts"
import { extractByModel, noteByModel } from "./model-path.ts"
import { extractByRules } from "./rules/index.ts"
import { tellsSomething } from "./triage.ts"

export type Read =
  /** `fallback`: why by rules although a model is there. */
  | { kind: "extracted"; extraction: Extraction; fallback: Fallback | null }
  /** No model today or for a while: the window waits. `usage` was spent all the same. */
  | { kind: "wait"; until: "later" | "tomorrow"; detail: string; usage: Usage[] }

/** `overflowing`: more waits than a channel may hold, so the rules take the oldest. */
export async function extract(context: Context, chat: ChatModel | null, overflowing: boolean): Promise<Read> {
  const { window, people } = context
  const { sensitive } = context.guild?.policy ?? DEFAULT_POLICY
  const read = (): Extraction => extractByRules({ window, members: people, sensitive })
  const byRules = (fallback: Fallback | null): Read => ({ kind: "extracted", extraction: read(), fallback })
  const { guild } = context
  if (chat === null || guild === null) return byRules(null)
  if (!window.messages.some((message) => message.role === "member")) return byRules(null)
  const fallback = overflowing ? "backlog" : instead(context, guild)
  if (fallback !== null) return byRules(fallback)
  if (!tellsSomething(window, people)) {
    const unasked = byRules("nothing_told")
    if (unasked.kind === "extracted" && unasked.extraction.claims.length === 0) return unasked
  }
  const byModel = context.mode === "notes" ? noteByModel : extractByModel
  const outcome = await byModel(chat, { ...context, sensitive })
  switch (outcome.kind) {
    case "extracted":
      return { ...outcome, fallback: null }
    case "bad_reply":
      // The named fallback for a reply that stays unusable after its repair: the rules, billed with what was spent.
      return {
        kind: "extracted",
        extraction: { ...read(), usage: outcome.usage },
        fallback: "bad_reply",
      }
    case "retry_later":
      return { kind: "wait", until: "later", detail: outcome.detail, usage: outcome.usage }
    case "stop_today":
      return { kind: "wait", until: "tomorrow", detail: outcome.detail, usage: outcome.usage }
  }
}

/** Why no model is asked for this window; null: one is. */
function instead({ window, spending, now }: Context, guild: Guild): Fallback | null {
  if (!isSampled(window, guild.settings)) return "sample"
  const use = "listening"
  return told(guild.id, allows(guild.settings, spending, { use, now }), use).ok ? null : "spend_cap"
}

/** The same window falls the same way each time: replay must not re-roll. */
function isSampled(window: Window, settings: GuildSettings): boolean {
  return Number.parseInt(hashOf([window.id]).slice(0, 8), 16) / 2 ** 32 < settings.extraction_rate
}
