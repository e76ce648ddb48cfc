/** What is answered on Discord, before it is sent: plain words for conversation, components for lists and forms. It never pings. */
import {
  type APIMessageTopLevelComponent,
  MessageFlags,
  type RESTPatchAPIWebhookWithTokenMessageJSONBody,
} from "discord-api-types/v10"
import { text } from "./ui-kit.ts"

export interface ReplyFile {
  name: string
  contentType: string
  data: string
}

/** `plain` fits 2,000 characters and shows no link previews; `laid_out` is Components V2, which takes no content. */
export type Reply =
  | { kind: "plain"; content: string; components?: APIMessageTopLevelComponent[] }
  | { kind: "laid_out"; components: APIMessageTopLevelComponent[]; files?: ReplyFile[] }

export function plain(content: string): Reply {
  return { kind: "plain", content }
}

export function laidOut(...components: APIMessageTopLevelComponent[]): Reply {
  return { kind: "laid_out", components }
}

/** A few words that are no list: also what a laid-out message becomes when it has served. */
export function said(words: string): Reply {
  return laidOut(text(words))
}

/** The message's body without its files. Nobody is pinged by an answer. */
export function bodyOf(reply: Reply) {
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
