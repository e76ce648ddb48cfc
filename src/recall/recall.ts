/**
 * Recall: searches for a question and returns a context with sources within a token budget. Reads only what
 * the viewer may see.
 */
import type { ChatModel } from "../ai/chat.ts"
import type { Reranker } from "../ai/rerank/rerank-call.ts"
import { localDate } from "../domain/calendar.ts"
import type { Degradation, Format, Style } from "../domain/recalls.ts"
import type { Id, Usage, Viewer } from "../domain/types.ts"
import type { Attributions } from "../identity/attributions.ts"
import type { Database } from "../memory/db/database.ts"
import { fitToBudget } from "./budget.ts"
import { type ContextPerson, type Item, type RecallContext, toItems } from "./context.ts"
import { countsOf, type PersonCount, peopleOf } from "./context-people.ts"
import { type DigestDeps, type DigestMoment, digestsFrom } from "./digests/digests.ts"
import { shownItemName, spreadRecent } from "./diversity.ts"
import { attributeCandidates, withAllAccounts } from "./find/accounts.ts"
import { type CandidateSources, type Candidates, gatherCandidates } from "./find/candidates.ts"
import { expandQuestion } from "./find/expand.ts"
import { applyExpansion } from "./find/expansion.ts"
import { withDisplayNames } from "./find/nicknames.ts"
import { parseQuestion, type Question, type QuestionInput } from "./find/question.ts"
import { spanOfDays } from "./find/times.ts"
import { judgedEntries, traceOf } from "./log/take-trace.ts"
import { formatName, type RecallTrace, type ReplayRule, replayRule } from "./log/trace.ts"
import { type RecallRule, rank } from "./rank/rank.ts"
import { RERANK_LIMIT, rerankItems } from "./rank/rerank.ts"
import { render } from "./render/formats.ts"
import { withoutConfidences, withoutContacts, withoutSecrets } from "./secrets.ts"
import {
  chooseItems,
  distinctNotes,
  floorOf,
  isAboutPeople,
  judgeBest,
  selectItems,
  withoutShare,
} from "./select.ts"

export interface RecallInput extends QuestionInput {
  /** `null` for the rule's own. */
  format: Format | null
  style?: Style | null
  /** Limits below those of the rule, or `null` for the rule's own. */
  maxItems: number | null
  maxTokens: number | null
  /** Ranks all channels alike, so that an answer is the same everywhere, and reads more of the lines after messages. */
  forAnswer?: true
  /** True for items that people or a prompt see: what they saw lately gives way, by the rule's diversity. */
  isDiverse?: boolean
  /** The lowest score of an item, or `null` for the rule's own floor. */
  minScore: number | null
}

export interface RecallDeps extends Omit<CandidateSources, "most" | "notedPeople" | "asked" | "digests"> {
  rule: RecallRule & ReplayRule
  /** Model that expands the question. `null` if expansion is off or no budget is left. */
  expander: ChatModel | null
  expandMs: number
  /** Accounts that speak for other people. */
  attributions: Attributions
  /** `null` if reranking is off or no budget is left. */
  reranker: Reranker | null
  /** Dependencies to serve digests and have a model rewrite stale ones for the next reader. */
  digests: Pick<DigestDeps, "chat" | "mayAsk" | "readOnly"> & Pick<DigestMoment, "optIn" | "tone">
}

export interface Recalled {
  text: string
  items: Item[]
  people: PersonCount[]
  /** The question's words, with display names for the nicknames that the reader may know, and without objectors' names. */
  meant: string
  /** The people whom the notes among the items name, best first. */
  noted: Id[]
  degraded: Degradation[]
  usage: { tokens: number; max_tokens: number; candidates: number }
  /** Usage of all model calls. */
  spent: Usage[]
  /** Rewrites stale digests. Run it after the response has been sent. */
  refresh: (() => Promise<void>) | null
  /** Of the text, as in the log. */
  format: string
  /** Takes the numbers of this recall for its log. It takes a while: call it after the response. `null` if nothing was read. */
  trace: (() => RecallTrace) | null
  /** The items of the trace's candidates, in its order. `null` if nothing was read. */
  candidates: (() => Item[]) | null
}

/**
 * Returns what `viewer` may see that matches the question, best first, within the budget. Returns `null` if
 * the cached state it started from is out of date. A question that names people who object is answered as if it named
 * somebody never heard of.
 */
export async function recall(
  db: Database,
  viewer: Viewer,
  request: RecallInput,
  deps: RecallDeps,
): Promise<Recalled | null> {
  const first = await recallWords(db, viewer, request, { ...deps, asked: request.words })
  if (first === null || !("renamed" in first)) return first
  const second = await recallWords(db, viewer, { ...request, words: first.renamed }, { ...deps, asked: null })
  if (second === null || "renamed" in second) return null
  return { ...second, spent: [...first.spent, ...second.spent] }
}

async function recallWords(
  db: Database,
  viewer: Viewer,
  request: RecallInput,
  deps: RecallDeps & Pick<CandidateSources, "asked">,
): Promise<Recalled | { renamed: string; spent: Usage[] } | null> {
  const { rule } = deps
  const shape = { format: request.format ?? rule.format, style: request.style ?? rule.style }
  const asked = await searchQuestion(request, deps)
  asked.question = withAllAccounts(asked.question, viewer, deps.attributions)
  const maxItems = request.maxItems ?? rule.max_items
  const gathered = await gatherCandidates(db, viewer, asked.question, {
    ...deps,
    most: maxItems,
    withLater: request.forAnswer,
    notedPeople: shape.format !== "json",
    digests: shape.format === "narrative" ? digestMoment(request, deps) : null,
  })
  if (gathered === null) return null
  if ("renamed" in gathered) return { ...gathered, spent: asked.usage }
  const candidates = attributeCandidates(withoutContacts(withoutConfidences(gathered)), deps.attributions)
  const meant = (words: string) => withDisplayNames(words, candidates.nicknames)
  const question = { ...asked.question, words: meant(asked.question.words) }
  const here = request.forAnswer ? null : viewer.channelId
  const ranked = distinctNotes(rank(candidates, question, { rule, here }))
  const aboutThem = isAboutPeople(question.people, candidates)
  // They tell a bot whom it talks to and about, whatever was asked.
  const exempt = isAboutPeople([...question.people, ...notedIds(candidates)], candidates)
  const asking = { ...request, words: meant(request.words) }
  const judging = { request: asking, rule, maxItems, exempt }
  const judged = judgeBest(withoutSecrets(toItems(ranked, viewer.guildId)), question, judging)
  const diversity = request.isDiverse === true ? rule.diversity : 0
  const spread = (all: readonly Item[]) =>
    spreadRecent(all, (item) => candidates.recent.get(shownItemName(item)) ?? 0, diversity)
  const order = await rerankItems(deps.reranker, {
    question: question.words,
    items: selectItems(
      spread(judged),
      aboutThem,
      deps.reranker ? Math.max(RERANK_LIMIT, maxItems) : maxItems,
    ),
  })
  const { people, refresh } = peopleWithDigests(db, viewer, candidates, { request, deps })
  // A reranker may raise an item above the floor. It gets more items than fit, does not know whom the context is for,
  // and may move a memory above its message, so items are selected again.
  const reordered =
    deps.reranker && order.degraded === null ? spread(order.items.map(withoutShare)) : order.items
  const items = chooseItems(reordered, {
    floor: floorOf(request, question, rule),
    exempt,
    aboutThem,
    maxItems,
    condenses: request.minScore === null,
  })
  const context = { items, people, now: question.now, timezone: request.timezone }
  const { fitted, ...answer } = fitAndRender(context, shape, request.maxTokens ?? rule.max_tokens)
  const stages = { ranked, judged, chosen: items, shown: fitted, exempt, aboutThem, question, request }
  return {
    ...answer,
    format: formatName(shape.format, shape.style),
    trace: () =>
      traceOf({
        ...stages,
        rows: candidates.rows,
        recent: candidates.recent,
        rule: replayRule(rule),
        isReranked: deps.reranker !== null,
        place: request.isDiverse !== true ? "none" : viewer.userId === null ? "shared" : "private",
      }),
    candidates: () => judgedEntries(ranked, judged).map(({ item }) => item),
    meant: asking.words,
    degraded: [...candidates.degraded, asked.degraded, order.degraded].filter((source) => source !== null),
    usage: { ...answer.usage, candidates: ranked.length },
    spent: [...asked.usage, ...order.usage],
    refresh,
  }
}

const notedIds = ({ noted }: Candidates): Id[] => noted.map(({ memory }) => memory.subject.id)

function fitAndRender(
  full: RecallContext,
  { format, style }: { format: Format; style: Style },
  maxTokens: number,
) {
  const { context, text, tokens } = fitToBudget(full, (part) => render(part, format, style), maxTokens)
  const { items } = context
  return {
    ...{ fitted: context, text, items, people: countsOf(items) },
    noted: [...new Set(items.flatMap(({ participants }) => participants ?? []))],
    usage: { tokens, max_tokens: maxTokens },
  }
}

/** Parses the question by rules and, if a model is available, expands it. */
async function searchQuestion(
  request: RecallInput,
  { expander: chat, expandMs: timeoutMs }: Pick<RecallDeps, "expander" | "expandMs">,
): Promise<{ question: Question; degraded: "expansion" | null; usage: Usage[] }> {
  const question = parseQuestion(request)
  const today = localDate(question.now, request.timezone)
  const { expansion, degraded, usage } = await expandQuestion(chat, {
    question: request.words,
    today,
    timeoutMs,
  })
  if (expansion === null) return { question, degraded, usage }
  const wide = applyExpansion({ words: question.words, days: null }, expansion)
  const added = [...wide.weights].filter(([, weight]) => weight < 1)
  const during = question.during ?? (wide.days && spanOfDays(wide.days, request.timezone))
  return {
    question: {
      ...question,
      meaning: wide.meaning,
      hints: [...question.hints, ...added.map(([word, weight]) => ({ word, weight }))],
      during,
    },
    degraded,
    usage,
  }
}

function digestMoment(request: RecallInput, { digests }: RecallDeps): DigestMoment {
  const { optIn, tone } = digests
  return { now: Date.now(), asOf: request.asOf, timezone: request.timezone, optIn, tone }
}

/** The people of the context, with digests if they were read. */
function peopleWithDigests(
  db: Database,
  viewer: Viewer,
  candidates: Candidates,
  { request, deps }: { request: RecallInput; deps: RecallDeps },
): { people: ContextPerson[]; refresh: Recalled["refresh"] } {
  const people = peopleOf(request, candidates)
  if (candidates.digests === null) return { people, refresh: null }
  const moment = digestMoment(request, deps)
  const { digests, refresh } = digestsFrom(candidates.digests, moment, { db, viewer, ...deps.digests })
  return {
    people: people.map((part) => ({ ...part, digests: digests.get(part.id) ?? part.digests })),
    refresh,
  }
}
