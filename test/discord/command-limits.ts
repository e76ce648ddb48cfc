/** Checks an application's commands against Discord's limits. */
import { FormProblems } from "./api-error.ts"
import { type Loose, listOf } from "./loose.ts"

type Path = (string | number)[]

const CHAT_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u
/** Maximum number of commands of each type. */
const MOST: Record<number, number> = { 1: 100, 2: 15, 3: 15 }

/** Throws Discord's error if a list of commands cannot be registered. */
export function checkCommands(commands: Loose[]): void {
  const problems = new FormProblems()
  const seen = new Set<string>()
  const counts: Record<number, number> = {}
  commands.forEach((command, index) => {
    const type = Number(command.type ?? 1)
    counts[type] = (counts[type] ?? 0) + 1
    checkCommand(command, [index], problems)
    const key = `${type} ${command.name}`
    if (seen.has(key))
      problems.add([index], "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    seen.add(key)
  })
  for (const [type, count] of Object.entries(counts))
    if (count > (MOST[Number(type)] ?? 0))
      problems.add([], "APPLICATION_COMMANDS_LIMIT", "Maximum number of application commands reached")
  problems.throwIfAny()
}

function checkCommand(command: Loose, path: Path, problems: FormProblems): void {
  const chat = Number(command.type ?? 1) === 1
  problems.length([...path, "name"], command.name, [1, 32])
  if (chat) checkChatName(command.name, [...path, "name"], problems)
  if (chat) problems.length([...path, "description"], command.description, [1, 100])
  else if (command.description)
    problems.add(
      [...path, "description"],
      "APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED",
      "Context menu commands cannot have description",
    )
  if (wordsOf(command) > 8000)
    problems.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000)")
  // A menu may have spaces and capitals in its name, in every language.
  if (chat) checkTranslations(command, path, problems)
  checkOptions(command.options, path, problems)
  checkNesting(command, path, problems)
}

/** Subcommands allow no other options at their level; groups stand at the top and hold subcommands only. */
function checkNesting(command: Loose, path: Path, problems: FormProblems): void {
  const [SUBCOMMAND, GROUP] = [1, 2]
  const allowed = (inGroup: boolean) => (inGroup ? [SUBCOMMAND] : [SUBCOMMAND, GROUP])
  const check = (level: Loose, depth: number) => {
    const types = listOf(level.options).map(({ type }) => Number(type))
    const nested = types.filter((type) => type === SUBCOMMAND || type === GROUP)
    const wrong =
      (nested.length > 0 && nested.length < types.length) ||
      (depth > 0 && level.type === GROUP && types.some((type) => !allowed(true).includes(type))) ||
      (depth > 0 && level.type === SUBCOMMAND && nested.length > 0)
    if (wrong)
      problems.add([...path, "options"], "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Invalid option types")
    for (const option of listOf(level.options))
      if (option.type === SUBCOMMAND || option.type === GROUP) check(option, depth + 1)
  }
  check(command, 0)
}

function checkTranslations(named: Loose, path: Path, problems: FormProblems): void {
  for (const name of Object.values((named.name_localizations ?? {}) as Loose))
    checkChatName(name, [...path, "name_localizations"], problems)
  for (const words of Object.values((named.description_localizations ?? {}) as Loose))
    problems.length([...path, "description_localizations"], words, [1, 100])
}

function checkOptions(value: unknown, path: Path, problems: FormProblems): void {
  problems.size([...path, "options"], value, [0, 25])
  const options = listOf(value)
  const firstFree = options.findIndex((one) => one.required !== true)
  options.forEach((option, index) => {
    const at = [...path, "options", index]
    checkChatName(option.name, [...at, "name"], problems)
    checkTranslations(option, at, problems)
    problems.length([...at, "description"], option.description, [1, 100])
    problems.size([...at, "choices"], option.choices, [0, 25])
    if (option.autocomplete === true && listOf(option.choices).length > 0)
      problems.add(
        at,
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
        "Autocomplete options cannot have choices",
      )
    if (option.required === true && firstFree >= 0 && index > firstFree)
      problems.add(
        at,
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        "Required options must be placed before non-required options",
      )
    listOf(option.choices).forEach((choice, place) => {
      problems.length([...at, "choices", place, "name"], choice.name, [1, 100])
    })
    if (option.options !== undefined) checkOptions(option.options, at, problems)
  })
  const names = options.map((one) => one.name)
  if (new Set(names).size < names.length)
    problems.add(
      [...path, "options"],
      "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
      "Option names must be unique",
    )
}

function checkChatName(name: unknown, path: Path, problems: FormProblems): void {
  if (typeof name === "string" && CHAT_NAME.test(name) && name === name.toLowerCase()) return
  problems.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
}

/**
 * Returns the characters that count toward a command's size: names, descriptions and the values of choices.
 */
function wordsOf(value: Loose): number {
  const own = [value.name, value.description, value.value]
  const words = own.reduce((sum: number, one) => sum + (typeof one === "string" ? one.length : 0), 0)
  return [...listOf(value.options), ...listOf(value.choices)].reduce((sum, one) => sum + wordsOf(one), words)
}
