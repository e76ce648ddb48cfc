/**
 * A shard's progress through its events, in memory and, slightly behind, in its rows. After a crash the
 * difference is handled again, which changes nothing.
 */
import type { Id, Time } from "../../../domain/types.ts"
import { Watermark } from "../session/payloads.ts"
import type { EventProgress, ShardRows } from "./shard-rows.ts"

/** The shortest interval between writes. */
const WRITE_EVERY_MS = 5_000
/** Clocks differ, and events from just before a connection broke may not have been sent. */
const MARGIN_MS = 60_000
/** The most guilds kept per shard. */
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

  /** Everything until then was received and handled, with a margin; `null` if nothing ever was. */
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

  closed(close: NonNullable<EventProgress["lastClose"]>): void {
    this.#mark.lastClose = close
    this.write()
  }

  /** Records why no socket opened, or `null` once a session continues. */
  failed(failure: EventProgress["lastFailure"]): void {
    this.#mark.lastFailure = failure
    this.#writeSoon()
  }

  /** The first event of a session. Events of the previous session no longer count. */
  begin(seq: number, guildIds: readonly Id[], now: Time): void {
    this.#watermark = new Watermark(seq)
    this.#mark.heardAt = now
    this.#guilds = new Set(guildIds)
    this.#rows.guilds = guildIds
    this.write()
  }

  /** An event arrived. Call the returned function once it is done. */
  opened(seq: number, now: Time): () => void {
    const watermark = this.#watermark
    watermark.received(seq, now)
    return () => {
      watermark.done(seq)
      this.#writeSoon()
    }
  }

  /** The event is ignored. */
  skipped(seq: number): void {
    this.#watermark.done(seq)
    this.#writeSoon()
  }

  /** The bot joined a guild or was removed from it. */
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
    // The next instance knows nothing of the events waiting now, so `heardAt` stops at the oldest of them.
    this.#rows.progress = { ...this.progress, heardAt: this.#handledAt }
  }
}
