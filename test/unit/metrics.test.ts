/** The data points of Analytics Engine fit its limits, and the dashboard reads columns and events that exist. */
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { z } from "zod"
import { BLOBS, DOUBLES, METRICS, measureInto, toDataPoint } from "../../src/domain/metrics.ts"

test("an event fills the columns in their order, and what it lacks is empty or 0", () => {
  const usage = [
    { purpose: "answer", model: "m", inputTokens: 10, outputTokens: 2 },
    { purpose: "answer", model: "m", inputTokens: 5, outputTokens: 1 },
  ]
  const metric = {
    event: "window",
    guildId: "1",
    outcome: "model",
    reason: null,
    place: "2",
    model: "m",
  } as const
  expect(toDataPoint({ ...metric, ms: 9, count: 3, usage, usd: 0.5, kept: 2, rejected: 1 })).toEqual({
    indexes: ["1"],
    blobs: ["window", "model", "", "2", "m"],
    doubles: [9, 3, 15, 3, 0.5, 2, 1, 0, 0],
  })
  const empty = toDataPoint({ event: "failure", guildId: null })
  expect(empty.blobs).toHaveLength(BLOBS.length)
  expect(empty.doubles).toHaveLength(DOUBLES.length)
  expect(empty.indexes).toEqual(["0"])
})

test("a dataset that takes no point, or none at all, stops nothing", () => {
  const full = {
    writeDataPoint: () => {
      throw new Error("too many data points")
    },
  }
  measureInto(full)({ event: "recall", guildId: "1" })
  measureInto(undefined)({ event: "recall", guildId: "1" })
})

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ query: z.string() })) })),
})

test("the dashboard and the runbook's queries read columns that exist, of every event", () => {
  const panels = Dashboard.parse(JSON.parse(readFileSync("docs/dashboard.json", "utf8"))).panels
  const runbook = readFileSync("docs/OPERATING.md", "utf8")
  const saved = [...runbook.matchAll(/```sql\n([\s\S]*?)```/g)].map(([, query]) => query ?? "")
  expect(saved.length).toBeGreaterThan(2)
  const queries = [...panels.flatMap(({ targets }) => targets.map(({ query }) => query)), ...saved]
  const events = queries.flatMap((query) =>
    [...query.matchAll(/blob1 (?:=|IN) \(?((?:'\w+'(?:, )?)+)/g)].flatMap(
      ([, list]) => list?.match(/\w+/g) ?? [],
    ),
  )
  expect([...new Set(events)].sort()).toEqual([...METRICS].sort())
  for (const query of queries) {
    for (const [, number] of query.matchAll(/blob(\d+)/g))
      expect(Number(number)).toBeLessThanOrEqual(BLOBS.length)
    for (const [, number] of query.matchAll(/double(\d+)/g))
      expect(Number(number)).toBeLessThanOrEqual(DOUBLES.length)
  }
  const table = [...BLOBS, ...DOUBLES].filter((name) => !runbook.includes(`| \`${name}\` |`))
  expect(table).toEqual([])
})
