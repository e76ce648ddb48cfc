/** How long a channel keeps what it heard: words for the guild's retention, ids at least a day, so that a late second delivery still counts once. */
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

/** Lets go of what has had its time; of how many messages. Windows that are not done keep theirs however old. */
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
  // Keeping nothing: words go as soon as they are read, all of them, however many were kept until now.
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

/** When there is next something to let go of; null where nothing is kept. */
export function nextPurgeAt(kept: RetentionRows): Time | null {
  const oldest = kept.windows.oldestDone()
  return oldest === null ? null : oldest + idsKeptMs(kept)
}

/** How long it is known here which window read a message. */
export function idsKeptMs({ registry }: Pick<RetentionRows, "registry">): number {
  return Math.max(DAY, registry.retentionMs)
}
