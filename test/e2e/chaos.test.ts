/** The main promise under the worst that can happen to a process. `npm run chaos` plays many more rounds. */
import { expect, inject, test } from "vitest"
import { runChaos } from "./chaos/run.ts"

// Six starts of a worker take minutes on a machine that is busy.
test("a worker killed at random moments loses no message and doubles no memory", {
  timeout: 300_000,
}, async () => {
  const seed = Date.now() % 1_000_000
  const how = { rounds: 3, seed, lasting: 0, say: () => undefined }
  const report = await runChaos({ ...how, prepared: inject("prepared") })
  expect(report.wrongs, `seed ${report.seed}`).toEqual([])
  expect(report.memories).toBeGreaterThan(0)
})
