/** Each call of a deployment fails once, by a refusal or a lost answer, until nothing is left that could fail. */
import { expect, test } from "vitest"
import { main as program } from "../../src/tools/deploy.ts"
import { projectToDeploy, runAgainst, tokenIn } from "./deploying.ts"
import { type ApiFaults, isOf, startCloudflare } from "./server.ts"
import { secretsOf, summaryOf } from "./state.ts"

/** Deploys until no call is left to fail, at least once. */
async function deployThroughFaults(given: Pick<ApiFaults, "kind" | "of"> | null) {
  const [fake, project] = [await startCloudflare(), projectToDeploy("small")]
  const faults = given && {
    ...given,
    failed: new Set<string>(),
    seen: new Map<string, number>(),
    armed: true,
  }
  fake.faults = faults
  const runs: { code: number; said: string }[] = []
  const shown: string[] = []
  const stored = new Set<string>()
  try {
    do {
      if (faults) Object.assign(faults, { seen: new Map(), armed: true })
      const run = await runAgainst(fake, project, { program })
      runs.push(run)
      shown.push(...[tokenIn(run.said) ?? []].flat())
      const { ADMIN_TOKEN: token } = secretsOf(fake.state.workers.get("keepsake") ?? NO_WORKER)
      if (token !== undefined) {
        stored.add(token)
        // Whoever deploys has seen the token: the last one shown is the one that is set.
        expect(shown.at(-1)).toBe(token)
      }
    } while (faults && !faults.armed)
    return { runs, calls: fake.calls, failed: faults?.failed, summary: summaryOf(fake.state), stored }
  } finally {
    await fake.stop()
    project.remove()
  }
}

const NO_WORKER = { versions: [] }

const whole = deployThroughFaults(null)

test.concurrent.each([
  { of: "changes", kind: "refused" },
  { of: "changes", kind: "lost" },
  { of: "questions", kind: "refused" },
] as const)("$of that are $kind one by one leave the state of a deployment without faults", async (given) => {
  const expected = await whole
  expect(expected.runs).toMatchObject([{ code: 0 }])
  const { runs, failed, summary, stored } = await deployThroughFaults(given)
  expect(runs.at(-1)?.code, runs.at(-1)?.said).toBe(0)
  expect(summary).toEqual(expected.summary)
  expect(stored.size).toBe(1)
  const calls = new Set(expected.calls.filter((name) => isOf(given.of, name)))
  expect([...calls].filter((name) => !failed?.has(`${name} 1`))).toEqual([])
})
