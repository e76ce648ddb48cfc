/**
 * `npm run register`: replaces the application's commands with Keepsake's, everywhere or in one server. Safe
 * to repeat; see `--help`.
 */
import { parseArgs } from "node:util"
import { DiscordAPIError, HTTPError, REST } from "@discordjs/rest"
import {
  type APIApplicationCommand,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
} from "discord-api-types/v10"
import { COMMANDS } from "../discord/features/commands.ts"
import { isSnowflake } from "../domain/ids.ts"
import {
  type DeploymentVariables,
  deploymentVariables,
  type Print,
  type Program,
  type ProgramIo,
  printerTo,
  runProgram,
} from "./program.ts"
import { endpointOf, fetchApplication, inviteOf, updateApplication } from "./register-address.ts"

const HELP = `Registers Keepsake's commands with Discord. Safe to repeat.

  npm run register                     in every server; takes up to an hour to show everywhere
  npm run register -- --guild ID       in one server, at once; good for trying things out
  npm run register -- --url ADDRESS    also has Discord send interactions to the worker at this address (https://…),
                                       and switches on the privileged intents it needs
  npm run register -- --dry-run        only says what would be done
  npm run register -- --remove         takes all commands out again, with --guild those of one server

It needs DISCORD_TOKEN, from the environment or from .dev.vars; whose application it is, Discord knows.
Registered both everywhere and in one server, commands show twice there: --remove one of them.`

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

export const main: Program = async (argv, io) => {
  try {
    await run(argv, io)
    return 0
  } catch (error) {
    printerTo(io.stderr)(explainError(error))
    return 1
  }
}

async function run(argv: string[], io: ProgramIo): Promise<void> {
  const { values } = parseArgs({
    args: argv,
    options: {
      guild: { type: "string" },
      url: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      remove: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  })
  const around = { variables: deploymentVariables(io), print: printerTo(io.stdout) }
  if (values.help) return around.print(HELP)
  const order = orderOf({ ...values, dryRun: values["dry-run"] })
  const [token, api] = [around.variables("DISCORD_TOKEN"), around.variables("DISCORD_API_URL")]
  if (!token && order.dryRun) return describe(order, around.print)
  if (!token)
    throw new RegisterError("Set DISCORD_TOKEN to the bot's token; docs/DISCORD.md tells where it is.")
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
      `"${guild}" is no server's id. Discord shows it with a right click, in developer mode.`,
    )
  const endpoint = url === undefined ? null : endpointOf(url)
  if (url !== undefined && endpoint === null)
    throw new RegisterError(`"${url}" is no address that Discord calls: it begins with https://.`)
  return { guild, endpoint, dryRun, remove }
}

type Definition = RESTPostAPIApplicationCommandsJSONBody

/**
 * Returns the definitions to send. Discord refuses `contexts` and `integration_types` on the commands of one
 * server.
 */
export function definitionsFor({ guild, remove }: Pick<Order, "guild" | "remove">): Definition[] {
  if (remove) return []
  const definitions = COMMANDS.map(({ definition }) => definition)
  if (guild === null) return definitions
  return definitions.map(({ contexts: _, integration_types: __, ...rest }) => rest as Definition)
}

/** Lists what would be registered. Without a token, the registered commands are unknown. */
function describe(order: Order, print: Print): void {
  const wanted = definitionsFor(order)
  print(
    `${wanted.length} commands would be registered ${placeOf(order)}; without DISCORD_TOKEN what is there is not known.`,
  )
  list(print, "commands", wanted.map(shownName))
}

async function register(rest: REST, order: Order, around: Surroundings): Promise<void> {
  const { print } = around
  const wanted = definitionsFor(order)
  const application = await ownApplication(rest, around)
  const route = routeOf(application.id, order)
  const there = (await rest.get(route)) as Named[]
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

type Named = Pick<APIApplicationCommand, "name"> & { type?: ApplicationCommandType | undefined }

/** Formats a slash command as people type it, and a menu entry in quotes. */
function shownName({ name, type = ApplicationCommandType.ChatInput }: Named): string {
  return type === ApplicationCommandType.ChatInput ? `/${name}` : `"${name}"`
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
      `DISCORD_APPLICATION_ID is ${configuredId}, but DISCORD_TOKEN is the token of application ${application.id}. Mend .dev.vars and deploy again.`,
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
  if (done.length === 0) print("Discord knows this address, and the intents are on.")
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
  if (error instanceof HTTPError) return `Discord is out of order (${error.status}). Try again later.`
  if (!(error instanceof DiscordAPIError)) return `Discord is out of reach: ${error}`
  if (error.status === 401)
    return "Discord does not take this DISCORD_TOKEN: it was reset, or is another application's or not a bot's."
  if (error.status === 403 || error.status === 404)
    return "Discord knows no such server or application for this token. Is the bot in that server, invited with the scope applications.commands, and DISCORD_APPLICATION_ID the token's own?"
  if (error.url.endsWith(Routes.currentApplication()))
    return `Discord does not take this address: ${error.message}. Is the worker deployed there, with this application's DISCORD_PUBLIC_KEY? \`curl -i -X POST ADDRESS/interactions\` answers 401 where it is, 503 where the key is missing.`
  return `Discord refused: ${error.message}`
}

if (import.meta.main) await runProgram(main)
