/** Runs test files in a copy of the working tree, and reads what vitest reports. */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { join, relative } from "node:path"

type Failure =
  | { kind: "failed"; file: string; title: string; why: string }
  /** No test failed, yet not all passed: for example, a file could not be loaded. */
  | { kind: "broken"; why: string }

export type Outcome = ({ kind: "passed" } | Failure) & { seconds: number }

/** The parts of vitest's JSON report that are read here. */
interface Report {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

const LONGEST_MS = 10 * 60_000
const MOST_CHARACTERS = 160

let running: ChildProcess | null = null

/** Kills the run in progress. */
export function endRun(): void {
  running?.kill("SIGKILL")
}

/** Runs test files until one test fails. Tests on plain Node run first because they need no workerd. */
export async function runTests(root: string, files: readonly string[]): Promise<Outcome> {
  const started = Date.now()
  const inWorkerd = (path: string) => path.startsWith("test/worker/")
  const failure =
    (await runProject(
      root,
      "node",
      files.filter((path) => !inWorkerd(path)),
    )) ?? (await runProject(root, "worker", files.filter(inWorkerd)))
  return { ...(failure ?? { kind: "passed" }), seconds: Math.round((Date.now() - started) / 1_000) }
}

/** Returns null if all tests pass. */
async function runProject(root: string, project: string, files: readonly string[]): Promise<Failure | null> {
  if (files.length === 0) return null
  const path = join(root, "report.json")
  rmSync(path, { force: true })
  const { code, output } = await vitest(root, [
    ...["run", "--project", project, "--bail", "1"],
    ...["--reporter", "json", "--outputFile", path, ...files],
  ])
  if (!existsSync(path)) return { kind: "broken", why: lastOf(output) }
  // Written by vitest, in the shape it documents.
  const report = JSON.parse(readFileSync(path, "utf8")) as Report
  return failureIn(report, root) ?? (code === 0 && report.success ? null : unloaded(report, output))
}

function failureIn({ testResults }: Report, root: string): Failure | null {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find(({ status }) => status === "failed")
    if (failed === undefined) continue
    const why = firstLine(failed.failureMessages[0] ?? "")
    return { kind: "failed", file: relative(root, name), title: failed.fullName, why }
  }
  return null
}

function unloaded({ testResults }: Report, output: string): Failure {
  const file = testResults.find(({ status }) => status === "failed")
  return { kind: "broken", why: firstLine(file?.message ?? "") || lastOf(output) }
}

function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").slice(0, MOST_CHARACTERS)
}

function lastOf(output: string): string {
  return output.trim().split("\n").slice(-3).join(" ") || "vitest ended without a report"
}

function vitest(root: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join("node_modules", "vitest", "vitest.mjs"), ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: LONGEST_MS,
      killSignal: "SIGKILL",
    })
    running = child
    let output = ""
    const collect = (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-4_000)
    }
    child.stdout.on("data", collect)
    child.stderr.on("data", collect)
    child.on("error", reject)
    child.on("close", (code) => {
      running = null
      resolve({ code, output })
    })
  })
}
