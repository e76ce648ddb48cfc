/** The deployment's own values on this machine: the environment, else `.dev.vars`, the file of secrets that wrangler knows and git ignores. */
import { existsSync } from "node:fs"

const FILE = ".dev.vars"
let read = false

/** A variable's value; undefined where it is nowhere or empty. */
export function ofDeployment(name: string): string | undefined {
  // What the environment says already wins over the file.
  if (!read && existsSync(FILE)) process.loadEnvFile(FILE)
  read = true
  return process.env[name]?.trim() || undefined
}
