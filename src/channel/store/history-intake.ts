/**
 * Takes pages of old messages that an import brings: marks them with the import, keeps the last run open until the next
 * page arrives, and counts a page that is delivered again as at first.
 */
import { z } from "zod"
import { DAY } from "../../domain/calendar.ts"
import type { Id, Message, Time } from "../../domain/types.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import type { WindowRule } from "../window/window-rule.ts"
import type { Buffer } from "./buffer.ts"
import type { MessageRows } from "./message-rows.ts"

/** An import that is paused for longer no longer keeps its last messages from being read. */
const HELD_MS = DAY

const Hold = z.object({ upTo: z.string(), until: z.number() })
type Hold = z.output<typeof Hold>
const KEY = "history_hold"

/** A page of an import. `upTo`: the last id it covers. */
export interface HistoryPage {
  job: string
  upTo: Id
}

export class HistoryIntake {
  readonly #messages: MessageRows
  readonly #buffer: Buffer
  readonly #state: StateRows
  #hold: Hold | null

  constructor(stores: { messages: MessageRows; buffer: Buffer; state: StateRows }) {
    this.#messages = stores.messages
    this.#buffer = stores.buffer
    this.#state = stores.state
    this.#hold = this.#state.get(KEY, Hold.nullable())
  }

  /** Adds the messages of a delivery and counts them. `page`: set if an import brings them. `isOff`: none is added. */
  add(
    messages: readonly Message[],
    { now, page = null, isOff }: { now: Time; page: HistoryPage | null | undefined; isOff: boolean },
  ): { fresh: number; accepted: number; duplicates: number } {
    if (page !== null) this.#holdUntil(page.upTo, now)
    const fresh = isOff || messages.length === 0 ? 0 : this.#buffer.add(messages, now, page?.job ?? null)
    // A page that is delivered again counts as at first.
    const accepted = page === null ? fresh : this.#broughtBy(page, messages)
    return { fresh, accepted, duplicates: messages.length - accepted }
  }

  /** Ends the wait for further pages. */
  end(): void {
    if (this.#hold !== null) this.#set(null)
  }

  /** The part of the window rule that keeps the last messages of a page open. */
  get rule(): Pick<WindowRule, "hold"> {
    return this.#hold === null ? {} : { hold: this.#hold }
  }

  /** Returns how many of these messages the import brought, now or before. */
  #broughtBy({ job }: HistoryPage, messages: readonly Message[]): number {
    return this.#messages.broughtBy(
      job,
      messages.map(({ id }) => id),
    )
  }

  /** A page that is delivered again, after later ones, does not move the end back. */
  #holdUntil(upTo: Id, now: Time): void {
    const before = this.#hold?.upTo ?? "0"
    this.#set({ upTo: BigInt(before) > BigInt(upTo) ? before : upTo, until: now + HELD_MS })
  }

  #set(hold: Hold | null): void {
    this.#state.set(KEY, hold)
    this.#hold = hold
  }
}
