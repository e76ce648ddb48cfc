/** The definitions of all commands, and how they compare with those that are registered at Discord. */
import {
  type APIApplicationCommand,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
  Routes,
} from "discord-api-types/v10"
import { hashOf } from "../../domain/hash.ts"
import { COMMANDS } from "../features/commands.ts"
import type { ApplicationRest } from "./application.ts"

type Definition = RESTPostAPIApplicationCommandsJSONBody

/**
 * Returns the definitions to send. Discord refuses `contexts` and `integration_types` on the commands of one
 * server.
 */
export function definitionsFor({ guild, remove }: { guild: string | null; remove: boolean }): Definition[] {
  if (remove) return []
  const definitions = COMMANDS.map(({ definition }) => definition)
  if (guild === null) return definitions
  return definitions.map(({ contexts: _, integration_types: __, ...rest }) => rest as Definition)
}

export type NamedCommand = Pick<APIApplicationCommand, "name"> & {
  type?: ApplicationCommandType | undefined
}

/** Formats a slash command as people type it, and a menu entry in quotes. */
export function shownName({ name, type = ApplicationCommandType.ChatInput }: NamedCommand): string {
  return type === ApplicationCommandType.ChatInput ? `/${name}` : `"${name}"`
}

/** The names of commands that must be registered, must be registered again, or must go. */
export interface CommandDifferences {
  missing: string[]
  changed: string[]
  removed: string[]
}

/** Compares hashes of the definitions with hashes of the commands that are registered in every server. */
export async function compareCommands(
  rest: ApplicationRest,
  application: string,
): Promise<CommandDifferences> {
  const query = new URLSearchParams({ with_localizations: "true" })
  const there = (await rest.get(Routes.applicationCommands(application), { query })) as Described[]
  const registered = hashes(there)
  const wanted = hashes(definitionsFor({ guild: null, remove: false }) as Described[])
  const names = [...wanted.keys()]
  return {
    missing: names.filter((name) => !registered.has(name)),
    changed: names.filter((name) => registered.has(name) && registered.get(name) !== wanted.get(name)),
    removed: [...registered.keys()].filter((name) => !wanted.has(name)),
  }
}

/** Replaces all commands of every server by the definitions. Returns their number. */
export async function registerCommands(rest: ApplicationRest, application: string): Promise<number> {
  const body = definitionsFor({ guild: null, remove: false })
  await rest.put(Routes.applicationCommands(application), { body })
  return body.length
}

type Words = Record<string, string | null> | null | undefined

interface Described {
  name: string
  type?: number | undefined
  description?: string | undefined
  name_localizations?: Words
  description_localizations?: Words
  options?: readonly Described[] | undefined
}

function hashes(commands: readonly Described[]): Map<string, string> {
  return new Map(commands.map((one) => [shownName(one), hashOf([JSON.stringify(visible(one))])]))
}

/** The parts of a command that people see and that Discord returns as they were sent. */
function visible(command: Described): unknown {
  const { name, type = 1, description = "", options = [] } = command
  const words = [command.name_localizations, command.description_localizations].map(inOrder)
  return [name, type, description, words, options.map(visible)]
}

function inOrder(words: Words): [string, string | null][] {
  return Object.entries(words ?? {}).sort(([a], [b]) => (a < b ? -1 : 1))
}
