/**
 * The open messages of a channel: accepted and not yet sealed, kept by id in the order of arrival, cut by the
 * window rule.
 */
import { z } from "zod"
import type { CloseReason, Id, Message, Time } from "../../domain/types.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import { type BufferedMessage, compareSaidOrder, cutWindows, type WindowRule } from "../window/window-rule.ts"
import type { MessageRows } from "./message-rows.ts"

const Ids = z.array(z.string())

/**
 * The open ids when this was written, and the largest id stored by then. Every message with a larger id is
 * open too. Live messages have growing ids, so they need no row besides their own.
 */
const Open = z.object({ ids: Ids, upTo: z.string() })
/**
 * Older versions stored only the ids and rewrote them with each message. Ids that arrived later are unknown
 * for them.
 */
const Stored = z.union([Open, Ids.transform((ids) => ({ ids, upTo: null }))])
const NEVER_WRITTEN = { ids: [], upTo: "-1" }

export class Buffer {
  readonly #messages: MessageRows
  readonly #state: StateRows
  #open: BufferedMessage[] = []
  /**
   * Every stored message with a larger id is open; of the others, only those in `#open`. `null` if an older
   * version wrote the state.
   */
  #upTo: Id | null = null

  constructor(messages: MessageRows, state: StateRows) {
    this.#messages = messages
    this.#state = state
    this.reload()
  }

  /** Reloads the open messages from storage. */
  reload(): void {
    // Carried messages stayed open when their run was split (window-rule.ts).
    const carried = new Set(this.#state.get("carried", Ids) ?? [])
    const { ids, upTo } = this.#state.get("open", Stored) ?? NEVER_WRITTEN
    this.#upTo = upTo
    this.#open = this.#messages
      .heard(ids, upTo)
      .map((message) => (carried.has(message.id) ? { ...message, carried: true } : message))
  }

  get size(): number {
    return this.#open.length
  }

  get ids(): Id[] {
    return idsOf(this.#open)
  }

  has(id: Id): boolean {
    return this.#open.some((message) => message.id === id)
  }

  /** Adds messages that were never stored. Returns how many. `job`: the import that brings them. */
  add(messages: readonly Message[], now: Time, job: string | null = null): number {
    const fresh = this.#messages.insert(messages, now, job)
    if (fresh.size === 0) return 0
    const count = fresh.size
    const added = messages.filter((message) => fresh.delete(message.id))
    const open = [...this.#open, ...added.map(({ id, at }) => ({ id, at, heardAt: now }))]
    if (added.every(({ id }) => this.#isLarger(id))) this.#open = open
    else this.#set(open)
    return count
  }

  drop(id: Id): void {
    if (this.has(id)) this.#set(this.#open.filter((message) => message.id !== id))
  }

  /** Empties the buffer and returns its ids. */
  clear(): Id[] {
    const { ids } = this
    if (ids.length > 0) this.#set([])
    return ids
  }

  /** Returns when the next window is due: `now` if one is due, `null` if nothing is open. */
  dueAt(rule: WindowRule, now: Time): Time | null {
    const plan = cutWindows(this.#open, rule, now)
    return plan.sealed.length > 0 ? now : plan.wakeAt
  }

  /**
   * Removes and returns the windows that are due. With `all`, removes everything, still split by the rule's
   * own gaps.
   */
  take(rule: WindowRule, now: Time, all: boolean): { ids: Id[]; reason: CloseReason }[] {
    if (this.#open.length === 0) return []
    const plan = cutWindows(this.#open, rule, now)
    const rest = all ? splitOpen(plan.open, rule).map((ids) => ({ ids, reason: "flush" as const })) : []
    const taken = [...plan.sealed, ...rest]
    if (taken.length > 0) {
      const carriedBefore = carriedOf(this.#open).join()
      this.#set(all ? [] : plan.open)
      const carried = carriedOf(this.#open)
      // Skips a row write that most windows do not need.
      if (carried.join() !== carriedBefore) this.#state.set("carried", carried)
    }
    return taken
  }

  #isLarger(id: Id): boolean {
    return this.#upTo !== null && BigInt(id) > BigInt(this.#upTo)
  }

  #set(open: BufferedMessage[]): void {
    this.#open = open
    this.#upTo = this.#messages.largestId() ?? NEVER_WRITTEN.upTo
    this.#state.set("open", { ids: this.ids, upTo: this.#upTo } satisfies z.input<typeof Open>)
  }
}

/** Splits the open messages as the rule will once no more messages arrive. */
function splitOpen(open: readonly BufferedMessage[], rule: WindowRule): Id[][] {
  const settled = [...open].sort(compareSaidOrder).map((message) => ({ ...message, heardAt: 0 }))
  return cutWindows(settled, rule, Number.MAX_SAFE_INTEGER).sealed.map((window) => window.ids)
}

function carriedOf(messages: readonly BufferedMessage[]): Id[] {
  return idsOf(messages.filter((message) => message.carried))
}

function idsOf(messages: readonly BufferedMessage[]): Id[] {
  return messages.map((message) => message.id)
}
