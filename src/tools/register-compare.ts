/** Whether commands as Discord has them are those we define, field by field. Pure. */
import {
  type APIApplicationCommand,
  ApplicationCommandType,
  type RESTPostAPIApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import { keyOf } from "../discord/bot/ui/limits-commands.ts"

type Definition = RESTPostAPIApplicationCommandsJSONBody
export type Registered = Pick<APIApplicationCommand, "name" | "type">

export interface Comparison {
  added: string[]
  changed: string[]
  removed: string[]
  same: string[]
}

/** What we say of a command, an option or a choice; everything else that Discord tells is its own. */
const FIELDS = [
  "name",
  "name_localizations",
  "description",
  "description_localizations",
  "type",
  "default_member_permissions",
  "nsfw",
  "required",
  "autocomplete",
  "value",
  "min_value",
  "max_value",
  "min_length",
  "max_length",
  "channel_types",
  "choices",
  "options",
]
/** These hold for commands of all servers alone. */
const GLOBAL = ["contexts", "integration_types"]

export function compare(
  registered: readonly Registered[],
  wanted: readonly Definition[],
  { isGlobal }: { isGlobal: boolean },
): Comparison {
  const fields = isGlobal ? [...FIELDS, ...GLOBAL] : FIELDS
  const texts = (commands: readonly (Registered | Definition)[]) =>
    new Map(commands.map((one) => [keyOf(one), JSON.stringify(plainly(one, fields))]))
  const there = texts(registered)
  const ours = texts(wanted)
  const keys = [...ours.keys()]
  return {
    added: keys.filter((key) => !there.has(key)).map(shown),
    changed: keys.filter((key) => there.has(key) && there.get(key) !== ours.get(key)).map(shown),
    removed: [...there.keys()].filter((key) => !ours.has(key)).map(shown),
    same: keys.filter((key) => there.get(key) === ours.get(key)).map(shown),
  }
}

/** A definition as it is sent: to one server, without what holds for commands of all servers alone. */
export function sendable(definition: Definition, { isGlobal }: { isGlobal: boolean }): Definition {
  if (isGlobal) return definition
  const { contexts: _, integration_types: __, ...rest } = definition
  return rest as Definition
}

/** A slash command by its name, a menu in quotes. */
function shown(key: string): string {
  const [type, ...name] = key.split(" ")
  return Number(type) === ApplicationCommandType.ChatInput ? `/${name.join(" ")}` : `"${name.join(" ")}"`
}

/** The fields that are ours, in one order; what is left out, null, false or empty is one and the same to Discord. */
function plainly(level: object, fields: readonly string[]): Record<string, unknown> {
  // A slash command is one where no type is said; a choice has none.
  const known: Record<string, unknown> = { ...("value" in level ? {} : { type: 1 }), ...level }
  const kept: Record<string, unknown> = {}
  for (const field of fields) {
    const value = known[field]
    if (isNothing(value)) continue
    kept[field] = Array.isArray(value)
      ? value.map((one) => (isObject(one) ? plainly(one, fields) : one))
      : isObject(value)
        ? Object.fromEntries(Object.entries(value).sort())
        : value
  }
  if (Array.isArray(kept.contexts)) kept.contexts = [...kept.contexts].sort()
  return kept
}

function isNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === "") return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null
}
