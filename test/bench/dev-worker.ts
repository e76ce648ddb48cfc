/**
 * Runs one of the bench's workers with `wrangler dev --local`, like Keepsake itself, from a configuration
 * beside this file.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../../src/tools/local-worker.ts"

export interface DevWorker {
  url: string
  stop(): Promise<void>
}

const HERE = resolve(fileURLToPath(import.meta.url), "..")
const WRANGLER = resolve(HERE, "../../node_modules/wrangler/bin/wrangler.js")
const READY_MS = 60_000
const QUIET = { WRANGLER_SEND_METRICS: "false", WRANGLER_HIDE_BANNER: "true", CI: "true", NO_COLOR: "1" }

/**
 * `name` is the folder with its wrangler.toml. Without `stateDir`, the worker gets a fresh one, deleted when
 * it stops.
 */
export async function startDevWorker(
  name: "floor" | "metered",
  options: { stateDir?: string; vars?: Record<string, string> } = {},
): Promise<DevWorker> {
  const stateDir = options.stateDir ?? mkdtempSync(join(tmpdir(), "keepsake-bench-"))
  const port = String(await freePort())
  const vars = Object.entries(options.vars ?? {}).flatMap(([key, value]) => ["--var", `${key}:${value}`])
  const place = ["--config", join(HERE, name, "wrangler.toml"), "--persist-to", stateDir]
  const ports = ["--ip", "127.0.0.1", "--port", port, "--inspector-port", String(await freePort())]
  const args = ["dev", "--local", ...place, ...ports, "--show-interactive-dev-session=false", ...vars]
  const child = spawn(process.execPath, [WRANGLER, ...args], {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...QUIET },
  })
  const end = () => endGroup(child)
  process.once("exit", end)
  const url = `http://127.0.0.1:${port}`
  await ready(url, child).catch((error: unknown) => {
    end()
    throw error
  })
  const stop = async () => {
    const gone = new Promise((done) => child.once("exit", done))
    end()
    await gone
    process.off("exit", end)
    if (options.stateDir === undefined) rmSync(stateDir, { recursive: true, force: true })
  }
  return { url, stop }
}

/** Stops wrangler's process group, which includes workerd. */
function endGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, "SIGKILL")
  } catch {
    // The process has already exited.
  }
}

async function ready(url: string, child: ChildProcess): Promise<void> {
  let output = ""
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000)
  }
  child.stdout?.on("data", keep)
  child.stderr?.on("data", keep)
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`The worker did not start.\n${output}`)
}
