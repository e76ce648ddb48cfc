/** Search: the second search, the fusion of lists, and the fit of a text to a question. */
import fc from "fast-check"
import { afterEach, expect, test, vi } from "vitest"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { searchSeeds } from "../../src/recall/find/candidates.ts"
import { fitness } from "../../src/recall/rank/fitness.ts"
import { fuseRanks } from "../../src/recall/rank/fusion.ts"
import { candidates, DAY, found, hit, NOON, note, question } from "./builders.ts"

const RULE = DEFAULT_POLICY.recall

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test("names and titles in the best results that the question lacks start a second search, the most frequent first", () => {
  const matching = [
    found("a", "Ada works with Bo Berg in Trieste"),
    found("b", 'Ada read "The Tin Drum" in Trieste'),
  ]
  const hits = [hit("1", "we met Bo Berg's cousin, Cy")]
  expect(searchSeeds(question("where does Ada work?"), { matching }, hits)).toEqual([
    "Bo Berg",
    "Trieste",
    "Tin Drum",
    "The Tin Drum",
    "Cy",
  ])
})

test("the question's own words and mere sentence starts do not start a second search", () => {
  const hits = [hit("1", "Yesterday was fine. Nothing in trieste"), hit("2", "to Trieste with Ada")]
  expect(searchSeeds(question("who lives in trieste with ada?"), { matching: [] }, hits)).toEqual([])
  expect(searchSeeds(question("anything"), { matching: [] }, [])).toEqual([])
})

test("a name inside a longer word of the question still counts as new", () => {
  expect(searchSeeds(question("who is planning it?"), { matching: [] }, [hit("1", "ask Ann")])).toEqual([
    "Ann",
  ])
})

test("only the three best results of each kind contribute, with at most five names", () => {
  const names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
  const matching = names.map((name) => found(name, `talks to ${name}`))
  expect(searchSeeds(question("who?"), { matching }, [])).toEqual(["Ada", "Bo", "Cy"])
  const crowd = [found("all", names.map((name) => `with ${name}`).join(", "))]
  expect(searchSeeds(question("who?"), { matching: crowd }, [])).toHaveLength(5)
})

test("a result in two lists beats each list's best, and the best of all scores 1", () => {
  const [tea, canoe] = [found("tea", "tea"), found("canoe", "canoe")]
  const places = fuseRanks(candidates({ matching: [canoe, tea], exact: [tea] }), RULE)
  expect(places.get("tea")).toBe(1)
  expect(places.get("canoe")).toBeCloseTo(0.08 / (0.8 / 11 + 0.08))
})

test("a list counts by its weight, and a weight of 0 counts nothing", () => {
  const lists = candidates({
    matching: [found("m", "tea")],
    further: [found("f", "tea")],
    notes: [note("n", "Tea", "Tea.")],
    messages: [[hit("1", "tea")], [hit("2", "tea")]],
  })
  const places = fuseRanks(lists, { memory_weight: 0.8, note_weight: 0, message_weight: 1, vector_weight: 1 })
  expect(Object.fromEntries(places)).toEqual({
    "1": 1,
    "2": 1,
    m: expect.closeTo(0.8),
    f: expect.closeTo(0.4),
    n: 0,
  })
  expect(fuseRanks(candidates(), RULE)).toEqual(new Map())
})

test("a text fits by its share of the question's words, and rare words count more", () => {
  const texts = ["Ada likes tea", "Bo likes tea", "Cy likes tea and canoes"].map((fact) => found(fact, fact))
  const all = candidates({ matching: texts })
  const fit = fitness(all, question("tea canoes"), RULE)
  const [ada, , cy] = texts.map(({ memory }) => fit.memory(memory))
  expect(cy).toBe(1)
  expect(ada).toBeGreaterThan(0)
  expect(ada).toBeLessThan(0.5)
})

test("a text with the question's exact names and numbers fits better, as whole words only", () => {
  const texts = ["the plan of Ann costs 5", "the planning costs 15", "the plans cost 1"].map((fact) =>
    found(fact, fact),
  )
  const all = candidates({ matching: texts })
  const plain = fitness(all, question("plan cost", { exact: [] }), RULE)
  const exact = fitness(all, question("plan cost canoe", { exact: ["ann", "5"] }), RULE)
  const [named, planning, other] = texts.map(({ memory }) => exact.memory(memory))
  expect(plain.memory(texts[0]?.memory ?? expect.fail())).toBe(1)
  expect(named).toBeGreaterThan(other ?? 1)
  expect(planning).toBeCloseTo(other ?? 0)
})

test("any quoted text is matched exactly and breaks nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), (quoted) => {
      const [part = ""] = [quoted.toLowerCase()]
      const text = found("a", `tea (${quoted}) ferry`)
      const all = candidates({ matching: [text] })
      const fitting = (exact: string[]) =>
        fitness(all, question("tea canoe", { exact }), RULE).memory(text.memory)
      // The lowercase form may be longer than the original.
      fc.pre(`(${quoted})`.toLowerCase() === `(${part})`)
      expect(fitting([part])).toBeCloseTo(fitting([]) * (1 + RULE.exact_weight))
    }),
  )
})

test("a text from the time asked about fits better, and a question about a time alone finds only such texts", () => {
  const during = { from: NOON - DAY, to: NOON }
  const then = found("then", "Ada likes tea", { lastSaidAt: NOON - DAY, saidAt: NOON - DAY })
  const long = found("long", "Ada likes tea", { lastSaidAt: NOON - 9 * DAY, saidAt: NOON - 9 * DAY })
  const all = candidates({ matching: [then, long], notes: [note("n", "Trains", "Trains.")] })
  const some = fitness(all, question("tea canoe", { during }), RULE)
  expect(some.memory(then.memory)).toBeCloseTo(some.memory(long.memory) * (1 + RULE.time_weight))
  const only = fitness(all, question("what happened yesterday", { during, onlyTime: true }), RULE)
  expect([then, long].map(({ memory }) => only.memory(memory))).toEqual([0.3, 0])
  expect(only.note(note("n", "Trains", "Trains."))).toBe(0.85)
  expect(only.note(note("n", "Trains", "Trains.", { toAt: NOON - 9 * DAY, fromAt: NOON - 9 * DAY }))).toBe(0)
})

test("a channel keeps its own order of messages, scaled to its best fit", () => {
  const hits = [hit("1", "tea", { score: 4, fit: 0.5 }), hit("2", "tea", { score: 2, fit: 0.8 })]
  const fit = fitness(candidates({ messages: [hits] }), question("tea"), RULE)
  expect(hits.map((each) => fit.message(each, hits))).toEqual([0.8, 0.4])
})
