/** Statements determine a memory's filing: one rule for any number of statements. */
import { expect, test } from "vitest"
import type { FactTime } from "../../src/domain/types.ts"
import {
  type FiledMemory,
  fileByStatements,
  nextExpiry,
  refileWithStatement,
  type StatedFilings,
} from "../../src/memory/facts/filing.ts"
import { DAY, known, NOON } from "./builders.ts"

const memory: FiledMemory = {
  ...{ type: "profile", section: "bio", importance: "medium", lifetime: "30d", time: null },
  decided: null,
}
const stated = (given: Partial<StatedFilings> = {}): StatedFilings => ({
  ...{ lifetimes: ["30d"], importances: ["medium"], first: memory, time: null, times: [NOON] },
  ...given,
})
const onDay = (days: number): FactTime => ({
  ...{ when: "2026-11-10", until: null },
  endsAt: NOON + days * DAY,
})
const promoted = { days: 3, timezone: "Europe/Berlin" }
/** Already the next day in Berlin. */
const LATE = NOON + 11.5 * 3_600_000

test.each<[string, Partial<FiledMemory>, Partial<StatedFilings>, Partial<FiledMemory>]>([
  ["the longest lifetime", {}, { lifetimes: ["7d", "90d", "1d"] }, { lifetime: "90d" }],
  ["permanent over any other lifetime", {}, { lifetimes: ["90d", "permanent"] }, { lifetime: "permanent" }],
  ["a shorter lifetime without longer statements", {}, { lifetimes: ["1d"] }, { lifetime: "1d" }],
  ["the highest importance", {}, { importances: ["low", "high", "medium"] }, { importance: "high" }],
  [
    "type and section of the first statement with its wording",
    {},
    { first: { type: "episode", section: null } },
    { type: "episode", section: null },
  ],
  ["the time that its statements name", {}, { time: onDay(7) }, { time: onDay(7) }],
  ["no time if none of its statements names one", { time: onDay(7) }, {}, { time: null }],
  [
    "the time that a person set",
    { decided: { set: { time: onDay(9) } } },
    { time: onDay(7) },
    { time: onDay(9) },
  ],
  ["unchanged without statements", {}, { lifetimes: [], importances: [], first: null }, memory],
  [
    "permanent after a promotion, while said on enough days",
    { decided: { promoted } },
    { times: [NOON, NOON + DAY, NOON + 2 * DAY] },
    { lifetime: "permanent", decided: { promoted } },
  ],
  [
    "days in the guild's time zone",
    { decided: { promoted } },
    { times: [NOON, LATE, NOON + 2 * DAY] },
    { lifetime: "permanent" },
  ],
  [
    "no longer permanent if said on too few days",
    { lifetime: "permanent", decided: { promoted } },
    { times: [NOON, NOON + 60_000, NOON + 2 * DAY] },
    { lifetime: "30d", decided: null },
  ],
  [
    "set by a person, whatever the statements",
    { decided: { set: { lifetime: "7d", importance: "low", section: null }, promoted } },
    {
      ...{ lifetimes: ["permanent"], importances: ["high"], first: { type: "episode", section: "skills" } },
      times: [NOON, NOON + DAY, NOON + 2 * DAY],
    },
    { lifetime: "7d", importance: "low", section: null, type: "episode" },
  ],
  [
    "a person's setting outlasts a lost promotion",
    { decided: { set: { importance: "low" }, promoted } },
    {},
    { importance: "low", lifetime: "30d", decided: { set: { importance: "low" } } },
  ],
])("a memory's filing: %s", (_, known, said, expected) => {
  expect(fileByStatements({ ...memory, ...known }, stated(said))).toMatchObject(expected)
})

const ROME = "Kai goes to Rome"
const said = (fact: string, day: number, time: FactTime | null) =>
  known(fact, { time, lifetime: "30d", saidAt: NOON + day * DAY, lastSaidAt: NOON + day * DAY })

test.each<[string, FactTime | null, [string, number, FactTime | null], FactTime | null]>([
  ["a later date outranks an earlier one", onDay(7), [ROME, 1, onDay(9)], onDay(9)],
  ["an earlier statement delivered late does not", onDay(7), [ROME, -1, onDay(9)], onDay(7)],
  ["a statement without a date keeps the known one", onDay(7), [ROME, 1, null], onDay(7)],
  ["a statement delivered late adds a date if there is none", null, [ROME, -1, onDay(9)], onDay(9)],
  ["a date given in words that the memory does not have is left out", null, ["Kai: Rome", 1, onDay(9)], null],
])("the time of a restated fact: %s", (_, time, fresh, expected) => {
  const before = said(ROME, 0, time)
  expect(refileWithStatement(before, before, said(...fresh))).toMatchObject({ time: expected })
})

test("a lasting fact expires once it is said to hold until a day that was known as its beginning", () => {
  const filed = { lifetime: "permanent", time: onDay(7) } as const
  const until = { when: null, until: "2026-11-10", endsAt: NOON + 7 * DAY }
  expect(nextExpiry({ ...filed, expiresAt: null, lastSaidAt: NOON }, { ...filed, time: until })).toBe(
    NOON + 7 * DAY,
  )
})
