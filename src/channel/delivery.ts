/** What is handed to a channel and what it answers: the shapes of its RPC methods. */
import type { Id, Message } from "../vocabulary.ts"
import type { ChannelInfo } from "./registry.ts"
import type { WindowOutcome } from "./window-rows.ts"

/** A message as delivered. `bot`: written by a bot or webhook. */
export type Delivered = Omit<Message, "guildId" | "channelId" | "role"> & { bot: boolean }

export interface Delivery {
  guildId: Id
  channelId: Id
  /** null: nothing is told of the channel. */
  info: ChannelInfo | null
  messages: Delivered[]
}

export interface Receipt {
  accepted: number
  duplicates: number
  rejected: { index: number; reason: "bot" | "opted_out" | "empty" }[]
}

export interface Flushed {
  windows: WindowOutcome[]
  /** Windows still waiting, for a model or because time ran out. */
  waiting: number
}
