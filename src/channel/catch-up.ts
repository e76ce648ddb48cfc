/** A stretch of a channel as Discord has it now, held against what is kept: what was said, edited and deleted while nobody listened. */
import type { Id, Time } from "../domain/types.ts"
import type { Delivered, Delivery, Receipt } from "./delivery.ts"
import type { MessageRows, Stretch } from "./store/message-rows.ts"

export interface Found extends Omit<Delivery, "messages"> {
  stretch: Stretch
  /** All there are in it: what is kept besides was deleted. */
  present: Id[]
  /** Those of them that can be heard. */
  messages: (Delivered & { editedAt: Time | null })[]
  /** What was said or edited later was missed. What came before was heard, or was not to be: it is not heard now. */
  since: Time
}

export interface CaughtUp {
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
export async function catchUp(found: Found, kept: MessageRows, channel: Channel): Promise<CaughtUp> {
  const { stretch, present, messages, since, ...where } = found
  const there = new Set(present)
  const removed = kept.within(stretch).filter((id) => !there.has(id))
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
