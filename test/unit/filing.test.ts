/** Statements determine a memory's filing: one rule for any number of statements. */
import { expect, test } from "vitest"
import { type FiledMemory, fileByStatements, type StatedFilings } from "../../src/memory/facts/filing.ts"
import { DAY, NOON } from "./builders.ts"

const memory: FiledMemory = {
  ...{ type: "profile", section: "bio", importance: "medium", lifetime: "30d", time: null },
  decided: null,
}
const stated = (given: Partial<StatedFilings> = {}): StatedFilings => ({
  ...{ lifetimes: ["30d"], importances: ["medium"], first: memory, time: null, times: [NOON] },
  ...given,
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
