/**
 * Task queues by key: tasks of one key run one after another, keys in parallel. Each task is retried until it
 * succeeds or its time is up.
 */

import { GatewayDispatchEvents as Event, type GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import type { Id, Time } from "../../../domain/types.ts"
import { retryAt } from "../../../runtime/object/alarm-clock.ts"

/** Queues running at once. A queue that waits for a retry does not count. */
const AT_ONCE = 50
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

export interface QueueTask {
  run(): Promise<void>
  done(): void
  /** The task failed for too long and is not retried. */
  setAside(error: unknown): void
}

export interface QueueRule {
  /** The time for retries before a task is set aside. */
  patienceMs: number
  /**
   * The timeout of one attempt. An attempt that runs longer overlaps with the next: tasks must be safe to
   * repeat.
   */
  tryMs: number
}

interface SerialQueue {
  name: string
  tasks: QueueTask[]
  /** Failed attempts of the first task, and the time of the first failure. */
  failed: number
  failedSince: Time | null
}

export class SerialQueues {
  readonly #rule: QueueRule
  readonly #queues = new Map<string, SerialQueue>()
  /** Queues with a task that wait for their turn. */
  readonly #ready: SerialQueue[] = []
  #running = 0
  #size = 0

  constructor(rule: QueueRule) {
    this.#rule = rule
  }

  /** The number of unfinished tasks. */
  get size(): number {
    return this.#size
  }

  push(name: string, task: QueueTask): void {
    this.#size += 1
    const queue = this.#queues.get(name)
    if (queue) {
      queue.tasks.push(task)
      return
    }
    const opened: SerialQueue = { name, tasks: [task], failed: 0, failedSince: null }
    this.#queues.set(name, opened)
    this.#enqueue(opened)
  }

  #enqueue(queue: SerialQueue): void {
    this.#ready.push(queue)
    this.#fill()
  }

  #fill(): void {
    while (this.#running < AT_ONCE) {
      const queue = this.#ready.shift()
      const task = queue?.tasks[0]
      if (!queue || !task) return
      this.#running += 1
      this.#attempt(task).then(
        () => this.#finish(queue, () => task.done()),
        (error: unknown) => this.#failed(queue, task, error),
      )
    }
  }

  async #attempt(task: QueueTask): Promise<void> {
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

  /** The queue's first task is done or set aside. */
  #finish(queue: SerialQueue, tell: () => void): void {
    this.#running -= 1
    this.#size -= 1
    queue.tasks.shift()
    queue.failed = 0
    queue.failedSince = null
    if (queue.tasks.length === 0) this.#queues.delete(queue.name)
    else this.#ready.push(queue)
    tell()
    this.#fill()
  }

  #failed(queue: SerialQueue, task: QueueTask, error: unknown): void {
    const now = Date.now()
    queue.failedSince ??= now
    queue.failed += 1
    if (now - queue.failedSince >= this.#rule.patienceMs) {
      this.#finish(queue, () => task.setAside(error))
      return
    }
    this.#running -= 1
    const at = Math.min(now + LONGEST_RETRY_MS, retryAt(now, queue.failed, FIRST_RETRY_MS, Math.random()))
    setTimeout(() => this.#enqueue(queue), at - now)
    this.#fill()
  }
}

// Finds the guild of an event. Pure: it reads only the ids of an unparsed event.

const About = z.object({ guild_id: z.string() })
const Itself = z.object({ id: z.string(), unavailable: z.boolean().optional() })

/** Returns `null` if there is no guild or it cannot be read. */
export function eventGuildId(event: GatewayDispatchPayload): Id | null {
  const itself = isOfGuild(event) ? Itself.safeParse(event.d).data?.id : undefined
  return itself ?? About.safeParse(event.d).data?.guild_id ?? null
}

/** Returns the guild that the bot joined or was removed from, or `null`. An outage is not a removal. */
export function botMembershipChange(event: GatewayDispatchPayload): { id: Id; isThere: boolean } | null {
  if (event.t !== Event.GuildCreate && event.t !== Event.GuildDelete) return null
  const guild = Itself.safeParse(event.d).data
  if (guild === undefined || guild.unavailable === true) return null
  return { id: guild.id, isThere: event.t === Event.GuildCreate }
}

function isOfGuild({ t }: GatewayDispatchPayload): boolean {
  return t === Event.GuildCreate || t === Event.GuildUpdate || t === Event.GuildDelete
}
