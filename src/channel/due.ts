/** When a channel's object has something to do next. */
import type { Time } from "../domain/types.ts"
import { nextPurgeAt } from "./removal/retention.ts"
import type { RetractionQueue } from "./removal/retraction-queue.ts"
import type { ChannelStore } from "./store/channel-store.ts"
import type { WindowRule } from "./window/window-rule.ts"

/** The end of a window, a retry, a purge, or what is owed, whichever is first; null where nothing is ahead. */
export function nextDue(
  parts: ChannelStore,
  { rule, amends, now }: { rule: WindowRule; amends: Pick<RetractionQueue, "dueAt">; now: Time },
): Time | null {
  const next = parts.windows.waiting()
  const purge = nextPurgeAt(parts)
  const dues = [
    parts.buffer.dueAt(rule, now),
    next ? Math.max(now, next.retryAt) : null,
    purge === null ? null : Math.max(now, purge),
    amends.dueAt(now),
  ].filter((due) => due !== null)
  return dues.length === 0 ? null : Math.min(...dues)
}

// Closes windows: what the buffer gives up is sealed and made searchable, all of it or nothing.

const utf8 = new TextEncoder()

/** Seals the windows that are due; with `all`, everything that is open. */
export function sealDueWindows(parts: ChannelStore, rule: WindowRule, now: Time, all: boolean): void {
  const { messages, windows, history, buffer, registry } = parts
  const { place, retentionMs } = registry
  if (place === null) return
  parts.atomically(() => {
    for (const { ids, reason } of buffer.take(rule, now, all)) {
      const sealed = messages.read(ids, place)
      const bytes = sealed.reduce((sum, message) => sum + utf8.encode(message.content).length, 0)
      const id = `w_${place.guildId}_${place.channelId}_${ids[0]}_${ids.at(-1)}`
      windows.seal({ id, ids, reason, heardAt: now, bytes })
      if (retentionMs > 0) history.add(sealed)
    }
  })
}
