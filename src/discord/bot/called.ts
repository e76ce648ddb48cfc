/** Which command or action an interaction calls, who may call it, and what Discord is told first. Pure. */
import { ApplicationCommandType, InteractionType } from "discord-api-types/v10"
import { ACTIONS } from "../features/actions.ts"
import { COMMANDS } from "../features/commands.ts"
import { isPrivateMessage, optionsOf, pressOf } from "./interaction-read.ts"
import type { Interaction } from "./interaction-shapes.ts"
import {
  type Action,
  type Asker,
  type Command,
  type Options,
  type Press,
  readCustomId,
} from "./ui/command.ts"

export interface Registry {
  commands: readonly Command[]
  actions: readonly Action[]
}

export const REGISTRY: Registry = { commands: COMMANDS, actions: ACTIONS }

export type Called =
  | { kind: "command"; command: Command; options: Options }
  | { kind: "action"; action: Action; press: Press }

/** What the interaction calls; null where it is no longer, or not yet, there: what is registered is older or newer than this deployment. */
export function calledBy(interaction: Interaction, { commands, actions }: Registry): Called | null {
  if (
    interaction.type === InteractionType.MessageComponent ||
    interaction.type === InteractionType.ModalSubmit
  ) {
    const { name } = readCustomId(interaction.data.custom_id)
    const action = actions.find((one) => one.name === name)
    return action ? { kind: "action", action, press: pressOf(interaction) } : null
  }
  const { name, type } = interaction.data
  const command = commands.find(({ definition }) => definition.name === name && typeOf(definition) === type)
  return command ? { kind: "command", command, options: optionsOf(interaction) } : null
}

function typeOf({ type }: Command["definition"]): ApplicationCommandType {
  return type ?? ApplicationCommandType.ChatInput
}

const ADMINISTRATOR = 8n

/** Whether they may call it at all. Discord hides what they may not, but a server's settings can show it: so it is asked again here. */
export function mayCall(called: Called, { permissions }: Pick<Asker, "permissions">): boolean {
  if (called.kind === "action") return true
  const wanted = called.command.definition.default_member_permissions
  if (wanted === null || wanted === undefined || (permissions & ADMINISTRATOR) !== 0n) return true
  // "0" is how Discord says: administrators alone.
  const bits = BigInt(wanted)
  return bits !== 0n && (permissions & bits) === bits
}

/** How an interaction is answered: by a new message, or by the one it belongs to becoming another. */
export type Manner = { kind: "reply"; isPrivate: boolean } | { kind: "update"; isPrivate: boolean }

export function mannerOf(called: Called, interaction: Interaction): Manner {
  if (called.kind === "command") return { kind: "reply", isPrivate: called.command.isPrivate(called.options) }
  // A form that a command opened belongs to no message that could become another.
  const beneath = "message" in interaction && interaction.message !== undefined
  if (called.action.answers === "update" && beneath)
    return { kind: "update", isPrivate: "data" in interaction && isPrivateMessage(interaction) }
  return { kind: "reply", isPrivate: true }
}

/** Whether a form may be what it is answered with. A form that was sent cannot be answered with another. */
export function mayOpenForm(called: Called, interaction: Interaction): boolean {
  if (called.kind === "command") return called.command.form !== undefined
  return called.action.answers === "form" && interaction.type !== InteractionType.ModalSubmit
}
