/**
 * Decides when a channel's windows end. A lull ends a conversation; the caps keep a busy channel from waiting
 * for one. If conversations overlap, each window holds messages that belong together. Pure.
 */
import type { CloseReason, Id, Time } from "../../domain/types.ts"

export interface WindowRule {
  lullMs: number
  maxMessages: number
  maxMs: number
  /**
   * While messages up to an id are brought page by page, the run that holds the last of them waits for the next page,
   * until a time at the latest.
   */
  hold?: { upTo: Id; until: Time }
  /**
   * The last id of an import that has ended. A run of its messages alone, whose lull is over by their own times, has ended:
   * nothing can join it any more.
   */
  brought?: Id
  /** Knows which messages belong together. Without it, every run is full at `maxMessages`. */
  conversations?: Conversations
}

/** Text analysis behind the rule, which sees only ids. Ids are in the order the messages were said. */
export interface Conversations {
  /** Returns true if several conversations interleave. */
  overlap(ids: readonly Id[]): boolean
  /**
   * Splits up to twice `most` messages into the conversation that has ended (`over`) and the one that
   * continues (`on`), each in order and at most `most` long.
   */
  split(ids: readonly Id[], most: number): { over: Id[]; on: Id[] }
}

/**
 * A run with overlapping conversations stays open until it has this many times `maxMessages`; then half of it
 * closes.
 */
const STRETCH = 2

/**
 * A buffered message: `at` is its own timestamp, `heardAt` when it was received. In an import the two are far
 * apart.
 */
export interface BufferedMessage {
  id: Id
  at: Time
  heardAt: Time
  /**
   * It stayed open when its run was split. It stays with the messages carried over with it, even if messages
   * between them are gone.
   */
  carried?: boolean
}

export interface WindowCut {
  sealed: { ids: Id[]; reason: CloseReason }[]
  /** The messages that stay open, in order. */
  open: BufferedMessage[]
  /** When to check again; `null` if nothing is open. */
  wakeAt: Time | null
}

interface Run {
  messages: BufferedMessage[]
  /** The run is full at this many messages. */
  most: number
  /** Why the next message is not part of it; `null` for the last run. */
  endedBy: "lull" | "full" | "span" | null
}

/**
 * Cuts buffered messages into windows. Runs are split by message timestamps, so an import is cut as it would
 * have been live. The last run waits by time of receipt, so that the rest of an import or a live conversation
 * can still join it.
 */
export function cutWindows(buffered: readonly BufferedMessage[], rule: WindowRule, now: Time): WindowCut {
  const result: WindowCut = { sealed: [], open: [], wakeAt: null }
  const parts = runs([...buffered].sort(compareSaidOrder), rule)
  const held = heldId(buffered, rule, now)
  let heardAfter = Number.NEGATIVE_INFINITY
  for (const run of parts.reverse()) {
    const lastHeard = Math.max(...run.messages.map((message) => message.heardAt))
    const isHeld = held !== null && run.endedBy !== "full" && idsOf(run.messages).includes(held.id)
    const end = isHeld
      ? ({ closed: false, at: held.until } as const)
      : runEnd(run, rule, { now, lastHeard, followed: heardAfter >= lastHeard })
    if (end.closed) result.sealed.unshift(...windowsOf(run, rule).map((ids) => ({ ids, reason: end.reason })))
    else {
      result.open.unshift(...run.messages)
      result.wakeAt = Math.min(result.wakeAt ?? end.at, end.at)
    }
    heardAfter = Math.max(heardAfter, lastHeard)
  }
  return result
}

/** Orders messages by time. Snowflakes break ties, compared as numbers. */
export function compareSaidOrder(a: BufferedMessage, b: BufferedMessage): number {
  return a.at - b.at || a.id.length - b.id.length || (a.id < b.id ? -1 : Number(a.id > b.id))
}

/**
 * Decides if a run has ended. A gap ends it only once a message from after the gap was received later: an
 * import may still be filling the gap.
 */
function runEnd(
  run: Run,
  rule: WindowRule,
  seen: { now: Time; lastHeard: Time; followed: boolean },
): { closed: true; reason: CloseReason } | { closed: false; at: Time } {
  if (run.endedBy === "full") return { closed: true, reason: "full" }
  if (run.endedBy !== null && seen.followed) return { closed: true, reason: run.endedBy }
  if (isOldTalk(run, rule, seen.now)) return { closed: true, reason: run.endedBy ?? "lull" }
  const firstHeard = Math.min(...run.messages.map((message) => message.heardAt))
  const lullAt = seen.lastHeard + rule.lullMs
  const capAt = firstHeard + rule.maxMs
  const at = Math.min(lullAt, capAt)
  // If the check comes late, the reason is the limit that was reached first.
  return seen.now >= at ? { closed: true, reason: lullAt <= capAt ? "lull" : "span" } : { closed: false, at }
}

/** Returns true for a run that an ended import brought and that is older than a lull. */
function isOldTalk({ messages }: Run, { brought, lullMs }: WindowRule, now: Time): boolean {
  return (
    brought !== undefined &&
    messages.every(({ id, at }) => BigInt(id) <= BigInt(brought) && at + lullMs <= now)
  )
}

function runs(messages: BufferedMessage[], rule: WindowRule): Run[] {
  const found: Run[] = []
  let current: Run | null = null
  for (const message of messages) {
    const end = current && endBefore(current, message, rule)
    if (current && end) current.endedBy = end
    if (!current || end) {
      current = newRun([], message.carried ? STRETCH * rule.maxMessages : rule.maxMessages)
      found.push(current)
    }
    current.messages.push(message)
    if (current.messages.length === current.most && overlaps(current, rule))
      current.most = STRETCH * rule.maxMessages
    if (current.messages.length < current.most) continue
    current.endedBy = "full"
    current = continuingRun(current, rule)
    if (current) found.push(current)
  }
  return found
}

/** Returns true if a full run should stay open. Checked once per run. */
function overlaps(run: Run, rule: WindowRule): boolean {
  return run.most === rule.maxMessages && rule.conversations?.overlap(idsOf(run.messages)) === true
}

/**
 * Removes the continuing conversation from a full run and returns it as a new run; `null` if nothing
 * continues.
 */
function continuingRun(run: Run, rule: WindowRule): Run | null {
  if (run.most <= rule.maxMessages || !rule.conversations) return null
  const on = new Set(rule.conversations.split(idsOf(run.messages), rule.maxMessages).on)
  if (on.size === 0) return null
  const carried = run.messages.filter((message) => on.has(message.id))
  run.messages = run.messages.filter((message) => !on.has(message.id))
  return newRun(
    carried.map((message) => ({ ...message, carried: true })),
    run.most,
  )
}

function newRun(messages: BufferedMessage[], most: number): Run {
  return { messages, most, endedBy: null }
}

/** Returns the windows of a closed run: one, or two if it was stretched. */
function windowsOf({ messages }: Run, rule: WindowRule): Id[][] {
  const ids = idsOf(messages)
  if (ids.length <= rule.maxMessages) return [ids]
  const { over, on } = rule.conversations?.split(ids, rule.maxMessages) ?? halves(ids, rule.maxMessages)
  return [over, on].filter((part) => part.length > 0)
}

/** Splits a run that was stretched with `conversations` when the rule no longer has it. */
function halves(ids: Id[], most: number): { over: Id[]; on: Id[] } {
  return { over: ids.slice(0, most), on: ids.slice(most) }
}

/** Returns the last open message of those that are brought page by page. */
function heldId(
  buffered: readonly BufferedMessage[],
  { hold }: WindowRule,
  now: Time,
): { id: Id; until: Time } | null {
  if (hold === undefined || now >= hold.until) return null
  const last = buffered
    .filter(({ id }) => BigInt(id) <= BigInt(hold.upTo))
    .reduce<Id | null>((max, { id }) => (max === null || BigInt(id) > BigInt(max) ? id : max), null)
  return last === null ? null : { id: last, until: hold.until }
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

// Ids of rereads: a window that is read again after one of its messages changed gets an id made from the last
// one. Pure.

const AGAIN = /_r(\d+)$/

/** Returns true if the window's messages were read before under another id. */
export function isReread(windowId: string): boolean {
  return AGAIN.test(windowId)
}

/** Returns the id of a window's next reading: `…_r2`, `…_r3`. */
export function nextReadingId(windowId: string): string {
  const times = Number(AGAIN.exec(windowId)?.[1] ?? 1)
  return `${windowId.replace(AGAIN, "")}_r${times + 1}`
}
