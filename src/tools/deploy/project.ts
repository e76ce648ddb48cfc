/**
 * The project as one deployment sees it: its configuration, and wrangler run with it. The configuration is a file
 * beside wrangler.toml, because wrangler resolves paths from there; it is removed at the end.
 */
import { spawn } from "node:child_process"
import { readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "smol-toml"
import { pathWithNode, WRANGLER_ENV, wranglerCommand } from "../local-worker.ts"
import { type Print, type ProgramIo, printerTo } from "../program.ts"
import { failureOf, type Outcome } from "./deploy-error.ts"
import { configOf, type WranglerConfig } from "./plan.ts"

export interface Project {
  /** Environment such as "staging"; null for production. */
  environment: string | null
  config: WranglerConfig
  /** True if wrangler.toml itself names the Vectorize index. */
  namesIndex: boolean
  /** True in Workers Builds, as after *Deploy to Cloudflare*. */
  isBuild: boolean
  io: ProgramIo
  print: Print
}

/** Lies in the project's folder; git ignores it. */
const CONFIG_FILE = ".wrangler.deploy.json"

/** Runs `work` with the project of `io.cwd`. Throws a UsageError if the environment's name is unusable. */
export async function withProject<Result>(
  io: ProgramIo,
  environment: string | null,
  work: (project: Project) => Promise<Result>,
): Promise<Result> {
  const parsed = parse(readFileSync(join(io.cwd, "wrangler.toml"), "utf8"))
  const config = configOf(parsed, environment)
  const [namesIndex, isBuild] = ["vectorize" in parsed, io.env.WORKERS_CI === "1"]
  const project = { environment, config, namesIndex, isBuild, io, print: printerTo(io.stdout) }
  try {
    return await work(project)
  } finally {
    rmSync(join(io.cwd, CONFIG_FILE), { force: true })
  }
}

/** Runs a wrangler command to its end. */
export async function runWrangler({ io, config }: Project, args: readonly string[]): Promise<Outcome> {
  const file = join(io.cwd, CONFIG_FILE)
  writeFileSync(file, JSON.stringify(config, null, 2))
  const [command, ...rest] = wranglerCommand([...args, "--config", file])
  const { WRANGLER_SEND_METRICS, WRANGLER_HIDE_BANNER, NO_COLOR } = WRANGLER_ENV
  const child = spawn(command, rest, {
    cwd: io.cwd,
    stdio: ["ignore", "pipe", "pipe"],
    // Its build runs `node`: this one, which runs TypeScript.
    env: {
      ...io.env,
      PATH: pathWithNode(io.env.PATH),
      WRANGLER_SEND_METRICS,
      WRANGLER_HIDE_BANNER,
      NO_COLOR,
    },
  })
  let [stdout, output] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text) => {
    stdout += text
    output += text
  })
  child.stderr.setEncoding("utf8").on("data", (text) => {
    output += text
  })
  const code = await new Promise<number | null>((ended, failed) => {
    child.once("close", ended)
    child.once("error", failed)
  })
  return { code, stdout, output }
}

/** Runs a wrangler command. Throws a DeployError if it fails. */
export async function mustRun(project: Project, args: readonly string[]): Promise<Outcome> {
  const outcome = await runWrangler(project, args)
  if (outcome.code !== 0) throw failureOf(args, outcome)
  return outcome
}
