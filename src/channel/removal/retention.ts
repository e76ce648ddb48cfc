/**
 * Decides how long a channel keeps messages: text for the guild's retention, ids for at least a day, so that
 * a late second delivery is still a duplicate.
 */
import { z } from "zod"
import { DAY } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import type { History } from "../store/history.ts"
import type { MessageRows } from "../store/message-rows.ts"
import type { ChannelRegistry } from "../store/registry.ts"
import type { WindowRows } from "../store/window-rows.ts"

const AT_ONCE = 1_000

export interface RetentionRows {
  messages: MessageRows
  history: History
  windows: WindowRows
  state: StateRows
  registry: ChannelRegistry
}

/**
 * Deletes expired messages and returns their number. Windows that are not done keep their messages at any
 * age.
 */
export function purgeExpired(kept: RetentionRows, now: Time): number {
  const { messages, history, windows, state, registry } = kept
  const due = nextPurgeAt(kept)
  let count = 0
  if (due !== null && due <= now) {
    const gone = windows.purge(now - idsKeptMs(kept))
    history.forget(gone)
    messages.delete(gone)
    count += gone.length
  }
  if (registry.retentionMs > 0) return count
  // With retention 0, text is deleted as soon as its window is done, including text kept under an earlier
  // setting.
  for (;;) {
    const done = windows.doneAfter(state.get("forgotten", z.int()) ?? 0, AT_ONCE)
    const last = done.at(-1)
    if (!last) return count
    const read = done.flatMap((window) => window.ids)
    history.forget(read)
    messages.blank(read)
    count += read.length
    state.set("forgotten", last.seq)
  }
}

/** Returns when the next purge is due; `null` if nothing is kept. */
export function nextPurgeAt(kept: RetentionRows): Time | null {
  const oldest = kept.windows.oldestDone()
  return oldest === null ? null : oldest + idsKeptMs(kept)
}

/** Returns how long, in milliseconds, the channel knows which window read a message. */
export function idsKeptMs({ registry }: Pick<RetentionRows, "registry">): number {
  return Math.max(DAY, registry.retentionMs)
}
