/**
 * Replays logged recalls under another rule. Counterfactual: weights over the logged scores, relevance steps, floors, caps,
 * limits, the token budget and diversity. Frozen: the candidates, how well they match the question, and what the judgment
 * read in their words; a log without words cannot compute those again. Under the rule in force, a recall shows exactly what
 * it showed. Pure.
 */
import { DAY } from "../domain/calendar.ts"
import { FORMATS, type Format, type RecallVerdict, STYLES, type Style } from "../domain/recalls.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Item } from "./context.ts"
import { spreadRecent } from "./diversity.ts"
import { formatName, type LoggedCandidate, type RecallTrace, type ReplayRule } from "./log/trace.ts"
import { spreadOverParts } from "./rank/parts.ts"
import { bestFirst, capPerType, score, similarityUnder } from "./rank/rank.ts"
import { PLACE_WEIGHT } from "./relevance/bearing.ts"
import { fuseJudged, shownScore, unjudged } from "./relevance/judge.ts"
import { chanceOf, oddsOf } from "./relevance/log-odds.ts"
import { PLACE_WORTH } from "./relevance/worth.ts"
import { chooseItems, dropCoveredMessages, floorOf, mostJudged, selectItems } from "./select.ts"

/** A recall as logged. */
export interface LoggedRecall {
  id: string
  at: Time
  channelId: Id | null
  policyVersion: number
  format: string
  tokens: number
  maxTokens: number
  latencyMs: number
  /** Probability with which it was logged. */
  share: number
  holdout: boolean
  feedback: RecallVerdict | null
  trace: RecallTrace
}

/** A recall under a rule. */
export interface ReplayedRecall {
  /** Places of the candidates shown, best first. */
  shown: number[]
  tokens: number
  format: string
  /** True if it was put together as it was live, so that the token budget cut it as it did. */
  isExact: boolean
}

/** Returns how much candidates were shown lately in the same place, by their places. */
export type Freshness = (place: number) => number

/** Replays one recall. The caller leaves out rows in which a reranker had a say (`trace.reranked`). */
export function replayRecall(
  row: LoggedRecall,
  rule: ReplayRule,
  recent: Freshness = (place) => row.trace.candidates[place]?.recent ?? 0,
): ReplayedRecall {
  const { trace } = row
  const maxItems = trace.asked.max_items ?? rule.max_items
  const at = (item: Item) => trace.candidates[Number(item.id)]
  const exempt = (item: Item) => at(item)?.exempt === true
  const aboutThem = (item: Item) => at(item)?.about === true
  const ranked = dropCoveredMessages(
    rankAgain(trace, rule).map((one) => skeletonOf(one.place, one.score, trace)),
  )
  const best = ranked.filter((item, place) => place < mostJudged(maxItems) || exempt(item))
  const judged = judgeAgain(best, trace, rule)
  const diversity = trace.place === "none" ? 0 : rule.diversity
  const diverse = spreadRecent(judged, (item) => recent(Number(item.id)), diversity)
  const chosen = chooseItems(selectItems(diverse, aboutThem, maxItems), {
    floor: floorOf({ minScore: trace.asked.min_score }, trace.question, rule),
    exempt,
    aboutThem,
    maxItems,
    condenses: trace.asked.min_score === null,
  })
  return fitAgain(
    row,
    rule,
    chosen.map(({ id }) => Number(id)),
  )
}

interface RankedAgain {
  place: number
  score: number
  similarity: number
  at: Time
}

/**
 * Orders the candidates by their scores under the rule. If it gives each the score that it had, the logged order stands.
 * Otherwise the scores are computed from ages in days, in the order of time within a day.
 */
function rankAgain({ candidates, rule: live, question }: RecallTrace, rule: ReplayRule): RankedAgain[] {
  const under = (one: LoggedCandidate, weights: ReplayRule) => {
    const similarity = similarityUnder(weights, { ...one, isElsewhere: one.elsewhere }, question)
    const item = { similarity, importance: one.importance, at: -(one.days + one.newest / 1_000) * DAY }
    return { similarity, score: score(item, 0, weights), at: item.at }
  }
  const isSame = candidates.every((one) => under(one, rule).score === under(one, live).score)
  const isConfident = ({ confidence }: LoggedCandidate) =>
    confidence === null || rule.min_confidence <= live.min_confidence || confidence >= rule.min_confidence
  const entries = candidates.flatMap((one, place): RankedAgain[] =>
    isConfident(one) ? [{ place, ...under(one, rule) }] : [],
  )
  const ordered = isSame ? entries : entries.sort(bestFirst)
  const capped = capPerType(ordered, rule.max_per_type, ({ place }) => candidates[place]?.type ?? null)
  return capped.map((entry) => ({
    ...entry,
    score: isSame ? (candidates[entry.place]?.score ?? 0) / 1_000 : shownScore(entry.score),
  }))
}

/** An item with the logged numbers and without words, for the functions of a live recall. Its id is its place. */
function skeletonOf(place: number, rank: number, { candidates }: RecallTrace): Item {
  const one = candidates[place]
  const line = (number: number) => ({ id: `${number}`, at: number, text: "" })
  const cited = one?.kind === "message" ? [one.own] : (one?.cites ?? [])
  return {
    kind: one?.kind ?? "memory",
    id: `${place}`,
    text: "",
    score: rank,
    at: -(one?.newest ?? 0),
    subject: null,
    type: one?.type ?? null,
    section: null,
    permanent: false,
    confidence: null,
    topics: [],
    title: null,
    sources: cited.flatMap((own) => (own === null ? [] : [sourceOf(own)])),
    lines: (one?.lines ?? []).map(line),
    beside: (one?.beside ?? []).map(String),
  }
}

function sourceOf(own: number): Item["sources"][number] {
  return { message_id: `${own}`, channel_id: null, author_id: null, url: null, excerpt: "" }
}

/** Judges the items again: the place in the ranking is a feature of both models, and the rest of them is as logged. */
function judgeAgain(items: readonly Item[], trace: RecallTrace, rule: ReplayRule): Item[] {
  const { question, candidates } = trace
  const isJudged = candidates.some(({ chance }) => chance !== null)
  if (question.onlyTime || !rule.judge || !isJudged) return unjudged(items)
  const topNow = Math.max(0, ...items.map((item) => item.score)) || 1
  const topThen = Math.max(0, ...candidates.map((one) => one.score / 1_000)) || 1
  const judged = items.map((item) => {
    const one = candidates[Number(item.id)]
    const moved = item.score / topNow - (one?.score ?? 0) / 1_000 / topThen
    const judgment = judgedAt(one, { moved, rank: item.score, isWordless: question.isWordless })
    return { ...item, score: shownScore(judgment.chance), judgment }
  })
  const fused = fuseJudged(judged)
  const held = fused.map((item) => candidates[Number(item.id)]?.parts ?? [])
  return spreadOverParts(fused, held, question.asksNow).map(({ judgment: _, ...item }) => item)
}

function judgedAt(
  one: LoggedCandidate | undefined,
  { moved, rank, isWordless }: { moved: number; rank: number; isWordless: boolean },
) {
  const chance = one?.chance ?? 0
  const worth = one?.worth ?? Number.NEGATIVE_INFINITY
  const kept = one?.kept ?? 1
  if (moved === 0 && !(isWordless && rank !== (one?.score ?? 0) / 1_000)) return { chance, worth }
  if (isWordless) return { chance: rank * kept, worth: Math.log(rank * kept) }
  // Dropped as holding nothing of the question, wherever it stands in the ranking.
  if (kept === 0) return { chance: 0, worth: worth + PLACE_WORTH * moved }
  const odds = oddsOf(chance / kept) + PLACE_WEIGHT * moved
  return { chance: chanceOf(odds) * kept, worth: worth + PLACE_WORTH * moved }
}

/**
 * Cuts to the token budget. What was chosen live is cut as it was; for anything else, tokens are estimated from those of
 * the items and of what was shown.
 */
function fitAgain(row: LoggedRecall, rule: ReplayRule, chosen: readonly number[]): ReplayedRecall {
  const { trace } = row
  const maxTokens = trace.asked.max_tokens ?? rule.max_tokens
  const format = formatOf(trace, rule, row.format)
  const isSame = chosen.length === trace.chosen.length && chosen.every((one, at) => one === trace.chosen[at])
  if (isSame && maxTokens === row.maxTokens && format === row.format)
    return { shown: trace.shown, tokens: row.tokens, format, isExact: true }
  const tokens = estimatorOf(trace, format)
  let left = chosen.length
  while (left > 0 && tokens(chosen.slice(0, left)) > maxTokens) left -= 1
  const shown = chosen.slice(0, left)
  return { shown, tokens: Math.min(maxTokens, Math.round(tokens(shown))), format, isExact: false }
}

/** Tokens of the first lines and of an item beside its text, if nothing was shown to tell. */
const FRAME = { head: 25, each: 15 }

/** Estimates the tokens of items from those of their texts, and of what was shown: its first item alone, and all. */
function estimatorOf({ candidates, shown, formats }: RecallTrace, format: string) {
  const own = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + (candidates[place]?.tokens ?? 0), 0)
  const [one = 0, all = 0] = formats[format] ?? []
  const each = shown.length < 2 ? FRAME.each : (all - one - own(shown.slice(1))) / (shown.length - 1)
  const head = shown.length === 0 ? FRAME.head : one - own(shown.slice(0, 1)) - each
  return (places: readonly number[]) => (places.length === 0 ? 0 : head + own(places) + each * places.length)
}

function formatOf({ asked }: RecallTrace, rule: ReplayRule, logged: string): string {
  const shapes = FORMATS.flatMap((format) => STYLES.map((style): [Format, Style] => [format, style]))
  const isKnown = shapes.some(([format, style]) => formatName(format, style) === logged)
  return asked.format === null || !isKnown ? formatName(rule.format, rule.style) : logged
}
