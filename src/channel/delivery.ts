/** The shapes of a channel's RPC methods, and which delivered messages a channel accepts. */
import { NO_AUTHOR } from "../domain/events.ts"
import type { Id, Message, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { RESTORING } from "../memory/db/schema.ts"
import {
  type GuildSnapshot,
  isErased,
  mayHear,
  modeInSnapshot,
  readGuildSnapshot,
} from "./store/guild-snapshot.ts"
import type { HistoryPage } from "./store/history-intake.ts"
import type { IdRange, MessageRows } from "./store/message-rows.ts"
import type { ChannelInfo, ChannelRegistry } from "./store/registry.ts"
import type { WindowOutcome } from "./store/window-rows.ts"

/** A message as delivered. `bot`: a bot or webhook wrote it. `webhook`: a webhook did, under its speaker's name. */
export type DeliveredMessage = Omit<Message, "guildId" | "channelId" | "role"> & {
  bot: boolean
  webhook?: boolean
  /** When it was last edited, if a source says so. */
  editedAt?: Time
}

/** An accepted message, with the time of its last edit if known. */
type HeardMessage = Message & { editedAt?: Time }

export interface Delivery {
  guildId: Id
  channelId: Id
  /** `null` if the delivery says nothing about the channel. */
  info: ChannelInfo | null
  messages: DeliveredMessage[]
  /** Set for a page of an import of old messages. More pages follow until `endHistory`. */
  history?: HistoryPage
}

/** Why a message is ignored. `off`: the channel ignores everything. `in_character`: it was played, not meant. */
export const REJECTIONS = ["bot", "opted_out", "erased", "empty", "in_character", "off"] as const

export interface Receipt {
  /** Of a page of an import that is delivered again: those that it brought. */
  accepted: number
  duplicates: number
  rejected: { index: number; reason: (typeof REJECTIONS)[number] }[]
  /** When the guild will be erased, if it is leaving. Nothing is accepted then. */
  leavingAt?: Time
}

export interface FlushResult {
  windows: WindowOutcome[]
  /** Windows that still wait for a model, or because time ran out. */
  waiting: number
}

/**
 * Separates accepted messages from rejected ones and gives each rejection a reason. `ownId` is Keepsake's own
 * user id: its messages are kept as context.
 */
function screenMessages(
  { guildId, channelId, messages }: Delivery,
  snapshot: GuildSnapshot,
  { ownId, registry }: { ownId: Id | null; registry: ChannelRegistry },
): { accepted: HeardMessage[]; rejected: Receipt["rejected"] } {
  const rejected: Receipt["rejected"] = []
  const accepted: HeardMessage[] = []
  messages.forEach(({ bot, webhook = false, ...delivered }, index) => {
    const own = delivered.author.id === ownId
    const content = own || delivered.event ? delivered.content : registry.heard(delivered.content)
    const isPlayed = content === "" && delivered.content !== ""
    const refused = registry.wasOff(delivered.at)
      ? "off"
      : refusal(delivered, isUnheard({ bot, webhook, own }, snapshot), snapshot)
    const reason = refused ?? (isPlayed ? "in_character" : null)
    if (reason) rejected.push({ index, reason })
    else
      accepted.push({
        ...delivered,
        content,
        guildId,
        channelId,
        role: delivered.event ? "event" : own ? "keepsake" : "member",
      })
  })
  return { accepted, rejected }
}

/** Returns true for a bot's message that is not Keepsake's own, nor a webhook's where webhooks speak. */
function isUnheard(
  { bot, webhook, own }: { bot: boolean; webhook: boolean; own: boolean },
  { settings }: GuildSnapshot,
): boolean {
  return bot && !own && !(webhook && settings.webhook_speakers)
}

function refusal(
  message: Pick<Message, "author" | "content" | "attachments" | "at" | "event">,
  bot: boolean,
  snapshot: GuildSnapshot,
): Receipt["rejected"][number]["reason"] | null {
  if (bot) return "bot"
  // First the erasure: it refuses these messages even if the person agrees to be remembered again.
  const writtenAt = Math.min(message.at, message.event?.writtenAt ?? message.at)
  if (isErased(snapshot.erased, { author: message.author, at: writtenAt })) return "erased"
  if (message.author.id !== NO_AUTHOR && !mayHear(snapshot, message.author.id)) return "opted_out"
  return message.content.trim() === "" && message.attachments.length === 0 ? "empty" : null
}

// Accepting a delivery. A channel accepts nothing while its guild is leaving or the channel is off, nothing
// that was erased, and nothing from people who object.

/**
 * Accepts a delivery and registers the channel, unless nothing in the delivery may be accepted. `ownId` is
 * Keepsake's own user id.
 */
export async function ingest(
  delivery: Delivery,
  { registry, db, ownId }: { registry: ChannelRegistry; db: Database; ownId: Id | null },
): Promise<{ accepted: HeardMessage[] } & Pick<Receipt, "rejected" | "leavingAt">> {
  const { guildId, channelId, info } = delivery
  const options = { receivedParent: info?.parentId ?? null, now: Date.now() }
  // Late messages that were erased, or that arrive while the channel is off, must not register a channel or
  // guild again.
  const rejection =
    registry.place === null
      ? rejectAll(delivery, await readGuildSnapshot(db, { guildId, channelId }, options))
      : null
  if (rejection !== null) return rejection
  const snapshot = await registry.currentSnapshot(db, { guildId, channelId }, info, Date.now())
  return rejectAll(delivery, snapshot) ?? screenMessages(delivery, snapshot, { ownId, registry })
}

/**
 * Returns the answer if no message of the delivery may be accepted, whatever its author; `null` if some may
 * be.
 */
function rejectAll({ channelId, messages }: Delivery, snapshot: GuildSnapshot) {
  const { erased } = snapshot
  // While a backup is restored, messages are kept and their windows wait.
  if (erased.leavingAt !== null && erased.leavingAt !== RESTORING)
    return { accepted: [], rejected: [], leavingAt: erased.leavingAt }
  const all = (reason: "off" | "erased") => ({
    accepted: [],
    rejected: messages.map((_, index) => ({ index, reason })),
  })
  if (modeInSnapshot(snapshot, channelId) === "off") return all("off")
  const gone = messages.length > 0 && messages.every((message) => isErased(erased, message))
  return gone ? all("erased") : null
}

export interface CatchUpRequest extends Omit<Delivery, "messages"> {
  stretch: IdRange
  /** Ids of all messages that exist in the range. Any other kept message was deleted. */
  present: Id[]
  /** The messages of `present` that can be ingested. */
  messages: (Omit<DeliveredMessage, "editedAt"> & { editedAt: Time | null })[]
  /**
   * Messages written or edited after this time were missed. Earlier messages were accepted or rejected at the
   * time and are not ingested now.
   */
  since: Time
}

export interface CatchUpResult {
  heard: number
  edited: number
  removed: number
}

/** The channel operations that catching up uses. All are safe to repeat. */
interface Channel {
  append(delivery: Delivery): Promise<Receipt>
  edit(id: Id, content: string, editedAt: Time | null): Promise<boolean>
  remove(guildId: Id, ids: Id[]): Promise<void>
}

/**
 * Compares a range of the channel as Discord has it now with the kept messages, and applies the messages,
 * edits and deletions that were missed. Safe to repeat.
 */
export async function catchUp(
  found: CatchUpRequest,
  kept: MessageRows,
  channel: Channel,
): Promise<CatchUpResult> {
  const { stretch, present, messages, since, ...where } = found
  const there = new Set(present)
  const removed = kept.idsBetween(stretch).filter((id) => !there.has(id))
  if (removed.length > 0) await channel.remove(where.guildId, removed)
  const missed = messages.filter(({ at }) => at > since).map(({ editedAt: _, ...message }) => message)
  const heard = missed.some(({ bot, webhook }) => !bot || webhook)
    ? (await channel.append({ ...where, messages: missed })).accepted
    : 0
  let edited = 0
  for (const { id, content, editedAt } of messages) {
    // Compares times only: the text may differ because a person quoted in it was erased.
    if (editedAt === null || editedAt <= Math.max(since, kept.editedAt(id) ?? 0)) continue
    if (await channel.edit(id, content, editedAt)) edited++
  }
  return { heard, edited, removed: removed.length }
}

/**
 * Applies edits of kept messages that a delivery tells and the channel missed. A message without text here, because it
 * was deleted or has expired, stays as it is.
 */
export async function applyMissedEdits(
  delivered: readonly HeardMessage[],
  kept: Pick<MessageRows, "read" | "editedAt">,
  channel: Pick<Channel, "edit">,
): Promise<void> {
  const later = delivered.filter(({ id, editedAt = 0 }) => editedAt > (kept.editedAt(id) ?? 0))
  const [first] = later
  if (first === undefined) return
  const ids = later.map(({ id }) => id)
  const before = new Map(kept.read(ids, first).map(({ id, content }) => [id, content]))
  for (const { id, content, editedAt = null } of later)
    if (before.has(id) && before.get(id) !== content) await channel.edit(id, content, editedAt)
}
