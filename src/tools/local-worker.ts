/**
 * Starts Keepsake on this machine: applies migrations and runs `wrangler dev --local` on loopback, stopped
 * with its parent.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { devNull, tmpdir } from "node:os"
import { delimiter, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"

export interface LocalWorkerOptions {
  /** Folder with its data; by default a new temporary folder, removed on stop. */
  stateDir?: string
  port?: number
  /** All variables of the worker, such as AI_BASE_URL; none are read from a file. */
  vars?: Record<string, string>
  /** True if the database in `stateDir` is prepared already, which saves a second or two. Default false. */
  migrated?: boolean
  /** Main module of a worker built by `buildWorker`, which saves building it again at every start. */
  built?: string
  /** Configuration for a built worker; by default the project's own. */
  config?: string
  /** True if the worker's own output is hidden. Default true. */
  quiet?: boolean
}

export interface LocalWorker {
  url: string
  token: string
  pid: number
  stop(): Promise<void>
  /** Ends it at once, like a power cut: no handler runs. */
  kill(): void
}

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..")
const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js")
const CONFIG = join(ROOT, "wrangler.toml")
const READY_MS = 60_000
const TOKEN = "dev"

/** Another program can take a free port before the worker listens on it. */
const PORT_ATTEMPTS = 3
const PORT_TAKEN = /Address already in use/

/** Resolves when the worker answers. Throws with its output if it does not start. */
export async function startLocalWorker(options: LocalWorkerOptions = {}): Promise<LocalWorker> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), "keepsake-"))
  if (!options.migrated) await migrate(stateDir)
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOn(options.port ?? (await freePort()), stateDir, options)
    } catch (error) {
      const isRetried = options.port === undefined && attempt < PORT_ATTEMPTS && PORT_TAKEN.test(`${error}`)
      if (!isRetried) throw error
    }
  }
}

async function startOn(port: number, stateDir: string, options: LocalWorkerOptions): Promise<LocalWorker> {
  const given = { NIGHTS_SINCE: String(Date.now()), ...options.vars }
  const vars = Object.entries(given).flatMap(([name, value]) => ["--var", `${name}:${value}`])
  const args = [
    "dev",
    // For a module built elsewhere, wrangler does not find the configuration by itself.
    ...(options.built ? [options.built, "--no-bundle", "--config", options.config ?? CONFIG] : []),
    "--local",
    "--env",
    "local",
    "--ip",
    "127.0.0.1",
    "--port",
    String(port),
    "--inspector-port",
    String(await freePort()),
    // Nothing: a deployment's own .dev.vars would name its model and its bot.
    "--env-file",
    devNull,
  ]
  const child = wrangler([...args, "--persist-to", stateDir, "--show-interactive-dev-session=false", ...vars])
  const output = keepOutput(child, options.quiet ?? true)
  const url = `http://127.0.0.1:${port}`
  const end = endOf(child)
  // Set from the start: a worker that is not ready yet must not outlive this process either.
  const atExit = () => end("SIGKILL")
  process.once("exit", atExit)
  child.once("exit", () => process.off("exit", atExit))
  try {
    await ready(url, child, output)
  } catch (error) {
    end("SIGKILL")
    throw error
  }
  const clean = () => {
    if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true })
  }
  return {
    url,
    token: TOKEN,
    pid: child.pid ?? 0,
    kill: () => end("SIGKILL"),
    stop: async () => {
      end("SIGKILL")
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((done) => child.once("exit", done))
      clean()
    },
  }
}

/** Applies migrations to the local database in `stateDir`. */
export async function migrate(stateDir: string): Promise<void> {
  const where = ["--local", "--env", "local", "--persist-to", stateDir]
  await done(["d1", "migrations", "apply", "keepsake", ...where], "The database could not be prepared.")
}

/** Builds the worker into `folder`; resolves to its main module. @internal */
export async function buildWorker(folder: string): Promise<string> {
  const args = ["deploy", "--dry-run", "--env", "local", "--outdir", folder]
  await done(args, "The worker could not be built.")
  return join(folder, "index.js")
}

/** Waits for a wrangler command. Throws with its output if it fails. */
async function done(args: string[], failure: string): Promise<void> {
  const child = wrangler(args)
  const output = keepOutput(child, true)
  const code = await new Promise((ended) => child.once("exit", ended))
  if (code !== 0) throw new Error(`${failure}\n${output()}`)
}

/** Returns the command that runs this project's wrangler with the current Node. */
export function wranglerCommand(args: string[]): [string, ...string[]] {
  if (!existsSync(WRANGLER)) throw new Error("Dependencies are missing: run `npm ci` first.")
  return [process.execPath, WRANGLER, ...args]
}

/** No metrics, no banner, no lookup of this machine's location. */
export const WRANGLER_ENV = {
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // Otherwise wrangler traces every request into a database of its own, at several milliseconds each.
  X_LOCAL_OBSERVABILITY: "false",
  CI: "true",
  NO_COLOR: "1",
}

function wrangler(args: string[]): ChildProcess {
  const [command, ...rest] = wranglerCommand(args)
  // A process group of its own, so that workerd ends with it.
  return spawn(command, rest, {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...WRANGLER_ENV, PATH: pathWithNode(process.env.PATH) },
  })
}

/** Puts this Node first, because the build that wrangler.toml names is a TypeScript file. */
export function pathWithNode(path = ""): string {
  return [dirname(process.execPath), path].join(delimiter)
}

/** Keeps the end of a process's output, to show it if the process fails. */
function keepOutput(child: ChildProcess, quiet: boolean): () => string {
  let kept = ""
  const keep = (chunk: Buffer) => {
    kept = (kept + chunk.toString()).slice(-8_000)
    if (!quiet) process.stdout.write(chunk)
  }
  child.stdout?.on("data", keep)
  child.stderr?.on("data", keep)
  return () => kept
}

function endOf(child: ChildProcess): (signal: NodeJS.Signals) => void {
  return (signal) => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    try {
      process.kill(-child.pid, signal)
    } catch {
      // Already gone.
    }
  }
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      if ((await fetch(`${url}/healthz`)).ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`The worker did not start.\n${output()}`)
}

/** Returns a loopback port that is free now. @internal */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === "string") throw new Error("no free port found")
  return address.port
}
