/** Selects the items of a context: the best, with places for facts about the people in question, without doubles. Pure. */
import type { Id, Span } from "../domain/types.ts"
import { condense } from "./condense.ts"
import type { Item } from "./context.ts"
import type { Candidates } from "./find/candidates.ts"
import type { Question, QuestionInput } from "./find/question.ts"
import type { Ranked, RecallRule } from "./rank/rank.ts"
import { aboveFloor, type Floor, judgeItems, unjudged } from "./relevance/judge.ts"

/**
 * At most this share of a context is reserved for facts about the asker and the people mentioned, however
 * poorly they match.
 */
const PERSON_FACTS_SHARE = 1 / 3

/** The floor if several things are asked for, each of which is said in a line of its own, as a share of the usual one. */
const SEVERAL_SHARE = 1 / 8

/**
 * Takes the best `most` items. Facts about the people in question (`about`) that would be crowded out get up
 * to a third of the places, best first. They go last, so they are the first to be cut when tokens run out.
 */
export function selectItems<T>(ranked: readonly T[], about: (item: T) => boolean, most: number): T[] {
  const best = ranked.slice(0, most)
  const wanted = Math.floor(most * PERSON_FACTS_SHARE) - best.filter(about).length
  const crowdedOut = wanted <= 0 ? [] : ranked.slice(most).filter(about).slice(0, wanted)
  if (crowdedOut.length === 0) return best
  const others = best
    .filter((item) => !about(item))
    .slice(0, most - crowdedOut.length - best.filter(about).length)
  const kept = new Set(others)
  return [...best.filter((item) => about(item) || kept.has(item)), ...crowdedOut]
}

/** Cuts judged items, best first, to those of a context before its token budget. */
export function chooseItems(
  judged: readonly Item[],
  { floor, exempt, aboutThem, maxItems, condenses }: Choice,
): Item[] {
  const kept = aboveFloor(dropCoveredMessages(judged), floor, exempt)
  return selectItems(condenses ? condense(kept) : kept, aboutThem, maxItems)
}

export interface Choice {
  floor: Floor
  /** Items that stay below the floor. */
  exempt: (item: Item) => boolean
  /** Facts that get places however poorly they match. */
  aboutThem: (item: Item) => boolean
  maxItems: number
  /** False for a caller with a floor of its own, who gets every line by itself. */
  condenses: boolean
}

/** Returns a predicate for facts about those of `people` whose facts may be shown unasked. */
export function isAboutPeople(people: readonly Id[], { about, noted }: Pick<Candidates, "about" | "noted">) {
  const known = new Set([...about, ...noted].map(({ memory }) => memory.subject.id))
  const wanted = people.filter((id) => known.has(id))
  return ({ kind, subject }: Item) => kind === "memory" && subject !== null && wanted.includes(subject.id)
}

/** Removes messages that are sources of a higher-ranked memory. */
export function dropCoveredMessages(items: readonly Item[]): Item[] {
  const seen = new Set<Id | null>()
  return items.filter(({ kind, sources }) => {
    if (kind === "memory") for (const { message_id } of sources) seen.add(message_id)
    return kind !== "message" || !sources.some(({ message_id }) => seen.has(message_id))
  })
}

/**
 * Removes duplicate notes: a topic cluster if one of its conversations ranks higher, and conversations of a
 * higher-ranked cluster.
 */
export function distinctNotes(ranked: readonly Ranked[]): Ranked[] {
  const seen = new Set<string>()
  return ranked.filter((item) => {
    if (item.kind !== "note") return true
    const { id, sources = [] } = item.note
    if (seen.has(id) || sources.some((source) => seen.has(source.id))) return false
    // Marking a cluster's conversations drops no other cluster: each belongs to at most one.
    for (const one of [id, ...sources.map((source) => source.id)]) seen.add(one)
    return true
  })
}

/** A caller's own limit is absolute. A question about a time has no floor: its finds bear on it by their time. */
export function floorOf(
  { minScore }: { minScore: number | null },
  { onlyTime, asksSeveral }: Pick<Question, "onlyTime" | "asksSeveral">,
  { judge, min_score: min, min_share }: Pick<RecallRule, "judge" | "min_score" | "min_share">,
): Floor {
  if (onlyTime || !judge) return { min: 0, share: 0 }
  const share = asksSeveral ? min_share * SEVERAL_SHARE : min_share
  return minScore === null ? { min, share } : { min: minScore, share: 0 }
}

/** Returns how many of the best candidates are judged; those exempt from the floor come on top. */
export function mostJudged(maxItems: number): number {
  return Math.max(40, 2 * maxItems)
}

/** Scores the best candidates by how likely they bear on the question. */
export function judgeBest(
  items: readonly Item[],
  question: Question,
  {
    request,
    rule,
    maxItems,
    exempt,
  }: {
    request: QuestionInput
    rule: RecallRule
    maxItems: number
    exempt: (item: Item) => boolean
  },
): Item[] {
  const { during } = question
  // A question about a time asks for everything said then, and for nothing else.
  const asked = question.onlyTime ? items.filter((item) => exempt(item) || isWithin(item, during)) : items
  const best = asked.filter((item, place) => place < mostJudged(maxItems) || exempt(item))
  return question.onlyTime || !rule.judge
    ? unjudged(best)
    : judgeItems(best, {
        ...{ ...request, now: question.now, named: question.named, asksNow: question.asksNow },
        hints: question.hints.map(({ word }) => word),
      })
}

/** Returns true if an item was last said in a time. Notes and messages were found by that time. */
function isWithin({ kind, at }: Pick<Item, "kind" | "at">, during: Span | null): boolean {
  return kind !== "memory" || during === null || (at >= during.from && at <= during.to)
}

/** After a reranker the score counts. */
export function withoutShare({ share: _, ...item }: Item): Item {
  return item
}
