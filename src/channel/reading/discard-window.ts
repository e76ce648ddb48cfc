/**
 * Discards the text of windows that wait in a channel when it is switched off. Messages that were processed
 * before stay until they expire.
 */
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
 * Discards all open messages but keeps their ids, so a second delivery is rejected too. Makes waiting windows
 * due at once, to be discarded in order. Returns true if any window waits.
 */
export function discardOpen({ messages, windows, buffer, atomically }: ChannelStore): boolean {
  atomically(() => {
    messages.blank(buffer.clear())
    windows.makeDue()
  })
  return windows.waiting() !== undefined
}

interface TextStores {
  messages: Pick<MessageRows, "blank">
  history: Pick<History, "forget">
}

/**
 * Deletes the text of a sealed window. A window that was read before keeps its text: only retracted messages
 * are missing from it.
 */
export function discardSealed(
  { messages, history }: TextStores,
  window: Pick<SealedWindow, "id" | "ids">,
): void {
  if (isReread(window.id)) return
  history.forget(window.ids)
  messages.blank(window.ids)
}

/**
 * Records the model cost of a discarded window. If this is cut off before the window is done, the cost counts
 * again.
 */
export async function recordWindowCost(
  db: Database,
  { guildId, now, historyJob }: { guildId: Id; now: Time; historyJob: string | null },
  { spent, extraction }: { spent: readonly Usage[]; extraction: { usage: readonly Usage[] } | null },
): Promise<void> {
  const usage = [...spent, ...(extraction?.usage ?? [])].map((one) => ({ ...one, costUsd: costUsd(one) }))
  await recordUsage(db, guildId, { usage, now, historyJob })
}

interface CostStores {
  db: Database
  messages: Pick<MessageRows, "jobOf">
  windows: Pick<WindowRows, "clearSpent">
  place: { guildId: Id }
  now(): Time
}

/**
 * Records the cost of failed attempts at a window, so that caps include it before the next attempt. If this
 * is cut off, the cost counts again.
 */
export async function recordAttemptCost(
  { db, messages, windows, place, now }: CostStores,
  window: SealedWindow,
): Promise<void> {
  const { seq, spent } = window
  if (spent.length === 0) return
  const payer = { guildId: place.guildId, now: now(), historyJob: messages.jobOf(window.ids) }
  await recordWindowCost(db, payer, { spent, extraction: null })
  windows.clearSpent(seq, spent)
  window.spent = []
}
