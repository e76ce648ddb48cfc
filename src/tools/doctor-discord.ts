/** The doctor's checks at Discord: token, application, intents, commands, endpoint and servers. */
import { DiscordAPIError, REST } from "@discordjs/rest"
import { Routes } from "discord-api-types/v10"
import {
  type Application,
  type ConfiguredApplication,
  fetchApplication,
  foreignValues,
  inviteOf,
  missingIntents,
} from "../discord/application/application.ts"
import { compareCommands, definitionsFor } from "../discord/application/command-set.ts"
import { redirectOf } from "../domain/sign-in-path.ts"
import { type CheckResult, fine, type HealthCheck } from "../health/health-check.ts"
import type { DeploymentVariables } from "./program.ts"

interface Deployment {
  /** The address to which Discord must send interactions. */
  endpoint: string
  /** As the worker reports it; `null` if it was not asked. */
  configured: ConfiguredApplication | null
}

function restFor(variables: DeploymentVariables, token: string): REST {
  const api = variables("DISCORD_API_URL")
  return new REST({ version: "10", retries: 1, ...(api && { api }) }).setToken(token)
}

/** Returns the address to which Discord sends interactions; `null` if it tells none. Never throws. */
export async function addressAtDiscord(variables: DeploymentVariables): Promise<string | null> {
  const token = variables("DISCORD_TOKEN")
  if (token === undefined) return null
  try {
    const { interactions_endpoint_url: endpoint } = await fetchApplication(restFor(variables, token))
    return endpoint ? new URL(endpoint).origin : null
  } catch {
    // Fallback: the person is asked for the address.
    return null
  }
}

/** Never throws. */
export async function checkDiscord(
  variables: DeploymentVariables,
  deployment: Deployment,
): Promise<HealthCheck[]> {
  const token = variables("DISCORD_TOKEN")
  if (token === undefined) {
    const detail = "Without DISCORD_TOKEN the doctor cannot ask Discord."
    const toDo = "Put the bot's token into .dev.vars or the environment, and run the doctor again."
    return [{ name: "bot token", status: "warning", detail, toDo }]
  }
  const rest = restFor(variables, token)
  let application: Application
  try {
    application = await fetchApplication(rest)
  } catch (error) {
    return [{ name: "bot token", ...judgeTokenError(error) }]
  }
  const members = variables("DISCORD_MEMBERS") !== "false"
  const checks: [string, () => CheckResult | Promise<CheckResult>][] = [
    ["bot token", () => fine(`Discord accepts it; it belongs to application ${application.id}.`)],
    ["application", () => judgeApplication(application, deployment.configured)],
    ["intents", () => judgeIntents(application, members)],
    ["commands", () => checkCommands(rest, application)],
    ["endpoint", () => checkAddress(rest, application, deployment.endpoint)],
    ["redirect", () => judgeRedirect(application, redirectOf(deployment.endpoint))],
    ["servers", () => checkServers(rest, application)],
  ]
  const found: HealthCheck[] = []
  for (const [name, check] of checks) {
    try {
      found.push({ name, ...(await check()) })
    } catch (error) {
      found.push({
        name,
        status: "unknown",
        detail: `Discord did not answer: ${error}.`,
        toDo: "Try again later.",
      })
    }
  }
  return found
}

function judgeTokenError(error: unknown): CheckResult {
  const isRefused = error instanceof DiscordAPIError && error.status === 401
  return isRefused
    ? {
        status: "failing",
        detail: "Discord refuses this DISCORD_TOKEN.",
        toDo: "Reset the token in the Discord Developer Portal, under Bot, put it into .dev.vars, and run `npm run deploy`.",
      }
    : { status: "unknown", detail: `Discord did not answer: ${error}.`, toDo: "Try again later." }
}

function judgeApplication(application: Application, configured: ConfiguredApplication | null): CheckResult {
  if (configured === null)
    return {
      status: "unknown",
      detail: "The worker did not tell its application.",
      toDo: "See the checks above.",
    }
  const wrong = foreignValues(application, configured).map(
    ({ variable, wanted }) => `${variable} (it must be ${wanted})`,
  )
  if (wrong.length === 0) return fine("The worker has this application's id and public key.")
  return {
    status: "failing",
    detail: `The worker has another application's values, or none: ${wrong.join(" and ")}.`,
    toDo: "Correct .dev.vars and run `npm run deploy`.",
  }
}

function judgeIntents({ flags }: Application, members: boolean): CheckResult {
  const missing = missingIntents(flags, { members })
  if (missing.length === 0) return fine("The privileged intents are on.")
  return {
    status: "failing",
    detail: `Not enabled: ${missing.join(" and ")}.`,
    toDo: "Run `npm run register -- --url ADDRESS`, or enable them in the Discord Developer Portal, under Bot. Then POST /v1/gateway/start.",
  }
}

async function checkCommands(rest: REST, application: Application): Promise<CheckResult> {
  const { missing, changed } = await compareCommands(rest, application.id)
  const toDo = "Run `npm run register`."
  if (missing.length > 0)
    return { status: "failing", detail: `Not registered in every server: ${missing.join(", ")}.`, toDo }
  if (changed.length > 0)
    return { status: "warning", detail: `Registered in an older form: ${changed.join(", ")}.`, toDo }
  return fine(`All ${definitionsFor({ guild: null, remove: false }).length} commands are registered.`)
}

const NOT_PUBLIC =
  "Discord cannot call a worker on your machine. Deploy it (`npm run deploy`), or lead a public https:// address here with a tunnel, and run `npm run register -- --url` with that address."

/** Setting the address that Discord already has changes nothing, and makes Discord call it. */
async function checkAddress(rest: REST, application: Application, endpoint: string): Promise<CheckResult> {
  const { interactions_endpoint_url: set } = application
  const { origin } = new URL(endpoint)
  if (set !== endpoint)
    return {
      status: "failing",
      detail: set ? `Discord sends interactions to ${set}.` : "No interactions endpoint is set at Discord.",
      toDo: endpoint.startsWith("https://") ? `Run \`npm run register -- --url ${origin}\`.` : NOT_PUBLIC,
    }
  try {
    await rest.patch(Routes.currentApplication(), { body: { interactions_endpoint_url: endpoint } })
    return fine("Discord sends interactions here, and the worker passed its test.")
  } catch (error) {
    if (!(error instanceof DiscordAPIError) || error.status !== 400) throw error
    return {
      status: "failing",
      detail: "Discord's test of the endpoint fails: the worker does not accept what Discord signs.",
      toDo: "Check that DISCORD_PUBLIC_KEY is this application's public key, and deploy.",
    }
  }
}

/** Without sign-in the redirect is not needed, so its absence is no failure. */
function judgeRedirect({ redirect_uris: known }: Application, redirect: string): CheckResult {
  if (known === undefined || known.includes(redirect))
    return fine(`Sign-in to the pages ${known ? "may return" : "must be able to return"} to ${redirect}.`)
  return fine(
    `Discord lists no redirect to ${redirect}. To let people sign in to the pages, add it in the Developer Portal, under OAuth2.`,
  )
}

async function checkServers(rest: REST, application: Application): Promise<CheckResult> {
  const query = new URLSearchParams({ limit: "1" })
  const guilds = (await rest.get(Routes.userGuilds(), { query })) as unknown[]
  if (guilds.length > 0) return fine("The bot is in at least one server.")
  return {
    status: "warning",
    detail: "The bot is in no server.",
    toDo: `Invite it: ${inviteOf(application)}`,
  }
}
