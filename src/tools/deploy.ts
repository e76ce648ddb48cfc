/**
 * `npm run deploy`: everything a first or later deployment needs, in order. Each step does nothing if it was
 * done before.
 */
import { parseArgs } from "node:util"
import { redirectOf } from "../domain/sign-in-path.ts"
import { prepareDatabase } from "./deploy/database.ts"
import type { Outcome } from "./deploy/deploy-error.ts"
import { mustRun, type Project, withProject } from "./deploy/project.ts"
import { DISCORD_SECRETS, missingAdminToken, SIGN_IN_SECRET, secretsHere } from "./deploy/secrets.ts"
import { addressIn, uploadWorker } from "./deploy/upload.ts"
import { prepareIndex } from "./deploy/vector-index.ts"
import { runProgram, withUsage } from "./program.ts"

const SECRETS = [...DISCORD_SECRETS, SIGN_IN_SECRET]

const USAGE = `npm run deploy [-- --env NAME] [-- --dry-run]   deploys this Worker to your Cloudflare account; safe to repeat
  --env NAME   deploys a second Worker beside production, such as staging, with a database, an index and a Workflow
               of its own; it takes the Discord values from .dev.vars.NAME
  --dry-run    prints the steps and builds the Worker; calls nothing outside this machine

It needs \`npx wrangler login\`, or CLOUDFLARE_API_TOKEN. docs/DEPLOY.md explains every step and error.`

export const main = withUsage(USAGE, async (argv, io) => {
  const { values } = parseArgs({
    args: argv,
    options: { env: { type: "string" }, "dry-run": { type: "boolean", default: false } },
  })
  await withProject(io, values.env ?? null, values["dry-run"] ? dryRun : deploy)
  return 0
})

async function dryRun(project: Project): Promise<void> {
  const { config, print } = project
  const [{ database_name }] = config.d1_databases
  print(`A deployment of ${config.name}
  applies migrations to the D1 database ${database_name}, which it creates if it is missing
  creates the Vectorize index ${config.vectorize?.[0].index_name} and its metadata indexes, if they are missing
  creates the admin token, if the Worker has none
  uploads and deploys the Worker with its secrets: ${Object.keys(secretsHere(project, SECRETS)).join(", ") || "none"}

Building only ...`)
  print((await mustRun(project, ["deploy", "--dry-run", "--outdir", ".wrangler/dry-run"])).output.trim())
}

async function deploy(project: Project): Promise<void> {
  const { print } = project
  await prepareDatabase(project)
  await prepareIndex(project)
  // The log of a build stays readable, so no token is made there: the button's form asks for one.
  const token = project.isBuild ? null : await missingAdminToken(project)
  // Shown before the upload, because the answer to the upload may be lost. The next run shows one only if none is set.
  if (project.isBuild) print("\nThe admin token is the secret ADMIN_TOKEN of the Worker.")
  else if (token === null) print("\nThe admin token is already set.")
  else
    print(`\nYour admin token. It cannot be shown again; if you see several, the last one counts: ${token}`)
  const discord = secretsHere(project, SECRETS)
  print(`\nDeploying ${project.config.name} ...`)
  const outcome = await uploadWorker(project, { ...(token !== null && { ADMIN_TOKEN: token }), ...discord })
  print(outcome.output.trim())
  print(`\n${nextStep(project, Object.keys(discord), outcome)}`)
  if (!project.isBuild) print(`\n${signInStep(project, Object.keys(discord), outcome)}`)
}

/** Says if people can sign in to the pages. Without the secret everything else works. */
function signInStep({ environment }: Project, known: string[], outcome: Outcome): string {
  const redirect = redirectOf(addressIn(outcome) ?? "https://your-worker")
  if (known.includes(SIGN_IN_SECRET))
    return `For sign-in to the pages, the Discord Developer Portal must list this redirect, under OAuth2: ${redirect}`
  return `${SIGN_IN_SECRET} is not in .dev.vars${environment ? `.${environment}` : ""}: unless it was set before, nobody can sign in to the pages. Everything else works. docs/DEPLOY.md#sign-in-to-the-pages explains how to set it up.`
}

function nextStep({ environment, isBuild }: Project, known: string[], outcome: Outcome): string {
  const address = addressIn(outcome) ?? "https://<the Worker's address>"
  if (isBuild) return `Now open ${address}/setup and sign in with the admin token.`
  const missing = DISCORD_SECRETS.filter((name) => !known.includes(name))
  if (missing.length === DISCORD_SECRETS.length)
    return "No Discord bot is set up; docs/DEPLOY.md explains how. The HTTP API works without one."
  if (missing.length > 0)
    return `Missing in .dev.vars${environment ? `.${environment}` : ""}: ${missing.join(", ")}. Unless they were set before, add them and deploy again.`
  const env = environment ? ` --env ${environment}` : ""
  return `Now run \`npm run register --${env} --url ${address}\` to register the commands and this Worker with Discord, or open ${address}/setup.`
}

if (import.meta.main) await runProgram(main)
