/**
 * Promises that nothing is lost or doubled when the worker is killed, the worst thing that can happen to it.
 * `npm run chaos` plays many more rounds.
 */
import { expect, inject, test } from "vitest"
import { runChaos } from "./chaos/run.ts"

// Six worker starts take minutes on a busy machine.
test("a worker killed at random moments loses no message and doubles no memory", {
  timeout: 300_000,
}, async () => {
  const seed = Date.now() % 1_000_000
  const how = { rounds: 3, seed, lasting: 0, say: () => undefined }
  const report = await runChaos({ ...how, prepared: inject("prepared") })
  expect(report.wrongs, `seed ${report.seed}`).toEqual([])
  expect(report.memories).toBeGreaterThan(0)
})
