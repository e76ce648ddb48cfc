/** Notice that takes effect later, given on Monday 11 May 2026 in Berlin. */
import { expect, test } from "vitest"
import { lastDay } from "../../src/extraction/rules/endings/later.ts"

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
