/** Gives the window rule the words behind its ids: one read when a run is full, none for each message heard. */
import type { Id } from "../../domain/types.ts"
import { type ChatLine, type LikelyReply, likelyReplies } from "./reply-likelihood.ts"
import type { Conversations } from "./window-rule.ts"

interface Parts {
  over: Id[]
  on: Id[]
}

export class ConversationSplitter implements Conversations {
  readonly #read: (ids: readonly Id[]) => ChatLine[]
  // What was last answered: a run that stays open is asked about with each message, and one that is due when it is taken.
  #overlap = { ids: "", answer: false }
  #parts: { ids: string; most: number; answer: Parts } | null = null

  /** `read` gives what is kept of the ids, in order of saying. */
  constructor(read: (ids: readonly Id[]) => ChatLine[]) {
    this.#read = read
  }

  overlap(ids: readonly Id[]): boolean {
    const key = ids.join()
    if (key !== this.#overlap.ids) this.#overlap = { ids: key, answer: conversationsOverlap(this.#read(ids)) }
    return this.#overlap.answer
  }

  split(ids: readonly Id[], most: number): Parts {
    const key = ids.join()
    if (key !== this.#parts?.ids || most !== this.#parts.most)
      this.#parts = { ids: key, most, answer: this.#partsOf(ids, most) }
    return this.#parts.answer
  }

  #partsOf(ids: readonly Id[], most: number): Parts {
    const lines = this.#read(ids)
    // A message whose words are gone still counts: then the run is parted in the middle, as if nothing were known.
    if (lines.length !== ids.length) return { over: ids.slice(0, most), on: ids.slice(most) }
    const { over, on } = splitRun(lines, most)
    const idsAt = (positions: number[]) => positions.flatMap((position) => lines[position]?.id ?? [])
    return { over: idsAt(over), on: idsAt(on) }
  }
}

// Tells whether several conversations overlap in a run of talk, and parts it so that who answers whom stays together. Pure and deterministic.

/** Fewer messages are a remark, and one person's are no conversation. */
const FEWEST = 3

/** Whether two conversations or more run through each other. Lines are given in order of saying. */
export function conversationsOverlap(lines: readonly ChatLine[]): boolean {
  const spans = conversations(lines)
    .filter((members) => members.length >= FEWEST && authors(lines, members) > 1)
    .map((members) => ({ first: members[0] ?? 0, last: members.at(-1) ?? 0 }))
  return spans.some((span) => spans.some((other) => other.first < span.first && span.first < other.last))
}

function authors(lines: readonly ChatLine[], members: readonly number[]): number {
  return new Set(members.map((position) => lines[position]?.author.id)).size
}

/** Each message with the one it most probably answers; positions in order. */
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

/** Over so many messages the attention of a channel wanes to 1/e. */
const RECENT = 10

/**
 * Parts at most twice `most` messages, given in order of saying, into two groups of at most `most`: what has most probably
 * run its course, and what goes on. Positions count from 0, in order. The first group is never empty.
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

// Parts things that are tied to each other into two groups of bounded size, loosening few ties. Pure, deterministic, and knows of no messages.

/** How strongly two things are tied: symmetric, zero or more. */
type Ties = readonly Float64Array[]

/** Weaker than this is no tie. */
const TIED = 1e-3
const WORTHWHILE = 1e-6

/**
 * Two groups of at most `most` positions, in order; together all of them, which must be no more than twice `most`.
 * Two beginnings, what is tied most joined first and the plain halves, are each bettered by moving one position or swapping
 * two while that loosens less (after Kernighan and Lin 1970); the better outcome is taken.
 */
export function bisect(ties: Ties, most: number): [number[], number[]] {
  const beginnings = [
    fill(ties, joined(ties, most), most),
    ties.map((_, at) => Number(2 * at >= ties.length)),
  ]
  const [side = []] = beginnings
    .map((beginning) => descended(ties, beginning, most))
    .sort((one, other) => loosened(ties, one) - loosened(ties, other))
  const positions = [...side.keys()]
  return [positions.filter((at) => side[at] === 0), positions.filter((at) => side[at] === 1)]
}

function descended(ties: Ties, side: number[], most: number): number[] {
  // A bound only: some ten steps settle sixty positions.
  for (let step = 0; step < ties.length * 4 && improve(ties, side, most); step++);
  return side
}

/** The ties between the two sides, in sum. */
function loosened(ties: Ties, side: readonly number[]): number {
  return side.reduce((sum, own, position) => sum + (own === 0 ? pull(ties, side, position, 1) : 0), 0)
}

/** Clusters of at most `most`. What a pair weighs is taken by the smaller one's size: a big cluster must not draw in all there is. */
function joined(ties: Ties, most: number): number[][] {
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
  let heaviestWeight = TIED
  for (const [one, members] of clusters) {
    for (const [other, others] of clusters) {
      const weight = at(weights, one, other)
      if (other <= one || weight <= TIED || members.length + others.length > most) continue
      const taken = weight / Math.sqrt(Math.min(members.length, others.length))
      if (taken > heaviestWeight) [best, heaviestWeight] = [[one, other], taken]
    }
  }
  return best
}

/** The side of each position: whole clusters, biggest first, where they are tied most and fit; else member by member. */
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

/** Makes the best move or swap; false where none helps. */
function improve(ties: Ties, side: number[], most: number): boolean {
  const gains = side.map(
    (own, position) => pull(ties, side, position, 1 - own) - pull(ties, side, position, own),
  )
  const sizes = [0, 1].map((one) => side.filter((own) => own === one).length)
  let best = WORTHWHILE
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

/** How strongly one side holds a position. */
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
