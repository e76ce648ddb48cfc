/** Decides when rules read a window because of its channel: too much waits for a model, or an import has spent its cap. */
import type { Fallback, Id } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { hasSpentCap } from "../../memory/write/history-spend.ts"
import type { MessageRows } from "../store/message-rows.ts"
import type { WindowRows } from "../store/window-rows.ts"

/** The backlog a channel may hold for a model before the rules take the oldest window. */
const MAX_BACKLOG = { messages: 2_000, bytes: 1_000_000 }

/** Returns true if the backlog is over its limit. Rules then take the oldest window. */
export function overflows(backlog: { messages: number; bytes: number }): boolean {
  return backlog.messages > MAX_BACKLOG.messages || backlog.bytes > MAX_BACKLOG.bytes
}

interface Reading {
  db: Database
  chat: unknown
  messages: Pick<MessageRows, "jobOf">
  windows: Pick<WindowRows, "backlog">
  place: { guildId: Id }
}

/** Returns why rules read the window although a model is bound; `null` to let the guild's own limits decide. */
export async function rulesReason(
  { db, chat, messages, windows, place }: Reading,
  { ids }: { ids: readonly Id[] },
): Promise<Fallback | null> {
  if (chat === null) return null
  if (overflows(windows.backlog())) return "backlog"
  const job = messages.jobOf(ids)
  return job !== null && (await hasSpentCap(db, place.guildId, job)) ? "spend_cap" : null
}
