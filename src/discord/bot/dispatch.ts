/** Runs what an interaction calls, and turns whatever comes of it into something to say. What it says of failures holds nothing of our insides. */
import { ApplicationCommandType, InteractionType } from "discord-api-types/v10"
import { describeError, type Refusal, Refused } from "../../domain/errors.ts"
import type { Runtime } from "../../runtime/models.ts"
import { ACTIONS } from "../features/actions.ts"
import { COMMANDS } from "../features/commands.ts"
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

/** What came of it, and what is said: `refused` is no fault of anybody's, `failed` is one of ours. */
export interface InteractionOutcome {
  went: "well" | "refused" | "failed"
  reply: Reply
}

/** Who asks, and what is called: what every answer begins with. Throws `Refused`. */
function prepare(ground: Runtime, interaction: Interaction, registry: CommandRegistry) {
  const called = findRoute(interaction, registry)
  if (called === null) throw new Refused({ reason: "unknown_command" })
  const known = interactionContext(interaction, responseKind(called, interaction).isPrivate)
  if (known === null) throw new Refused({ reason: "servers_only" })
  if (!isAllowedToCall(called, known.asker)) throw new Refused({ reason: "managers_only" })
  return { called, asked: { ...known, ground } satisfies InteractionContext }
}

/** The same, with what stands in the way said instead. Nothing is read for it. */
export function prepareOrRefuse(
  ground: Runtime,
  interaction: Interaction,
  registry: CommandRegistry = REGISTRY,
) {
  try {
    return prepare(ground, interaction, registry)
  } catch (error) {
    return toFailure(interaction, error)
  }
}

/** Never throws: a refusal is said in its words, anything else is an apology with a reference to what is logged. */
export async function runInteraction(
  ground: Runtime,
  interaction: Interaction,
  registry: CommandRegistry = REGISTRY,
): Promise<InteractionOutcome> {
  try {
    const { called, asked } = prepare(ground, interaction, registry)
    return { went: "well", reply: await runRoute(called, asked) }
  } catch (error) {
    return toFailure(interaction, error)
  }
}

function runRoute(called: InteractionRoute, asked: InteractionContext): Promise<Reply> {
  if (called.kind === "command") return called.command.run(asked, called.options)
  if (!called.action.run) throw new Error(`action ${called.action.name} has no answer`)
  return called.action.run(asked, called.press)
}

/** The form it opens; null: none, it is answered later. What stands in the way is said instead of it. */
export async function loadForm(
  ground: Runtime,
  interaction: Interaction,
  registry: CommandRegistry = REGISTRY,
): Promise<{ form: Form | null } | InteractionOutcome> {
  try {
    const { called, asked } = prepare(ground, interaction, registry)
    if (called.kind === "command")
      return { form: (await called.command.form?.(asked, called.options)) ?? null }
    return { form: (await called.action.form?.(asked, called.press)) ?? null }
  } catch (error) {
    return toFailure(interaction, error)
  }
}

/** What may stand in the option that is being typed. Throws where it is refused or fails. */
export async function listSuggestions(
  ground: Runtime,
  interaction: CommandInteraction,
  registry: CommandRegistry = REGISTRY,
): Promise<Suggestion[]> {
  const { called, asked } = prepare(ground, interaction, registry)
  const focused = readFocusedOption(interaction)
  if (called.kind !== "command" || focused === null) return []
  return (await called.command.suggest?.(asked, called.options, focused)) ?? []
}

/** What is said where nothing came of it. */
function toFailure(interaction: Interaction, error: unknown): InteractionOutcome {
  if (error instanceof Refused) return refusalOutcome(error.refusal)
  console.error({
    event: "interaction.failed",
    reference: interaction.id,
    guild: interaction.guild_id ?? null,
    called: interactionName(interaction),
    error: describeError(error),
  })
  return { went: "failed", reply: failureReply(interaction.id) }
}

export function refusalOutcome(refusal: Refusal): InteractionOutcome {
  return { went: "refused", reply: textReply(formatRefusal(refusal)) }
}

/** `reference` finds the failure in the log. */
export function failureReply(reference: string): Reply {
  return textReply(
    `That went wrong on my side, and nothing came of it. If it goes on, tell whoever runs me: \`${reference}\`.`,
  )
}

/** Its own name for what it calls, without what was written with it. */
export function interactionName(interaction: Interaction): string {
  if (
    interaction.type === InteractionType.MessageComponent ||
    interaction.type === InteractionType.ModalSubmit
  )
    return interaction.data.custom_id.split(":", 1)[0] ?? ""
  return interaction.data.name
}

// Which command or action an interaction calls, who may call it, and what Discord is told first. Pure.

export interface CommandRegistry {
  commands: readonly Command[]
  actions: readonly Action[]
}

export const REGISTRY: CommandRegistry = { commands: COMMANDS, actions: ACTIONS }

export type InteractionRoute =
  | { kind: "command"; command: Command; options: CommandOptions }
  | { kind: "action"; action: Action; press: Press }

/** What the interaction calls; null where it is no longer, or not yet, there: what is registered is older or newer than this deployment. */
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

/** Whether they may call it at all. Discord hides what they may not, but a server's settings can show it: so it is asked again here. */
function isAllowedToCall(called: InteractionRoute, { permissions }: Pick<Asker, "permissions">): boolean {
  if (called.kind === "action") return true
  const wanted = called.command.definition.default_member_permissions
  if (wanted === null || wanted === undefined || (permissions & ADMINISTRATOR) !== 0n) return true
  // "0" is how Discord says: administrators alone.
  const bits = BigInt(wanted)
  return bits !== 0n && (permissions & bits) === bits
}

/** How an interaction is answered: by a new message, or by the one it belongs to becoming another. */
export type ResponseKind = { kind: "reply"; isPrivate: boolean } | { kind: "update"; isPrivate: boolean }

export function responseKind(called: InteractionRoute, interaction: Interaction): ResponseKind {
  if (called.kind === "command") return { kind: "reply", isPrivate: called.command.isPrivate(called.options) }
  // A form that a command opened belongs to no message that could become another.
  const beneath = "message" in interaction && interaction.message !== undefined
  if (called.action.answers === "update" && beneath)
    return { kind: "update", isPrivate: "data" in interaction && isPrivateMessage(interaction) }
  return { kind: "reply", isPrivate: true }
}

/** Whether a form may be what it is answered with. A form that was sent cannot be answered with another. */
export function canOpenForm(called: InteractionRoute, interaction: Interaction): boolean {
  if (called.kind === "command") return called.command.form !== undefined
  return called.action.answers === "form" && interaction.type !== InteractionType.ModalSubmit
}
