/** Extracts one sealed window, by a model or by rules, and records what it yields: claims checked, applied to known memories and written in one batch. */

import { channelsWithSameReaders } from "../access/audience.ts"
import type { ChatModel } from "../ai/chat.ts"
import { costUsd } from "../ai/cost.ts"
import { hashOf } from "../domain/hash.ts"
import type { Extraction, Fallback, Time, Usage, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { type CommitOutcome, commit } from "../memory/write/commit.ts"
import type { Charge, ShownMemory, WindowRecord } from "../memory/write/order.ts"
import type { Guild } from "../policy/guild.ts"
import { DEFAULT_POLICY } from "../policy/policy.ts"
import type { GuildSettings } from "../policy/settings.ts"
import { checkCaps, logReachedCap } from "../policy/spend.ts"
import { checkClaims } from "./claims.ts"
import type { ExtractionContext } from "./context.ts"
import { extractByModel, noteByModel } from "./model-path.ts"
import { toNote } from "./note.ts"
import { extractByRules } from "./rules/index.ts"
import { mayHoldFacts } from "./triage.ts"

export type ExtractionResult =
  /** `fallback`: why by rules although a model is there. */
  | { kind: "extracted"; extraction: Extraction; fallback: Fallback | null }
  /** No model today or for a while: the window waits. `usage` was spent all the same. */
  | { kind: "wait"; until: "later" | "tomorrow"; detail: string; usage: Usage[] }

/** `overflowing`: more waits than a channel may hold, so the rules take the oldest. */
export async function extract(
  context: ExtractionContext,
  chat: ChatModel | null,
  overflowing: boolean,
): Promise<ExtractionResult> {
  const { window, people } = context
  const { sensitive } = context.guild?.policy ?? DEFAULT_POLICY
  const read = (): Extraction => extractByRules({ window, members: people, sensitive })
  const byRules = (fallback: Fallback | null): ExtractionResult => ({
    kind: "extracted",
    extraction: read(),
    fallback,
  })
  const { guild } = context
  if (chat === null || guild === null) return byRules(null)
  if (!window.messages.some((message) => message.role === "member")) return byRules(null)
  const fallback = overflowing ? "backlog" : fallbackReason(context, guild)
  if (fallback !== null) return byRules(fallback)
  if (!mayHoldFacts(window, people)) {
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
function fallbackReason({ window, spending, now }: ExtractionContext, guild: Guild): Fallback | null {
  if (!isSampled(window, guild.settings)) return "sample"
  const use = "listening"
  return logReachedCap(guild.id, checkCaps(guild.settings, spending, { use, now }), use).ok
    ? null
    : "spend_cap"
}

/** The same window falls the same way each time: replay must not re-roll. */
function isSampled(window: Window, settings: GuildSettings): boolean {
  return Number.parseInt(hashOf([window.id]).slice(0, 8), 16) / 2 ** 32 < settings.extraction_rate
}

// Writes what a window yielded: claims checked, settled with what is known, and landed with note and window in one batch.

/** `spent` is what earlier attempts at this window cost; `again`: its lines were written before, in another window; `shown`: what its model was shown; `fallback`: why none read it. */
export async function recordExtraction(
  db: Database,
  context: ExtractionContext,
  extraction: Extraction,
  terms: {
    now: Time
    readOnly: boolean
    spent: Usage[]
    again?: boolean
    shown?: ShownMemory[]
    fallback?: Fallback | null
  },
): Promise<CommitOutcome> {
  const { window, guild } = context
  const { gate, sensitive } = guild?.policy ?? DEFAULT_POLICY
  const checked = checkClaims(extraction, window, { offered: context.people, sensitive })
  const readOnly = terms.readOnly || (guild?.settings.read_only ?? true)
  return commit(db, {
    guildId: window.guildId,
    proposals: checked.proposals,
    window: {
      ...windowRecord(context, extraction),
      shown: terms.shown ?? [],
      fallback: terms.fallback ?? null,
      again: terms.again ? window.messages.map((message) => message.id) : [],
      refused: checked.refused,
      note: readOnly ? null : toNote(context, extraction),
    },
    usage: [...terms.spent, ...extraction.usage].map(priceUsage),
    rule: gate,
    readOnly,
    optIn: guild?.settings.consent === "opt_in",
    peers: channelsWithSameReaders(context.structure, window.channelId),
    named: [...context.people, ...context.excluded],
    now: terms.now,
  })
}

/** Adds the price to tokens. */
export function priceUsage(usage: Usage): Charge {
  return { ...usage, costUsd: costUsd(usage) }
}

function windowRecord(
  context: ExtractionContext,
  extraction: Extraction,
): Omit<WindowRecord, "refused" | "note" | "again" | "shown" | "fallback"> {
  const { window } = context
  const times = window.messages.map((message) => message.at)
  const spoke = new Set(
    window.messages.filter((message) => message.role === "member").map((message) => message.author.id),
  )
  return {
    id: window.id,
    channelId: window.channelId,
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
    messageCount: window.messages.length,
    reason: window.reason,
    method: extraction.method === "model" ? "model" : "rule",
    model: extraction.model,
    promptHash: extraction.promptHash,
    people: context.people.filter((person) => spoke.has(person.id)),
  }
}
