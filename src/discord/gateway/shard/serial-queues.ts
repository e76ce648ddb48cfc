/** Tasks in lanes: one after another within a lane, lanes beside each other, each tried until it succeeds or has had its time. */

import { GatewayDispatchEvents as Event, type GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import type { Id, Time } from "../../../domain/types.ts"
import { retryAt } from "../../../runtime/object/alarm-clock.ts"

/** Lanes at work at the same time; one that waits to try again is not. */
const AT_ONCE = 50
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

export interface QueueTask {
  run(): Promise<void>
  done(): void
  /** It failed for too long. It is not tried again. */
  setAside(error: unknown): void
}

export interface QueueRule {
  /** How long a task is tried again before it is set aside. */
  patienceMs: number
  /** How long one try may take. What a try that took longer still does, it does beside the next: tasks may run again. */
  tryMs: number
}

interface SerialQueue {
  name: string
  tasks: QueueTask[]
  /** Tries of the first task that failed, and when the first of them did. */
  failed: number
  failedSince: Time | null
}

export class SerialQueues {
  readonly #rule: QueueRule
  readonly #lanes = new Map<string, SerialQueue>()
  /** Have a task to run and no turn yet. */
  readonly #ready: SerialQueue[] = []
  #running = 0
  #size = 0

  constructor(rule: QueueRule) {
    this.#rule = rule
  }

  /** Tasks that are not over. */
  get size(): number {
    return this.#size
  }

  push(name: string, task: QueueTask): void {
    this.#size += 1
    const lane = this.#lanes.get(name)
    if (lane) {
      lane.tasks.push(task)
      return
    }
    const opened: SerialQueue = { name, tasks: [task], failed: 0, failedSince: null }
    this.#lanes.set(name, opened)
    this.#enqueue(opened)
  }

  #enqueue(lane: SerialQueue): void {
    this.#ready.push(lane)
    this.#fill()
  }

  #fill(): void {
    while (this.#running < AT_ONCE) {
      const lane = this.#ready.shift()
      const task = lane?.tasks[0]
      if (!lane || !task) return
      this.#running += 1
      this.#tried(task).then(
        () => this.#over(lane, () => task.done()),
        (error: unknown) => this.#failed(lane, task, error),
      )
    }
  }

  async #tried(task: QueueTask): Promise<void> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("it took too long")), this.#rule.tryMs)
    })
    try {
      await Promise.race([task.run(), late])
    } finally {
      clearTimeout(timer)
    }
  }

  /** The lane's first task is out of the way. */
  #over(lane: SerialQueue, tell: () => void): void {
    this.#running -= 1
    this.#size -= 1
    lane.tasks.shift()
    lane.failed = 0
    lane.failedSince = null
    if (lane.tasks.length === 0) this.#lanes.delete(lane.name)
    else this.#ready.push(lane)
    tell()
    this.#fill()
  }

  #failed(lane: SerialQueue, task: QueueTask, error: unknown): void {
    const now = Date.now()
    lane.failedSince ??= now
    lane.failed += 1
    if (now - lane.failedSince >= this.#rule.patienceMs) {
      this.#over(lane, () => task.setAside(error))
      return
    }
    this.#running -= 1
    const at = Math.min(now + LONGEST_RETRY_MS, retryAt(now, lane.failed, FIRST_RETRY_MS, Math.random()))
    setTimeout(() => this.#enqueue(lane), at - now)
    this.#fill()
  }
}

// Which guild an event is about. Pure: it reads no more than that of an event nobody has parsed yet.

const About = z.object({ guild_id: z.string() })
const Itself = z.object({ id: z.string(), unavailable: z.boolean().optional() })

/** null: none, or none that can be told. */
export function eventGuildId(event: GatewayDispatchPayload): Id | null {
  const itself = isOfGuild(event) ? Itself.safeParse(event.d).data?.id : undefined
  return itself ?? About.safeParse(event.d).data?.guild_id ?? null
}

/** A guild the bot came into, or was removed from; null: neither. An outage is not a removal. */
export function botMembershipChange(event: GatewayDispatchPayload): { id: Id; isThere: boolean } | null {
  if (event.t !== Event.GuildCreate && event.t !== Event.GuildDelete) return null
  const guild = Itself.safeParse(event.d).data
  if (guild === undefined || guild.unavailable === true) return null
  return { id: guild.id, isThere: event.t === Event.GuildCreate }
}

function isOfGuild({ t }: GatewayDispatchPayload): boolean {
  return t === Event.GuildCreate || t === Event.GuildUpdate || t === Event.GuildDelete
}
