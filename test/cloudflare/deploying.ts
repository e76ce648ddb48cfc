/** Projects to deploy to the fake account, with the real wrangler. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Program } from "../../src/tools/program.ts"
import { API_TOKEN, type FakeCloudflare } from "./server.ts"

const ROOT = join(import.meta.dirname, "../..")

/** Holds wrangler's compiled code, which saves each of its starts a second. */
const COMPILED = join(tmpdir(), "keepsake-wrangler-compiled")

export interface TestProject {
  folder: string
  remove(): void
}

/** Returns the project itself, or a small one with the same wrangler.toml, which builds faster. */
export function projectToDeploy(kind: "real" | "small"): TestProject {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-deploy-"))
  for (const name of ["package.json", "wrangler.toml"]) copyFileSync(join(ROOT, name), join(folder, name))
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"))
  if (kind === "real")
    for (const name of ["src", "docs", "migrations", "tsconfig.json"])
      symlinkSync(join(ROOT, name), join(folder, name))
  else writeSmallProject(folder)
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}

const CLASSES = [
  "ChannelBuffer",
  "GuildIndex",
  "Eraser",
  "GatewayShard",
  "Responder",
  "NightAlarm",
  "HistoryImporter",
]

function writeSmallProject(folder: string): void {
  mkdirSync(join(folder, "src"))
  mkdirSync(join(folder, "migrations"))
  mkdirSync(join(folder, "docs/api/site"), { recursive: true })
  mkdirSync(join(folder, "src/tools"))
  writeFileSync(join(folder, "docs/api/site/docs.html"), "<!doctype html><title>API</title>")
  writeFileSync(join(folder, "src/tools/reader.ts"), "")
  const objects = CLASSES.map((name) => `export class ${name} extends DurableObject {}`).join("\n")
  const worker = `import { DurableObject, WorkflowEntrypoint } from "cloudflare:workers"
${objects}
export class NightRun extends WorkflowEntrypoint {}
export default { fetch: () => new Response("ok") }
`
  writeFileSync(join(folder, "src/index.ts"), worker)
  addMigration(folder, "0000_baseline.sql", "CREATE TABLE a (id INTEGER PRIMARY KEY);\n")
  addMigration(folder, "0001_word.sql", "ALTER TABLE a ADD word TEXT;\n")
}

export function addMigration(folder: string, name: string, sql: string): void {
  writeFileSync(join(folder, "migrations", name), sql)
}

/** Runs a program for this project against the fake account. `said` is all that it printed. */
export async function runAgainst(
  { url }: FakeCloudflare,
  { folder }: TestProject,
  { program, args = [], env = {} }: { program: Program; args?: string[]; env?: Record<string, string> },
): Promise<{ code: number; said: string }> {
  let said = ""
  const sink = {
    write: (text: string) => {
      said += text
    },
  }
  const code = await program(args, {
    stdout: sink,
    stderr: sink,
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CLOUDFLARE_API_BASE_URL: url,
      CLOUDFLARE_API_TOKEN: API_TOKEN,
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      NODE_COMPILE_CACHE: COMPILED,
      // Wrangler looks for a newer version of itself if it fails in an unexpected way.
      npm_config_registry: url,
      WRANGLER_CACHE_DIR: join(folder, ".wrangler/cache"),
      WRANGLER_LOG_PATH: join(folder, ".wrangler/logs"),
      ...env,
    },
  })
  return { code, said }
}

/** Returns the admin token that a deployment printed; `null` if it printed none. */
export function tokenIn(said: string): string | null {
  return /^Your admin token\..*: (\S+)$/m.exec(said)?.[1] ?? null
}
