/**
 * The contract between Discord's interactions and the commands, menus and buttons that answer them. Shapes
 * and reply builders only.
 */
import {
  type APIMessageTopLevelComponent,
  type APIModalInteractionResponseCallbackData,
  ApplicationIntegrationType,
  InteractionContextType,
  MessageFlags,
  type RESTPatchAPIWebhookWithTokenMessageJSONBody,
  type RESTPostAPIApplicationCommandsJSONBody,
} from "discord-api-types/v10"
import type { Id, Message, Person, Time } from "../../../domain/types.ts"
import type { Runtime } from "../../../runtime/models.ts"
import type { Texts } from "../../texts/en.ts"
import { textsIn } from "../../texts/texts.ts"
import { text } from "./ui-kit.ts"

/** The person who interacts, as Discord reports them with the interaction: fresher than any stored row. */
export interface Asker extends Person {
  /** Role ids, without @everyone. */
  roles: Id[]
  /** Permissions in the channel of the interaction. */
  permissions: bigint
}

/** An interaction to answer: who asks, where and when. */
export interface InteractionContext {
  runtime: Runtime
  /** The interaction's id, a snowflake. */
  id: Id
  /** When it was made, derived from its id: a replay has the same time. */
  at: Time
  guildId: Id
  channelId: Id
  /** The thread's parent channel; `null` if the channel is no thread. */
  parentId: Id | null
  asker: Asker
  /** Only the asker sees the answer. */
  isPrivate: boolean
  /** The languages of the asker and of the server, in Discord's notation ("en-US"). */
  locale: string
  guildLocale: string
  /** Addresses of people's pictures, of those whom the interaction shows; `null` if they have none. */
  avatars: Readonly<Record<Id, string | null>>
}

/** Texts in the language of an answer: the asker's if only they see it, else the server's. */
export function textsFor({ isPrivate, locale, guildLocale }: InteractionContext): Texts {
  return textsIn(isPrivate ? locale : guildLocale)
}

/** The arguments of a command. */
export interface CommandOptions {
  /** Subcommand group and subcommand, separated by a space; empty if there is none. */
  path: string
  /** Strings, numbers and booleans by option name. */
  values: Record<string, string | number | boolean>
  people: Record<string, PickedPerson>
  channels: Record<string, { id: Id; name: string; type: number }>
  /** The target of a context menu; `null` for slash commands. */
  target: { kind: "message"; message: TargetMessage } | { kind: "person"; person: PickedPerson } | null
}

export interface PickedPerson extends Person {
  bot: boolean
  /** `null` if not a member of the guild. */
  roles: Id[] | null
}

export type TargetMessage = Pick<Message, "id" | "author" | "content" | "at"> & { bot: boolean }

/** A suggested option value. Discord shows at most 25, with names and values of at most 100 characters. */
export interface Suggestion {
  name: string
  value: string
}

/** A form must be the first answer within Discord's 3 seconds. It cannot be deferred. */
export type Form = APIModalInteractionResponseCallbackData

export interface Command {
  definition: RESTPostAPIApplicationCommandsJSONBody
  /** The guild's cool-down limits how often one person may call it. */
  paced?: true
  /** Returns true if only the asker sees the answer. Fixed once the answer is deferred. */
  isPrivate(options: CommandOptions): boolean
  /** Returns a form to open instead of an answer, or `null` for none. */
  form?(context: InteractionContext, options: CommandOptions): Promise<Form | null>
  /**
   * May run again with the same `context.id` after a crash and must then have no second effect. Throws
   * `Refused`.
   */
  run(context: InteractionContext, options: CommandOptions): Promise<Reply>
  suggest?(
    context: InteractionContext,
    options: CommandOptions,
    focused: { name: string; value: string },
  ): Promise<Suggestion[]>
}

/** A pressed button, a selected entry or a submitted form. */
export interface Press {
  /** The parts of the custom id after the action's name. */
  args: string[]
  /** The selected values. */
  values: string[]
  /** The submitted text of a form, by field. */
  fields: Record<string, string>
  /** The message of the component; `null` for a form that a command opened. */
  messageId: Id | null
}

export interface Action {
  /** The first part of its custom ids. */
  name: string
  /**
   * `update` replaces the message of the component. `reply` sends the asker a new private message, `post` one
   * that everyone in the channel sees. `form` opens a form.
   */
  answers: "update" | "reply" | "post" | "form"
  form?(context: InteractionContext, press: Press): Promise<Form>
  /** Same contract as a command's `run`. */
  run?(context: InteractionContext, press: Press): Promise<Reply>
}

const LONGEST_ID = 100

/**
 * Builds a custom id from an action's name and arguments. Throws if it exceeds Discord's limit: that is a
 * bug.
 */
export function customId(name: string, ...args: string[]): string {
  const id = [name, ...args].join(":")
  if (id.length > LONGEST_ID || args.some((arg) => arg.includes(":")))
    throw new Error(`no custom id: ${name}`)
  return id
}

/** Splits a custom id into the action's name and its arguments. */
export function parseCustomId(id: string): { name: string; args: string[] } {
  const [name = "", ...args] = id.split(":")
  return { name, args }
}

// Commands are offered in servers only, wherever Keepsake is installed.

export const IN_SERVERS = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
}

// Replies before they are sent: plain text for conversation, components for lists and forms. Replies never
// ping anyone.

export interface ReplyFile {
  name: string
  contentType: string
  data: string
}

/**
 * `plain` holds up to 2,000 characters and shows no link previews. `laid_out` is Components V2, which takes
 * no content.
 */
export type Reply =
  | { kind: "plain"; content: string; components?: APIMessageTopLevelComponent[] }
  | { kind: "laid_out"; components: APIMessageTopLevelComponent[]; files?: ReplyFile[] }

export function plainReply(content: string): Reply {
  return { kind: "plain", content }
}

export function componentsReply(...components: APIMessageTopLevelComponent[]): Reply {
  return { kind: "laid_out", components }
}

/** A short text. It also replaces a message whose components are no longer needed. */
export function textReply(words: string): Reply {
  return componentsReply(text(words))
}

/** Returns the request body of a reply, without its files. A reply pings nobody. */
export function replyBody(reply: Reply) {
  const allowed_mentions = { parse: [] }
  if (reply.kind === "plain")
    return {
      content: reply.content,
      components: reply.components ?? [],
      flags: MessageFlags.SuppressEmbeds,
      allowed_mentions,
    } satisfies RESTPatchAPIWebhookWithTokenMessageJSONBody
  return {
    components: reply.components,
    flags: MessageFlags.IsComponentsV2,
    allowed_mentions,
  } satisfies RESTPatchAPIWebhookWithTokenMessageJSONBody
}
