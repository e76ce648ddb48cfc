/** The one-line report of a guild's last night for its managers. */
import { expect, test } from "vitest"
import { lastNightLine } from "../../src/discord/features/admin/memory-section.ts"
import { NO_TOTALS, type RunWithTotals, type Totals } from "../../src/nights/ledger/run-reading.ts"

const AT = Date.parse("2026-11-21T00:10:00Z")
const WHEN = `<t:${AT / 1_000}:R>`

function run(totals: Partial<Totals>, about: Partial<RunWithTotals> = {}): RunWithTotals {
  return {
    id: "1_2026-11-21",
    guildId: "1",
    day: "2026-11-21",
    trigger: "schedule",
    requestedBy: "schedule",
    state: "done",
    startedAt: AT - 1,
    finishedAt: AT,
    totals: { ...NO_TOTALS, steps: 1, ...totals },
    ...about,
  }
}

test.each<[string, RunWithTotals, string]>([
  [
    "did much",
    run({
      calls: 4,
      costUsd: 0.0021,
      counts: { people: 12, merged: 3, topics: 4, written: 6, unchanged: 9 },
    }),
    "12 profiles checked, 3 facts merged, 4 daily topics, 6 summaries written, $0.002.",
  ],
  [
    "did one of each",
    run({ counts: { people: 1, merged: 1, topics: 1 } }),
    "1 profile checked, 1 fact merged, 1 daily topic.",
  ],
  ["found nothing to do", run({}), "nothing to do."],
  ["cost next to nothing", run({ calls: 1, costUsd: 0.0002 }), "nothing to do, less than $0.001."],
  [
    "asked a model of unknown price",
    run({ calls: 1, unpricedTokens: 90, counts: { topics: 2 } }),
    "2 daily topics, price unknown.",
  ],
  [
    "asked a model of known price and one of unknown",
    run({ calls: 2, costUsd: 0.002, unpricedTokens: 90, counts: { topics: 2 } }),
    "2 daily topics, $0.002 (some prices unknown).",
  ],
  [
    "used rules in part",
    run({ counts: { people: 12, by_rules: 5 } }),
    "12 profiles checked, 5 done by rules only.",
  ],
  [
    "reached the spending cap",
    run({ counts: { people: 2, unpaid: 1 } }),
    "2 profiles checked. A spending cap was reached. Rules did the rest.",
  ],
  [
    "abandoned one part",
    run({ errors: 1, counts: { topics: 2 } }, { state: "failed" }),
    "2 daily topics. One part failed. The next run retries it.",
  ],
  [
    "was cut short",
    run({}, { state: "failed" }),
    "nothing to do. It was interrupted. The next run retries it.",
  ],
])("a night that %s is reported in one line", (_, night, said) => {
  expect(lastNightLine(night)).toBe(`Last nightly run (${WHEN}): ${said}`)
})

test("a running night says since when, and a guild without nights gets no line", () => {
  const night = run({}, { state: "running", startedAt: AT, finishedAt: null })
  expect(lastNightLine(night)).toBe(`The nightly run is in progress, started ${WHEN}.`)
  expect(lastNightLine(null)).toBeNull()
})
