/** How far a shard's events are handled, in memory and, a little behind, in its rows: what is behind is handled again after a crash, which changes nothing. */
import type { Id, Time } from "../../../domain/types.ts"
import { Watermark } from "../session/payloads.ts"
import type { EventProgress, ShardRows } from "./shard-rows.ts"

/** A row at most so often. */
const WRITE_EVERY_MS = 5_000
/** Clocks differ, and what happened just before a connection broke may not have been sent. */
const MARGIN_MS = 60_000
/** Discord lists a shard's guilds; it takes no more than this. */
const MOST_GUILDS = 10_000

export class Journal {
  readonly #rows: ShardRows
  #watermark: Watermark
  #mark: EventProgress
  #guilds: Set<Id>
  #timer: ReturnType<typeof setTimeout> | null = null

  constructor(rows: ShardRows) {
    this.#rows = rows
    this.#mark = rows.progress
    this.#watermark = new Watermark(this.#mark.seq)
    this.#guilds = new Set(rows.guilds)
  }

  get progress(): Readonly<EventProgress> {
    return { ...this.#mark, seq: this.#watermark.seq }
  }

  get guilds(): number {
    return this.#guilds.size
  }

  /** Until when everything was heard and handled, with a margin; null: nothing ever was. */
  get handledUntil(): Time | null {
    const handledAt = this.#handledAt
    return handledAt === null ? null : handledAt - MARGIN_MS
  }

  get #handledAt(): Time | null {
    const { heardAt } = this.#mark
    return heardAt === null ? null : Math.min(heardAt, this.#watermark.since ?? heardAt)
  }

  heard(now: Time): void {
    this.#mark.heardAt = now
  }

  count(what: "handled" | "setAside" | "unreadable" | "reconnects"): void {
    this.#mark[what] += 1
    this.#writeSoon()
  }

  closed(code: number, now: Time): void {
    this.#mark.lastClose = { code, at: now }
    this.write()
  }

  /** A session's first event. Those of the session before are no longer counted on. */
  begin(seq: number, guildIds: readonly Id[], now: Time): void {
    this.#watermark = new Watermark(seq)
    this.#mark.heardAt = now
    this.#guilds = new Set(guildIds)
    this.#rows.guilds = guildIds
    this.write()
  }

  /** An event came: to be called once it is over. */
  opened(seq: number, now: Time): () => void {
    const watermark = this.#watermark
    watermark.received(seq, now)
    return () => {
      watermark.done(seq)
      this.#writeSoon()
    }
  }

  /** Nothing is done with this event. */
  skipped(seq: number): void {
    this.#watermark.done(seq)
    this.#writeSoon()
  }

  /** The bot came into a guild, or was removed from it. */
  guild(id: Id, isThere: boolean): void {
    if (this.#guilds.has(id) === isThere || this.#guilds.size >= MOST_GUILDS) return
    if (isThere) this.#guilds.add(id)
    else this.#guilds.delete(id)
    this.#rows.guilds = [...this.#guilds]
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => this.write(), WRITE_EVERY_MS)
  }

  write(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
    // A later life knows nothing of what waits now: for it, nothing was heard since the first that does.
    this.#rows.progress = { ...this.progress, heardAt: this.#handledAt }
  }
}
