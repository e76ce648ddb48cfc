/**
 * `npm run test:deep`: runs what takes too long for `npm test`: every fault and the full number of random
 * cases with a new seed, end-to-end tests, deployments, MCP conformance, fuzzing and chaos. `--seed N` repeats a run; named test
 * files run alone; `--recalls N` sets how many recalls the leak test makes. Exits 1 if anything failed.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { z } from "zod"
import { runProgram, UsageError, withUsage } from "../src/tools/program.ts"

const CHAOS_ROUNDS = 20
const FUZZ_REQUESTS = 3_000
/** Of a failed program's output, in characters, and how many of its last lines are repeated at the end. */
const KEPT_OUTPUT = 20_000
const SHOWN_LINES = 15

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
    const { passed, seconds, failures } = await runStep(step, { seed, recalls, twins })
    failed ||= !passed
    results.push(`${passed ? "passed" : "FAILED"}  ${step.name}, ${seconds} s`, ...failures)
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
    { name: "pages in a browser", args: [...vitest, "--project", "browser"] },
    { name: "deployments", args: [...vitest, "--project", "deploy"] },
    { name: "MCP conformance", args: ["test/mcp/conformance.ts"] },
    { name: "fuzz", args: ["test/fuzz/fuzz.ts", "--requests", String(FUZZ_REQUESTS), "--seed", seed] },
    { name: "chaos", args: ["test/e2e/chaos.ts", "--rounds", String(CHAOS_ROUNDS), "--seed", seed] },
  ]
}

async function runStep(
  { args }: Step,
  { seed, recalls, twins }: { seed: string; recalls: string | undefined; twins: string | undefined },
): Promise<{ passed: boolean; seconds: number; failures: string[] }> {
  const startedAt = Date.now()
  const folder = mkdtempSync(join(tmpdir(), "keepsake-deep-"))
  const report = join(folder, "report.json")
  const env = {
    ...process.env,
    KEEPSAKE_DEEP: "1",
    KEEPSAKE_SEED: seed,
    ...(recalls && { LEAK_RECALLS: recalls }),
    ...(twins && { LEAK_TWINS: twins }),
  }
  const isVitest = args[0]?.endsWith("vitest.mjs")
  const reporting = isVitest ? ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : []
  const child = spawn(process.execPath, [...args, ...reporting], {
    stdio: isVitest ? "inherit" : "pipe",
    env,
  })
  const lastLines = passOn(child)
  const [code] = await once(child, "close")
  const passed = code === 0
  const failures = isVitest ? failuresIn(report) : passed ? [] : lastLines()
  rmSync(folder, { recursive: true })
  return { passed, seconds: Math.round((Date.now() - startedAt) / 1_000), failures }
}

/** Prints what a program prints, and gives the last lines of it, in which programs say what failed. */
function passOn(child: ChildProcess): () => string[] {
  let end = ""
  const keep = (chunk: Buffer) => {
    end = (end + chunk.toString()).slice(-KEPT_OUTPUT)
  }
  child.stdout?.on("data", keep).pipe(process.stdout, { end: false })
  child.stderr?.on("data", keep).pipe(process.stderr, { end: false })
  return () =>
    end
      .trimEnd()
      .split("\n")
      .slice(-SHOWN_LINES)
      .map((line) => `        ${line.slice(0, 600)}`)
}

const ReportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
})

/** Lists the failed tests of a report with the first line of each failure, so that the last lines printed say all. */
function failuresIn(report: string): string[] {
  if (!existsSync(report)) return ["        it ended before it could report"]
  const { testResults } = ReportSchema.parse(JSON.parse(readFileSync(report, "utf8")))
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${process.cwd()}/`, "")
    const failed = assertionResults.filter((one) => one.status === "failed")
    if (failed.length === 0) return status === "failed" ? [`        ${file}: ${firstLine(message)}`] : []
    return failed.map((one) => `        ${file}: ${one.fullName}: ${firstLine(one.failureMessages[0] ?? "")}`)
  })
}

function firstLine(text: string): string {
  return text.split("\n")[0]?.slice(0, 300) ?? ""
}

await runProgram(main)
