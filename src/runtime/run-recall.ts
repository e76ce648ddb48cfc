/**
 * Runs recall with everything a deployment has: the guild as last entered, its channels' own search, its
 * models, and their spending limits.
 */
import { costUsd } from "../ai/cost.ts"
import { recallOutcome } from "../domain/question-counts.ts"
import { recallId } from "../domain/recalls.ts"
import type { Id, Usage, Viewer } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import { recordUsage, type Spending, spendingOf, spentQuery } from "../memory/write/usage.ts"
import { readSwitchesOf, tellsTone } from "../policy/policy.ts"
import { checkCaps, logReachedCap } from "../policy/spend.ts"
import { guildFor, policyFor } from "../policy/trial.ts"
import { type Recalled, type RecallInput, recall } from "../recall/recall.ts"
import { readSettings } from "../settings.ts"
import { vectorSearch } from "../vectors/search.ts"
import { deploymentReranker } from "./allowances/models.ts"
import { searchableMessages } from "./channels.ts"
import { type Entered, enterActive, lastEntered, premiseOf } from "./enter.ts"
import { capsAllowModel, capsOn, guildChat, type Runtime } from "./models.ts"
import { diversePlace, type FoundRecall, type PendingLog, pendingLog, shownIn } from "./recall-notes.ts"
import { tellQuestion } from "./tell-question.ts"

/** A question. The guild's time zone is added to it. */
export interface RecallQuestion extends Omit<RecallInput, "timezone"> {
  /** True to log it in any case. Otherwise chance decides, by the guild's settings. */
  isLogged?: boolean
  /** True for a look behind the scenes: it counts in no statistics and rewrites no digests. */
  isUncounted?: boolean
}

/** A recall with its id. `log`: for `noteShown`, if it was chosen for the log. */
export interface IdentifiedRecall extends Recalled {
  id: string
  log: PendingLog | null
  /** `policy.recall.tools` of the policy that decided. */
  tools: readonly string[]
}

/** The reader of the answer. */
export interface RecallReader {
  /** The person whose roles must be read; `null` for none. */
  reader: Id | null
  /** Mints the viewer from the guild as entered; may refuse. */
  viewer(entered: Entered): Viewer
}

/**
 * Returns what is known that bears on a question. Costs are recorded and digests refreshed after the answer.
 */
export async function runRecall(
  runtime: Runtime,
  guildId: Id,
  ask: RecallQuestion,
  readFor: RecallReader,
): Promise<IdentifiedRecall> {
  const collector = new UsageCollector((usage) => recordSpent(runtime, guildId, usage))
  const began = Date.now()
  const id = recallId(began, crypto.getRandomValues(new Uint8Array(16)))
  const known = cachedGuild(runtime, guildId, { id, userId: readFor.reader })
  const loaded = async () => ({
    ...(await loadFresh(runtime, guildId, { reader: readFor.reader, anew: known !== null })),
    ...{ id, readFor, collector },
  })
  let spent: readonly Usage[] = []
  try {
    const early = known
      ? await recallOnce(runtime, ask, {
          id,
          entered: known,
          known: true,
          spending: null,
          readFor,
          collector,
        })
      : null
    const found = early ?? (await recallOnce(runtime, ask, await loaded()))
    if (found === null) throw new Error("a fresh read of the guild was rejected as outdated")
    const { recalled } = found
    spent = recalled.spent
    const { items, degraded } = recalled
    if (ask.isUncounted !== true)
      tellQuestion(
        runtime,
        guildId,
        {
          ...{ event: "recall", outcome: recallOutcome(items), degraded, ms: Date.now() - began },
          shown: shownIn(ask, found),
        },
        { outcome: early ? "warm" : "cold", count: items.length },
      )
    if (recalled.refresh && ask.isUncounted !== true) runtime.waitUntil(recalled.refresh())
    const latencyMs = Date.now() - began
    return {
      ...recalled,
      id,
      tools: found.entered.guild.policy.recall.tools,
      log: pendingLog(runtime, found, { id, latencyMs, isForced: ask.isLogged === true }),
    }
  } finally {
    // Also if no answer was produced.
    collector.close(spent)
  }
}

/**
 * Returns the cached guild if it is enough to answer. If the policy uses models, their spending must be read
 * first; if the reader is a person, their roles must be cached.
 */
function cachedGuild(
  { env }: Runtime,
  guildId: Id,
  { id, userId }: { id: string; userId: Id | null },
): Entered | null {
  const known = lastEntered(env, guildId)
  if (known === null || (userId !== null && !known.people.has(userId))) return null
  const { rerank, expand_query, enabled } = policyFor(known.guild, id).policy.recall
  return !enabled || rerank || expand_query ? null : known
}

interface RecallGuild {
  /** The recall's id, by which a trial's rollout takes its share. */
  id: string
  entered: Entered
  /** True if the guild comes from the cache and may have changed. */
  known: boolean
  /** The spending of the guild's models; `null` if not read, because no setting needs it. */
  spending: Spending | null
  readFor: RecallReader
  collector: UsageCollector
}

/**
 * Collects the model usage of one answer. It is recorded once, after the answer, so that it does not delay
 * reads. Usage that arrives later is recorded on arrival.
 */
class UsageCollector {
  readonly #settle: (usage: readonly Usage[]) => void
  #open: Usage[] | null = []

  constructor(settle: (usage: readonly Usage[]) => void) {
    this.#settle = settle
  }

  add(usage: Usage): void {
    if (this.#open === null) this.#settle([usage])
    else this.#open.push(usage)
  }

  close(rest: readonly Usage[]): void {
    this.#settle([...(this.#open ?? []), ...rest])
    this.#open = null
  }
}

/** Reads the guild and its spending in the time of one round trip. */
async function loadFresh(
  { env }: Runtime,
  guildId: Id,
  { reader, anew }: { reader: Id | null; anew: boolean },
): Promise<Pick<RecallGuild, "entered" | "known" | "spending">> {
  const spending = spentQuery(guildDatabase(env, guildId), guildId, Date.now()).then(spendingOf)
  const [entered, spent] = await Promise.all([
    enterActive(env, guildId, { viewerId: reader, anew }),
    spending,
  ])
  return { entered, known: false, spending: spent }
}

/** Returns `null` if the guild came from the cache and has changed. */
async function recallOnce(
  runtime: Runtime,
  ask: RecallQuestion,
  asked: RecallGuild,
): Promise<FoundRecall | null> {
  const { env } = runtime
  const { known, readFor, collector } = asked
  const entered = { ...asked.entered, guild: guildFor(asked.entered.guild, asked.id) }
  const { db, guild } = entered
  const { recall: rule } = guild.policy
  if (!rule.enabled) return { recalled: nothingRead(ask.maxTokens ?? rule.max_tokens), entered, viewer: null }
  const { timezone, consent, read_only } = guild.settings
  const viewer = readFor.viewer(entered)
  const settings = readSettings(env)
  const helpers = helperModels(runtime, { ...asked, entered })
  const mayAsk = () => (asked.spending ? Promise.resolve(helpers.allowed) : capsAllowModel(env, entered))
  const recalled = await recall(
    db,
    viewer,
    { ...ask, timezone },
    {
      rule,
      messages: searchableMessages(runtime, entered, { viewer, shownIn: diversePlace(ask, rule, viewer) }),
      vectors: vectorSearch(env, settings, {
        guildId: guild.id,
        spend: (usage) => collector.add(usage),
        mayAsk,
      }),
      premise: known ? premiseOf(entered) : null,
      switches: readSwitchesOf(guild),
      attributions: guild.attributions,
      expander: helpers.expander,
      expandMs: settings.AI_EXPANSION_SECONDS * 1_000,
      reranker: helpers.reranker,
      digests: {
        chat: guildChat(env, guild),
        mayAsk: () => capsAllowModel(env, entered),
        readOnly: settings.READ_ONLY || read_only,
        optIn: consent === "opt_in",
        tone: tellsTone(guild.policy),
      },
    },
  )
  if (recalled === null) return null
  const degraded = helpers.withheld ? [...recalled.degraded, "model" as const] : recalled.degraded
  return { recalled: { ...recalled, degraded }, entered, viewer }
}

/** In `degraded`: the policy's `recall.enabled` is false, so nothing was read. */
export const READING_OFF = "reading_off"

function nothingRead(max_tokens: number): Recalled {
  const usage = { tokens: 0, max_tokens, candidates: 0 }
  const none = { text: "", items: [], people: [], meant: "", noted: [], trace: null, candidates: null }
  return { ...none, degraded: [READING_OFF], usage, spent: [], refresh: null, format: "json" }
}

/**
 * Returns the models that the policy enables, if the guild's caps allow them. `withheld`: the caps forbid a
 * model that is enabled and bound.
 */
function helperModels({ env }: Runtime, { entered: { guild }, spending }: RecallGuild) {
  const settings = readSettings(env)
  const { rerank, expand_query } = guild.policy.recall
  const expander = expand_query ? guildChat(env, guild) : null
  const reranker = rerank ? deploymentReranker(env, settings) : null
  const asked = { use: "rest", now: Date.now() } as const
  const decided = spending === null ? ({ ok: true } as const) : checkCaps(capsOn(env, guild), spending, asked)
  if (decided.ok) return { expander, reranker, allowed: true, withheld: false }
  const withheld = expander !== null || reranker !== null
  if (withheld) logReachedCap(guild.id, decided, "rest")
  return { expander: null, reranker: null, allowed: false, withheld }
}

/** Records model usage after the answer. */
export function recordSpent({ env, waitUntil: after }: Runtime, guildId: Id, spent: readonly Usage[]): void {
  if (spent.length === 0) return
  const usage = spent.map((one) => ({ ...one, costUsd: costUsd(one) }))
  after(recordUsage(guildDatabase(env, guildId), guildId, { usage, now: Date.now() }))
}
