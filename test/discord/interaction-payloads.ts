/** Builds interactions as Discord posts them from a person's action in a channel. */
import type { APIInteraction, APIMessage, APIUser } from "discord-api-types/v10"
import type { Guild } from "./guild.ts"
import { type Loose, listOf } from "./loose.ts"
import { permissionsOf } from "./permissions.ts"
import type { CommandBook } from "./rest-application.ts"
import type { World } from "./world.ts"

/** The place and the person. */
export interface Setting {
  guildId: string
  channelId: string
  userId: string
  locale?: string
}

/** An option with its value, or with the options of a subcommand. `focused`: the person is typing it. */
interface GivenOption {
  name: string
  type: number
  value?: string | number | boolean
  focused?: boolean
  options?: GivenOption[]
}

export type Deed =
  | { kind: "ping" }
  | { kind: "command"; name: string; options?: GivenOption[] }
  | { kind: "user"; name: string; targetId: string }
  | { kind: "message"; name: string; targetId: string }
  | { kind: "autocomplete"; name: string; options: GivenOption[] }
  | { kind: "component"; message: APIMessage; customId: string; componentType?: number; values?: string[] }
  | { kind: "modal"; customId: string; fields: Record<string, string | string[]>; message?: APIMessage }

const TYPES = { ping: 1, command: 2, user: 2, message: 2, component: 3, autocomplete: 4, modal: 5 } as const
const COMMAND_TYPES: Record<string, number> = { command: 1, autocomplete: 1, user: 2, message: 3 }
const [USER, CHANNEL, ROLE, MENTIONABLE] = [6, 7, 8, 9]

export function interactionOf(
  { world, book }: { world: World; book: CommandBook },
  deed: Deed,
  setting: Setting | null,
): APIInteraction {
  const id = world.clock.next()
  const base = {
    id,
    application_id: world.applicationId,
    type: TYPES[deed.kind],
    token: `aW50ZXJhY3Rpb246${id}${Math.random().toString(36).slice(2)}`,
    version: 1,
    entitlements: [],
    entitlement_sku_ids: [],
    attachment_size_limit: 10_485_760,
  }
  if (!setting) return { ...base, user: world.bot } as unknown as APIInteraction // A PING is of nobody.
  const guild = world.guild(setting.guildId)
  const data = dataOf({ world, book, guild }, deed, setting)
  const message = "message" in deed ? deed.message : undefined
  // The deed decides which member of the union it is.
  return {
    ...base,
    ...placeOf(world, guild, setting),
    ...(data && { data }),
    ...(message && { message }),
  } as unknown as APIInteraction
}

function placeOf(world: World, guild: Guild, { channelId, userId, locale }: Setting) {
  const channel = guild.threads.get(channelId) ?? guild.channels.get(channelId)
  const member = guild.members.get(userId)
  if (!channel || !member) throw new Error(`The fake Discord has no ${channelId} or no ${userId} there`)
  const permissions = String(permissionsOf(guild, userId, channelId))
  return {
    guild_id: guild.id,
    guild: { id: guild.id, locale: "en-US", features: [] },
    guild_locale: "en-US",
    locale: locale ?? "en-US",
    channel_id: channelId,
    channel: { ...channel, permissions },
    member: { ...member, permissions },
    app_permissions: String(permissionsOf(guild, world.bot.id, channelId)),
    authorizing_integration_owners: { "0": guild.id },
    context: 0,
  }
}

interface Backstage {
  world: World
  book: CommandBook
  guild: Guild
}

function dataOf(backstage: Backstage, deed: Deed, setting: Setting): object | null {
  switch (deed.kind) {
    case "ping":
      return null
    case "component":
      return {
        custom_id: deed.customId,
        component_type: deed.componentType ?? 2,
        id: 1,
        ...(deed.values && { values: deed.values }),
      }
    case "modal":
      return { custom_id: deed.customId, components: Object.entries(deed.fields).map(fieldOf) }
    default:
      return commandDataOf(backstage, deed, setting)
  }
}

/** A field of a submitted modal, in its label. */
function fieldOf([custom_id, value]: [string, string | string[]], index: number) {
  const inner = Array.isArray(value) ? { type: 3, custom_id, values: value } : { type: 4, custom_id, value }
  return { type: 18, id: index + 1, component: { ...inner, id: index + 100 } }
}

function commandDataOf(
  { world, book, guild }: Backstage,
  deed: Extract<Deed, { name: string }>,
  setting: Setting,
): object {
  const type = COMMAND_TYPES[deed.kind] ?? 1
  const command = book.find(guild.id, deed.name, type)
  const base = {
    id: command?.id ?? world.clock.next(),
    name: deed.name,
    type,
    ...(command?.guild_id !== undefined && { guild_id: guild.id }),
  }
  if (deed.kind === "user")
    return { ...base, target_id: deed.targetId, resolved: resolvedUsers(world, guild, [deed.targetId]) }
  if (deed.kind === "message") {
    const message = guild.messages.get(setting.channelId)?.get(deed.targetId)
    if (!message) throw new Error(`The fake Discord has no message ${deed.targetId} there`)
    return { ...base, target_id: deed.targetId, resolved: { messages: { [message.id]: message } } }
  }
  const resolved = resolvedOf(world, guild, flat(deed.options ?? []))
  return {
    ...base,
    options: deed.options ?? [],
    ...(Object.keys(resolved).length > 0 && { resolved }),
  }
}

function flat(options: GivenOption[]): GivenOption[] {
  return options.flatMap((one) => [one, ...flat(one.options ?? [])])
}

/** Returns the objects that option values refer to. */
function resolvedOf(world: World, guild: Guild, options: GivenOption[]): Loose {
  const ids = (...types: (number | undefined)[]) =>
    options.filter((one) => types.includes(one.type)).map((one) => String(one.value))
  const users = ids(USER, MENTIONABLE).filter((id) => world.users.has(id))
  const roles = ids(ROLE, MENTIONABLE).flatMap((id) => guild.roles.get(id) ?? [])
  const channels = ids(CHANNEL).flatMap((id) => guild.threads.get(id) ?? guild.channels.get(id) ?? [])
  return {
    ...(users.length > 0 && resolvedUsers(world, guild, users)),
    ...(roles.length > 0 && { roles: byId(roles) }),
    ...(channels.length > 0 && { channels: byId(channels) }),
  }
}

function resolvedUsers(world: World, guild: Guild, ids: string[]) {
  const users = ids.flatMap((id) => world.users.get(id) ?? [])
  const inside = ids.flatMap((id) => {
    const { user, ...member } = guild.members.get(id) ?? { user: null }
    return user ? [[id, { ...member, permissions: String(permissionsOf(guild, id)) }] as const] : []
  })
  return { users: byId<APIUser>(users), ...(inside.length > 0 && { members: Object.fromEntries(inside) }) }
}

function byId<One extends { id: string }>(list: One[]): Record<string, One> {
  return Object.fromEntries(list.map((one) => [one.id, one]))
}

/** Returns the clickable components of a message: custom ids and types. */
export function clickable(message: APIMessage): { customId: string; type: number; label: string }[] {
  const all = (one: Loose): Loose[] => [
    one,
    ...listOf(one.components).flatMap(all),
    ...listOf([one.accessory]).flatMap((it) => ("type" in it ? all(it) : [])),
  ]
  const components = listOf(message.components).flatMap(all)
  return components.flatMap((one) =>
    typeof one.custom_id === "string"
      ? [{ customId: one.custom_id, type: Number(one.type), label: String(one.label ?? "") }]
      : [],
  )
}
