/** Notice that takes effect later, given on Monday 11 May 2026 in Berlin. */
import { expect, test } from "vitest"
import { lastDay } from "../../src/extraction/rules/endings/later.ts"
import { extractByRules } from "../../src/extraction/rules/index.ts"
import { known } from "./builders.ts"
import { lineOf, person } from "./rules-window.ts"

const at = Date.parse("2026-05-11T17:04:00Z")

test.each<[string, string | null]>([
  ["i gave notice for the end of july", "2026-07-31"],
  ["gave notice at the library, last day is the 29th", "2026-05-29"],
  ["im leaving the choir on friday", "2026-05-15"],
  ["hab die garage zum jahresende gekündigt", "2026-12-31"],
  ["ich habe den schrebergarten zum monatsende gekündigt", "2026-05-31"],
  ["dejo el coro a fin de mes", "2026-05-31"],
  ["je quitte la chorale fin juin", "2026-06-30"],
  ["saio da banda no fim do mês", "2026-05-31"],
  ["im quitting the choir next month", "unknown"],
  ["i quit the choir", null],
  ["quit the choir last friday", null],
  ["sold the kayak, new one comes on friday", null],
  ["hab den schrebergarten gekündigt", null],
])("%s: %s", (said, day) => {
  expect(lastDay(said, { at, timezone: "Europe/Berlin" })).toBe(day)
})

test("what is given notice of is updated with its last day, what is over is forgotten", () => {
  const alice = person("Alice")
  const fact = known("Alice rents a garage.", { subject: { scope: "user", id: alice.id } })
  const claimsOf = (said: string) => {
    const messages = [{ ...lineOf(alice, said), at }]
    const window = {
      id: "w",
      guildId: "7",
      channelId: "8",
      channelName: null,
      messages,
      reason: "lull" as const,
    }
    return extractByRules({ window, members: [alice], timezone: "Europe/Berlin", known: [fact] }).claims
  }
  expect(claimsOf("cancelled the garage for the end of june")).toMatchObject([
    {
      op: "update",
      target: fact.id,
      fact: "Alice rents a garage until 30 June 2026",
      time: { when: null, until: "2026-06-30" },
    },
  ])
  expect(claimsOf("cancelled the garage for next month")).toEqual([])
  expect(claimsOf("gave up the garage")).toMatchObject([{ op: "forget", target: fact.id }])
})
