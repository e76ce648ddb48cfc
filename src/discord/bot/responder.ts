/** One Durable Object per guild: answers interactions and mentions after Discord was told to wait, each once, through crashes. A door: decisions are in responder-plan.ts, the work in responder-work.ts. */

import { DurableObject } from "cloudflare:workers"
import { REST } from "@discordjs/rest"
import { pause, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id, Time } from "../../domain/types.ts"
import { DEFAULT_SETTINGS } from "../../policy/settings.ts"
import { enter, lastEntered } from "../../runtime/enter.ts"
import type { Runtime } from "../../runtime/models.ts"
import { AlarmClock } from "../../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { wipe } from "../../runtime/object/state-rows.ts"
import { readSettings } from "../../settings.ts"
import { answerMention } from "../features/ask/mention.ts"
import { answerJob } from "./answer-job.ts"
import { findRoute, REGISTRY } from "./dispatch.ts"
import {
  type AnswerMention,
  decidePace,
  GIVE_UP_MS,
  jobGuildId,
  jobId,
  jobPersonId,
  jobsToStart,
  KEEP_MS,
  nextAttemptAt,
  nextWakeAt,
  type ResponderJob,
  type SendFailure,
  serializeJob,
  type TakeResult,
} from "./responder-plan.ts"
import { JobRows } from "./responder-rows.ts"
import { discordRest } from "./rest.ts"

/** How long the guild's cool-down is waited for before the ordinary one holds: Discord waits for us meanwhile. */
const SETTINGS_MS = 800
/** An answer begins so much later than it is taken, that Discord hears first that it follows: one that comes before that is refused, and sent again. */
const HEAD_START_MS = 50

export class Responder extends DurableObject<Env> {
  readonly #rows: JobRows
  readonly #clock: AlarmClock
  /** Jobs under way in this life of the object, with whose they are. */
  readonly #running = new Map<string, Id | null>()
  /** A test says something else. */
  answerMention: AnswerMention = answerMention

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env)
    this.#rows = new JobRows(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Keeps the job, whatever happens from here on, and begins it. The same one is taken once. */
  async take(job: ResponderJob): Promise<TakeResult> {
    const id = jobId(job)
    if (this.#rows.has(id)) return "duplicate"
    const person = jobPersonId(job)
    const paced = person !== null && isPaced(job)
    const cooldownMs = paced ? await this.#cooldownMs(job) : 0
    // While that was read, the same one may have come again, or another of the same person's.
    if (this.#rows.has(id)) return "duplicate"
    const now = Date.now()
    const lastAt = paced ? this.#rows.lastPaced(person) : null
    const pace = decidePace(job.kind, { lastAt, cooldownMs, now })
    if (pace.kind === "cooling") return { cooling: pace.seconds }
    this.#rows.add({ id, person, paced, body: serializeJob(job), dueAt: pace.at, now })
    await this.#clock.wakeBy(this.#begin())
    return "taken"
  }

  /** How many wait for their answer, and since when the oldest does. */
  async status(): Promise<{ waiting: number; oldestAt: Time | null }> {
    const waiting = this.#rows.waiting()
    const taken = waiting.map(({ takenAt }) => takenAt)
    return { waiting: waiting.length, oldestAt: taken.length === 0 ? null : Math.min(...taken) }
  }

  /** Nothing that a person asked is kept or answered any more, but for what is being answered at this moment. */
  async erasePerson(userId: Id): Promise<void> {
    this.#rows.forget(userId, [...this.#running.keys()])
  }

  /** Erases everything here for good, and ends. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  override async alarm(): Promise<void> {
    // First a lease: if what begins now is cut off, another alarm follows.
    await this.#clock.set(Date.now() + this.#leaseMs)
    await this.#clock.set(this.#begin())
  }

  /** Begins whatever is due and gives up what is too old. Returns when to look again. */
  #begin(): Time | null {
    const now = Date.now()
    for (const { id, takenAt } of this.#rows.waiting())
      if (now >= takenAt + GIVE_UP_MS && !this.#running.has(id)) this.#drop(id, "its time was over")
    this.#rows.purge(now - KEEP_MS)
    const waiting = this.#rows.waiting()
    for (const id of jobsToStart(waiting, this.#running, now)) {
      this.#running.set(id, waiting.find((job) => job.id === id)?.person ?? null)
      this.ctx.waitUntil(this.#answer(id))
    }
    return nextWakeAt(waiting, { oldestAt: this.#rows.oldestAt(), leaseMs: this.#leaseMs, now })
  }

  async #answer(id: string): Promise<void> {
    try {
      await pause(HEAD_START_MS)
      await this.#attend(id)
    } catch (error) {
      // The fallback for whatever this is: the job stays, and its lease brings it back.
      console.error({ event: "responder.failed", job: id, error: describeError(error) })
      this.#put(id, { kind: "down", why: "a bug" })
    } finally {
      this.#running.delete(id)
      await this.#clock.wakeBy(this.#begin())
    }
  }

  async #attend(id: string): Promise<void> {
    const held = this.#rows.get(id)
    if (held === null) return this.#drop(id, "it cannot be read")
    const failure = await answerJob(
      {
        ground: this.#ground,
        answerMention: this.answerMention,
        webhooks: () => webhookRest(readSettings(this.env).DISCORD_API_URL),
        rest: discordRest(this.env, this),
        keep: (performed) => this.#rows.storeOutcome(id, performed),
        now: Date.now,
      },
      held,
    )
    if (failure === null) this.#rows.close(id, "done")
    else this.#put(id, failure)
  }

  /** Later again, while there is time. */
  #put(id: string, failure: SendFailure): void {
    const held = this.#rows.get(id)
    if (held === null) return
    const firstMs = readSettings(this.env).RETRY_SECONDS * 1_000
    const tries = held.tries + 1
    const { takenAt } = held
    const at = nextAttemptAt(failure, { tries, takenAt, now: Date.now(), firstMs, random: Math.random() })
    if (at === null) this.#drop(id, failure.why)
    else this.#rows.retryLater(id, tries, at)
  }

  #drop(id: string, why: string): void {
    console.warn({ event: "answer.dropped", job: id, why })
    this.#rows.close(id, "dropped")
  }

  async #cooldownMs(job: ResponderJob): Promise<number> {
    const guildId = jobGuildId(job)
    const known = guildId === null ? null : lastEntered(this.env, guildId)
    const entered =
      known ??
      (guildId === null ? null : await within(SETTINGS_MS, () => enter(this.env, guildId)).catch(() => null))
    // The fallback for a guild that is unknown or out of reach: the ordinary cool-down.
    const settings = entered && typeof entered === "object" ? entered.guild.settings : DEFAULT_SETTINGS
    return settings.cooldown_seconds * 1_000
  }

  get #ground(): Runtime {
    const after = (work: Promise<unknown>) => {
      // The fallback for what nobody waits for: the cron sees to what it was to do.
      const seen = work.catch((error: unknown) =>
        console.error({ event: "after.failed", error: describeError(error) }),
      )
      this.ctx.waitUntil(seen)
    }
    return { env: this.env, waitUntil: after }
  }

  get #leaseMs(): number {
    return readSettings(this.env).LEASE_SECONDS * 1_000
  }
}

/** Mentions, and commands that say so. */
function isPaced(job: ResponderJob): boolean {
  if (job.kind === "mention") return true
  const called = findRoute(job.interaction, REGISTRY)
  return called?.kind === "command" && called.command.paced === true
}

/** Discord's REST API for what is signed by a token of its own. */
function webhookRest(api: string): REST {
  return new REST({
    api,
    version: "10",
    hashSweepInterval: 0,
    handlerSweepInterval: 0,
    makeRequest: (url, init) =>
      fetch(url, init as RequestInit) as unknown as ReturnType<REST["options"]["makeRequest"]>,
  })
}
