/** Logged recalls replay to exactly what they showed, and show something else under another rule. */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import type { ClaimLabel } from "../../src/domain/claim-labels.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { DEFAULT_POLICY } from "../../src/policy/policy.ts"
import { compareRecalls, type RatedRecall, replayRecalls } from "../../src/recall/compare.ts"
import { type ReplayRule, replayRule } from "../../src/recall/log/trace.ts"
import { replayRecall } from "../../src/recall/replay.ts"
import { ratedRecalls } from "../../src/runtime/logged-recalls.ts"
import { deep } from "../dice.ts"
import { NOON } from "./builders.ts"
import { hear, memories, ok, recall, talk } from "./http.ts"
import { quietly, setClock } from "./live.ts"
import { type Fact, know } from "./profiles-world.ts"

quietly({ silent: ["error", "warn"], at: NOON })

const FACTS: Fact[] = [
  ...[
    "Ada lives in Oslo",
    "Ada plays the cello",
    "Ada works at Quibblesoft",
    "Ada likes sourdough bread",
  ].map((fact, at): Fact => ({ fact, ago: [2 + 7 * at], importance: at % 2 === 0 ? "high" : "low" })),
  ...[
    "Bob plays chess on Mondays",
    "Bob lives in Bergen",
    "Bob bakes rye bread",
    "Bob sails a small boat",
  ].map((fact, at): Fact => ({ fact, about: "12", ago: [1 + 9 * at, 40], type: "preference" })),
  ...["Cy sails on Sundays", "Cy plays the flute", "Cy has a boat called Nutmeg"].map(
    (fact): Fact => ({ fact, about: "13", ago: [3], channel: "200" }),
  ),
]

const TALK: [string, string, string][] = [
  ["11", "Ada", "who brings bread to the boat on Sunday?"],
  ["12", "Bob", "me, the rye one"],
  ["11", "Ada", "perfect"],
  ["13", "Cy", "the boat needs paint before the trip to Bergen, we should buy it on Friday"],
  ["12", "Bob", "I paid 40 euros for the paint"],
  ["11", "Ada", "Austin!"],
  ["13", "Cy", "chess on Monday at seven, cello concert at nine"],
]

const QUESTIONS = [
  { query: "who plays an instrument?" },
  { query: "where do Ada and Bob live?", mentions: ["11", "12"] },
  { query: "who brings bread to the boat?", channel_id: "100" },
  { query: "what does Bob do?", user_id: "11", mentions: ["12"], channel_id: "300" },
  { query: "the paint, the boat and the concert", channel_id: "100", max_items: 5 },
  { query: "what did we talk about today?", channel_id: "100" },
  { query: "boat", min_score: 0 },
  { query: "how much did the paint cost?", max_tokens: 120, format: "xml" },
  { query: "what do you know about Ada now?", mentions: ["11"], format: "block" },
  { query: "cello bread chess boat Oslo Bergen", format: "tagged", style: "classic", max_tokens: 90 },
  { query: "tell me about Cy", user_ids: ["11", "12", "13"], format: "narrative" },
]

const outcomeOf = ({ label }: { label: ClaimLabel }) => {
  if (label === "right") return "good"
  return label === "wrong" ? "bad" : null
}

async function logOf(guild: string): Promise<RatedRecall[]> {
  const choice = { since: 0, until: Number.MAX_SAFE_INTEGER, most: 500, isUsed: () => true, outcomeOf }
  return ratedRecalls(guildDatabase(env, guild), guild, choice)
}

async function asked(guild: string, policy: object = {}): Promise<RatedRecall[]> {
  await know(guild, FACTS)
  await hear(guild, "100", talk(70_000, NOON - 3_600_000, TALK))
  const ferry = "the ferry to Bergen takes the boat too"
  await hear(guild, "300", talk(80_000, NOON - 2_600_000, [["11", "Ada", ferry]]))
  return askedAgain(guild, policy)
}

async function askedAgain(guild: string, policy: object): Promise<RatedRecall[]> {
  const before = (await logOf(guild)).length
  await ok("PUT", `/v1/guilds/${guild}/policy`, policy)
  for (const question of QUESTIONS) {
    setClock(Date.now() + 1_000)
    await recall(guild, { ...question, log: true })
  }
  await expect.poll(async () => (await logOf(guild)).length).toBe(before + QUESTIONS.length)
  return (await logOf(guild)).slice(before)
}

test.each([
  ["792101", {}],
  ["792102", { recall: { judge: false } }],
  [
    "792103",
    { recall: { relevance_steps: 3, importance_weight: 0.9, recency_weight: 0.1, elsewhere_weight: 0.2 } },
  ],
  ["792104", { recall: { max_items: 3, max_tokens: 60, max_per_type: 2, min_share: 0.3, note_weight: 1 } }],
  ["792108", { recall: { diversity: 0.8, max_items: 4 } }],
] as const)(
  "under the rule in force, guild %s's recalls show what they showed, in the same order",
  async (guild, policy) => {
    const rows = await asked(guild, policy)
    expect(rows.some(({ trace }) => trace.candidates.length > 8)).toBe(true)
    for (const row of rows) {
      const { shown, tokens, isExact } = replayRecall(row, row.trace.rule)
      expect({ shown, tokens, isExact }).toEqual({
        shown: row.trace.shown,
        tokens: row.tokens,
        isExact: true,
      })
    }
  },
)

/** Row numbers of memories and notes, and the lengths of messages, which tell those of this talk apart. */
function namesOf({ trace }: RatedRecall, places: readonly number[]): string {
  return places
    .map((place) => trace.candidates[place])
    .map((one) => `${one?.kind} ${one?.seq ?? one?.tokens}`)
    .join()
}

deep("another rule shows what a live recall under it shows", async () => {
  const rows = await asked("792105")
  const tries: Partial<ReplayRule>[] = [
    { judge: false },
    { max_items: 3 },
    { min_share: 0.5 },
    { max_per_type: 1 },
    { judge: false, relevance_steps: 2, importance_weight: 1, similarity_weight: 0, recency_weight: 0 },
    { relevance_steps: 4, note_weight: 0.1 },
  ]
  const cases: [replayed: string, live: string][] = []
  for (const change of tries) {
    const live = await askedAgain("792105", { recall: change })
    for (const [at, row] of rows.entries()) {
      const other = live[at]
      if (other === undefined) continue
      const replayed = replayRecall(row, { ...row.trace.rule, ...change })
      cases.push([namesOf(row, replayed.shown), namesOf(other, other.trace.shown)])
    }
  }
  const same = cases.filter(([replayed, live]) => replayed === live).length
  // The token budget of another list is estimated.
  expect(cases).toHaveLength(tries.length * QUESTIONS.length)
  expect(same / cases.length).toBeGreaterThan(0.9)
})

test("feedback and labels rate what is shown, and a rule that shows bad memories is worse", async () => {
  const rows = await asked("792106")
  const known = await memories("792106")
  const bob = known.filter(({ subject_id, fact }) => subject_id === "12" && /rye|boat/.test(fact))
  const { id } = await recall("792106", { query: "rye bread, a small boat", log: true })
  await expect.poll(async () => (await logOf("792106")).length).toBe(rows.length + 1)
  await ok("POST", `/v1/guilds/792106/recall/${id}/feedback`, {
    verdict: "wrong",
    items: bob.map((one) => one.id),
  })
  const rated = await logOf("792106")
  const live = replayRule(DEFAULT_POLICY.recall)
  const {
    live: before,
    candidate,
    changed,
    difference,
    frozen,
  } = compareRecalls(rated, live, { ...live, max_items: 1 })
  expect(before).toMatchObject({ recalls: rated.length, rated: expect.any(Number) })
  expect(before.rated).toBeGreaterThan(0)
  expect(before.useful).toBe(0)
  expect(candidate.tokens).toBeLessThan(before.tokens)
  expect(candidate.entropy).toBeLessThan(before.entropy)
  expect(changed).toBeGreaterThan(3)
  expect(difference === null || difference.lower <= difference.estimate).toBe(true)
  expect(frozen).toEqual([])
  const searched = compareRecalls(rated, DEFAULT_POLICY.recall, {
    ...DEFAULT_POLICY.recall,
    vector_weight: 0.5,
    max_per_type: 9,
  })
  expect(searched.frozen).toEqual(["recall.max_per_type", "recall.vector_weight"])
})

test("diversity repeats less where finds are as good, and changes nothing at 0", async () => {
  const rows = await asked("792107")
  const again: RatedRecall[] = [0, 1, 2].flatMap((nth) =>
    rows.map((row) => ({ ...row, at: row.at + nth * 60_000 })),
  )
  const live = replayRule(DEFAULT_POLICY.recall)
  const plain = replayRecalls(again, { ...live, max_items: 2 })
  const diverse = replayRecalls(again, { ...live, max_items: 2, diversity: 0.9 })
  expect(plain.score.repetition).toBeGreaterThan(0)
  expect(diverse.score.repetition).toBeLessThan(plain.score.repetition)
  expect(diverse.score.entropy).toBeGreaterThan(plain.score.entropy)
  expect(replayRecalls(again, { ...live, max_items: 2, diversity: 0 })).toEqual(plain)
})
