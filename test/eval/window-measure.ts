/** Hears annotated channels by a window rule, live at the messages' own times, and counts what became of the reply links. */
import { ConversationSplitter } from "../../src/channel/window/conversation-splitter.ts"
import { type BufferedMessage, cutWindows, type WindowRule } from "../../src/channel/window/window-rule.ts"
import type { Id, Time } from "../../src/domain/types.ts"
import type { AnnotatedChannel } from "./annotated-chat.ts"

/** A window that has closed, and when. */
export interface Closed {
  ids: Id[]
  at: Time
}

/** What windows did to annotated chat, and their cost. Sums and lists, so that channels add up. */
export interface Tally {
  links: number
  /** Links whose two ends are in one window. */
  kept: number
  /** Messages of each window. */
  sizes: number[]
  /** How long each message waited for its window to close, in milliseconds. */
  waits: number[]
  /** Annotated conversations in each window that holds any. */
  mixed: number[]
  /** Windows over which each annotated conversation of two messages or more is spread. */
  spread: number[]
}

/** Adds up over channels. `topical` parts overlapping conversations, as the product does. */
export function measure(channels: readonly AnnotatedChannel[], rule: WindowRule, topical: boolean): Tally {
  const tally: Tally = { links: 0, kept: 0, sizes: [], waits: [], mixed: [], spread: [] }
  for (const channel of channels) count(channel, hear(channel, rule, topical), tally)
  return tally
}

/** The windows of a channel in which every message is heard when it is said, and the alarm rings when it is due. */
export function hear(channel: Pick<AnnotatedChannel, "lines">, rule: WindowRule, topical: boolean): Closed[] {
  const lines = new Map(channel.lines.map((line) => [line.id, line]))
  const conversations = new ConversationSplitter((ids) => ids.flatMap((id) => lines.get(id) ?? []))
  const full: WindowRule = topical ? { ...rule, conversations } : rule
  const closed: Closed[] = []
  let open: BufferedMessage[] = []
  let wakeAt: Time | null = null
  const look = (now: Time) => {
    const plan = cutWindows(open, full, now)
    closed.push(...plan.sealed.map(({ ids }) => ({ ids, at: now })))
    open = plan.open
    wakeAt = plan.wakeAt
  }
  const ringUntil = (time: Time) => {
    while (wakeAt !== null && wakeAt <= time) look(wakeAt)
  }
  for (const { id, at } of channel.lines) {
    ringUntil(at)
    open = [...open, { id, at, heardAt: at }]
    look(at)
  }
  ringUntil(Number.MAX_SAFE_INTEGER)
  return closed
}

function count(channel: AnnotatedChannel, closed: readonly Closed[], tally: Tally): void {
  const windowOf = new Map(closed.flatMap(({ ids }, index) => ids.map((id) => [id, index] as const)))
  const saidAt = new Map(channel.lines.map((line) => [line.id, line.at]))
  tally.links += channel.links.length
  tally.kept += channel.links.filter(({ from, to }) => windowOf.get(from) === windowOf.get(to)).length
  for (const { ids, at } of closed) {
    tally.sizes.push(ids.length)
    tally.waits.push(...ids.map((id) => at - (saidAt.get(id) ?? at)))
    const within = new Set(ids.flatMap((id) => channel.conversations.get(id) ?? []))
    if (within.size > 0) tally.mixed.push(within.size)
  }
  for (const members of Map.groupBy(channel.conversations, ([, conversation]) => conversation).values())
    if (members.length > 1) tally.spread.push(new Set(members.map(([id]) => windowOf.get(id))).size)
}
