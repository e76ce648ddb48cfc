/**
 * `npm run register`: replaces the application's commands with Keepsake's, everywhere or in one server. Safe
 * to repeat; see `--help`.
 */
import { parseArgs } from "node:util"
import { DiscordAPIError, HTTPError, REST } from "@discordjs/rest"
import { Routes } from "discord-api-types/v10"
import {
  endpointOf,
  fetchApplication,
  inviteOf,
  updateApplication,
} from "../discord/application/application.ts"
import { definitionsFor, type NamedCommand, shownName } from "../discord/application/command-set.ts"
import { isSnowflake } from "../domain/ids.ts"
import {
  type DeploymentVariables,
  deploymentVariables,
  type Print,
  type ProgramIo,
  printerTo,
  runProgram,
  withUsage,
} from "./program.ts"

const HELP = `Registers Keepsake's commands with Discord. Safe to repeat.

  npm run register                     in every server; takes up to an hour to show everywhere
  npm run register -- --guild ID       in one server, at once; good for trying things out
  npm run register -- --url ADDRESS    also makes Discord send interactions to the worker at this address (https://…),
                                       and switches on the privileged intents it needs
  npm run register -- --env NAME       takes the values from .dev.vars.NAME, such as those of staging
  npm run register -- --dry-run        only shows what would change
  npm run register -- --remove         removes all commands, or with --guild only those of one server

It needs DISCORD_TOKEN, from the environment or from .dev.vars. Discord knows the application by it.
Commands registered both everywhere and in one server appear twice there; remove one set with --remove.`

/** Why the registration cannot go on, with a message for the person who runs it. */
class RegisterError extends Error {}

interface Order {
  guild: string | null
  /** Endpoint for Discord's interactions; `null` leaves it as it is. */
  endpoint: string | null
  dryRun: boolean
  remove: boolean
}

/** Other inputs and outputs of a registration. */
interface Surroundings {
  variables: DeploymentVariables
  print: Print
}

export const main = withUsage(HELP, async (argv, io) => {
  const options = readOptions(argv)
  try {
    await run(options, io)
    return 0
  } catch (error) {
    printerTo(io.stderr)(explainError(error))
    return 1
  }
})

function readOptions(args: string[]) {
  return parseArgs({
    args,
    options: {
      guild: { type: "string" },
      env: { type: "string" },
      url: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      remove: { type: "boolean", default: false },
    },
  }).values
}

async function run(values: ReturnType<typeof readOptions>, io: ProgramIo): Promise<void> {
  const around = { variables: deploymentVariables(io, values.env ?? null), print: printerTo(io.stdout) }
  const order = orderOf({ ...values, dryRun: values["dry-run"] })
  const [token, api] = [around.variables("DISCORD_TOKEN"), around.variables("DISCORD_API_URL")]
  if (!token && order.dryRun) return describe(order, around.print)
  if (!token)
    throw new RegisterError(
      "Set DISCORD_TOKEN to the bot's token; docs/DISCORD.md explains where to find it.",
    )
  const rest = new REST({ version: "10", ...(api && { api }) }).setToken(token)
  await register(rest, order, around)
}

function orderOf(asked: {
  guild?: string | undefined
  url?: string | undefined
  dryRun: boolean
  remove: boolean
}): Order {
  const { guild = null, url, dryRun, remove } = asked
  if (guild !== null && !isSnowflake(guild))
    throw new RegisterError(
      `"${guild}" is not a server id. Turn on Discord's developer mode and right-click the server to copy its id.`,
    )
  const endpoint = url === undefined ? null : endpointOf(url)
  if (url !== undefined && endpoint === null)
    throw new RegisterError(`"${url}" is not an address that Discord can call. It must begin with https://.`)
  return { guild, endpoint, dryRun, remove }
}

/** Lists what would be registered. Without a token, the registered commands are unknown. */
function describe(order: Order, print: Print): void {
  const wanted = definitionsFor(order)
  print(
    `${wanted.length} commands would be registered ${placeOf(order)}. Without DISCORD_TOKEN, the registered commands are unknown.`,
  )
  list(print, "commands", wanted.map(shownName))
}

async function register(rest: REST, order: Order, around: Surroundings): Promise<void> {
  const { print } = around
  const wanted = definitionsFor(order)
  const application = await ownApplication(rest, around)
  const route = routeOf(application.id, order)
  const there = (await rest.get(route)) as NamedCommand[]
  const names = wanted.map(shownName)
  if (!order.dryRun) await rest.put(route, { body: wanted })
  list(print, "commands", names)
  list(
    print,
    "removed",
    there.map(shownName).filter((name) => !names.includes(name)),
  )
  print(
    order.dryRun
      ? `${wanted.length} commands would be registered ${placeOf(order)}; nothing was done.`
      : `Done: ${wanted.length} commands are registered ${placeOf(order)}.`,
  )
  if (order.endpoint !== null)
    await setAddress(rest, application, { ...around, ...order, endpoint: order.endpoint })
  if (!order.remove) print(`\nInvite the bot with\n  ${inviteOf(application)}`)
}

/**
 * Returns the application that owns the token. Stops if the deployment names another one, because the worker
 * would then reject Discord's calls.
 */
async function ownApplication(rest: REST, { variables }: Surroundings): Promise<Application> {
  const application = await fetchApplication(rest)
  const configuredId = variables("DISCORD_APPLICATION_ID")
  if (configuredId !== undefined && configuredId !== application.id)
    throw new RegisterError(
      `DISCORD_APPLICATION_ID is ${configuredId}, but DISCORD_TOKEN is the token of application ${application.id}. Fix .dev.vars and deploy again.`,
    )
  return application
}

type Application = Awaited<ReturnType<typeof fetchApplication>>

async function setAddress(
  rest: REST,
  application: Application,
  { endpoint, dryRun, variables, print }: Surroundings & { endpoint: string; dryRun: boolean },
): Promise<void> {
  const members = variables("DISCORD_MEMBERS") !== "false"
  const done = await updateApplication(rest, application, { endpoint, members, dryRun })
  if (done.length === 0) print("Discord already has this address, and the intents are on.")
  for (const what of done) print(`${dryRun ? "Would be set" : "Set"}: ${what}`)
}

function routeOf(application: string, { guild }: Order) {
  return guild === null
    ? Routes.applicationCommands(application)
    : Routes.applicationGuildCommands(application, guild)
}

function placeOf({ guild }: Order): string {
  return guild === null ? "in every server" : `in server ${guild}`
}

function list(print: Print, what: string, names: readonly string[]): void {
  if (names.length > 0) print(`${`${what}:`.padEnd(12)} ${names.join(", ")}`)
}

/** Explains why Discord refused, as far as it says. */
function explainError(error: unknown): string {
  if (error instanceof RegisterError) return error.message
  if (error instanceof HTTPError) return `Discord has an outage (${error.status}). Try again later.`
  if (!(error instanceof DiscordAPIError)) return `Discord cannot be reached: ${error}`
  if (error.status === 401)
    return "Discord rejects this DISCORD_TOKEN: it was reset, belongs to another application or is not a bot token."
  if (error.status === 403 || error.status === 404)
    return "Discord found no such server or application for this token. Check that the bot is in that server, was invited with the scope applications.commands, and that DISCORD_APPLICATION_ID belongs to the token."
  if (error.url.endsWith(Routes.currentApplication()))
    return `Discord rejects this address: ${error.message}. Check that the worker is deployed there with this application's DISCORD_PUBLIC_KEY: \`curl -i -X POST ADDRESS/interactions\` returns 401 if it is, 503 if the key is missing.`
  return `Discord refused: ${error.message}`
}

if (import.meta.main) await runProgram(main)
