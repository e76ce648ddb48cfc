/** The main promise under the worst that can happen to a process. `npm run chaos` plays many more rounds. */
import { expect, test } from "vitest"
import { runChaos } from "./chaos/run.ts"

test("a worker killed at random moments loses no message and doubles no memory", async () => {
  const report = await runChaos({ rounds: 3, seed: Date.now() % 1_000_000, lasting: 0, say: () => undefined })
  expect(report.wrongs, `seed ${report.seed}`).toEqual([])
  expect(report.memories).toBeGreaterThan(0)
})
