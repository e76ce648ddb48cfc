/** When a channel's windows end, from facts alone. A lull ends a conversation; the caps keep a busy channel from waiting for one. */
import type { CloseReason, Id, Time } from "../vocabulary.ts"

export interface WindowRule {
  lullMs: number
  maxMessages: number
  maxMs: number
}

/** A buffered message: when it was said, by its own timestamp, and when we heard it. For an import these are far apart. */
export interface Heard {
  id: Id
  at: Time
  heardAt: Time
}

export interface Cut {
  sealed: { ids: Id[]; reason: CloseReason }[]
  /** What stays open, in order. */
  open: Heard[]
  /** When to look again; null when nothing is open. */
  wakeAt: Time | null
}

interface Run {
  messages: Heard[]
  /** Why the next message is not part of it; null for the last run. */
  endedBy: "lull" | "full" | "span" | null
}

/**
 * Cuts what is buffered into windows. Messages part by their own times, so an import is cut as it would have been live;
 * the last run waits by the clock of hearing, so that the rest of an import, or of a live talk, can still join it.
 */
export function cut(buffered: readonly Heard[], rule: WindowRule, now: Time): Cut {
  const result: Cut = { sealed: [], open: [], wakeAt: null }
  const parts = runs([...buffered].sort(inOrder), rule)
  let heardAfter = Number.NEGATIVE_INFINITY
  for (const run of parts.reverse()) {
    const lastHeard = Math.max(...run.messages.map((message) => message.heardAt))
    const end = ending(run, rule, { now, lastHeard, followed: heardAfter >= lastHeard })
    if (end.closed)
      result.sealed.unshift({ ids: run.messages.map((message) => message.id), reason: end.reason })
    else {
      result.open.unshift(...run.messages)
      result.wakeAt = Math.min(result.wakeAt ?? end.at, end.at)
    }
    heardAfter = Math.max(heardAfter, lastHeard)
  }
  return result
}

/** Order of saying; snowflakes break ties, compared as the numbers they are. */
export function inOrder(a: Heard, b: Heard): number {
  return a.at - b.at || a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/** Whether a run has ended. A gap ends it only once something after the gap was heard later than it: an import may still be filling it. */
function ending(
  run: Run,
  rule: WindowRule,
  seen: { now: Time; lastHeard: Time; followed: boolean },
): { closed: true; reason: CloseReason } | { closed: false; at: Time } {
  if (run.endedBy === "full") return { closed: true, reason: "full" }
  if (run.endedBy !== null && seen.followed) return { closed: true, reason: run.endedBy }
  const firstHeard = Math.min(...run.messages.map((message) => message.heardAt))
  const lullAt = seen.lastHeard + rule.lullMs
  const capAt = firstHeard + rule.maxMs
  const at = Math.min(lullAt, capAt)
  // Looked at late, it ended for what came first.
  return seen.now >= at ? { closed: true, reason: lullAt <= capAt ? "lull" : "span" } : { closed: false, at }
}

function runs(messages: Heard[], rule: WindowRule): Run[] {
  const found: Run[] = []
  let current: Run | null = null
  for (const message of messages) {
    const end = current && endBefore(current.messages, message, rule)
    if (current && end) current.endedBy = end
    if (!current || end) {
      current = { messages: [], endedBy: null }
      found.push(current)
    }
    current.messages.push(message)
    if (current.messages.length >= rule.maxMessages) current.endedBy = "full"
  }
  return found
}

function endBefore(run: Heard[], next: Heard, rule: WindowRule): Run["endedBy"] {
  const first = run[0]
  const last = run.at(-1)
  if (!first || !last) return null
  if (run.length >= rule.maxMessages) return "full"
  if (next.at - last.at >= rule.lullMs) return "lull"
  return next.at - first.at >= rule.maxMs ? "span" : null
}
