/**
 * Reads Discord's interactions into the terms of commands and actions: asker, options, pressed component.
 * Pure.
 */
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
import { avatarUrl } from "./ui/pictures.ts"

/** InteractionContextType.Guild */
const IN_GUILD = 0

/** Returns the asker, place and time, or `null` outside a server. */
export function interactionContext(
  interaction: Interaction,
  isPrivate: boolean,
): Omit<InteractionContext, "runtime"> | null {
  const { id, guild_id: guildId, member, channel, locale, guild_locale: guildLocale } = interaction
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
      name: displayName(member.user, member),
      roles: member.roles,
      permissions: BigInt(member.permissions),
    },
    isPrivate,
    locale,
    guildLocale,
    avatars: avatarsIn(interaction, guildId, member),
  }
}

/** The pictures of everybody whom the interaction describes, and of those on its message. */
function avatarsIn(
  interaction: Interaction,
  guildId: Id,
  asker: InteractionMember & { user: InteractionUser },
) {
  const onPage = "message" in interaction ? interaction.message?.avatars : undefined
  const { users, members } =
    "resolved" in interaction.data ? interaction.data.resolved : { users: {}, members: {} }
  const described: Record<Id, InteractionUser> = { ...users, [asker.user.id]: asker.user }
  const here: Record<Id, Pick<InteractionMember, "avatar">> = { ...members, [asker.user.id]: asker }
  const fresh = Object.values(described).map(({ id, avatar }): [Id, string | null] => [
    id,
    avatarUrl(guildId, id, { here: here[id]?.avatar ?? null, everywhere: avatar }),
  ])
  return { ...onPage, ...Object.fromEntries(fresh) }
}

/** The member's display name on one line. It precedes their words in text that a model reads. */
function displayName(user: InteractionUser, member?: Pick<InteractionMember, "nick">): string {
  const name = member?.nick || user.global_name || user.username
  return NameShape.safeParse(name).data ?? user.id
}

export function readOptions({ data }: CommandInteraction): CommandOptions {
  const { path, given } = readPath(data.options)
  const options: CommandOptions = { path, values: {}, people: {}, channels: {}, target: readTarget(data) }
  for (const option of given) addOption(options, option, data.resolved)
  return options
}

/** Groups and subcommands are options that contain the other options. */
function readPath(options: readonly OptionInput[]): { path: string; given: readonly OptionInput[] } {
  const names: string[] = []
  let given = options
  for (let inner = nestedOption(given); inner; inner = nestedOption(given)) {
    names.push(inner.name)
    given = inner.options ?? []
  }
  return { path: names.join(" "), given }
}

function nestedOption([first]: readonly OptionInput[]): OptionInput | null {
  const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType
  return first?.type === Subcommand || first?.type === SubcommandGroup ? first : null
}

function addOption(
  options: CommandOptions,
  { name, type, value }: OptionInput,
  resolved: ResolvedData,
): void {
  if (value === undefined) return
  const id = String(value)
  // Only ids that Discord resolved with the interaction are accepted: a bare id could name anyone.
  if (type === ApplicationCommandOptionType.User) {
    const person = readPerson(resolved, id)
    if (person) options.people[name] = person
  } else if (type === ApplicationCommandOptionType.Channel) {
    const channel = resolved.channels[id]
    if (channel) options.channels[name] = { id, name: channel.name ?? "", type: channel.type }
  } else options.values[name] = value
}

function readPerson(resolved: ResolvedData, id: Id): PickedPerson | null {
  const user = resolved.users[id]
  const member = resolved.members[id]
  if (!user) return null
  return { id: user.id, name: displayName(user, member), bot: user.bot, roles: member?.roles ?? null }
}

function readTarget({ target_id: id, resolved }: CommandInteraction["data"]): CommandOptions["target"] {
  if (id === undefined) return null
  const message = readMessage(resolved, id)
  if (message) return { kind: "message", message }
  const person = readPerson(resolved, id)
  return person && { kind: "person", person }
}

function readMessage({ messages }: ResolvedData, id: Id): TargetMessage | null {
  const message = messages[id]
  if (!message) return null
  const { author, content, webhook_id } = message
  return {
    id: message.id,
    author: { id: author.id, name: displayName(author) },
    content,
    at: snowflakeTime(message.id),
    bot: author.bot || webhook_id !== undefined,
  }
}

/** Returns the option being typed and its text so far, or `null` if none is. */
export function readFocusedOption({ data }: CommandInteraction): { name: string; value: string } | null {
  const focused = readPath(data.options).given.find((option) => option.focused)
  return focused ? { name: focused.name, value: String(focused.value ?? "") } : null
}

/** Reads a pressed button, a selected entry or a submitted form. */
export function readPress(interaction: ComponentInteraction): Press {
  const { args } = parseCustomId(interaction.data.custom_id)
  const messageId = interaction.message?.id ?? null
  if (interaction.type === InteractionType.MessageComponent)
    return { args, values: interaction.data.values, fields: {}, messageId }
  const fields = interaction.data.components.flatMap((part) => part.components ?? part.component ?? [])
  const written = fields.map(({ custom_id, value, values }) => [
    custom_id,
    values ? values.join(",") : String(value ?? ""),
  ])
  return {
    args,
    values: fields.flatMap(({ values }) => values ?? []),
    fields: Object.fromEntries(written),
    messageId,
  }
}

/** Returns true if only one person sees the component's message. */
export function isPrivateMessage({ message }: ComponentInteraction): boolean {
  return ((message?.flags ?? 0) & MessageFlags.Ephemeral) !== 0
}
