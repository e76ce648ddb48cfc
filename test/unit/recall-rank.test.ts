/** Ranking by relevance first, then by importance and age. */
import { expect, test } from "vitest"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { type Ranked, rank, score } from "../../src/recall/rank/rank.ts"
import { CHANNEL, candidates, DAY, evidence, found, hit, NOON, note, question } from "./builders.ts"

const RULE = DEFAULT_POLICY.recall
const ANYWHERE = { rule: RULE, here: null }

function ids(ranked: readonly Ranked[]): string[] {
  return ranked.map((item) => {
    if (item.kind === "memory") return item.found.memory.id
    return item.kind === "note" ? item.note.id : item.hit.message.id
  })
}

test("an irrelevant memory never ranks above a relevant one, however important and fresh", () => {
  const fits = found("fits", "Ada keeps bees in Trieste", { importance: "low", lastSaidAt: NOON - 700 * DAY })
  const loud = found("loud", "Ada became a surgeon", { importance: "high", lastSaidAt: NOON })
  const asked = question("who keeps bees in Trieste?")
  expect(ids(rank(candidates({ matching: [fits], latest: [loud] }), asked, ANYWHERE))).toEqual([
    "fits",
    "loud",
  ])
})

test("equally relevant memories rank by importance, then by age", () => {
  const chess = "Ada plays chess at the club"
  const about = (id: string) => ({ subject: { scope: "user" as const, id } })
  const exact = [
    found("old", chess, { ...about("1"), lastSaidAt: NOON - 60 * DAY }),
    found("new", chess, { ...about("2"), lastSaidAt: NOON - DAY }),
    found("high", chess, { ...about("3"), lastSaidAt: NOON - 60 * DAY, importance: "high" }),
  ]
  const flat = { ...RULE, relevance_steps: 4 }
  const order = ids(rank(candidates({ exact }), question("chess club"), { rule: flat, here: null }))
  expect(order).toHaveLength(3)
  expect(order.at(-1)).toBe("old")
})

test("a memory found only by its exact words fits like any other", () => {
  const [only] = rank(
    candidates({ exact: [found("tea", "Ada likes tea")] }),
    question("Ada likes tea"),
    ANYWHERE,
  )
  expect(only?.similarity).toBeCloseTo(1)
})

test("the score is the relevance step plus 0.3 similarity, 0.4 importance and 0.3 / (1 + days / 30)", () => {
  const at = (days: number) => NOON - days * DAY
  expect(score({ similarity: 0, importance: 0.9, at: at(0) }, NOON, RULE)).toBeCloseTo((0.4 * 0.9 + 0.3) / 51)
  expect(score({ similarity: 1, importance: 0.6, at: at(30) }, NOON, RULE)).toBeCloseTo(
    (50 + 0.3 + 0.24 + 0.15) / 51,
  )
})

test.each([
  [50, 0.5, 0.53],
  [4, 0.5, 0.76],
  [1, 0, 0.01],
])(
  "with %i steps, an old, minor memory one step more relevant ranks above a fresh, important one",
  (steps, less, more) => {
    const rule = { ...RULE, relevance_steps: steps }
    const fresh = score({ similarity: less, importance: 0.9, at: NOON }, NOON, rule)
    const old = score({ similarity: more, importance: 0.3, at: NOON - 900 * DAY }, NOON, rule)
    expect(old).toBeGreaterThan(fresh)
    // Within one step the order is reversed.
    const near = score({ similarity: less - 1e-6, importance: 0.3, at: NOON - 900 * DAY }, NOON, rule)
    expect(near).toBeLessThan(fresh)
  },
)

test("a memory below the minimum confidence is left out, and each type has at most five", () => {
  const many = Array.from({ length: 8 }, (_, i) => found(`m${i}`, `Ada likes tea number ${i}`))
  const weak = found("weak", "Ada likes tea", { confidence: 0.49 })
  const ranked = rank(candidates({ matching: [...many, weak] }), question("tea"), ANYWHERE)
  expect(ranked).toHaveLength(5)
  expect(ids(ranked)).not.toContain("weak")
})

test("a memory in several lists appears once", () => {
  const tea = found("tea", "Ada likes tea")
  const all = candidates({ matching: [tea], exact: [tea], about: [tea], latest: [tea], further: [tea] })
  expect(ids(rank(all, question("tea"), ANYWHERE))).toEqual(["tea"])
})

test("a message is left out if a memory above it comes from it, and stays if that memory is below", () => {
  const told = [evidence({ messageId: "5" })]
  const tea = found("tea", "Ada likes tea", {}, told)
  const messages = [
    [hit("5", "I like tea", { fit: 0.3 }), hit("6", "tea is ready", { fit: 0.3, score: 0.9 })],
  ]
  const above = rank(candidates({ matching: [tea], messages }), question("tea"), ANYWHERE)
  expect(ids(above)).toEqual(["tea", "6"])
  const vague = found("vague", "Ada was at home", {}, told)
  const below = rank(candidates({ latest: [vague], messages }), question("tea"), ANYWHERE)
  expect(ids(below)).toEqual(["5", "6", "vague"])
})

test("a result from another channel keeps a share of its relevance, and a direct statement keeps all of it", () => {
  const here = found("here", "Ada likes tea", {}, [evidence({ channelId: CHANNEL })])
  const told = found("told", "Ada likes tea", {}, [evidence({ channelId: null, messageId: null })])
  const far = found("far", "Ada likes tea", {}, [evidence({ channelId: "801" })])
  const likeness = (where: string | null, weight = 0.6) =>
    Object.fromEntries(
      [here, told, far].map((item) => {
        const terms = { rule: { ...RULE, elsewhere_weight: weight }, here: where }
        const [only] = rank(candidates({ exact: [item] }), question("tea"), terms)
        return [item.memory.id, only?.similarity]
      }),
    )
  expect(likeness(CHANNEL)).toEqual({
    here: expect.closeTo(1),
    told: expect.closeTo(1),
    far: expect.closeTo(0.6),
  })
  expect(likeness(CHANNEL, 0).far).toBe(0)
  expect(likeness(null).far).toBeCloseTo(1)
})

test("irrelevant notes and messages are left out, and known facts about people come last", () => {
  const all = candidates({
    about: [found("known", "Ada likes tea")],
    notes: [note("n1", "Trains", "They talked of trains.")],
    messages: [[hit("7", "trains are late", { fit: 0 })]],
  })
  expect(ids(rank(all, question("surgery"), ANYWHERE))).toEqual(["known"])
})
