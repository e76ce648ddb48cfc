/** Recall with all that a deployment has: the guild as last entered, its channels' own search, its models and what they may spend. */
import { chatModel } from "../ai/chat/chat-model.ts"
import { costUsd } from "../ai/cost.ts"
import { rerankModel } from "../ai/rerank/rerank-model.ts"
import type { Id, Usage, Viewer } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import type { MessageQuery } from "../memory/read/search.ts"
import { recordUsage, type Spending, spendingOf, spentQuery } from "../memory/write/usage.ts"
import { checkCaps, logReachedCap } from "../policy/spend.ts"
import type { SearchableChannel } from "../recall/find/channels.ts"
import { type Recalled, type RecallInput, recall } from "../recall/recall.ts"
import { readSettings } from "../settings.ts"
import { vectorSearch } from "../vectors/search.ts"
import { channelStub } from "./channels.ts"
import { type Entered, enterActive, lastEntered, premiseOf } from "./enter.ts"
import { capsAllowModel, type Runtime } from "./models.ts"

/** A question; the guild's time zone is added to it. */
export type RecallQuestion = Omit<RecallInput, "timezone">

/** For whom it is answered. */
export interface RecallReader {
  /** The person whose roles have to be read for it; null: none. */
  reader: Id | null
  /** Mints the viewer from the guild as it was entered; may refuse. */
  viewer(entered: Entered): Viewer
}

/** What is known that bears on a question. Costs are written down and digests refreshed after the answer. */
export async function runRecall(
  ground: Runtime,
  guildId: Id,
  ask: RecallQuestion,
  readFor: RecallReader,
): Promise<Recalled> {
  const tab = new Tab((usage) => recordSpent(ground, guildId, usage))
  const known = remembered(ground, guildId, readFor.reader)
  const afresh = async () => ({
    ...(await freshly(ground, guildId, { reader: readFor.reader, anew: known !== null })),
    readFor,
    tab,
  })
  let spent: readonly Usage[] = []
  try {
    const early = known
      ? await answered(ground, ask, { entered: known, known: true, spending: null, readFor, tab })
      : null
    const recalled = early ?? (await answered(ground, ask, await afresh()))
    if (recalled === null) throw new Error("what was read for this question is a premise of nothing")
    spent = recalled.spent
    if (recalled.refresh) ground.waitUntil(recalled.refresh())
    return recalled
  } finally {
    // Also where no answer came of it.
    tab.close(spent)
  }
}

/** The guild as it was, where that is enough to answer. Where the policy has models asked, what they may spend has to be read first; of a person, their roles. */
function remembered({ env }: Runtime, guildId: Id, userId: Id | null): Entered | null {
  const known = lastEntered(env, guildId)
  if (known === null || (userId !== null && !known.people.has(userId))) return null
  const { rerank, expand_query } = known.guild.policy.recall
  return rerank || expand_query ? null : known
}

interface Known {
  entered: Entered
  /** Whether it was known from before, and so may have changed. */
  known: boolean
  /** What the guild's models were given; null: not read, as no switch asks for it. */
  spending: Spending | null
  readFor: RecallReader
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
  { env }: Runtime,
  guildId: Id,
  { reader, anew }: { reader: Id | null; anew: boolean },
): Promise<Pick<Known, "entered" | "known" | "spending">> {
  const spending = spentQuery(guildDatabase(env, guildId), guildId, Date.now()).then(spendingOf)
  const [entered, spent] = await Promise.all([
    enterActive(env, guildId, { viewerId: reader, anew }),
    spending,
  ])
  return { entered, known: false, spending: spent }
}

/** null where the guild was known from before and is no longer so. */
async function answered(ground: Runtime, ask: RecallQuestion, asked: Known): Promise<Recalled | null> {
  const { env } = ground
  const { entered, known, readFor, tab } = asked
  const { db, guild } = entered
  const { recall: rule } = guild.policy
  const { timezone, consent, read_only } = guild.settings
  const viewer = readFor.viewer(entered)
  const searchable = searchableBy(ground, entered, viewer)
  const settings = readSettings(env)
  const helps = helpsOf(ground, asked)
  const mayAsk = () => (asked.spending ? Promise.resolve(helps.allowed) : capsAllowModel(entered))
  const recalled = await recall(
    db,
    viewer,
    { ...ask, timezone },
    {
      rule,
      here: searchable.find(({ id }) => id === viewer.channelId) ?? null,
      elsewhere: searchable.filter(({ id }) => id !== viewer.channelId),
      vectors: vectorSearch(env, settings, {
        guildId: guild.id,
        spend: (usage) => tab.add(usage),
        mayAsk,
      }),
      premise: known ? premiseOf(entered) : null,
      expander: helps.expander,
      reranker: helps.reranker,
      digests: {
        chat: chatModel(env, settings),
        mayAsk: () => capsAllowModel(entered),
        readOnly: settings.READ_ONLY || read_only,
        optIn: consent === "opt_in",
      },
    },
  )
  return recalled && helps.withheld ? { ...recalled, degraded: [...recalled.degraded, "model"] } : recalled
}

/** The channels' own search, of those this viewer may read. */
function searchableBy({ env }: Runtime, { guild, channels }: Entered, viewer: Viewer): SearchableChannel[] {
  // Recall sees all for nobody.
  const may = new Set(viewer.readable === "all" ? [] : viewer.readable)
  return channels
    .filter(({ id }) => may.has(id))
    .map(({ id }) => ({
      id,
      search: (query: MessageQuery) => channelStub(env, guild.id, id).search(query),
    }))
}

/** The models that the policy has help, as far as the guild's caps allow. `withheld`: they do not, and one is switched on and there. */
function helpsOf({ env }: Runtime, { entered: { guild }, spending }: Known) {
  const settings = readSettings(env)
  const { rerank, expand_query } = guild.policy.recall
  const expander = expand_query ? chatModel(env, settings) : null
  const reranker = rerank ? rerankModel(env, settings) : null
  const asked = { use: "rest", now: Date.now() } as const
  const decided = spending === null ? ({ ok: true } as const) : checkCaps(guild.settings, spending, asked)
  if (decided.ok) return { expander, reranker, allowed: true, withheld: false }
  const withheld = expander !== null || reranker !== null
  if (withheld) logReachedCap(guild.id, decided, "rest")
  return { expander: null, reranker: null, allowed: false, withheld }
}

/** Writes down what models were paid, once the answer is on its way. */
export function recordSpent({ env, waitUntil: after }: Runtime, guildId: Id, spent: readonly Usage[]): void {
  if (spent.length === 0) return
  const usage = spent.map((one) => ({ ...one, costUsd: costUsd(one) }))
  after(recordUsage(guildDatabase(env, guildId), guildId, { usage, now: Date.now() }))
}
