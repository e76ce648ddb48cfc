/** What waits unread in a channel when it is switched off: it goes unread, words and all. What was read before stays until its time is over. */
import { costUsd } from "../../ai/cost.ts"
import type { Id, Time, Usage } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { recordUsage } from "../../memory/write/usage.ts"
import type { ChannelStore } from "../store/channel-store.ts"
import type { History } from "../store/history.ts"
import type { MessageRows } from "../store/message-rows.ts"
import type { SealedWindow, WindowRows } from "../store/window-rows.ts"
import { isReread } from "../window/window-rule.ts"

/**
 * Lets go of what is open, leaving the ids: a second delivery is not heard later either. Sealed windows fall due at once, to
 * be let go of in their turn; whether there are any.
 */
export function discardOpen({ messages, windows, buffer, atomically }: ChannelStore): boolean {
  atomically(() => {
    messages.blank(buffer.clear())
    windows.makeDue()
  })
  return windows.waiting() !== undefined
}

interface Shelf {
  messages: Pick<MessageRows, "blank">
  history: Pick<History, "forget">
}

/** Lets go of a sealed window's words. One that was read before keeps them: of those only what was taken back is gone. */
export function discardSealed({ messages, history }: Shelf, window: Pick<SealedWindow, "id" | "ids">): void {
  if (isReread(window.id)) return
  history.forget(window.ids)
  messages.blank(window.ids)
}

/** Writes down what a window that is let go of has cost; cut off before it is done, it counts again. */
export async function recordWindowCost(
  db: Database,
  { guildId, now }: { guildId: Id; now: Time },
  { spent, extraction }: { spent: readonly Usage[]; extraction: { usage: readonly Usage[] } | null },
): Promise<void> {
  const usage = [...spent, ...(extraction?.usage ?? [])].map((one) => ({ ...one, costUsd: costUsd(one) }))
  await recordUsage(db, guildId, { usage, now })
}

interface Till {
  db: Database
  windows: Pick<WindowRows, "clearSpent">
  place: { guildId: Id }
  now(): Time
}

/** Writes down what failed attempts at a window have cost, so that caps see it before the next; cut off in the middle, it counts again. */
export async function recordAttemptCost(
  { db, windows, place, now }: Till,
  window: SealedWindow,
): Promise<void> {
  const { seq, spent } = window
  if (spent.length === 0) return
  await recordWindowCost(db, { guildId: place.guildId, now: now() }, { spent, extraction: null })
  windows.clearSpent(seq, spent)
  window.spent = []
}
