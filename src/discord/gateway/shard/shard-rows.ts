/** A shard's persistent state: its order, its session and its progress. */
import { z } from "zod"
import type { Id, Time } from "../../../domain/types.ts"
import type { ShardOrder } from "../../../runtime/gateway-status.ts"
import { StateRows } from "../../../runtime/object/state-rows.ts"

const Order: z.ZodType<ShardOrder> = z.object({
  shard: z.int(),
  count: z.int(),
  url: z.string(),
  fingerprint: z.string(),
  since: z.number().nullable(),
  isAsked: z.boolean(),
})

/**
 * `isOn`: the shard should be connected. Otherwise `code` is the close code that stopped it, or `null` if it
 * was stopped on purpose.
 */
const ShardState = z.object({ isOn: z.boolean(), code: z.int().nullable() })
export type ShardState = z.output<typeof ShardState>

const ResumableSession = z.object({
  id: z.string(),
  url: z.string(),
  userId: z.string(),
  applicationId: z.string(),
  begunAt: z.number(),
})
/** The session that can be resumed. */
export type ResumableSession = z.output<typeof ResumableSession>

const EventProgress = z.object({
  /** The highest sequence number up to which every event is handled. */
  seq: z.int().nullable(),
  /** Everything until then was received; in the stored row also handled. */
  heardAt: z.number().nullable(),
  handled: z.int(),
  setAside: z.int(),
  unreadable: z.int(),
  reconnects: z.int(),
  /** `why`: how this side explained it; `null` if the other side closed it. */
  lastClose: z.object({ code: z.int(), why: z.string().nullable().default(null), at: z.number() }).nullable(),
  /** Why no socket opened; `null` once a session continues. */
  lastFailure: z.object({ reason: z.string(), at: z.number() }).nullable().default(null),
})
/** Progress and counters, in one row so that storing them costs one write. */
export type EventProgress = z.output<typeof EventProgress>

const UNMARKED: EventProgress = {
  seq: null,
  heardAt: null,
  handled: 0,
  setAside: 0,
  unreadable: 0,
  reconnects: 0,
  lastClose: null,
  lastFailure: null,
}

export class ShardRows {
  readonly #state: StateRows

  constructor(sql: SqlStorage) {
    this.#state = new StateRows(sql)
  }

  get order(): ShardOrder | null {
    return this.#state.get("order", Order)
  }
  set order(order: ShardOrder) {
    this.#state.set("order", order)
  }

  get connectionState(): ShardState {
    return this.#state.get("standing", ShardState) ?? { isOn: false, code: null }
  }
  set connectionState(standing: ShardState) {
    this.#state.set("standing", standing)
  }

  get resumable(): ResumableSession | null {
    return this.#state.get("held", ResumableSession.nullable())
  }
  set resumable(held: ResumableSession | null) {
    this.#state.set("held", held)
  }

  get progress(): EventProgress {
    return this.#state.get("mark", EventProgress) ?? { ...UNMARKED }
  }
  set progress(mark: EventProgress) {
    this.#state.set("mark", mark)
  }

  /** Since when events may have been lost; `null` if none were. */
  get lostSince(): Time | null {
    return this.#state.get("lost", z.number().nullable())
  }
  set lostSince(since: Time | null) {
    this.#state.set("lost", since)
  }

  /** The guilds of this shard, as far as known. */
  get guilds(): Id[] {
    return this.#state.get("guilds", z.array(z.string())) ?? []
  }
  set guilds(ids: readonly Id[]) {
    this.#state.set("guilds", ids)
  }
}
