/** What is handed to a channel and what it answers: the shapes of its RPC methods, and which messages it takes. */
import type { Id, Message, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import {
  type GuildSnapshot,
  isErased,
  mayHear,
  modeInSnapshot,
  readGuildSnapshot,
} from "./store/guild-snapshot.ts"
import type { IdRange, MessageRows } from "./store/message-rows.ts"
import type { ChannelInfo, ChannelRegistry } from "./store/registry.ts"
import type { WindowOutcome } from "./store/window-rows.ts"

/** A message as delivered. `bot`: written by a bot or webhook. */
export type DeliveredMessage = Omit<Message, "guildId" | "channelId" | "role"> & { bot: boolean }

export interface Delivery {
  guildId: Id
  channelId: Id
  /** null: nothing is told of the channel. */
  info: ChannelInfo | null
  messages: DeliveredMessage[]
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

export interface FlushResult {
  windows: WindowOutcome[]
  /** Windows still waiting, for a model or because time ran out. */
  waiting: number
}

/** Parts what is kept from what is not, each with its reason. `ownId` is Keepsake's own: its words are kept as context. */
export function screenMessages(
  { guildId, channelId, messages }: Delivery,
  briefing: GuildSnapshot,
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
  briefing: GuildSnapshot,
): Receipt["rejected"][number]["reason"] | null {
  if (bot) return "bot"
  if (!mayHear(briefing, message.author.id)) return "opted_out"
  if (isErased(briefing.erased, message)) return "erased"
  return message.content.trim() === "" && message.attachments.length === 0 ? "empty" : null
}

// What a channel takes of a delivery: nothing while its guild is leaving or where it is switched off, nothing that was erased, nobody who objects.

/** `ownId` is Keepsake's own. Makes the channel known, unless nothing that came may be heard there. */
export async function ingest(
  delivery: Delivery,
  { registry, db, ownId }: { registry: ChannelRegistry; db: Database; ownId: Id | null },
): Promise<{ welcome: Message[] } & Pick<Receipt, "rejected" | "leavingAt">> {
  const { guildId, channelId, info } = delivery
  const told = { toldParent: info?.parentId ?? null, now: Date.now() }
  // What was erased and comes late must not make a channel, or a guild, known again; nor what is said where nothing is heard.
  const away =
    registry.place === null
      ? turnedAway(delivery, await readGuildSnapshot(db, { guildId, channelId }, told))
      : null
  if (away !== null) return away
  const briefing = await registry.currentSnapshot(db, { guildId, channelId }, info, Date.now())
  const wasOff = (at: Time) => registry.wasOff(at)
  return turnedAway(delivery, briefing) ?? screenMessages(delivery, briefing, { ownId, wasOff })
}

/** What is answered where nothing of a delivery may be heard, whoever said it; null where some of it may. */
function turnedAway({ channelId, messages }: Delivery, briefing: GuildSnapshot) {
  const { erased } = briefing
  if (erased.leavingAt !== null) return { welcome: [], rejected: [], leavingAt: erased.leavingAt }
  const all = (reason: "off" | "erased") => ({
    welcome: [],
    rejected: messages.map((_, index) => ({ index, reason })),
  })
  if (modeInSnapshot(briefing, channelId) === "off") return all("off")
  const gone = messages.length > 0 && messages.every((message) => isErased(erased, message))
  return gone ? all("erased") : null
}

// A stretch of a channel as Discord has it now, held against what is kept: what was said, edited and deleted while nobody listened.

export interface CatchUpRequest extends Omit<Delivery, "messages"> {
  stretch: IdRange
  /** All there are in it: what is kept besides was deleted. */
  present: Id[]
  /** Those of them that can be heard. */
  messages: (DeliveredMessage & { editedAt: Time | null })[]
  /** What was said or edited later was missed. What came before was heard, or was not to be: it is not heard now. */
  since: Time
}

export interface CatchUpResult {
  heard: number
  edited: number
  removed: number
}

/** What a channel does with what it is told; as often as it is told. */
interface Channel {
  append(delivery: Delivery): Promise<Receipt>
  edit(id: Id, content: string, editedAt: Time | null): Promise<boolean>
  remove(guildId: Id, ids: Id[]): Promise<void>
}

/** Takes the stretch over. May be done again: it is the same then. */
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
  const heard = missed.some(({ bot }) => !bot)
    ? (await channel.append({ ...where, messages: missed })).accepted
    : 0
  let edited = 0
  for (const { id, content, editedAt } of messages) {
    // By the time alone: words may differ because somebody quoted in them was erased.
    if (editedAt === null || editedAt <= Math.max(since, kept.editedAt(id) ?? 0)) continue
    if (await channel.edit(id, content, editedAt)) edited++
  }
  return { heard, edited, removed: removed.length }
}
