/**
 * At night, settled contradictions stay settled, contested facts are weighed again, and replaced facts become
 * history.
 */
import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { retractMessages } from "../../src/memory/removal/retract.ts"
import { deep } from "../dice.ts"
import { call, ok } from "./http.ts"
import {
  DAY,
  type Fact,
  know,
  knownOf,
  learn,
  NIGHT,
  refOf,
  runReviewNight,
  scriptedReview,
} from "./profiles-world.ts"
import { faultsOfDatabase } from "./snapshot.ts"

const LIKES = "Ada likes green tea"
const HATES = "Ada hates green tea"
const OSLO = "Ada lives in Oslo"
const BERGEN = "Ada lives in Bergen"

/** Ada's own statement, and a later one of Bob's against it. */
const TEA: Fact[] = [
  { fact: LIKES, ago: [9] },
  { fact: HATES, by: "12", ago: [5] },
]

async function stands(guild: string, ...facts: string[]) {
  const known = await knownOf(guild)
  return facts.map((fact) => [known.get(fact)?.status, known.get(fact)?.contradicts])
}

test.each([
  ["rules", "7670", null],
  [
    "a model that would have one of them go",
    "7671",
    () => scriptedReview((row) => ({ retire: [{ row: row(HATES), because: row(LIKES) }] })),
  ],
  [
    "a model that would have the other go",
    "7672",
    () => scriptedReview((row) => ({ retire: [{ row: row(LIKES), because: row(HATES) }] })),
  ],
] as const)(
  "two facts confirmed as both true are neither contested nor retired by %s",
  async (_, guild, model) => {
    await know(guild, TEA)
    expect(await stands(guild, LIKES, HATES)).toEqual([
      ["active", HATES],
      ["active", LIKES],
    ])
    const { items } = await ok<{ items: { id: string }[] }>("GET", `/v1/guilds/${guild}/review`)
    const decided = await call("POST", `/v1/guilds/${guild}/review/${items[0]?.id}`, { decision: "both" })
    expect(decided.status).toBe(204)
    const chat = model === null ? null : model()
    await runReviewNight(guild, chat)
    // Repeated by Ada herself, it would outweigh the other.
    await learn(guild, { fact: LIKES, ago: [-1.5] })
    await runReviewNight(guild, chat, { at: NIGHT + DAY })
    if (chat !== null) expect(chat.requests).toHaveLength(2)
    expect(await stands(guild, LIKES, HATES)).toEqual([
      ["active", null],
      ["active", null],
    ])
  },
)

test("a contested fact with unchanged weights stays contested, night after night", async () => {
  await know("7673", TEA)
  await runReviewNight("7673", null)
  await learn("7673", { fact: HATES, by: "13", ago: [-1.5] })
  await runReviewNight("7673", null, { at: NIGHT + DAY })
  expect(await stands("7673", LIKES, HATES)).toEqual([
    ["active", HATES],
    ["active", LIKES],
  ])
})

test("a contested fact is settled at night once one side outweighs the other: the winner stands, the other is history", async () => {
  await know("7674", [
    { fact: OSLO, ago: [9] },
    { fact: OSLO, by: "13", ago: [8] },
    { fact: BERGEN, by: "12", ago: [5], source: "explicit" },
  ])
  expect(await stands("7674", OSLO, BERGEN)).toEqual([
    ["active", BERGEN],
    ["active", OSLO],
  ])
  await runReviewNight("7674", null)
  expect((await stands("7674", OSLO))[0]).toEqual(["active", BERGEN])
  // Ada withdraws her own statement, and what remains against Bob's is hearsay.
  const messages = [refOf("7674", OSLO, 9)]
  await retractMessages(guildDatabase(env, "7674"), "7674", { messages }, NIGHT)
  await learn("7674", { fact: "Ada rows", ago: [-1.5] })
  await runReviewNight("7674", null, { at: NIGHT + DAY })
  expect((await knownOf("7674")).get(OSLO)).toMatchObject({ status: "superseded", superseded_by: BERGEN })
  expect((await stands("7674", BERGEN))[0]).toEqual(["active", null])
})

test("an explicit remember request replaces what was overheard from others, in either order", async () => {
  const overheard: Fact = { fact: OSLO, by: "13", ago: [9] }
  const told: Fact = { fact: BERGEN, by: "12", ago: [5], source: "explicit" }
  for (const [guild, facts] of [
    ["7675", [overheard, told]],
    ["7676", [told, overheard]],
  ] as const) {
    await know(guild, facts)
    expect((await knownOf(guild)).get(OSLO)).toMatchObject({ status: "superseded", superseded_by: BERGEN })
    expect((await stands(guild, BERGEN))[0]).toEqual(["active", null])
  }
})

test("a statement repeated only by others counts as no newer", async () => {
  await know("7677", [
    { fact: OSLO, ago: [9] },
    { fact: OSLO, by: "13", ago: [3] },
    { fact: BERGEN, ago: [5] },
  ])
  expect(await stands("7677", OSLO, BERGEN)).toEqual([
    ["active", BERGEN],
    ["active", OSLO],
  ])
})

deep("a fact retired at night stays in history from then on, however long ago it was said", async () => {
  const plan = "Ada plans a move to Bergen"
  const settled = "Ada settled in Bergen after the move"
  await know("7678", [
    { fact: plan, ago: [300] },
    { fact: settled, ago: [2] },
  ])
  const chat = scriptedReview((row) => ({ retire: [{ row: row(plan), because: row(settled) }] }))
  await runReviewNight("7678", chat)
  expect((await stands("7678", plan))[0]?.[0]).toBe("superseded")
  for (const days of [1, 2, 89]) await runReviewNight("7678", null, { at: NIGHT + days * DAY })
  expect((await stands("7678", plan))[0]?.[0]).toBe("superseded")
  expect(await faultsOfDatabase()).toEqual([])
  await runReviewNight("7678", null, { at: NIGHT + 91 * DAY })
  expect([...(await knownOf("7678")).keys()]).toEqual([settled])
})
