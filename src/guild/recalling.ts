/** Recall with all that a deployment has: the guild as last entered, its channels' own search, its models and what they may spend. */
import { chatModel } from "../ai/chat-model.ts"
import { costUsd } from "../ai/cost.ts"
import { rerankModel } from "../ai/rerank-model.ts"
import { vectorSearch } from "../embedding/search.ts"
import { readSettings } from "../env.ts"
import { guildDatabase } from "../memory/database.ts"
import type { MessageQuery } from "../memory/message-query.ts"
import { recordUsage, tokensOf, tokensQuery } from "../memory/usage.ts"
import { withinSpend } from "../policy/settings.ts"
import { type Recalled, type Request, recall } from "../recall/recall.ts"
import type { Id, Usage, Viewer } from "../vocabulary.ts"
import { channelStub } from "./channels.ts"
import { type Entered, enterStaying, lastEntered, premiseOf } from "./enter.ts"
import type { Ground } from "./ground.ts"

/** A question; the guild's time zone is added to it. */
export type Asking = Omit<Request, "timezone">

/** For whom it is answered. */
export interface ReadFor {
  /** The person whose roles have to be read for it; null: none. */
  reader: Id | null
  /** Mints the viewer from the guild as it was entered; may refuse. */
  viewer(entered: Entered): Viewer
}

/** What is known that bears on a question. Costs are written down and digests refreshed after the answer. */
export async function recallIn(
  ground: Ground,
  guildId: Id,
  ask: Asking,
  readFor: ReadFor,
): Promise<Recalled> {
  const tab = new Tab((usage) => settleUp(ground, guildId, usage))
  const known = remembered(ground, guildId, readFor.reader)
  const early = known
    ? await answered(ground, ask, { entered: known, known: true, tokens: 0, readFor, tab })
    : null
  const afresh = async () => ({
    ...(await freshly(ground, guildId, { reader: readFor.reader, anew: known !== null })),
    readFor,
    tab,
  })
  const recalled = early ?? (await answered(ground, ask, await afresh()))
  if (recalled === null) throw new Error("what was read for this question is a premise of nothing")
  tab.close(recalled.spent)
  if (recalled.refresh) ground.after(recalled.refresh())
  return recalled
}

/** The guild as it was, where that is enough to answer. Where the policy has models asked, what they may spend has to be read first; of a person, their roles. */
function remembered({ env }: Ground, guildId: Id, userId: Id | null): Entered | null {
  const known = lastEntered(env, guildId)
  if (known === null || (userId !== null && !known.people.has(userId))) return null
  const { rerank, expand_query } = known.guild.policy.recall
  return rerank || expand_query ? null : known
}

interface Known {
  entered: Entered
  /** Whether it was known from before, and so may have changed. */
  known: boolean
  /** What the guild's models were given today. */
  tokens: number
  readFor: ReadFor
  tab: Tab
}

/** What models were paid for one answer: written down in one go when it is made, not in the way of what it reads; what is known only later, then. */
class Tab {
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

/** The guild as it is, and what it has spent, in the time of one round trip. */
async function freshly(
  { env }: Ground,
  guildId: Id,
  { reader, anew }: { reader: Id | null; anew: boolean },
): Promise<Pick<Known, "entered" | "known" | "tokens">> {
  const tokens = tokensQuery(guildDatabase(env, guildId), guildId, Date.now()).then(tokensOf)
  const [entered, spent] = await Promise.all([enterStaying(env, guildId, { viewerId: reader, anew }), tokens])
  return { entered, known: false, tokens: spent }
}

/** null where the guild was known from before and is no longer so. */
async function answered(
  { env }: Ground,
  ask: Asking,
  { entered, known, tokens, readFor, tab }: Known,
): Promise<Recalled | null> {
  const { db, guild, channels } = entered
  const { recall: rule } = guild.policy
  const { timezone, consent, daily_tokens, read_only } = guild.settings
  const viewer = readFor.viewer(entered)
  // Recall sees all for nobody.
  const may = new Set(viewer.readable === "all" ? [] : viewer.readable)
  const readable = channels.filter(({ id }) => may.has(id))
  const searchable = readable.map(({ id }) => ({
    id,
    search: (query: MessageQuery) => channelStub(env, guild.id, id).search(query),
  }))
  const request = { ...ask, timezone }
  const settings = readSettings(env)
  const chat = chatModel(env, settings)
  const paid = withinSpend(guild.settings, tokens)
  return recall(db, viewer, request, {
    rule,
    here: searchable.find(({ id }) => id === viewer.channelId) ?? null,
    elsewhere: searchable.filter(({ id }) => id !== viewer.channelId),
    vectors: vectorSearch(env, settings, {
      guildId: guild.id,
      spend: (usage) => tab.add(usage),
    }),
    premise: known ? premiseOf(entered) : null,
    expander: paid && rule.expand_query ? chat : null,
    reranker: paid && rule.rerank ? rerankModel(env, settings) : null,
    digests: {
      chat,
      dailyTokens: daily_tokens,
      readOnly: settings.READ_ONLY || read_only,
      optIn: consent === "opt_in",
    },
  })
}

/** Writes down what models were paid, once the answer is on its way. */
export function settleUp({ env, after }: Ground, guildId: Id, spent: readonly Usage[]): void {
  if (spent.length === 0) return
  const usage = spent.map((one) => ({ ...one, costUsd: costUsd(one) }))
  after(recordUsage(guildDatabase(env, guildId), guildId, { usage, now: Date.now() }))
}
