/** `npm run rotate`: replaces one kind of secret of a deployment, without deploying code. */
import { parseArgs } from "node:util"
import { DeployError } from "./deploy/deploy-error.ts"
import { mustRun, type Project, withProject } from "./deploy/project.ts"
import {
  DISCORD_SECRETS,
  listsSecret,
  newAdminToken,
  type Secrets,
  secretsHere,
  withSecretsFile,
} from "./deploy/secrets.ts"
import { runProgram, UsageError, withUsage } from "./program.ts"

const USAGE = `npm run rotate -- SECRET [--env NAME]   replaces a secret of the deployed Worker; the old one stops working
  admin     makes a new admin token and prints it once
  discord   sets the bot's token, public key and application id to the values in .dev.vars
  ai        sets AI_API_KEY, the key of an AI server of your own, to the value in .dev.vars
  --env     the deployment, such as staging; it takes its values from .dev.vars.NAME`

export const main = withUsage(USAGE, async (argv, io) => {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { env: { type: "string" } },
    allowPositionals: true,
  })
  const [kind = "nothing", ...others] = positionals
  const rotate = ROTATIONS.get(kind)
  if (!rotate || others.length > 0) throw new UsageError(`There is no secret ${positionals.join(" ")}.`)
  await withProject(io, values.env ?? null, rotate)
  return 0
})

const ROTATIONS = new Map<string, (project: Project) => Promise<void>>([
  ["admin", rotateAdminToken],
  ["discord", (project) => setFromHere(project, DISCORD_SECRETS)],
  ["ai", (project) => setFromHere(project, ["AI_API_KEY"])],
])

async function rotateAdminToken(project: Project): Promise<void> {
  await requireWorker(project)
  const token = newAdminToken()
  // Shown before it is set, because the answer may be lost.
  project.print(
    `Your new admin token. It cannot be shown again, and counts once this command succeeds: ${token}`,
  )
  await setSecrets(project, { ADMIN_TOKEN: token })
  project.print("Done: the old admin token no longer works.")
}

async function setFromHere(project: Project, names: readonly string[]): Promise<void> {
  const secrets = secretsHere(project, names)
  const file = project.environment === null ? ".dev.vars" : `.dev.vars.${project.environment}`
  if (Object.keys(secrets).length === 0)
    throw new DeployError(`Put the new value into ${file} first: ${names.join(", ")}.`)
  await requireWorker(project)
  await setSecrets(project, secrets)
  project.print(`Done: the Worker uses ${Object.keys(secrets).join(", ")} from ${file}.`)
}

/** Wrangler would make a Worker without code for the secrets of one that does not exist. */
async function requireWorker(project: Project): Promise<void> {
  const listed = await mustRun(project, ["secret", "list", "--format", "json"])
  if (!listsSecret(listed, "ADMIN_TOKEN"))
    throw new DeployError("The Worker has no admin token yet. Run `npm run deploy` instead.")
}

async function setSecrets(project: Project, secrets: Secrets): Promise<void> {
  await withSecretsFile(secrets, (file) => mustRun(project, ["secret", "bulk", file]))
}

if (import.meta.main) await runProgram(main)
