/** What an interaction says, in the words of commands and actions: who asks, what with, what was pressed. Pure. */
import { ApplicationCommandOptionType, InteractionType, MessageFlags } from "discord-api-types/v10"
import { NameShape } from "../../access/structure-shapes.ts"
import { isThread } from "../../domain/channel-types.ts"
import { snowflakeTime } from "../../domain/ids.ts"
import type { Id } from "../../domain/types.ts"
import type {
  CommandInteraction,
  ComponentInteraction,
  Interaction,
  InteractionMember,
  InteractionUser,
  OptionInput,
  ResolvedData,
} from "./interaction-shapes.ts"
import {
  type CommandOptions,
  type InteractionContext,
  type PickedPerson,
  type Press,
  parseCustomId,
  type TargetMessage,
} from "./ui/command.ts"

/** InteractionContextType.Guild */
const IN_GUILD = 0

/** Who asks, where and when; null where it was not in a server. */
export function interactionContext(
  interaction: Interaction,
  isPrivate: boolean,
): Omit<InteractionContext, "ground"> | null {
  const { id, guild_id: guildId, member, channel, locale } = interaction
  const channelId = channel?.id ?? interaction.channel_id
  if (guildId === undefined || member === undefined || channelId === undefined) return null
  if ((interaction.context ?? IN_GUILD) !== IN_GUILD) return null
  return {
    id,
    at: snowflakeTime(id),
    guildId,
    channelId,
    parentId: channel && isThread(channel) ? (channel.parent_id ?? null) : null,
    asker: {
      id: member.user.id,
      name: nameOf(member.user, member),
      roles: member.roles,
      permissions: BigInt(member.permissions),
    },
    isPrivate,
    locale,
  }
}

/** What they are called in the guild, on one line as everywhere: it stands before their words where a model reads them. */
function nameOf(user: InteractionUser, member?: Pick<InteractionMember, "nick">): string {
  const name = member?.nick || user.global_name || user.username
  return NameShape.safeParse(name).data ?? user.id
}

/** What a command was called with. */
export function readOptions({ data }: CommandInteraction): CommandOptions {
  const { path, given } = pathOf(data.options)
  const options: CommandOptions = { path, values: {}, people: {}, channels: {}, target: readTarget(data) }
  for (const option of given) put(options, option, data.resolved)
  return options
}

/** Groups and subcommands are options that hold the rest. */
function pathOf(options: readonly OptionInput[]): { path: string; given: readonly OptionInput[] } {
  const names: string[] = []
  let given = options
  for (let inner = within(given); inner; inner = within(given)) {
    names.push(inner.name)
    given = inner.options ?? []
  }
  return { path: names.join(" "), given }
}

function within([first]: readonly OptionInput[]): OptionInput | null {
  const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType
  return first?.type === Subcommand || first?.type === SubcommandGroup ? first : null
}

function put(options: CommandOptions, { name, type, value }: OptionInput, resolved: ResolvedData): void {
  if (value === undefined) return
  const id = String(value)
  // Only what Discord resolved with the interaction is taken: a bare id would be anybody's.
  if (type === ApplicationCommandOptionType.User) {
    const person = personOf(resolved, id)
    if (person) options.people[name] = person
  } else if (type === ApplicationCommandOptionType.Channel) {
    const channel = resolved.channels[id]
    if (channel) options.channels[name] = { id, name: channel.name ?? "", type: channel.type }
  } else options.values[name] = value
}

function personOf(resolved: ResolvedData, id: Id): PickedPerson | null {
  const user = resolved.users[id]
  const member = resolved.members[id]
  if (!user) return null
  return { id: user.id, name: nameOf(user, member), bot: user.bot, roles: member?.roles ?? null }
}

function readTarget({ target_id: id, resolved }: CommandInteraction["data"]): CommandOptions["target"] {
  if (id === undefined) return null
  const message = messageOf(resolved, id)
  if (message) return { kind: "message", message }
  const person = personOf(resolved, id)
  return person && { kind: "person", person }
}

function messageOf({ messages }: ResolvedData, id: Id): TargetMessage | null {
  const message = messages[id]
  if (!message) return null
  const { author, content, webhook_id } = message
  return {
    id: message.id,
    author: { id: author.id, name: nameOf(author) },
    content,
    at: snowflakeTime(message.id),
    bot: author.bot || webhook_id !== undefined,
  }
}

/** The option that is being typed, and what stands in it so far; null: none is. */
export function readFocusedOption({ data }: CommandInteraction): { name: string; value: string } | null {
  const focused = pathOf(data.options).given.find((option) => option.focused)
  return focused ? { name: focused.name, value: String(focused.value ?? "") } : null
}

/** What was pressed, selected or sent. */
export function readPress(pressing: ComponentInteraction): Press {
  const { args } = parseCustomId(pressing.data.custom_id)
  if (pressing.type === InteractionType.MessageComponent)
    return { args, values: pressing.data.values, fields: {} }
  const fields = pressing.data.components.flatMap((part) => part.components ?? part.component ?? [])
  const written = fields.map(({ custom_id, value, values }) => [
    custom_id,
    values ? values.join(",") : String(value ?? ""),
  ])
  return { args, values: fields.flatMap(({ values }) => values ?? []), fields: Object.fromEntries(written) }
}

/** Whether the message that a component belongs to is seen by one person alone. */
export function isPrivateMessage({ message }: ComponentInteraction): boolean {
  return ((message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0
}
