/** Rank counts of recalled messages: each message counts once, at its first place. */
import { expect, test } from "vitest"
import { mean, percentile, ranksOf, recallAt, sourcesInOrder, table } from "../eval/ranks.ts"

const item = (...ids: (string | null)[]) => ({ sources: ids.map((message_id) => ({ message_id })) })

test("sources are listed item by item in their given order, without duplicates", () => {
  expect(sourcesInOrder([item("a", "b"), item("b", "c"), item("a"), item("d")])).toEqual(["a", "b", "c", "d"])
})

test("a direct statement has no message and takes no place", () => {
  expect(sourcesInOrder([item(null, "a"), item(), item(null), item("b")])).toEqual(["a", "b"])
})

test("a message's rank is its place from 1, or null if missing", () => {
  expect(ranksOf(["b", "z", "a"], ["a", "b"])).toEqual([2, null, 1])
})

test("recall at k counts evidence up to and including the k-th message", () => {
  const ranks = [5, 6, null, 20]
  expect([4, 5, 6, 20].map((k) => recallAt(k, ranks))).toEqual([0, 0.25, 0.5, 0.75])
})

test("percentiles use the nearest rank and are 0 for an empty list", () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([percentile(hundred, 0.5), percentile(hundred, 0.95), percentile([7], 0.5)]).toEqual([50, 95, 7])
  expect([percentile([], 0.5), mean([])]).toEqual([0, 0])
})

test("a table's columns are as wide as their widest cell, and the first is aligned left", () => {
  expect(
    table([
      ["", "asked"],
      ["all", "7"],
    ]),
  ).toBe("     asked\nall      7")
})
