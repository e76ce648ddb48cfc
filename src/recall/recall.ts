/**
 * Recall: searches for a question and returns a context with sources within a token budget. Reads only what
 * the viewer may see.
 */
import type { ChatModel } from "../ai/chat.ts"
import type { Reranker } from "../ai/rerank/rerank-call.ts"
import { localDate } from "../domain/calendar.ts"
import type { Id, Usage, Viewer } from "../domain/types.ts"
import type { Attributions } from "../identity/attributions.ts"
import type { Database } from "../memory/db/database.ts"
import { fitToBudget } from "./budget.ts"
import { condense } from "./condense.ts"
import { type ContextPerson, type Item, type PersonRole, type RecallContext, toItems } from "./context.ts"
import { type DigestDeps, type DigestMoment, digestsFrom } from "./digests/digests.ts"
import { attributeCandidates, withAllAccounts } from "./find/accounts.ts"
import { type CandidateSources, type Candidates, gatherCandidates } from "./find/candidates.ts"
import { expandQuestion } from "./find/expand.ts"
import { applyExpansion } from "./find/expansion.ts"
import { withDisplayNames } from "./find/nicknames.ts"
import { parseQuestion, type Question, type QuestionInput } from "./find/question.ts"
import { spanOfDays } from "./find/times.ts"
import { type RecallRule, rank } from "./rank/rank.ts"
import { RERANK_LIMIT, rerankItems } from "./rank/rerank.ts"
import { aboveFloor } from "./relevance/judge.ts"
import { type Format, render, type Style } from "./render/formats.ts"
import {
  distinctNotes,
  dropCoveredMessages,
  floorOf,
  isAboutPeople,
  judgeBest,
  selectItems,
  withoutShare,
} from "./select.ts"

export interface RecallInput extends QuestionInput {
  format: Format
  style?: Style
  /** Limits below those of the rule, or `null` for the rule's own. */
  maxItems: number | null
  maxTokens: number | null
  /** True to rank what was said in other channels like what was said here: the answer is the same everywhere. */
  isPlaceless?: boolean
  /** The lowest score of an item, or `null` for the rule's own floor. */
  minScore: number | null
}

export interface RecallDeps extends Omit<CandidateSources, "most" | "notedPeople" | "digests"> {
  rule: RecallRule
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
  people: { id: Id; name: string | null; facts: number }[]
  /** The question's words, with display names for the nicknames that the reader may know. */
  meant: string
  /** The people whom the notes among the items name, best first. */
  noted: Id[]
  degraded: string[]
  usage: { tokens: number; max_tokens: number; candidates: number }
  /** Usage of all model calls. */
  spent: Usage[]
  /** Rewrites stale digests. Run it after the response has been sent. */
  refresh: (() => Promise<void>) | null
}

/**
 * Returns what `viewer` may see that matches the question, best first, within the budget. Returns `null` if
 * the cached state it started from is out of date.
 */
export async function recall(
  db: Database,
  viewer: Viewer,
  request: RecallInput,
  deps: RecallDeps,
): Promise<Recalled | null> {
  const { rule } = deps
  const asked = await searchQuestion(request, deps)
  asked.question = withAllAccounts(asked.question, viewer, deps.attributions)
  const maxItems = request.maxItems ?? rule.max_items
  const gathered = await gatherCandidates(db, viewer, asked.question, {
    ...deps,
    most: maxItems,
    notedPeople: request.format !== "json",
    digests: request.format === "narrative" ? digestMoment(request, deps) : null,
  })
  if (gathered === null) return null
  const candidates = attributeCandidates(gathered, deps.attributions)
  const meant = (words: string) => withDisplayNames(words, candidates.nicknames)
  const question = { ...asked.question, words: meant(asked.question.words) }
  const ranked = distinctNotes(
    rank(candidates, question, { rule, here: request.isPlaceless ? null : viewer.channelId }),
  )
  const aboutThem = isAboutPeople(question.people, candidates)
  // They tell a bot whom it talks to and about, whatever was asked.
  const exempt = isAboutPeople([...question.people, ...notedIds(candidates)], candidates)
  const asking = { ...request, words: meant(request.words) }
  const judging = { request: asking, rule, maxItems, exempt }
  const judged = judgeBest(toItems(ranked, viewer.guildId), question, judging)
  const order = await rerankItems(deps.reranker, {
    question: question.words,
    items: selectItems(judged, aboutThem, deps.reranker ? Math.max(RERANK_LIMIT, maxItems) : maxItems),
  })
  const { people, refresh } = peopleWithDigests(db, viewer, candidates, { request, deps })
  // A reranker may raise an item above the floor. It gets more items than fit, does not know whom the context is for,
  // and may move a memory above its message, so items are selected again.
  const reordered = deps.reranker && order.degraded === null ? order.items.map(withoutShare) : order.items
  const kept = aboveFloor(dropCoveredMessages(reordered), floorOf(request, question, rule), exempt)
  // A caller with a limit of its own gets every line by itself.
  const items = selectItems(request.minScore === null ? condense(kept) : kept, aboutThem, maxItems)
  const context = { items, people, now: question.now, timezone: request.timezone }
  const answer = fitAndRender(context, request, rule)
  return {
    ...answer,
    meant: asking.words,
    degraded: [...candidates.degraded, asked.degraded, order.degraded].filter((source) => source !== null),
    usage: { ...answer.usage, candidates: ranked.length },
    spent: [...asked.usage, ...order.usage],
    refresh,
  }
}

function notedIds({ noted }: Candidates): Id[] {
  return noted.map(({ memory }) => memory.subject.id)
}

function fitAndRender(full: RecallContext, request: RecallInput, rule: RecallRule) {
  const maxTokens = request.maxTokens ?? rule.max_tokens
  const { context, text, tokens } = fitToBudget(
    full,
    (part) => render(part, request.format, request.style),
    maxTokens,
  )
  return {
    text,
    items: context.items,
    people: countsOf(context.items),
    noted: [...new Set(context.items.flatMap(({ participants }) => participants ?? []))],
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

function countsOf(items: readonly Item[]): Recalled["people"] {
  const people = new Map<Id, Recalled["people"][number]>()
  for (const { subject, kind } of items) {
    if (!subject) continue
    const known = people.get(subject.id) ?? { id: subject.id, name: subject.name, facts: 0 }
    people.set(subject.id, {
      ...known,
      name: known.name ?? subject.name,
      facts: known.facts + Number(kind === "memory"),
    })
  }
  return [...people.values()]
}

/** The people of a context without duplicates, with names where known. */
function peopleOf(
  question: Pick<RecallInput, "asker" | "mentions" | "talking">,
  { about, noted, matching, notes }: Candidates,
): ContextPerson[] {
  const names = new Map<Id, string | null>()
  for (const note of notes) for (const { id, name } of note.participants) names.set(id, name)
  for (const { memory, subjectName } of [...matching, ...noted, ...about])
    if (memory.subject.scope === "user") names.set(memory.subject.id, subjectName)
  const told = new Set([...matching, ...noted, ...about].map(({ memory }) => memory.subject.id))
  const roles = new Map<Id, PersonRole>()
  for (const { memory } of noted) roles.set(memory.subject.id, "noted")
  for (const id of question.talking ?? []) roles.set(id, "talking")
  for (const id of question.mentions) roles.set(id, "mentioned")
  if (question.asker !== null) roles.set(question.asker, "asking")
  return [...roles].map(([id, role]) => ({
    id,
    name: names.get(id) ?? null,
    role,
    digests: { context: null, today: null, history: null },
    ...(role === "mentioned" && !told.has(id) ? { isUnknown: true } : {}),
  }))
}
