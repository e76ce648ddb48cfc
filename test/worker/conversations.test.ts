/** Four natural conversations, heard without a model, from message to memory. */
import { expect, test } from "vitest"
import { NOON } from "./builders.ts"
import { hear, type MemoryBody, memories, ok, type RecallBody, talk } from "./http.ts"

const [ALICE, BOB, CHARLIE, DAVE, EVE, FRANK, GRACE] = ["21", "22", "23", "24", "25", "26", "27"] as const

function about(all: MemoryBody[], person: string): string[] {
  return all.filter((memory) => memory.subject_id === person).map((memory) => memory.fact)
}

function cited(all: MemoryBody[], fact: RegExp): (string | null)[] {
  return all.find((memory) => fact.test(memory.fact))?.sources.map((source) => source.message_id) ?? []
}

test("Alice's move is pieced together from questions and answers, and Charlie's sister stays Charlie's", async () => {
  const lines = talk(900, NOON, [
    [BOB, "Bob", "Where did you end up deciding to move?"],
    [ALICE, "Alice", "Austin!"],
    [BOB, "Bob", "Nice, when?"],
    [ALICE, "Alice", "Next month actually"],
    [CHARLIE, "Charlie", "Oh cool, my sister lives there"],
  ])
  expect((await hear("9001", "100", lines)).windows).toMatchObject([{ messages: 5, method: "rule" }])
  const known = await memories("9001")
  expect(about(known, ALICE)).toEqual([expect.stringMatching(/^Alice .*mov.* Austin in \p{L}+ \d{4}$/u)])
  expect(about(known, CHARLIE)).toEqual([expect.stringMatching(/^Charlie's sister lives in Austin\.?$/)])
  expect(about(known, BOB)).toEqual([])
  expect(cited(known, /Alice/)).toEqual(expect.arrayContaining(["901", "903"]))
  expect(cited(known, /sister/)).toContain("904")
  const answer = await ok<RecallBody>("POST", "/v1/guilds/9001/recall", { query: "Where is Alice moving?" })
  expect(answer.items[0]).toMatchObject({ kind: "memory", subject_id: ALICE })
})

test("five lines in a row about one job offer are one fact", async () => {
  const lines = talk(
    900,
    NOON,
    [
      "oh man",
      "I just got the job offer",
      "that startup I interviewed at last week",
      "they want me to start in march",
      "120k plus equity",
    ].map((words) => [DAVE, "Dave", words]),
  )
  await hear("9002", "100", lines)
  const known = await memories("9002")
  expect(about(known, DAVE)).toEqual([
    expect.stringMatching(/^(?=.*job offer)(?=.*startup)(?=.*[Mm]arch)Dave /),
  ])
  expect(cited(known, /Dave/)).toEqual(expect.arrayContaining(["901", "902", "903"]))
})

test("two interleaved conversations stay two conversations", async () => {
  const lines = talk(900, NOON, [
    [ALICE, "Alice", "I just adopted a cat!"],
    [BOB, "Bob", "Anyone watching the game tonight?"],
    [ALICE, "Alice", "Named her Luna"],
    [CHARLIE, "Charlie", "Yeah I've got it on, Celtics are up"],
  ])
  await hear("9003", "100", lines)
  const known = await memories("9003")
  expect(about(known, ALICE)).toEqual([expect.stringMatching(/^Alice .*adopted a cat .*Luna/)])
  expect(about(known, CHARLIE)).toEqual([expect.stringMatching(/^Charlie .*watching.*(?:Celtics|game)/)])
  expect(about(known, BOB).join()).not.toMatch(/cat|Luna/i)
  expect(cited(known, /Luna/)).toEqual(["900", "902"])
})

const ENGAGED = talk(900, NOON, [
  [EVE, "Eve", "Hey did you guys hear? Frank got engaged!"],
  [GRACE, "Grace", "No way! To that girl he met at the concert?"],
  [EVE, "Eve", "Yeah, Heather! They've been together like 2 years"],
])

test("news about a member is stored under that member, with the name of its reporter", async () => {
  await hear(
    "9004",
    "100",
    talk(800, NOON - 86_400_000, [[FRANK, "Frank", "the trombone quartet rehearses upstairs"]]),
  )
  await hear("9004", "100", ENGAGED)
  const known = await memories("9004")
  expect(about(known, FRANK)[0]).toMatch(/^Frank .*engaged/)
  for (const memory of known.filter((one) => one.subject_id === FRANK))
    expect(memory.reported_by).toContain(EVE)
  expect([...about(known, EVE), ...about(known, GRACE)].join()).not.toMatch(/engaged/)
  expect(cited(known, /engaged/)).toContain("900")
})

test("news about someone unknown in the guild is not stored", async () => {
  await hear("9005", "100", ENGAGED)
  expect((await memories("9005")).map((memory) => memory.fact).join()).not.toMatch(/engaged|Heather/)
})
