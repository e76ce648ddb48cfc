/**
 * Finds and runs the command or action that an interaction calls, and turns the result or error into a reply.
 * Error replies never reveal internals.
 */
import { ApplicationCommandType, InteractionType } from "discord-api-types/v10"
import { describeError, type Refusal, Refused } from "../../domain/errors.ts"
import { type Runtime, servesGuild } from "../../runtime/models.ts"
import { ACTIONS } from "../features/actions.ts"
import { COMMANDS } from "../features/commands.ts"
import type { Texts } from "../texts/en.ts"
import { fill, textsIn } from "../texts/texts.ts"
import {
  interactionContext,
  isPrivateMessage,
  readFocusedOption,
  readOptions,
  readPress,
} from "./interaction-read.ts"
import type { CommandInteraction, Interaction } from "./interaction-shapes.ts"
import {
  type Action,
  type Asker,
  type Command,
  type CommandOptions,
  type Form,
  type InteractionContext,
  type Press,
  parseCustomId,
  type Reply,
  type Suggestion,
  textReply,
} from "./ui/command.ts"
import { formatRefusal } from "./ui/refusals.ts"

/** `refused` is an expected refusal, `failed` is a bug or an outage. */
export interface InteractionOutcome {
  went: "well" | "refused" | "failed"
  reply: Reply
}

/** Finds the route and the context of an interaction, and checks permissions. Throws `Refused`. */
function prepare(runtime: Runtime, interaction: Interaction, registry: CommandRegistry) {
  const route = findRoute(interaction, registry)
  if (route === null) throw new Refused({ reason: "unknown_command" })
  if (interaction.guild_id && !servesGuild(runtime, interaction.guild_id))
    throw new Refused({ reason: "guild_not_served" })
  const known = interactionContext(interaction, responseKind(route, interaction).isPrivate)
  if (known === null) throw new Refused({ reason: "servers_only" })
  if (!isAllowedToCall(route, known.asker)) throw new Refused({ reason: "managers_only" })
  return { called: route, asked: { ...known, runtime } satisfies InteractionContext }
}

/** Like `prepare`, but returns a refusal as an outcome. Reads no data. */
export function prepareOrRefuse(
  runtime: Runtime,
  interaction: Interaction,
  registry: CommandRegistry = REGISTRY,
) {
  try {
    return prepare(runtime, interaction, registry)
  } catch (error) {
    return toFailure(interaction, error, registry)
  }
}

/** Never throws: a refusal becomes its text, any other error an apology with a reference to the log entry. */
export async function runInteraction(
  runtime: Runtime,
  interaction: Interaction,
  registry: CommandRegistry = REGISTRY,
): Promise<InteractionOutcome> {
  try {
    const { called: route, asked: context } = prepare(runtime, interaction, registry)
    return { went: "well", reply: await runRoute(route, context) }
  } catch (error) {
    return toFailure(interaction, error, registry)
  }
}

function runRoute(route: InteractionRoute, context: InteractionContext): Promise<Reply> {
  if (route.kind === "command") return route.command.run(context, route.options)
  if (!route.action.run) throw new Error(`action ${route.action.name} has no answer`)
  return route.action.run(context, route.press)
}

/**
 * Returns the form that the interaction opens, `null` if it opens none and is answered later, or the outcome
 * of an error.
 */
export async function loadForm(
  runtime: Runtime,
  interaction: Interaction,
  registry: CommandRegistry = REGISTRY,
): Promise<{ form: Form | null } | InteractionOutcome> {
  try {
    const { called: route, asked: context } = prepare(runtime, interaction, registry)
    if (route.kind === "command")
      return { form: (await route.command.form?.(context, route.options)) ?? null }
    return { form: (await route.action.form?.(context, route.press)) ?? null }
  } catch (error) {
    return toFailure(interaction, error, registry)
  }
}

/** Suggests values for the option being typed. Throws on refusal or failure. */
export async function listSuggestions(
  runtime: Runtime,
  interaction: CommandInteraction,
  registry: CommandRegistry = REGISTRY,
): Promise<Suggestion[]> {
  const { called: route, asked: context } = prepare(runtime, interaction, registry)
  const focused = readFocusedOption(interaction)
  if (route.kind !== "command" || focused === null) return []
  return (await route.command.suggest?.(context, route.options, focused)) ?? []
}

function toFailure(interaction: Interaction, error: unknown, registry: CommandRegistry): InteractionOutcome {
  const texts = textsForInteraction(interaction, registry)
  if (error instanceof Refused) return refusalOutcome(error.refusal, texts)
  console.error({
    event: "interaction.failed",
    reference: interaction.id,
    guild: interaction.guild_id ?? null,
    called: interactionName(interaction),
    error: describeError(error),
  })
  return { went: "failed", reply: failureReply(interaction.id, texts) }
}

export function refusalOutcome(refusal: Refusal, texts: Texts): InteractionOutcome {
  return { went: "refused", reply: textReply(formatRefusal(refusal, texts)) }
}

/** `reference` finds the failure in the log. */
export function failureReply(reference: string, { refusals }: Texts): Reply {
  return textReply(fill(refusals.failed, { reference }))
}

/** The language of an interaction's refusal or failure: the asker's if only they see it, else the server's. */
export function textsForInteraction(interaction: Interaction, registry: CommandRegistry = REGISTRY): Texts {
  const route = findRoute(interaction, registry)
  const isPrivate = route === null || responseKind(route, interaction).isPrivate
  return textsIn(isPrivate ? interaction.locale : interaction.guild_locale)
}

/** Returns the name of the command or action, without its arguments. */
export function interactionName(interaction: Interaction): string {
  if (
    interaction.type === InteractionType.MessageComponent ||
    interaction.type === InteractionType.ModalSubmit
  )
    return interaction.data.custom_id.split(":", 1)[0] ?? ""
  return interaction.data.name
}

// Routes: the command or action of an interaction, who may call it, and how Discord is answered first. Pure.

export interface CommandRegistry {
  commands: readonly Command[]
  actions: readonly Action[]
}

export const REGISTRY: CommandRegistry = { commands: COMMANDS, actions: ACTIONS }

export type InteractionRoute =
  | { kind: "command"; command: Command; options: CommandOptions }
  | { kind: "action"; action: Action; press: Press }

/**
 * Returns `null` if this deployment does not have the command or action: the registered one is older or
 * newer.
 */
export function findRoute(
  interaction: Interaction,
  { commands, actions }: CommandRegistry,
): InteractionRoute | null {
  if (
    interaction.type === InteractionType.MessageComponent ||
    interaction.type === InteractionType.ModalSubmit
  ) {
    const { name } = parseCustomId(interaction.data.custom_id)
    const action = actions.find((one) => one.name === name)
    return action ? { kind: "action", action, press: readPress(interaction) } : null
  }
  const { name, type } = interaction.data
  const command = commands.find(({ definition }) => definition.name === name && typeOf(definition) === type)
  return command ? { kind: "command", command, options: readOptions(interaction) } : null
}

function typeOf({ type }: Command["definition"]): ApplicationCommandType {
  return type ?? ApplicationCommandType.ChatInput
}

const ADMINISTRATOR = 8n

/**
 * Checks the default member permissions again: Discord hides the command from others, but a server's settings
 * can show it to them.
 */
function isAllowedToCall(route: InteractionRoute, { permissions }: Pick<Asker, "permissions">): boolean {
  if (route.kind === "action") return true
  const wanted = route.command.definition.default_member_permissions
  if (wanted === null || wanted === undefined || (permissions & ADMINISTRATOR) !== 0n) return true
  // "0" is Discord's notation for administrators only.
  const bits = BigInt(wanted)
  return bits !== 0n && (permissions & bits) === bits
}

/** An interaction is answered with a new message, or with an update of the message that it belongs to. */
export type ResponseKind = { kind: "reply"; isPrivate: boolean } | { kind: "update"; isPrivate: boolean }

export function responseKind(route: InteractionRoute, interaction: Interaction): ResponseKind {
  if (route.kind === "command") return { kind: "reply", isPrivate: route.command.isPrivate(route.options) }
  // A form opened by a command belongs to no message that could be updated.
  const hasMessage = "message" in interaction && interaction.message !== undefined
  if (route.action.answers === "update" && hasMessage)
    return { kind: "update", isPrivate: "data" in interaction && isPrivateMessage(interaction) }
  return { kind: "reply", isPrivate: route.action.answers !== "post" }
}

/**
 * Returns true if the interaction can be answered with a form. Discord does not allow a form as the answer to
 * a submitted form.
 */
export function canOpenForm(route: InteractionRoute, interaction: Interaction): boolean {
  if (route.kind === "command") return route.command.form !== undefined
  return route.action.answers === "form" && interaction.type !== InteractionType.ModalSubmit
}
