/**
 * Extracts a sealed window by a model or by rules, then checks its claims and writes the result in one batch.
 */

import { placeReaders } from "../access/audience.ts"
import { type ChatModel, forGuild } from "../ai/chat.ts"
import { costUsd } from "../ai/cost.ts"
import { hashShare } from "../domain/hash.ts"
import type { Claim, Extraction, Fallback, Time, Usage, Window } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { type CommitOutcome, commit } from "../memory/write/commit.ts"
import type { Charge, Order, ShownMemory, WindowRecord } from "../memory/write/order.ts"
import type { Guild } from "../policy/guild.ts"
import { DEFAULT_POLICY, gateRuleOf } from "../policy/policy.ts"
import { DEFAULT_SETTINGS, type GuildSettings } from "../policy/settings.ts"
import { capsOf, checkCaps, logReachedCap } from "../policy/spend.ts"
import { claimTerms, logTerms } from "./claim-terms.ts"
import { checkClaims, claimsInQuestion, withLifetimes } from "./claims.ts"
import type { ExtractionContext } from "./context.ts"
import { withEventSubjects } from "./event-subjects.ts"
import { extractByModel, noteByModel } from "./model-path.ts"
import { withCandidates } from "./namesakes.ts"
import { toNote } from "./note.ts"
import { extractByRules } from "./rules/index.ts"
import { readAgain } from "./second-reading.ts"
import { mayHoldFacts } from "./triage.ts"

export type ExtractionResult =
  /**
   * `fallback`: why rules were used although a model is bound. `needsSecondReading`: `readClaimsAgain` has still to
   * judge its claims.
   */
  | { kind: "extracted"; extraction: Extraction; fallback: Fallback | null; needsSecondReading: boolean }
  /** The model is unavailable for a while or for today, so the window waits. `usage` was still spent. */
  | { kind: "wait"; until: "later" | "tomorrow"; detail: string; usage: Usage[] }

/**
 * Extracts a window, with a second reading of a model's claims. `told`: somebody gave the text to Keepsake for what it
 * says, so no second reading asks whether they mean it.
 */
export async function extract(
  context: ExtractionContext,
  chat: ChatModel | null,
  { deploymentCapUsd, told = false }: Pick<ReadingLimits, "deploymentCapUsd"> & { told?: boolean },
): Promise<ExtractionResult> {
  const read = await extractOnce(context, chat, { deploymentCapUsd })
  if (read.kind !== "extracted" || !read.needsSecondReading) return read
  const { extraction } = read
  const done = told ? whoIsMeant(extraction, context) : await readClaimsAgain(extraction, context, chat)
  return { ...read, extraction: done, needsSecondReading: false }
}

interface ReadingLimits {
  /** The operator's cap for all guilds in a month; `null` for none. */
  deploymentCapUsd: number | null
  /** Why rules read the window, if the channel decides that: too much waits, or an import's cap is reached. */
  rulesFor?: Fallback | null
}

/** The first of the two readings, which is paid for by itself, so that it can be stored before the second. */
export async function extractOnce(
  context: ExtractionContext,
  chat: ChatModel | null,
  limits: ReadingLimits,
): Promise<ExtractionResult> {
  const result = await read(context, chat, limits)
  if (result.kind !== "extracted") return result
  const extraction = withLifetimes(result.extraction, (context.guild?.policy ?? DEFAULT_POLICY).lifetimes)
  return { ...result, extraction: result.needsSecondReading ? extraction : whoIsMeant(extraction, context) }
}

function whoIsMeant(extraction: Extraction, { namesakes, window }: ExtractionContext): Extraction {
  return withCandidates(extraction, namesakes, window)
}

async function read(
  context: ExtractionContext,
  chat: ChatModel | null,
  { rulesFor = null, deploymentCapUsd }: ReadingLimits,
): Promise<ExtractionResult> {
  const { window, people, namesakes, guild } = context
  const members = [...people, ...namesakes]
  const { sensitive } = guild?.policy ?? DEFAULT_POLICY
  const { timezone, event_type: eventType } = guild?.settings ?? DEFAULT_SETTINGS
  const byPhrases = (): Extraction =>
    extractByRules({ window, members, sensitive, timezone, known: context.known, eventType })
  const byRules = (fallback: Fallback | null, usage: Usage[] = []): ExtractionResult => ({
    kind: "extracted",
    extraction: { ...byPhrases(), usage },
    fallback,
    needsSecondReading: false,
  })
  if (chat === null || guild === null || !guild.policy.gate.enabled) return byRules(null)
  if (!window.messages.some((message) => message.role !== "keepsake")) return byRules(null)
  const fallback = rulesFor ?? fallbackReason(context, guild, deploymentCapUsd)
  if (fallback !== null) return byRules(fallback)
  if (!mayHoldFacts(window, members)) {
    const withoutModel = byRules("nothing_told")
    if (withoutModel.kind === "extracted" && withoutModel.extraction.claims.length === 0) return withoutModel
  }
  const byModel = context.mode === "notes" ? noteByModel : extractByModel
  const outcome = await byModel(forGuild(chat, guild.settings.models), {
    ...context,
    sensitive,
    timezone: guild.settings.timezone,
    mostClaims: guild.policy.gate.max_writes_per_window,
  })
  switch (outcome.kind) {
    case "extracted": {
      const extraction = withEventSubjects(outcome.extraction, window)
      return {
        kind: "extracted",
        extraction,
        fallback: null,
        needsSecondReading: guild.policy.gate.second_reading && inQuestion(extraction, context).length > 0,
      }
    }
    case "bad_reply":
      // Fallback for a reply that is still unusable after repair: extract by rules and bill the usage.
      return byRules("bad_reply", outcome.usage)
    case "retry_later":
      return { kind: "wait", until: "later", detail: outcome.detail, usage: outcome.usage }
    case "stop_today":
      if (chat.rulesWhenSpent) return byRules("spend_cap", outcome.usage)
      return { kind: "wait", until: "tomorrow", detail: outcome.detail, usage: outcome.usage }
  }
}

/** The second reading: sets what it confirms or denies of a model's claims. Without a model they stay as they are. */
export async function readClaimsAgain(
  extraction: Extraction,
  context: ExtractionContext,
  chat: ChatModel | null,
): Promise<Extraction> {
  const { window, people, memories, guild } = context
  if (chat === null || guild === null) return whoIsMeant(extraction, context)
  const open = inQuestion(extraction, context)
  const shown = { window, people, memories, timezone: guild.settings.timezone }
  const read = await readAgain(forGuild(chat, guild.settings.models), extraction, { open, shown })
  return whoIsMeant(read, context)
}

function inQuestion(extraction: Extraction, context: ExtractionContext): Claim[] {
  return claimsInQuestion(extraction, context.window, claimTerms(context))
}

/** Returns why no model is called for this window, or `null` to call one. */
function fallbackReason(
  { window, spending, now }: ExtractionContext,
  guild: Guild,
  deploymentCapUsd: number | null,
): Fallback | null {
  if (!isSampled(window, guild.settings)) return "sample"
  if (spending === null) throw new Error("a model may be called, and the guild's spending was not read")
  const use = "listening"
  const caps = capsOf(guild.settings, deploymentCapUsd)
  return logReachedCap(guild.id, checkCaps(caps, spending, { use, now }), use).ok ? null : "spend_cap"
}

/** Deterministic per window, so a replay makes the same choice. */
function isSampled(window: Window, settings: GuildSettings): boolean {
  return hashShare([window.id]) < settings.extraction_rate
}

/**
 * Checks an extraction's claims, applies them to known memories and writes them with note and window in one
 * batch. `spent` is the usage of earlier attempts; `again`: its lines were already written in another window;
 * `shown`: what the model was shown; `fallback`: why no model was used; `reads`: statements to run after the write.
 */
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
    /** How long the model took; `null` if none was called, or in an extraction stored before this was measured. */
    latencyMs?: number | null
    /** The import that brought the lines. */
    historyJob?: string | null
    reads?: Order["reads"]
  },
): Promise<CommitOutcome> {
  const { window, guild } = context
  const rule = gateRuleOf(guild?.policy ?? DEFAULT_POLICY, guild?.attributions)
  const checked = checkClaims(extraction, window, claimTerms(context))
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
      note: readOnly || !rule.enabled ? null : toNote(context, extraction),
    },
    usage: [...terms.spent, ...extraction.usage].map(priceUsage),
    historyJob: terms.historyJob ?? null,
    rule,
    readOnly,
    optIn: guild?.settings.consent === "opt_in",
    readers: placeReaders(context.structure, window.channelId),
    reviewShare: guild?.settings.lab.review_share ?? 0,
    named: [...context.people, ...context.unknownHere, ...context.excluded],
    log: {
      ...logTerms(extraction, context),
      key: window.id,
      channelId: window.channelId,
      latencyMs: terms.latencyMs ?? null,
      refused: checked.logged,
    },
    now: terms.now,
    reads: terms.reads,
  })
}

/** Adds the price in USD to token usage. */
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
    seen: context.unseen.filter((person) => spoke.has(person.id)),
  }
}
