/** Statements determine a memory's filing: one rule for any number of statements. */
import { expect, test } from "vitest"
import { type FiledMemory, fileByStatements, type StatedFilings } from "../../src/memory/facts/filing.ts"
import { DAY, NOON } from "./builders.ts"

const memory: FiledMemory = {
  ...{ type: "profile", section: "bio", importance: "medium", lifetime: "30d" },
  decided: null,
}
const stated = (given: Partial<StatedFilings> = {}): StatedFilings => ({
  ...{ lifetimes: ["30d"], importances: ["medium"], first: memory, times: [NOON] },
  ...given,
})
const promoted = { days: 3, timezone: "Europe/Berlin" }
/** Already the next day in Berlin. */
const LATE = NOON + 11.5 * 3_600_000

test.each<[string, Partial<FiledMemory>, Partial<StatedFilings>, Partial<FiledMemory>]>([
  ["the longest lifetime", {}, { lifetimes: ["7d", "90d", "1d"] }, { lifetime: "90d" }],
  ["for good before any", {}, { lifetimes: ["90d", "permanent"] }, { lifetime: "permanent" }],
  ["shorter than what others said", {}, { lifetimes: ["1d"] }, { lifetime: "1d" }],
  ["the highest importance", {}, { importances: ["low", "high", "medium"] }, { importance: "high" }],
  [
    "where the first that words it filed it",
    {},
    { first: { type: "episode", section: null } },
    { type: "episode", section: null },
  ],
  ["as the memory has it where nothing tells", {}, { lifetimes: [], importances: [], first: null }, memory],
  [
    "for good, said on as many days as a night asked for",
    { decided: { promoted } },
    { times: [NOON, NOON + DAY, NOON + 2 * DAY] },
    { lifetime: "permanent", decided: { promoted } },
  ],
  [
    "days being those of the guild",
    { decided: { promoted } },
    { times: [NOON, LATE, NOON + 2 * DAY] },
    { lifetime: "permanent" },
  ],
  [
    "and no more where it was said on fewer",
    { lifetime: "permanent", decided: { promoted } },
    { times: [NOON, NOON + 60_000, NOON + 2 * DAY] },
    { lifetime: "30d", decided: null },
  ],
  [
    "as a person set it, whatever was said",
    { decided: { set: { lifetime: "7d", importance: "low", section: null }, promoted } },
    {
      ...{ lifetimes: ["permanent"], importances: ["high"], first: { type: "episode", section: "skills" } },
      times: [NOON, NOON + DAY, NOON + 2 * DAY],
    },
    { lifetime: "7d", importance: "low", section: null, type: "episode" },
  ],
  [
    "what a person set stays when days go",
    { decided: { set: { importance: "low" }, promoted } },
    {},
    { importance: "low", lifetime: "30d", decided: { set: { importance: "low" } } },
  ],
])("a memory's filing: %s", (_, known, said, expected) => {
  expect(fileByStatements({ ...memory, ...known }, stated(said))).toMatchObject(expected)
})
