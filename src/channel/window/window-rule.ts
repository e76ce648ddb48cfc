/** When a channel's windows end, from facts alone. A lull ends a conversation; the caps keep a busy channel from waiting for one;
 * where several conversations overlap, a window is what belongs together. */
import type { CloseReason, Id, Time } from "../../domain/types.ts"

export interface WindowRule {
  lullMs: number
  maxMessages: number
  maxMs: number
  /** Knows who talks with whom. Without it a run is full at `maxMessages`, whatever is in it. */
  conversations?: Conversations
}

/** What the words say, which the rule does not read. Ids are given in order of saying. */
export interface Conversations {
  /** Whether several conversations run through each other. */
  overlap(ids: readonly Id[]): boolean
  /** Parts up to twice `most` messages into what has run its course and what goes on, each in order and at most `most`. */
  split(ids: readonly Id[], most: number): { over: Id[]; on: Id[] }
}

/** A run in which conversations overlap stays open for so many times `maxMessages`: then half of it closes. */
const STRETCH = 2

/** A buffered message: when it was said, by its own timestamp, and when we heard it. For an import these are far apart. */
export interface BufferedMessage {
  id: Id
  at: Time
  heardAt: Time
  /** It was left open when what it stood among was parted: it stays with those left open with it, though words between are gone. */
  carried?: boolean
}

export interface WindowCut {
  sealed: { ids: Id[]; reason: CloseReason }[]
  /** What stays open, in order. */
  open: BufferedMessage[]
  /** When to look again; null when nothing is open. */
  wakeAt: Time | null
}

interface Run {
  messages: BufferedMessage[]
  /** With so many it is full. */
  most: number
  /** Why the next message is not part of it; null for the last run. */
  endedBy: "lull" | "full" | "span" | null
}

/**
 * Cuts what is buffered into windows. Messages part by their own times, so an import is cut as it would have been live;
 * the last run waits by the clock of hearing, so that the rest of an import, or of a live talk, can still join it.
 */
export function cutWindows(buffered: readonly BufferedMessage[], rule: WindowRule, now: Time): WindowCut {
  const result: WindowCut = { sealed: [], open: [], wakeAt: null }
  const parts = runs([...buffered].sort(compareSaidOrder), rule)
  let heardAfter = Number.NEGATIVE_INFINITY
  for (const run of parts.reverse()) {
    const lastHeard = Math.max(...run.messages.map((message) => message.heardAt))
    const end = ending(run, rule, { now, lastHeard, followed: heardAfter >= lastHeard })
    if (end.closed) result.sealed.unshift(...windowsOf(run, rule).map((ids) => ({ ids, reason: end.reason })))
    else {
      result.open.unshift(...run.messages)
      result.wakeAt = Math.min(result.wakeAt ?? end.at, end.at)
    }
    heardAfter = Math.max(heardAfter, lastHeard)
  }
  return result
}

/** Order of saying; snowflakes break ties, compared as the numbers they are. */
export function compareSaidOrder(a: BufferedMessage, b: BufferedMessage): number {
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

function runs(messages: BufferedMessage[], rule: WindowRule): Run[] {
  const found: Run[] = []
  let current: Run | null = null
  for (const message of messages) {
    const end = current && endBefore(current, message, rule)
    if (current && end) current.endedBy = end
    if (!current || end) {
      current = begun([], message.carried ? STRETCH * rule.maxMessages : rule.maxMessages)
      found.push(current)
    }
    current.messages.push(message)
    if (current.messages.length === current.most && overlaps(current, rule))
      current.most = STRETCH * rule.maxMessages
    if (current.messages.length < current.most) continue
    current.endedBy = "full"
    current = goingOn(current, rule)
    if (current) found.push(current)
  }
  return found
}

/** Whether a run that would be full is better left open; asked once of a run. */
function overlaps(run: Run, rule: WindowRule): boolean {
  return run.most === rule.maxMessages && rule.conversations?.overlap(idsOf(run.messages)) === true
}

/** Leaves in a full run what has run its course; what goes on is a run of its own. null where nothing does. */
function goingOn(run: Run, rule: WindowRule): Run | null {
  if (run.most <= rule.maxMessages || !rule.conversations) return null
  const on = new Set(rule.conversations.split(idsOf(run.messages), rule.maxMessages).on)
  if (on.size === 0) return null
  const carried = run.messages.filter((message) => on.has(message.id))
  run.messages = run.messages.filter((message) => !on.has(message.id))
  return begun(
    carried.map((message) => ({ ...message, carried: true })),
    run.most,
  )
}

function begun(messages: BufferedMessage[], most: number): Run {
  return { messages, most, endedBy: null }
}

/** A closed run's windows: itself, or two where it was stretched. */
function windowsOf({ messages }: Run, rule: WindowRule): Id[][] {
  const ids = idsOf(messages)
  if (ids.length <= rule.maxMessages) return [ids]
  const { over, on } = rule.conversations?.split(ids, rule.maxMessages) ?? halves(ids, rule.maxMessages)
  return [over, on].filter((part) => part.length > 0)
}

/** What was stretched while the rule knew of conversations, when it no longer does. */
function halves(ids: Id[], most: number): { over: Id[]; on: Id[] } {
  return { over: ids.slice(0, most), on: ids.slice(most) }
}

function idsOf(messages: readonly BufferedMessage[]): Id[] {
  return messages.map((message) => message.id)
}

function endBefore(run: Run, next: BufferedMessage, rule: WindowRule): Run["endedBy"] {
  const first = run.messages[0]
  const last = run.messages.at(-1)
  if (!first || !last || run.endedBy === "full") return run.endedBy
  if (last.carried && next.carried) return null
  if (next.at - last.at >= rule.lullMs) return "lull"
  return next.at - first.at >= rule.maxMs ? "span" : null
}

// The names of a window's readings: read again after a message of it changed, it goes by an id of its own, made from the last. Pure.

const AGAIN = /_r(\d+)$/

/** Whether a window's messages were read before, under another id. */
export function isReread(windowId: string): boolean {
  return AGAIN.test(windowId)
}

/** The id of a window's next reading: `…_r2`, `…_r3`. */
export function nextReadingId(windowId: string): string {
  const times = Number(AGAIN.exec(windowId)?.[1] ?? 1)
  return `${windowId.replace(AGAIN, "")}_r${times + 1}`
}
