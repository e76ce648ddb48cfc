/** Tells whether several conversations overlap in a run of talk, and parts it so that who answers whom stays together. Pure and deterministic. */
import { type Answer, type Line, likelyAnswers } from "./answers.ts"
import { bisect } from "./bisection.ts"

/** Fewer messages are a remark, and one person's are no conversation. */
const FEWEST = 3

/** Whether two conversations or more run through each other. Lines are given in order of saying. */
export function overlap(lines: readonly Line[]): boolean {
  const spans = conversations(lines)
    .filter((members) => members.length >= FEWEST && authors(lines, members) > 1)
    .map((members) => ({ first: members[0] ?? 0, last: members.at(-1) ?? 0 }))
  return spans.some((span) => spans.some((other) => other.first < span.first && span.first < other.last))
}

function authors(lines: readonly Line[], members: readonly number[]): number {
  return new Set(members.map((position) => lines[position]?.author.id)).size
}

/** Each message with the one it most probably answers; positions in order. */
function conversations(lines: readonly Line[]): number[][] {
  const answers = Map.groupBy(likelyAnswers(lines), (answer) => answer.from)
  const heads: number[] = []
  lines.forEach((_, position) => {
    const own = answers.get(position) ?? []
    const begins = 1 - own.reduce((sum, answer) => sum + answer.weight, 0)
    const best = own.reduce<Answer | null>((a, b) => (a && a.weight >= b.weight ? a : b), null)
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
export function parted(lines: readonly Line[], most: number): { over: number[]; on: number[] } {
  const ties = lines.map(() => new Float64Array(lines.length))
  for (const { from, to, weight } of likelyAnswers(lines)) {
    ties[from]?.fill(weight, to, to + 1)
    ties[to]?.fill(weight, from, from + 1)
  }
  const [one, other] = bisect(ties, most)
  const liveliness = (group: readonly number[]) =>
    group.reduce((sum, position) => sum + Math.exp((position - lines.length) / RECENT), 0)
  const swap = one.length === 0 || (other.length > 0 && liveliness(one) > liveliness(other))
  return swap ? { over: other, on: one } : { over: one, on: other }
}
