/** Gives the window rule the text behind its ids. Reads only when a run is full, not for each message. */
import type { Id } from "../../domain/types.ts"
import { remembered } from "../../text/remembered.ts"
import { type ChatLine, type LikelyReply, likelyReplies } from "./reply-likelihood.ts"
import type { Conversations } from "./window-rule.ts"

interface Split {
  over: Id[]
  on: Id[]
}

/**
 * Remembers answers: an open run is checked with each new message, and a batch of an import, which fills many runs, once
 * when it comes, once for the alarm and once when they are taken.
 */
const ANSWERS = { most: 64, longest: 20_000 }

export class ConversationSplitter implements Conversations {
  readonly #overlap: (ids: string) => boolean
  readonly #split: (mostAndIds: string) => Split

  /** `read` returns the kept messages of the ids, in the order they were said. */
  constructor(read: (ids: readonly Id[]) => ChatLine[]) {
    this.#overlap = remembered((ids) => conversationsOverlap(read(ids.split(","))), ANSWERS)
    this.#split = remembered((key) => {
      const [most, ...ids] = key.split(",")
      return splitLines(ids, Number(most), read(ids))
    }, ANSWERS)
  }

  overlap(ids: readonly Id[]): boolean {
    return this.#overlap(ids.join())
  }

  split(ids: readonly Id[], most: number): Split {
    return this.#split([most, ...ids].join())
  }
}

function splitLines(ids: readonly Id[], most: number, lines: readonly ChatLine[]): Split {
  // A message without text still counts. The run is then split in the middle, as if nothing were known.
  if (lines.length !== ids.length) return { over: ids.slice(0, most), on: ids.slice(most) }
  const { over, on } = splitRun(lines, most)
  const idsAt = (positions: number[]) => positions.flatMap((position) => lines[position]?.id ?? [])
  return { over: idsAt(over), on: idsAt(on) }
}

// Detects overlapping conversations in a run of messages and splits the run without separating replies. Pure
// and deterministic.

/** Fewer messages, or messages of one person, are not a conversation. */
const MIN_MESSAGES = 3

/** Returns true if at least two conversations interleave. Lines are in the order they were said. @internal */
export function conversationsOverlap(lines: readonly ChatLine[]): boolean {
  const spans = conversations(lines)
    .filter((members) => members.length >= MIN_MESSAGES && authors(lines, members) > 1)
    .map((members) => ({ first: members[0] ?? 0, last: members.at(-1) ?? 0 }))
  return spans.some((span) => spans.some((other) => other.first < span.first && span.first < other.last))
}

function authors(lines: readonly ChatLine[], members: readonly number[]): number {
  return new Set(members.map((position) => lines[position]?.author.id)).size
}

/** Groups each message with its most likely reply target; positions in order. */
function conversations(lines: readonly ChatLine[]): number[][] {
  const answers = Map.groupBy(likelyReplies(lines), (answer) => answer.from)
  const heads: number[] = []
  lines.forEach((_, position) => {
    const own = answers.get(position) ?? []
    const begins = 1 - own.reduce((sum, answer) => sum + answer.weight, 0)
    const best = own.reduce<LikelyReply | null>((a, b) => (a && a.weight >= b.weight ? a : b), null)
    heads.push(best && best.weight > begins ? (heads[best.to] ?? position) : position)
  })
  return [...Map.groupBy(heads.keys(), (position) => heads[position]).values()]
}

/** A channel's attention fades to 1/e over this many messages. */
const RECENT = 10

/**
 * Splits at most twice `most` messages, in the order they were said, into two groups of at most `most`: the
 * conversation that has probably ended (`over`) and the one that continues (`on`). Positions count from 0, in
 * order. The first group is never empty.
 * @internal
 */
export function splitRun(lines: readonly ChatLine[], most: number): { over: number[]; on: number[] } {
  const ties = lines.map(() => new Float64Array(lines.length))
  for (const { from, to, weight } of likelyReplies(lines)) {
    ties[from]?.fill(weight, to, to + 1)
    ties[to]?.fill(weight, from, from + 1)
  }
  const [one, other] = bisect(ties, most)
  const liveliness = (group: readonly number[]) =>
    group.reduce((sum, position) => sum + Math.exp((position - lines.length) / RECENT), 0)
  const swap = one.length === 0 || (other.length > 0 && liveliness(one) > liveliness(other))
  return swap ? { over: other, on: one } : { over: one, on: other }
}

// Splits items into two groups of bounded size while cutting few ties. Pure and deterministic; independent of
// messages.

/** The strength of the tie between two items: symmetric, zero or more. */
type Ties = readonly Float64Array[]

/** Weaker values are no tie. */
const MIN_TIE = 1e-3
const MIN_GAIN = 1e-6

/**
 * Returns two groups of at most `most` positions, in order, that together hold all positions. There must be
 * at most twice `most`. Starts from two divisions (most strongly tied items joined first, and plain halves),
 * improves each by moving one position or swapping two while that cuts less (after Kernighan and Lin 1970),
 * and returns the better result.
 * @internal
 */
export function bisect(ties: Ties, most: number): [number[], number[]] {
  const beginnings = [
    fill(ties, mergeClusters(ties, most), most),
    ties.map((_, at) => Number(2 * at >= ties.length)),
  ]
  const [side = []] = beginnings
    .map((beginning) => refined(ties, beginning, most))
    .sort((one, other) => cutWeight(ties, one) - cutWeight(ties, other))
  const positions = [...side.keys()]
  return [positions.filter((at) => side[at] === 0), positions.filter((at) => side[at] === 1)]
}

function refined(ties: Ties, side: number[], most: number): number[] {
  // An upper bound only: about ten steps settle sixty positions.
  for (let step = 0; step < ties.length * 4 && improve(ties, side, most); step++);
  return side
}

/** Sums the ties between the two sides. */
function cutWeight(ties: Ties, side: readonly number[]): number {
  return side.reduce((sum, own, position) => sum + (own === 0 ? pull(ties, side, position, 1) : 0), 0)
}

/**
 * Builds clusters of at most `most`. A pair's weight is divided by the square root of the smaller cluster's
 * size, so that a large cluster does not absorb everything.
 */
function mergeClusters(ties: Ties, most: number): number[][] {
  const clusters = new Map(ties.map((_, position) => [position, [position]]))
  const weights = ties.map((row) => Float64Array.from(row))
  for (let pair = heaviest(clusters, weights, most); pair; pair = heaviest(clusters, weights, most)) {
    const [one, other] = pair
    clusters.set(one, [...(clusters.get(one) ?? []), ...(clusters.get(other) ?? [])])
    clusters.delete(other)
    for (const left of clusters.keys()) {
      const weight = at(weights, one, left) + at(weights, other, left)
      weights[one]?.fill(weight, left, left + 1)
      weights[left]?.fill(weight, one, one + 1)
    }
  }
  return [...clusters.values()]
}

function heaviest(
  clusters: ReadonlyMap<number, number[]>,
  weights: Ties,
  most: number,
): [number, number] | null {
  let best: [number, number] | null = null
  let heaviestWeight = MIN_TIE
  const all = [...clusters]
  for (const [one, members] of all) {
    const row = weights[one]
    for (const [other, others] of all) {
      const weight = row?.[other] ?? 0
      if (weight <= MIN_TIE || other <= one || members.length + others.length > most) continue
      const taken = weight / Math.sqrt(Math.min(members.length, others.length))
      if (taken > heaviestWeight) [best, heaviestWeight] = [[one, other], taken]
    }
  }
  return best
}

/**
 * Returns the side of each position. Places whole clusters, largest first, on the side with the stronger ties
 * if they fit; otherwise member by member.
 */
function fill(ties: Ties, clusters: number[][], most: number): number[] {
  const side = ties.map(() => -1)
  const sizes: [number, number] = [0, 0]
  const put = (members: readonly number[], to: 0 | 1) => {
    for (const member of members) side[member] = to
    sizes[to] += members.length
  }
  for (const members of clusters.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0))) {
    const emptier = sizes[1] < sizes[0] ? 1 : 0
    const drawn = members.reduce((sum, member) => sum + pull(ties, side, member, 1 - emptier), 0)
    const held = members.reduce((sum, member) => sum + pull(ties, side, member, emptier), 0)
    const fuller = emptier === 0 ? 1 : 0
    if (drawn > held && sizes[fuller] + members.length <= most) put(members, fuller)
    else if (sizes[emptier] + members.length <= most) put(members, emptier)
    else for (const member of members) put([member], sizes[1] < sizes[0] ? 1 : 0)
  }
  return side
}

/** Makes the best move or swap. Returns false if none improves the result. */
function improve(ties: Ties, side: number[], most: number): boolean {
  const gains = side.map(
    (own, position) => pull(ties, side, position, 1 - own) - pull(ties, side, position, own),
  )
  const sizes = [0, 1].map((one) => side.filter((own) => own === one).length)
  let best = MIN_GAIN
  let moved: number[] = []
  side.forEach((own, position) => {
    const gain = gains[position] ?? 0
    if (gain > best && (sizes[1 - own] ?? 0) < most) [best, moved] = [gain, [position]]
    for (let other = 0; other < position; other++) {
      if (side[other] === own) continue
      const both = gain + (gains[other] ?? 0) - 2 * at(ties, position, other)
      if (both > best) [best, moved] = [both, [position, other]]
    }
  })
  for (const position of moved) side[position] = 1 - (side[position] ?? 0)
  return moved.length > 0
}

/** Sums the ties of a position to one side. */
function pull(ties: Ties, side: readonly number[], position: number, to: number): number {
  let sum = 0
  ties[position]?.forEach((weight, other) => {
    if (side[other] === to) sum += weight
  })
  return sum
}

function at(weights: Ties, one: number, other: number): number {
  return weights[one]?.[other] ?? 0
}
