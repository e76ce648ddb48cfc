/** What is handed to a channel and what it answers: the shapes of its RPC methods, and which messages it takes. */
import type { Id, Message, Time } from "../domain/types.ts"
import { type Briefing, mayHear } from "./store/briefing.ts"
import { isErased } from "./store/erased.ts"
import type { ChannelInfo } from "./store/registry.ts"
import type { WindowOutcome } from "./store/window-rows.ts"

/** A message as delivered. `bot`: written by a bot or webhook. */
export type Delivered = Omit<Message, "guildId" | "channelId" | "role"> & { bot: boolean }

export interface Delivery {
  guildId: Id
  channelId: Id
  /** null: nothing is told of the channel. */
  info: ChannelInfo | null
  messages: Delivered[]
}

/** Why a message is not heard. `off`: nothing is, in that channel. */
export const REJECTIONS = ["bot", "opted_out", "erased", "empty", "off"] as const

export interface Receipt {
  accepted: number
  duplicates: number
  rejected: { index: number; reason: (typeof REJECTIONS)[number] }[]
  /** When the guild is to be erased, where it is: then nothing is heard. */
  leavingAt?: Time
}

export interface Flushed {
  windows: WindowOutcome[]
  /** Windows still waiting, for a model or because time ran out. */
  waiting: number
}

/** Parts what is kept from what is not, each with its reason. `ownId` is Keepsake's own: its words are kept as context. */
export function received(
  { guildId, channelId, messages }: Delivery,
  briefing: Briefing,
  { ownId, wasOff }: { ownId: Id | null; wasOff(at: Time): boolean },
): { welcome: Message[]; rejected: Receipt["rejected"] } {
  const rejected: Receipt["rejected"] = []
  const welcome: Message[] = []
  messages.forEach(({ bot, ...message }, index) => {
    const own = message.author.id === ownId
    const reason = wasOff(message.at) ? "off" : refusal(message, bot && !own, briefing)
    if (reason) rejected.push({ index, reason })
    else welcome.push({ ...message, guildId, channelId, role: own ? "keepsake" : "member" })
  })
  return { welcome, rejected }
}

function refusal(
  message: Pick<Message, "author" | "content" | "attachments" | "at">,
  bot: boolean,
  briefing: Briefing,
): Receipt["rejected"][number]["reason"] | null {
  if (bot) return "bot"
  if (!mayHear(briefing, message.author.id)) return "opted_out"
  if (isErased(briefing.erased, message)) return "erased"
  return message.content.trim() === "" && message.attachments.length === 0 ? "empty" : null
}
