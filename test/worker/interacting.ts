/** Builds interactions as Discord sends them and runs them through the Worker's own parsing. */
import { env } from "cloudflare:workers"
import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ComponentType,
  InteractionType,
} from "discord-api-types/v10"
import { expect } from "vitest"
import type { z } from "zod"
import {
  type CommandRegistry,
  type InteractionOutcome,
  listSuggestions,
  loadForm,
  REGISTRY,
  runInteraction,
} from "../../src/discord/bot/dispatch.ts"
import {
  type Interaction,
  InteractionSchema,
  type OptionInput,
} from "../../src/discord/bot/interaction-shapes.ts"
import { replyProblems } from "../../src/discord/bot/send.ts"
import { type Form, type Reply, replyBody } from "../../src/discord/bot/ui/command.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import type { Runtime } from "../../src/runtime/models.ts"
import { formProblems, suggestionProblems } from "../discord/payload-problems.ts"
import { builtForm, builtMessage } from "../unit/payload-builders.ts"

/** An interaction before it is parsed: as Discord sends it, or as a test builds it. */
export type RawInteraction = z.input<typeof InteractionSchema>

export const APPLICATION = "880000000000000001"
export const MANAGE_GUILD = 1n << 5n

/** The user and place of an interaction, with ids chosen by the test. */
export interface From {
  guild: string
  channel?: string
  /** A thread of `channel` in which the interaction happens. */
  thread?: string
  user?: string
  name?: string
  roles?: string[]
  permissions?: bigint
  locale?: string
  guildLocale?: string
  /** The hash of the user's picture. */
  avatar?: string
  /** The interaction's id; a new one by default. */
  id?: string
}

let made = 0n

/** Returns a unique snowflake of the current time. */
export function nextId(): string {
  made += 1n
  return String(BigInt(snowflakeAt(Date.now())) + made)
}

function person(id: string, name = `person-${id}`, { bot = false, avatar = null as string | null } = {}) {
  return { id, username: name.toLowerCase(), global_name: name, bot, avatar }
}

function base(from: From) {
  const { guild, channel = "200", thread, user = "11", name = "Ada", roles = [], permissions = 0n } = from
  return {
    id: from.id ?? nextId(),
    application_id: APPLICATION,
    token: `token-${made}`,
    locale: from.locale ?? "en-US",
    guild_locale: from.guildLocale ?? "en-US",
    guild_id: guild,
    channel_id: thread ?? channel,
    channel: thread
      ? { id: thread, type: 11, name: "a thread", parent_id: channel }
      : { id: channel, type: 0, name: `channel-${channel}` },
    member: {
      user: person(user, name, { avatar: from.avatar ?? null }),
      nick: null,
      roles,
      permissions: String(permissions),
    },
    context: 0,
  }
}

/** A command's input: `values` by option, and people and channels as Discord resolves them. */
export interface Given {
  /** "group subcommand", or one of the two. */
  path?: string
  values?: Record<string, string | number | boolean>
  /** People named by options; `roles: null` means not a member of the guild. */
  people?: Record<
    string,
    { id: string; name: string; bot?: boolean; avatar?: string; roles?: string[] | null }
  >
  channels?: Record<string, { id: string; name: string; type?: number }>
}

/** Builds a slash command. */
export function slash(name: string, from: From, given: Given = {}): RawInteraction {
  const data = { name, type: ApplicationCommandType.ChatInput, ...dataOf(given) }
  return { ...base(from), type: InteractionType.ApplicationCommand, data }
}

/** Builds the autocomplete request sent while `option` is being typed. */
export function typing(
  name: string,
  option: { name: string; value: string },
  { from, given = {} }: { from: From; given?: Given },
): RawInteraction {
  const { options, resolved } = dataOf(given)
  const typed = { ...option, type: ApplicationCommandOptionType.String, focused: true }
  const leaf = innermost(options)
  leaf.push(typed)
  const data = { name, type: ApplicationCommandType.ChatInput, options, resolved }
  return { ...base(from), type: InteractionType.ApplicationCommandAutocomplete, data }
}

/** Builds a context menu command on a message. */
export function onMessage(
  name: string,
  from: From,
  message: { id: string; author: string; name?: string; content: string; bot?: boolean },
): RawInteraction {
  const author = person(message.author, message.name, { bot: message.bot ?? false })
  const { id, content } = message
  const resolved = { messages: { [id]: { id, content, author, timestamp: "2026-11-20T12:00:00Z" } } }
  const data = { name, type: ApplicationCommandType.Message, target_id: id, resolved }
  return { ...base(from), type: InteractionType.ApplicationCommand, data }
}

/** Builds a context menu command on a person. */
export function onPerson(
  name: string,
  from: From,
  target: { id: string; name: string; bot?: boolean; roles?: string[] | null },
): RawInteraction {
  const { resolved } = dataOf({ people: { target } })
  const data = { name, type: ApplicationCommandType.User, target_id: target.id, resolved }
  return { ...base(from), type: InteractionType.ApplicationCommand, data }
}

/**
 * Builds a button press, or with `values` a menu selection. Only the presser sees the message unless
 * `isPublic`. `on`: what the message shows.
 */
export function pressed(
  custom_id: string,
  from: From,
  { values, isPublic = false, on }: { values?: string[]; isPublic?: boolean; on?: Reply } = {},
): RawInteraction {
  const component_type = values ? ComponentType.StringSelect : ComponentType.Button
  return {
    ...base(from),
    type: InteractionType.MessageComponent,
    data: { custom_id, component_type, ...(values && { values }) },
    message: {
      id: nextId(),
      flags: (1 << 15) | (isPublic ? 0 : 64),
      ...(on && { components: JSON.parse(JSON.stringify(on.components ?? [])) }),
    },
  }
}

/**
 * Builds a form submission with these fields; `fromMessage` means that a message's button opened the form.
 */
export function sent(
  custom_id: string,
  from: From,
  { fields = {}, fromMessage = true }: { fields?: Record<string, string>; fromMessage?: boolean } = {},
): RawInteraction {
  const components = Object.entries(fields).map(([name, value]) => ({
    type: ComponentType.Label,
    component: { type: ComponentType.TextInput, custom_id: name, value },
  }))
  return {
    ...base(from),
    type: InteractionType.ModalSubmit,
    data: { custom_id, components },
    ...(fromMessage && { message: { id: nextId(), flags: (1 << 15) | 64 } }),
  }
}

function dataOf({ path = "", values = {}, people = {}, channels = {} }: Given) {
  const { User, Channel } = ApplicationCommandOptionType
  const leaf: OptionInput[] = [
    ...Object.entries(values).map(([name, value]) => ({ name, type: typeOf(value), value })),
    ...Object.entries(people).map(([name, { id }]) => ({ name, type: User, value: id })),
    ...Object.entries(channels).map(([name, { id }]) => ({ name, type: Channel, value: id })),
  ]
  const named = path.split(" ").filter(Boolean)
  const options = named.reduceRight<OptionInput[]>(
    (inner, name, at) => [{ name, type: at === named.length - 1 ? 1 : 2, options: inner }],
    leaf,
  )
  const all = Object.values(people)
  const resolved = {
    users: Object.fromEntries(
      all.map(({ id, name, bot = false, avatar = null }) => [id, person(id, name, { bot, avatar })]),
    ),
    members: Object.fromEntries(
      all.flatMap(({ id, roles = [] }) => (roles === null ? [] : [[id, { nick: null, roles }]])),
    ),
    channels: Object.fromEntries(
      Object.values(channels).map(({ id, name, type = 0 }) => [id, { id, name, type }]),
    ),
  }
  return { options, resolved }
}

function typeOf(value: string | number | boolean): ApplicationCommandOptionType {
  const { Boolean: flag, Integer, String: text } = ApplicationCommandOptionType
  return typeof value === "boolean" ? flag : typeof value === "number" ? Integer : text
}

function innermost(options: OptionInput[]): OptionInput[] {
  const inner = options.find(({ type }) => type <= ApplicationCommandOptionType.SubcommandGroup)
  if (!inner) return options
  inner.options ??= []
  return innermost(inner.options)
}

/** A runtime with the tests' bindings; `settled` waits for background work. */
export function ground(change: Partial<Env> = {}): Runtime & { settled(): Promise<void> } {
  const later: Promise<unknown>[] = []
  return {
    env: Object.keys(change).length === 0 ? env : { ...env, ...change },
    waitUntil: (work) => void later.push(work),
    async settled() {
      while (later.length > 0) await later.shift()
    },
  }
}

/** Parses a raw interaction as the Worker does. */
export function parsed(interaction: RawInteraction): Interaction {
  return InteractionSchema.parse(interaction)
}

/**
 * Runs an interaction's handler as the Responder does, waits for its background work, and expects a reply
 * Discord accepts.
 */
export async function performed(
  interaction: RawInteraction,
  { on = ground(), registry = REGISTRY }: { on?: ReturnType<typeof ground>; registry?: CommandRegistry } = {},
): Promise<InteractionOutcome> {
  const done = await runInteraction(on, parsed(interaction), registry)
  await on.settled()
  expect(replyProblems(done.reply)).toEqual([])
  expect(builtMessage(done.reply.components ?? [])).toHaveLength(done.reply.components?.length ?? 0)
  return done
}

/** Returns the form that an interaction opens, and expects that Discord accepts it. */
export async function opened(
  interaction: RawInteraction,
  registry: CommandRegistry = REGISTRY,
): Promise<Form> {
  const answer = await loadForm(ground(), parsed(interaction), registry)
  if ("went" in answer || answer.form === null) throw new Error(`no form: ${JSON.stringify(answer)}`)
  expect(formProblems(answer.form)).toEqual([])
  expect(builtForm(answer.form)).toMatchObject(JSON.parse(JSON.stringify(answer.form)))
  return answer.form
}

/** Returns the suggestions for the option being typed. */
export async function suggested(interaction: RawInteraction, registry: CommandRegistry = REGISTRY) {
  const call = parsed(interaction)
  if (call.type !== InteractionType.ApplicationCommandAutocomplete) throw new Error("nothing is being typed")
  const suggestions = await listSuggestions(ground(), call, registry)
  expect(suggestionProblems(suggestions)).toEqual([])
  return suggestions
}

/** Returns only the reply. */
export async function replied(
  interaction: RawInteraction,
  registry: CommandRegistry = REGISTRY,
): Promise<Reply> {
  return (await performed(interaction, { registry })).reply
}

/** Returns all text a reply shows, one line per component. */
export function wordsOf(reply: Reply): string {
  const words: string[] = []
  const walk = (part: unknown): void => {
    if (Array.isArray(part)) for (const one of part) walk(one)
    else if (typeof part === "object" && part !== null)
      for (const [key, value] of Object.entries(part)) {
        if (typeof value === "string" && ["content", "label", "placeholder", "description"].includes(key))
          words.push(value)
        else walk(value)
      }
  }
  walk(replyBody(reply))
  return words.join("\n")
}

/** Returns the custom ids of a reply's buttons and selects, in order. */
export function customIdsOf(reply: Reply): string[] {
  return [...JSON.stringify(replyBody(reply)).matchAll(/"custom_id":"((?:[^"\\]|\\.)*)"/g)].map(
    (match) => match[1] ?? "",
  )
}
