/** Takes the numbers of a recall for its log (`trace.ts`). Pure. */
import { DAY } from "../../domain/calendar.ts"
import { FORMATS, type Format, STYLES, type Style } from "../../domain/recalls.ts"
import type { Id, Time } from "../../domain/types.ts"
import { tokensOf } from "../../text/tokens.ts"
import type { Item, RecallContext } from "../context.ts"
import { shownItemName } from "../diversity.ts"
import type { Question } from "../find/question.ts"
import type { Ranked } from "../rank/rank.ts"
import { render } from "../render/formats.ts"
import { formatName, type LoggedCandidate, type RecallTrace, type ReplayRule } from "./trace.ts"

export interface TraceInput {
  /** All candidates, best first. */
  ranked: readonly Ranked[]
  judged: readonly Item[]
  /** Before the budget, and what is shown of it. */
  chosen: readonly Item[]
  shown: RecallContext
  rows: ReadonlyMap<string, number>
  recent: ReadonlyMap<string, number>
  exempt: (item: Item) => boolean
  aboutThem: (item: Item) => boolean
  question: Pick<Question, "onlyTime" | "asksSeveral" | "asksNow" | "now">
  request: {
    maxItems: number | null
    maxTokens: number | null
    minScore: number | null
    format: Format | null
  }
  rule: ReplayRule
  isReranked: boolean
  place: RecallTrace["place"]
}

/** Pairs candidates with their judged items, in the order of the ranking. Those that were not judged are left out. */
export function judgedEntries(
  ranked: readonly Ranked[],
  judged: readonly Item[],
): { entry: Ranked; item: Item }[] {
  const items = new Map(judged.map((item) => [`${item.kind} ${item.id}`, item]))
  return ranked.flatMap((entry) => {
    const item = items.get(keyOf(entry))
    return item === undefined ? [] : [{ entry, item }]
  })
}

/** Takes the numbers of a recall. */
export function traceOf(input: TraceInput): RecallTrace {
  const { ranked, judged, question, rule, request } = input
  const entries = judgedEntries(ranked, judged)
  const byTime = entries.toSorted((a, b) => b.entry.at - a.entry.at).map(({ entry }) => entry)
  const lines = new LineNumbers(entries.map(({ item }) => item))
  const candidates = entries.map(
    ({ entry, item }): LoggedCandidate => ({
      ...scoresOf(entry, item, question.now),
      newest: byTime.indexOf(entry),
      seq: item.kind === "message" ? null : (input.rows.get(item.id) ?? null),
      exempt: input.exempt(item),
      about: input.aboutThem(item),
      recent: input.recent.get(shownItemName(item)) ?? 0,
      tokens: tokensOf(item.text),
      ...lines.of(item),
    }),
  )
  const places = new Map(entries.map(({ item }, place) => [`${item.kind} ${item.id}`, place]))
  const placesOf = (all: readonly Item[]) => all.flatMap(({ kind, id }) => places.get(`${kind} ${id}`) ?? [])
  return {
    question: {
      onlyTime: question.onlyTime,
      asksSeveral: question.asksSeveral,
      asksNow: question.asksNow,
      isWordless: judged.some(({ judgment }) => judgment?.isWordless === true),
    },
    asked: {
      max_items: request.maxItems,
      max_tokens: request.maxTokens,
      min_score: request.minScore,
      format: request.format,
    },
    rule,
    reranked: input.isReranked,
    place: input.place,
    chosen: placesOf(input.chosen),
    shown: placesOf(input.shown.items),
    formats: tokensByFormat(input.shown),
    labeled: [],
    candidates,
  }
}

/** Returns the tokens of a context in each format and style: of its first item alone, and of all. */
function tokensByFormat(context: RecallContext): RecallTrace["formats"] {
  const first = { ...context, items: context.items.slice(0, 1) }
  const shapes = FORMATS.flatMap((format) => STYLES.map((style) => ({ format, style })))
  const named = new Map(shapes.map((shape) => [formatName(shape.format, shape.style), shape]))
  return Object.fromEntries(
    [...named].map(([name, { format, style }]) => [
      name,
      [tokensIn(first, format, style), tokensIn(context, format, style)],
    ]),
  )
}

function tokensIn(context: RecallContext, format: Format, style: Style): number {
  return tokensOf(render(context, format, style))
}

function keyOf(entry: Ranked): string {
  switch (entry.kind) {
    case "memory":
      return `memory ${entry.found.memory.id}`
    case "note":
      return `note ${entry.note.id}`
    case "message":
      return `message ${entry.hit.message.id}`
  }
}

function scoresOf(entry: Ranked, { type, judgment }: Item, now: Time) {
  const { relevance, isElsewhere, importance, confidence } = entry.parts
  return {
    kind: entry.kind,
    type: entry.kind === "memory" ? type : null,
    importance,
    days: Math.floor(Math.max(0, now - entry.at) / DAY),
    confidence: confidence === null ? null : Number(confidence.toFixed(4)),
    relevance: Number(relevance.toFixed(6)),
    elsewhere: isElsewhere,
    score: Math.round(entry.score * 1_000),
    chance: judgment?.chance ?? null,
    // JSON has no infinity: the worst worth is `null` beside a chance.
    worth: judgment === undefined || !Number.isFinite(judgment.worth) ? null : judgment.worth,
    kept: judgment?.kept ?? 1,
    parts: [...(judgment?.parts ?? [])],
  }
}

/** Numbers the lines that the candidates show, from 0. */
class LineNumbers {
  readonly #numbers = new Map<Id, number>()

  constructor(items: readonly Item[]) {
    for (const { lines = [] } of items)
      for (const { id } of lines) if (!this.#numbers.has(id)) this.#numbers.set(id, this.#numbers.size)
  }

  of({ kind, id, lines = [], beside = [], sources }: Item) {
    const known = (ids: readonly (Id | null)[]) =>
      ids.flatMap((one) => (one === null ? [] : (this.#numbers.get(one) ?? [])))
    return {
      own: kind === "message" ? (this.#numbers.get(id) ?? null) : null,
      lines: known(lines.map((line) => line.id)),
      beside: known(beside),
      cites: kind === "memory" ? known(sources.map((source) => source.message_id)) : [],
    }
  }
}
