/** Recall: a question in a place becomes a context with sources, within a budget. Reads only what its viewer may. */
import type { ChatModel } from "../ai/chat.ts"
import type { Reranker } from "../ai/rerank/rerank-call.ts"
import { localDate } from "../domain/calendar.ts"
import type { Id, Usage, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { fitToBudget } from "./budget.ts"
import { type ContextPerson, type Item, type PersonRole, type RecallContext, toItems } from "./context.ts"
import { type DigestDeps, type DigestMoment, digestsFrom } from "./digests/digests.ts"
import { type CandidateSources, type Candidates, gatherCandidates } from "./find/candidates.ts"
import { expandQuestion } from "./find/expand.ts"
import { applyExpansion } from "./find/expansion.ts"
import { parseQuestion, type Question, type QuestionInput } from "./find/question.ts"
import { spanOfDays } from "./find/times.ts"
import { type Ranked, type RecallRule, rank } from "./rank/rank.ts"
import { RERANK_LIMIT, rerankItems } from "./rank/rerank.ts"
import { type Format, render } from "./render/formats.ts"

export interface RecallInput extends QuestionInput {
  format: Format
  /** Narrow the rule's own limits. */
  maxItems: number | null
  maxTokens: number | null
}

/** What recall may use. */
export interface RecallDeps extends Omit<CandidateSources, "most" | "notedPeople" | "digests"> {
  rule: RecallRule
  /** Widens the question; null where that is off, or nothing is left to spend. */
  expander: ChatModel | null
  /** null where it is off, or nothing is left to spend. */
  reranker: Reranker | null
  /** Writes digests for the next reader, and on which terms. */
  digests: Pick<DigestDeps, "chat" | "mayAsk" | "readOnly"> & Pick<DigestMoment, "optIn">
}

export interface Recalled {
  text: string
  items: Item[]
  people: { id: Id; name: string | null; facts: number }[]
  degraded: string[]
  usage: { tokens: number; max_tokens: number; candidates: number }
  /** What models were paid for it. */
  spent: Usage[]
  /** To be run once the answer is on its way: has digests written anew. */
  refresh: (() => Promise<void>) | null
}

/** What may be shown to `viewer` that bears on the question, best first, within the budget; null where the premise no longer holds. */
export async function recall(
  db: Database,
  viewer: Viewer,
  request: RecallInput,
  means: RecallDeps,
): Promise<Recalled | null> {
  const { rule } = means
  const asked = await searchQuestion(request, means.expander)
  const { question } = asked
  const maxItems = request.maxItems ?? rule.max_items
  const candidates = await gatherCandidates(db, viewer, question, {
    ...means,
    most: maxItems,
    notedPeople: request.format !== "json",
    digests: request.format === "narrative" ? digestMoment(request, means) : null,
  })
  if (candidates === null) return null
  const ranked = distinctNotes(rank(candidates, question, { rule, here: viewer.channelId }))
  const portraits = factsAboutPeople(question.people, candidates)
  const wanted = selectItems(
    ranked,
    portraits.ranked,
    means.reranker ? Math.max(RERANK_LIMIT, maxItems) : maxItems,
  )
  const order = await rerankItems(means.reranker, {
    question: question.words,
    items: toItems(wanted, viewer.guildId),
  })
  const { people, refresh } = peopleWithDigests(db, viewer, candidates, { request, means })
  // A reranker sees more than there is place for, knows nothing of whom the context is for, and may put a memory above its message.
  const items = selectItems(dropCoveredMessages(order.items), portraits.item, maxItems)
  const whole = { items, people, now: question.now, timezone: request.timezone }
  const answer = fitAndRender(whole, request, rule)
  return {
    ...answer,
    degraded: [...candidates.degraded, asked.degraded, order.degraded].filter((source) => source !== null),
    usage: { ...answer.usage, candidates: ranked.length },
    spent: [...asked.usage, ...order.usage],
    refresh,
  }
}

function fitAndRender(whole: RecallContext, request: RecallInput, rule: RecallRule) {
  const maxTokens = request.maxTokens ?? rule.max_tokens
  const { context, text, tokens } = fitToBudget(whole, (part) => render(part, request.format), maxTokens)
  return {
    text,
    items: context.items,
    people: countsOf(context.items),
    usage: { tokens, max_tokens: maxTokens },
  }
}

/** The question as it is searched for: by rules, and widened by a model where that is wanted. */
async function searchQuestion(
  request: RecallInput,
  chat: ChatModel | null,
): Promise<{ question: Question; degraded: "expansion" | null; usage: Usage[] }> {
  const question = parseQuestion(request)
  const today = localDate(question.now, request.timezone)
  const { expansion, degraded, usage } = await expandQuestion(chat, { question: request.words, today })
  if (expansion === null) return { question, degraded, usage }
  const wide = applyExpansion({ words: question.words, days: null }, expansion)
  const added = [...wide.weights].filter(([, weight]) => weight < 1)
  const during = question.during ?? (wide.days && spanOfDays(wide.days, request.timezone))
  return {
    question: {
      ...question,
      meaning: wide.meaning,
      hints: added.map(([word, weight]) => ({ word, weight })),
      during,
    },
    degraded,
    usage,
  }
}

function digestMoment(request: RecallInput, { digests }: RecallDeps): DigestMoment {
  return { now: Date.now(), asOf: request.asOf, timezone: request.timezone, optIn: digests.optIn }
}

/** The people of the context, with their digests where those were read. */
function peopleWithDigests(
  db: Database,
  viewer: Viewer,
  candidates: Candidates,
  { request, means }: { request: RecallInput; means: RecallDeps },
): { people: ContextPerson[]; refresh: Recalled["refresh"] } {
  const people = peopleOf(request, candidates)
  if (candidates.digests === null) return { people, refresh: null }
  const moment = digestMoment(request, means)
  const { digests, refresh } = digestsFrom(candidates.digests, moment, { db, viewer, ...means.digests })
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

// Chooses what goes into a context: the best finds, and always something of the people it is for. Pure.

/** Of a context, so much is kept for what is known of the people talking and mentioned, however little it bears on the question. */
const PORTRAIT_SHARE = 1 / 3

/**
 * At most `most` of the ranked, best first. Facts about those people (`about` them) that would be crowded out take up to a third of the places, the
 * best of them; they stand last, so that they are the first to go where tokens run out.
 */
function selectItems<T>(ranked: readonly T[], about: (item: T) => boolean, most: number): T[] {
  const best = ranked.slice(0, most)
  const wanted = Math.floor(most * PORTRAIT_SHARE) - best.filter(about).length
  const crowdedOut = wanted <= 0 ? [] : ranked.slice(most).filter(about).slice(0, wanted)
  if (crowdedOut.length === 0) return best
  const others = best
    .filter((item) => !about(item))
    .slice(0, most - crowdedOut.length - best.filter(about).length)
  const kept = new Set(others)
  return [...best.filter((item) => about(item) || kept.has(item)), ...crowdedOut]
}

/** Those of `people` of whom anything may be told unasked, and whether something is a fact about one of them. */
function factsAboutPeople(people: readonly Id[], { about }: Pick<Candidates, "about">) {
  const told = new Set(about.map(({ memory }) => memory.subject.id))
  const wanted = people.filter((id) => told.has(id))
  return {
    ranked: (item: Ranked) =>
      item.kind === "memory" &&
      item.found.memory.subject.scope === "user" &&
      wanted.includes(item.found.memory.subject.id),
    item: ({ kind, subject }: Item) => kind === "memory" && subject !== null && wanted.includes(subject.id),
  }
}

/** Without the messages that a memory above them was made of. */
function dropCoveredMessages(items: readonly Item[]): Item[] {
  const told = new Set<Id | null>()
  return items.filter(({ kind, sources }) => {
    if (kind === "memory") for (const { message_id } of sources) told.add(message_id)
    return kind !== "message" || !sources.some(({ message_id }) => told.has(message_id))
  })
}

/** Without a topic cluster of which a conversation stands above it, and without the conversations of one that stands above them: the same is told once. */
export function distinctNotes(ranked: readonly Ranked[]): Ranked[] {
  const told = new Set<string>()
  return ranked.filter((item) => {
    if (item.kind !== "note") return true
    const { id, sources = [] } = item.note
    if (told.has(id) || sources.some((source) => told.has(source.id))) return false
    // A conversation is not in the way of another cluster's others: each conversation is of one cluster at most.
    for (const one of [id, ...sources.map((source) => source.id)]) told.add(one)
    return true
  })
}

/** The people a context is about, each once, with their names as far as they are known. */
function peopleOf(
  question: { asker: Id | null; mentions: readonly Id[] },
  { about, noted, matching, notes }: Candidates,
): ContextPerson[] {
  const names = new Map<Id, string | null>()
  for (const note of notes) for (const { id, name } of note.participants) names.set(id, name)
  for (const { memory, subjectName } of [...matching, ...noted, ...about])
    if (memory.subject.scope === "user") names.set(memory.subject.id, subjectName)
  const standings = new Map<Id, PersonRole>()
  for (const { memory } of noted) standings.set(memory.subject.id, "noted")
  for (const id of question.mentions) standings.set(id, "mentioned")
  if (question.asker !== null) standings.set(question.asker, "asking")
  return [...standings].map(([id, role]) => ({
    id,
    name: names.get(id) ?? null,
    role,
    digests: { context: null, today: null, history: null },
  }))
}
