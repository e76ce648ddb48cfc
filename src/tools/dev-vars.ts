/** The deployment's own values on this machine: the environment, else `.dev.vars`, wrangler's file of secrets, which git ignores. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { parseEnv } from "node:util"
import type { ProgramIo } from "./program.ts"

/** Looks a variable up. A variable that is missing or blank is undefined. */
export type DeploymentVariables = (name: string) => string | undefined

export function deploymentVariables({ env, cwd }: Pick<ProgramIo, "env" | "cwd">): DeploymentVariables {
  const file = join(cwd, ".dev.vars")
  const written: typeof env = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}
  // A variable that the environment sets, even to nothing, hides the file's.
  return (name) => (name in env ? env[name] : written[name])?.trim() || undefined
}
