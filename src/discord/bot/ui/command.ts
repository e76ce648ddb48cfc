/** What a command, a menu and a button are to Keepsake: the contract between Discord's interactions and the files that answer them. Shapes only. */
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
import { text } from "./ui-kit.ts"

/** Who interacts, as Discord itself states it with the interaction: fresher than any row. */
export interface Asker extends Person {
  /** Ids of their roles, without @everyone. */
  roles: Id[]
  /** What they may do in the channel they are in. */
  permissions: bigint
}

/** An interaction that is to be answered: by whom, where, when. */
export interface InteractionContext {
  ground: Runtime
  /** The interaction's id, which is a snowflake of its own. */
  id: Id
  /** When it was made, by its id: a replay has the same. */
  at: Time
  guildId: Id
  channelId: Id
  /** The parent of the thread it is made in; null: no thread. */
  parentId: Id | null
  asker: Asker
  /** Whether the answer is seen by the asker alone. */
  isPrivate: boolean
  /** The asker's language, as Discord names it ("en-US"). */
  locale: string
}

/** What a command was called with. */
export interface CommandOptions {
  /** Subcommand group and subcommand, with a space between; empty where there is none. */
  path: string
  /** Strings, numbers and flags by option. */
  values: Record<string, string | number | boolean>
  people: Record<string, PickedPerson>
  channels: Record<string, { id: Id; name: string; type: number }>
  /** What a menu was opened on; null for slash commands. */
  target: { kind: "message"; message: TargetMessage } | { kind: "person"; person: PickedPerson } | null
}

export interface PickedPerson extends Person {
  bot: boolean
  /** null: not a member of the guild. */
  roles: Id[] | null
}

export type TargetMessage = Pick<Message, "id" | "author" | "content" | "at"> & { bot: boolean }

/** What is suggested while an option is typed: at most 25, names and values of at most 100 characters. */
export interface Suggestion {
  name: string
  value: string
}

/** A form to open: it has to be the first answer, so it is made within Discord's 3 seconds and deferred by nothing. */
export type Form = APIModalInteractionResponseCallbackData

export interface Command {
  definition: RESTPostAPIApplicationCommandsJSONBody
  /** Whether one person may call it only as often as the guild's cool-down says. */
  paced?: true
  /** Whether the asker alone sees the answer: fixed when it is deferred. */
  isPrivate(options: CommandOptions): boolean
  /** A form to open instead of an answer; null: no form for these options. */
  form?(asked: InteractionContext, options: CommandOptions): Promise<Form | null>
  /** May be run again with the same `asked.id` after a crash: what it does twice it does once. Throws `Refused`. */
  run(asked: InteractionContext, options: CommandOptions): Promise<Reply>
  suggest?(
    asked: InteractionContext,
    options: CommandOptions,
    focused: { name: string; value: string },
  ): Promise<Suggestion[]>
}

/** A button pressed, an entry selected, a form sent. */
export interface Press {
  /** What stands after the action's name in the custom id. */
  args: string[]
  /** What was selected. */
  values: string[]
  /** What was written into a form, by field. */
  fields: Record<string, string>
}

export interface Action {
  /** The first part of its custom ids. */
  name: string
  /** `update`: the message it belongs to becomes the reply. `reply`: the asker alone gets a new one. `form`: a form opens. */
  answers: "update" | "reply" | "form"
  form?(asked: InteractionContext, press: Press): Promise<Form>
  /** As a command's. */
  run?(asked: InteractionContext, press: Press): Promise<Reply>
}

const LONGEST_ID = 100

/** A component's custom id: an action's name and what it is about. Throws where it is longer than Discord takes: that is a bug. */
export function customId(name: string, ...args: string[]): string {
  const id = [name, ...args].join(":")
  if (id.length > LONGEST_ID || args.some((arg) => arg.includes(":")))
    throw new Error(`no custom id: ${name}`)
  return id
}

/** The action's name and arguments of a custom id. */
export function parseCustomId(id: string): { name: string; args: string[] } {
  const [name = "", ...args] = id.split(":")
  return { name, args }
}

// Where commands are offered: in servers alone, to whoever installs Keepsake there.

export const IN_SERVERS = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
}

// What is answered on Discord, before it is sent: plain words for conversation, components for lists and forms. It never pings.

export interface ReplyFile {
  name: string
  contentType: string
  data: string
}

/** `plain` fits 2,000 characters and shows no link previews; `laid_out` is Components V2, which takes no content. */
export type Reply =
  | { kind: "plain"; content: string; components?: APIMessageTopLevelComponent[] }
  | { kind: "laid_out"; components: APIMessageTopLevelComponent[]; files?: ReplyFile[] }

export function plainReply(content: string): Reply {
  return { kind: "plain", content }
}

export function componentsReply(...components: APIMessageTopLevelComponent[]): Reply {
  return { kind: "laid_out", components }
}

/** A few words that are no list: also what a laid-out message becomes when it has served. */
export function textReply(words: string): Reply {
  return componentsReply(text(words))
}

/** The message's body without its files. Nobody is pinged by an answer. */
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
