/** Decides when a channel's object has work to do next, seals due windows, and reports finished ones. */
import { z } from "zod"
import type { Message, Time } from "../domain/types.ts"
import type { FlushResult } from "./delivery.ts"
import type { PendingWork } from "./pending-work.ts"
import { nextPurgeAt } from "./removal/retention.ts"
import type { ChannelStore } from "./store/channel-store.ts"
import type { WindowRule } from "./window/window-rule.ts"

/**
 * Returns the earliest time of the next window end, retry, purge, pending retraction or update of the
 * guild's index; `null` if none is pending.
 */
export function nextDue(
  store: ChannelStore,
  { rule, pending, now }: { rule: WindowRule; pending: Pick<PendingWork, "dueAt">; now: Time },
): Time | null {
  const next = store.windows.waiting()
  const purge = nextPurgeAt(store)
  const dues = [
    store.buffer.dueAt(rule, now),
    next ? Math.max(now, next.retryAt) : null,
    purge === null ? null : Math.max(now, purge),
    pending.dueAt(now),
  ].filter((due) => due !== null)
  return dues.length === 0 ? null : Math.min(...dues)
}

const utf8 = new TextEncoder()

/**
 * Seals the windows that are due and makes them searchable, in one transaction. With `all`, seals everything
 * that is open.
 */
export function sealDueWindows(store: ChannelStore, rule: WindowRule, now: Time, all: boolean): void {
  const { messages, windows, history, buffer, registry } = store
  const { place, retentionMs } = registry
  if (place === null) return
  store.atomically(() => {
    const searchable: Message[][] = []
    for (const { ids, reason } of buffer.take(rule, now, all)) {
      const sealed = messages.read(ids, place)
      const bytes = sealed.reduce((sum, message) => sum + utf8.encode(message.content).length, 0)
      const id = `w_${place.guildId}_${place.channelId}_${ids[0]}_${ids.at(-1)}`
      windows.seal({ id, ids, reason, heardAt: now, bytes })
      if (retentionMs > 0) searchable.push(sealed)
    }
    history.add(searchable)
  })
}

/** Ends the wait for further pages of an import, and seals what it brought whose lull is over by its own times. */
export function endHistory(store: ChannelStore, { hold, ...rule }: WindowRule, now: Time): void {
  store.intake.end()
  if (hold !== undefined) sealDueWindows(store, { ...rule, brought: hold.upTo }, now, false)
}

/** The number of windows one flush reports. */
const MOST_FINISHED = 1_000

/** Returns the windows finished since the last call, and how many still wait. */
export function takeFinished({ windows, state }: ChannelStore): FlushResult {
  const done = windows.doneAfter(state.get("flushed", z.int()) ?? 0, MOST_FINISHED)
  const last = done.at(-1)
  if (last) state.set("flushed", last.seq)
  return { windows: done.flatMap((window) => window.outcome ?? []), waiting: windows.backlog().windows }
}
