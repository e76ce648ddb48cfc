/** Makes items fewer and shorter without dropping a find: joins neighboring lines and shortens notes. Pure. */
import type { Item } from "./context.ts"
import type { JudgedStatement } from "./judgments.ts"
import { noteSentences } from "./relevance/statements.ts"
import { textOfLines } from "./said-lines.ts"

/**
 * `items` must be judged and best first. Without a message among them, as after retention, notes stay whole: they are all
 * that is left of the talk, and may answer in other words.
 */
export function condense(items: readonly Item[]): Item[] {
  const joined = joinExchanges(items)
  return joined.some(({ kind }) => kind === "message") ? shortenNotes(joined) : joined
}

/** Lines of one exchange at most: it must stay about as short as other items. */
const MOST_LINES = 4

/** A find further down joins none: its exchange would take the place of better finds. */
const MOST_APART = 8

/**
 * Joins messages that were said right next to each other, or show the same line, into one item at the place of the best,
 * whose author and score it has. Its lines come in the order they were said, its sources best first.
 */
function joinExchanges(items: readonly Item[]): Item[] {
  const joined: Item[] = []
  for (const [place, item] of items.entries()) {
    const at = joined.findIndex((other, spot) => place - spot <= MOST_APART && isExchange(other, item))
    const other = joined[at]
    if (other === undefined) joined.push(item)
    else joined[at] = joinLines(other, item)
  }
  return joined
}

function isExchange(one: Item, other: Item): boolean {
  if (one.kind !== "message" || other.kind !== "message") return false
  const ids = new Set([...linesOf(one), ...linesOf(other)].map(({ id }) => id))
  if (ids.size > MOST_LINES) return false
  return [one, other].some((a, place) => {
    const lines = linesOf(place === 0 ? other : one)
    return lines.some(({ id }) => a.beside?.includes(id) || linesOf(a).some((line) => line.id === id))
  })
}

function linesOf({ lines = [] }: Item) {
  return lines
}

function joinLines(best: Item, other: Item): Item {
  const byId = new Map([...linesOf(best), ...linesOf(other)].map((line) => [line.id, line]))
  const lines = [...byId.values()].sort((a, b) => a.at - b.at || (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
  return {
    ...best,
    lines,
    text: textOfLines(lines),
    sources: [...best.sources, ...other.sources],
    beside: [...(best.beside ?? []), ...(other.beside ?? [])],
    statements: [...(best.statements ?? []), ...(other.statements ?? [])],
  }
}

/** A part of a note stays with at least this share of its best part's score. */
const PART_SHARE = 0.2
const MOST_PARTS = 6

/**
 * Shortens judged notes to the parts that bear on the question, in their order. A part is a line of somebody with the
 * sentences after it, so that nobody's words end up behind another name; prose is one part.
 */
function shortenNotes(items: readonly Item[]): Item[] {
  return items.map((item) => (item.kind === "note" ? shortenNote(item) : item))
}

function shortenNote(item: Item): Item {
  const parts = splitParts(item)
  const best = parts.map(({ score }) => score).sort((a, b) => b - a)
  const least = Math.max(PART_SHARE * (best[0] ?? 0), best[MOST_PARTS - 1] ?? 0)
  const kept = parts.filter(({ score }) => score >= least)
  if (kept.length === parts.length) return item
  return {
    ...item,
    text: kept.flatMap(({ sentences }) => sentences).join(" "),
    statements: kept.flatMap(({ statements }) => statements),
  }
}

interface NotePart {
  sentences: string[]
  statements: JudgedStatement[]
  /** That of its best sentence. */
  score: number
}

/** "Good news: we won" stands for itself, and is told with its speaker's name. */
const LEAD = /^[^:\n]{1,40}: ./u

function splitParts({ text, statements = [] }: Item): NotePart[] {
  const parts: NotePart[] = []
  for (const [place, sentence] of noteSentences(text).entries()) {
    const statement = statements[place]
    if (statement === undefined) continue
    const last = parts.at(-1)
    const { speaker, score } = statement
    // A sentence that names its speaker is longer than its statement.
    const isNamed = sentence !== statement.text
    if (last === undefined || isNamed || LEAD.test(sentence))
      parts.push({
        sentences: [isNamed || speaker === null ? sentence : `${speaker}: ${sentence}`],
        ...{ statements: [statement], score },
      })
    else {
      last.sentences.push(sentence)
      last.statements.push(statement)
      last.score = Math.max(last.score, statement.score)
    }
  }
  return parts
}
