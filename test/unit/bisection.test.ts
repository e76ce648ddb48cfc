/** The bisection splits any weighted graph into two groups. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { bisect } from "../../src/channel/window/conversation-splitter.ts"

/** Builds a symmetric matrix of ties among `size` things from pairs. */
function tiesOf(size: number, pairs: readonly [number, number, number][]): Float64Array[] {
  const ties = Array.from({ length: size }, () => new Float64Array(size))
  for (const [one, other, weight] of pairs.filter(([one, other]) => one !== other)) {
    ties[one]?.fill(weight, other, other + 1)
    ties[other]?.fill(weight, one, one + 1)
  }
  return ties
}

const anyTies = fc.integer({ min: 0, max: 14 }).chain((size) => {
  const place = fc.nat({ max: Math.max(0, size - 1) })
  const pair = fc.tuple(place, place, fc.double({ min: 0, max: 1, noNaN: true }))
  return fc
    .array(size === 0 ? fc.constant<[number, number, number]>([0, 0, 0]) : pair, { maxLength: 40 })
    .map((pairs) => tiesOf(size, pairs))
})

test("every thing is in one of two groups, in order and within the limit, and the result is repeatable", () => {
  fc.assert(
    fc.property(anyTies, fc.nat({ max: 3 }), (ties, room) => {
      const most = Math.max(1, Math.ceil(ties.length / 2)) + room
      const groups = bisect(ties, most)
      expect(bisect(ties, most)).toEqual(groups)
      expect(groups.flat().sort((a, b) => a - b)).toEqual([...ties.keys()])
      for (const group of groups) {
        expect(group.length).toBeLessThanOrEqual(most)
        expect(group).toEqual(group.toSorted((a, b) => a - b))
      }
    }),
  )
})

test("tied things that fit stay together, however they are mixed", () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(10).keys()], { minLength: 10 }), (order) => {
      const chains = [order.slice(0, 5), order.slice(5)]
      const pairs = chains.flatMap((chain) =>
        chain.slice(1).map((one, index): [number, number, number] => [chain[index] ?? 0, one, 0.5]),
      )
      const sorted = (groups: number[][]) => groups.map((group) => group.toSorted((a, b) => a - b)).sort()
      expect(sorted(bisect(tiesOf(10, pairs), 5))).toEqual(sorted(chains))
    }),
  )
})
