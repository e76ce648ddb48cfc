/**
 * `npm run test:deep`: runs what takes too long for `npm test`: every fault and the full number of random
 * cases with a new seed, end-to-end tests, deployments, fuzzing and chaos. `--seed N` repeats a run; named test
 * files run alone; `--recalls N` sets how many recalls the leak test makes. Exits 1 if anything failed.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { parseArgs } from "node:util"
import { runProgram, UsageError, withUsage } from "../src/tools/program.ts"

const CHAOS_ROUNDS = 20
const FUZZ_REQUESTS = 3_000

const USAGE = `npm run test:deep [-- FILE ...] [--seed N] [--recalls N] [--twins N]
  FILE          runs these test files only, with full counts
  --seed N      repeats a run; a new seed by default, below 1000000
  --recalls N   recalls that the leak test makes (\`npm run leaks\`)
  --twins N     pairs of guilds that the twin test compares (\`npm run leaks\`)`

const main = withUsage(USAGE, async (args) => {
  const { values, positionals: files } = parseArgs({
    args,
    options: { seed: { type: "string" }, recalls: { type: "string" }, twins: { type: "string" } },
    allowPositionals: true,
  })
  // Below a million, because some tests derive guild ids from it.
  const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000))
  if (!/^\d{1,6}$/.test(seed))
    throw new UsageError(`--seed must be a whole number below 1000000, not ${seed}`)
  const { recalls, twins } = values
  for (const [name, amount] of Object.entries({ recalls, twins }))
    if (amount !== undefined && !/^[1-9]\d{0,5}$/.test(amount))
      throw new UsageError(`--${name} must be a whole number from 1 to 999999, not ${amount}`)
  console.log(`Seed ${seed}: repeat with \`npm run test:deep -- --seed ${seed}\``)
  const results: string[] = []
  let failed = false
  for (const step of stepsFor(files, seed)) {
    const { passed, seconds } = await runStep(step, { seed, recalls, twins })
    failed ||= !passed
    results.push(`${passed ? "passed" : "FAILED"}  ${step.name}, ${seconds} s`)
  }
  console.log(`Seed ${seed}\n${results.join("\n")}`)
  return failed ? 1 : 0
})

interface Step {
  name: string
  args: string[]
}

function stepsFor(files: readonly string[], seed: string): Step[] {
  const vitest = ["node_modules/vitest/vitest.mjs", "run"]
  if (files.length > 0) return [{ name: files.join(" "), args: [...vitest, ...files] }]
  return [
    { name: "exhaustive and random", args: [...vitest, "--project", "node", "--project", "worker"] },
    { name: "end to end", args: [...vitest, "--project", "e2e"] },
    { name: "deployments", args: [...vitest, "--project", "deploy"] },
    { name: "fuzz", args: ["test/fuzz/fuzz.ts", "--requests", String(FUZZ_REQUESTS), "--seed", seed] },
    { name: "chaos", args: ["test/e2e/chaos.ts", "--rounds", String(CHAOS_ROUNDS), "--seed", seed] },
  ]
}

async function runStep(
  { args }: Step,
  { seed, recalls, twins }: { seed: string; recalls: string | undefined; twins: string | undefined },
): Promise<{ passed: boolean; seconds: number }> {
  const startedAt = Date.now()
  const env = {
    ...process.env,
    KEEPSAKE_DEEP: "1",
    KEEPSAKE_SEED: seed,
    ...(recalls && { LEAK_RECALLS: recalls }),
    ...(twins && { LEAK_TWINS: twins }),
  }
  const child = spawn(process.execPath, args, { stdio: "inherit", env })
  const [code] = await once(child, "close")
  return { passed: code === 0, seconds: Math.round((Date.now() - startedAt) / 1_000) }
}

await runProgram(main)
