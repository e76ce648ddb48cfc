/** Discord's limits on command definitions: https://discord.com/developers/docs/interactions/application-commands. Pure. */
import {
  type APIApplicationCommandOption,
  ApplicationCommandOptionType,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { problems, within } from "./limits-components.ts"

type Definition = RESTPostAPIApplicationCommandsJSONBody

/** As documented for slash commands and their options; menus take any letters and spaces. */
const SLASH_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
const MOST: Record<number, number> = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.User]: 15,
  [ApplicationCommandType.Message]: 15,
}
const OPTIONS = 25
const CHOICES = 25
const DESCRIPTION = 100
/** Names, descriptions and values of a command together. */
const CHARACTERS = 8_000
const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType

/** Every limit that the definitions break, each alone and all together. */
export function commandProblems(definitions: readonly Definition[]): string[] {
  const keys = definitions.map(keyOf)
  return [
    ...problems([[new Set(keys).size === keys.length, "two commands of one kind have one name"]]),
    ...Object.entries(MOST).flatMap(([type, most]) => {
      const count = definitions.filter((one) => String(typeOf(one)) === type).length
      return problems([[count <= most, `${count} commands of type ${type} are more than ${most}`]])
    }),
    ...definitions.flatMap((one) => definitionProblems(one).map((problem) => `${one.name}: ${problem}`)),
  ]
}

/** A kind and a name: what Discord knows a command by. */
export function keyOf(definition: Pick<Definition, "name" | "type">): string {
  return `${typeOf(definition)} ${definition.name}`
}

function typeOf({ type }: Pick<Definition, "type">): ApplicationCommandType {
  return type ?? ApplicationCommandType.ChatInput
}

function definitionProblems(definition: Definition): string[] {
  const bits = definition.default_member_permissions
  const common = problems([
    [charactersOf(definition) <= CHARACTERS, `more than ${CHARACTERS} characters in all`],
    [bits === null || bits === undefined || /^\d+$/.test(bits), "permissions are no number"],
  ])
  if (typeOf(definition) !== ApplicationCommandType.ChatInput)
    return [
      ...common,
      ...problems([
        [within(definition.name, 1, 32), "the name is not of 1 to 32"],
        [!("description" in definition) || !definition.description, "a menu has no description"],
        [!("options" in definition) || !definition.options?.length, "a menu has no options"],
      ]),
    ]
  const description = "description" in definition ? (definition.description ?? "") : ""
  const options = "options" in definition ? (definition.options ?? []) : []
  return [
    ...common,
    ...namingProblems({ name: definition.name, description }),
    ...levelProblems(options, 0),
    ...localizedProblems(definition.name_localizations ?? {}),
  ]
}

function namingProblems({ name, description }: { name: string; description: string }): string[] {
  return problems([
    [SLASH_NAME.test(name), `name ${name} has other characters, or not 1 to 32`],
    [name === name.toLowerCase(), `name ${name} is not in lower case`],
    [within(description, 1, DESCRIPTION), `description of ${name} is not of 1 to ${DESCRIPTION}`],
  ])
}

function localizedProblems(names: Partial<Record<string, string | null>>): string[] {
  return Object.entries(names).flatMap(([locale, name]) =>
    problems([
      [!name || (SLASH_NAME.test(name) && name === name.toLowerCase()), `its name in ${locale} is unfit`],
    ]),
  )
}

/** `depth` 0: of the command itself; groups stand there alone, subcommands there or in groups. */
function levelProblems(options: readonly APIApplicationCommandOption[], depth: number): string[] {
  const names = options.map(({ name }) => name)
  const holding = options.filter(({ type }) => type === Subcommand || type === SubcommandGroup)
  const firstOptional = options.findIndex(({ required }) => !required)
  const lastRequired = options.findLastIndex(({ required }) => required)
  return [
    ...problems([
      [options.length <= OPTIONS, `${options.length} options are more than ${OPTIONS}`],
      [new Set(names).size === names.length, "two options have one name"],
      [holding.length === 0 || holding.length === options.length, "subcommands stand beside options"],
      [
        firstOptional === -1 || lastRequired < firstOptional,
        "an optional option stands before a required one",
      ],
    ]),
    ...options.flatMap((option) => [
      ...namingProblems(option),
      ...localizedProblems(option.name_localizations ?? {}),
      ...optionProblems(option, depth),
    ]),
  ]
}

function optionProblems(option: APIApplicationCommandOption, depth: number): string[] {
  if (option.type === SubcommandGroup)
    return [
      ...problems([
        [depth === 0, `group ${option.name} stands too deep`],
        [
          (option.options ?? []).every(({ type }) => type === Subcommand),
          `group ${option.name} holds more than subcommands`,
        ],
      ]),
      ...levelProblems(option.options ?? [], depth + 1),
    ]
  if (option.type === Subcommand) return levelProblems(option.options ?? [], depth + 2)
  return choiceProblems(option)
}

function choiceProblems(option: APIApplicationCommandOption): string[] {
  const choices = "choices" in option ? (option.choices ?? []) : []
  const completes = "autocomplete" in option && option.autocomplete === true
  return problems([
    [choices.length <= CHOICES, `${choices.length} choices of ${option.name} are more than ${CHOICES}`],
    [
      choices.every(({ name }) => within(name, 1, 100)),
      `a choice of ${option.name} is not named in 1 to 100`,
    ],
    [
      choices.every(({ value }) => typeof value === "number" || within(value, 1, 100)),
      `a choice of ${option.name} has a value not of 1 to 100`,
    ],
    [!(completes && choices.length > 0), `${option.name} has both choices and autocomplete`],
  ])
}

/** The longest translation of each text counts, where it is longer than the text itself. */
function charactersOf(level: object): number {
  const { name, description, options, choices, value, name_localizations, description_localizations } =
    level as Record<string, unknown>
  const own =
    longest(name, name_localizations) +
    longest(description, description_localizations) +
    (typeof value === "string" ? value.length : 0)
  return [options, choices]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .reduce((sum: number, one: object) => sum + charactersOf(one), own)
}

function longest(text: unknown, translations: unknown): number {
  const all = [text, ...Object.values(translations ?? {})]
  return Math.max(0, ...all.map((one) => (typeof one === "string" ? one.length : 0)))
}
