/** The secrets of a deployment: the admin token, made once, and the bot's credentials. */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { deploymentVariables } from "../program.ts"
import { DeployError, type Outcome } from "./deploy-error.ts"
import { type Project, runWrangler } from "./project.ts"

/**
 * The bot's Discord credentials, from the environment or `.dev.vars`. They are stored as secrets, so no file
 * of the project holds them.
 */
export const DISCORD_SECRETS = ["DISCORD_APPLICATION_ID", "DISCORD_PUBLIC_KEY", "DISCORD_TOKEN"] as const

/** The secret of sign-in to the pages. Everything else works without it. */
export const SIGN_IN_SECRET = "DISCORD_CLIENT_SECRET"

export type Secrets = Record<string, string>

/** Returns those of the named secrets that this machine knows. */
export function secretsHere({ io, environment }: Project, names: readonly string[]): Secrets {
  const variables = deploymentVariables(io, environment)
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = variables(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Returns a new admin token; `null` if the Worker has one, which cannot be read back and must not be replaced. */
export async function missingAdminToken(project: Project): Promise<string | null> {
  const listing = await runWrangler(project, ["secret", "list", "--format", "json"])
  return listsSecret(listing, "ADMIN_TOKEN") ? null : newAdminToken()
}

export function newAdminToken(): string {
  return randomBytes(24).toString("base64url")
}

/**
 * Returns true if the listing names the secret, and false if there is no Worker yet. Throws if it failed otherwise:
 * a token that cannot be seen must not be replaced.
 */
export function listsSecret({ code, output }: Pick<Outcome, "code" | "output">, name: string): boolean {
  if (code === 0) return output.includes(`"${name}"`)
  if (/Worker "[^"]*" not found/.test(output)) return false
  throw new DeployError(
    `${output.trim()}\n\nThe secrets could not be listed, so none was changed. Run the command again.`,
  )
}

/** Calls `work` with a file of the secrets that only this user can read; the file is removed afterwards. */
export async function withSecretsFile<Result>(
  secrets: Secrets,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-secrets-"))
  const file = join(folder, "secrets.json")
  try {
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
    return await work(file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
