/**
 * One Durable Object per guild. Answers interactions and mentions after Discord's deferral, each once, even
 * across crashes. responder-plan.ts decides, answer-job.ts does the work.
 */

import { DurableObject } from "cloudflare:workers"
import { pause, within } from "../../ai/deadline.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id, Time } from "../../domain/types.ts"
import { DEFAULT_SETTINGS, type GuildSettings } from "../../policy/settings.ts"
import type { QuotaRequest, QuotaResult } from "../../runtime/answer-quota.ts"
import { enter, lastEntered } from "../../runtime/enter.ts"
import type { Runtime } from "../../runtime/models.ts"
import { AlarmClock } from "../../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { placed } from "../../runtime/object/placed.ts"
import { wipe } from "../../runtime/object/state-rows.ts"
import { readSettings } from "../../settings.ts"
import { answerMention } from "../features/ask/mention.ts"
import { answerJob } from "./answer-job.ts"
import { AnswerRows } from "./answer-rows.ts"
import { findRoute, REGISTRY } from "./dispatch.ts"
import {
  type AnswerMention,
  answerExpiresAt,
  decidePace,
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
import { discordRest, leaseForAnswers, webhookRest } from "./rest.ts"

/** The longest wait for the guild's cool-down before the default applies: Discord is waiting too. */
const SETTINGS_MS = 800
/**
 * Delay before an answer starts, so that Discord receives the deferral first. Discord rejects an answer that
 * arrives before the deferral, and it would have to be sent again.
 */
const HEAD_START_MS = 50

export class Responder extends DurableObject<Env> {
  readonly #rows: JobRows
  readonly #answers: AnswerRows
  readonly #clock: AlarmClock
  /** Jobs running in this instance, with the id of the person who asked. */
  readonly #running = new Map<string, Id | null>()
  /** Tests replace it. */
  answerMention: AnswerMention = answerMention

  constructor(ctx: DurableObjectState, given: Env) {
    const env = placed(given)
    super(ctx, env)
    this.#rows = new JobRows(ctx.storage.sql)
    this.#answers = new AnswerRows(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Stores the job and starts it. Accepts a job once. */
  async take(job: ResponderJob): Promise<TakeResult> {
    const id = jobId(job)
    if (this.#rows.has(id)) return "duplicate"
    const person = jobPersonId(job)
    const paced = person !== null && isPaced(job)
    const settings = paced ? await this.#settings(job) : DEFAULT_SETTINGS
    if (paced && settings.blocked.includes(person)) return "blocked"
    // During the read the same job, or another one of this person, may have arrived.
    if (this.#rows.has(id)) return "duplicate"
    const now = Date.now()
    const lastAt = paced ? this.#rows.lastPaced(person) : null
    const cooldownMs = settings.cooldown_seconds * 1_000
    const decision = decidePace(job.kind, { lastAt, cooldownMs, now })
    if (decision.kind === "cooling") return { cooling: decision.seconds }
    this.#rows.add({ id, person, paced, body: serializeJob(job), dueAt: decision.at, now })
    await this.#clock.wakeBy(this.#startDue())
    return "taken"
  }

  /** Counts an answer that a model is about to word for a person. */
  async takeAnswer(asked: QuotaRequest): Promise<QuotaResult> {
    return this.#answers.take(asked, Date.now())
  }

  async status(): Promise<{ waiting: number; oldestAt: Time | null }> {
    const waiting = this.#rows.waiting()
    const taken = waiting.map(({ takenAt }) => takenAt)
    return { waiting: waiting.length, oldestAt: taken.length === 0 ? null : Math.min(...taken) }
  }

  /** Deletes what the person asked. An answer in progress at this moment is completed. */
  async erasePerson(userId: Id): Promise<void> {
    this.#rows.forget(userId, [...this.#running.keys()])
    this.#answers.forget(userId)
  }

  /** Deletes all data of this object for good. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  override async alarm(): Promise<void> {
    // Set a lease first: if the work is cut off, another alarm follows.
    await this.#clock.set(Date.now() + this.#leaseMs)
    await this.#clock.set(this.#startDue())
  }

  /** Starts due jobs and gives up expired ones. Returns the next wake-up. */
  #startDue(): Time | null {
    const now = Date.now()
    for (const job of this.#rows.waiting())
      if (now >= answerExpiresAt(job) && !this.#running.has(job.id))
        this.#dropJob(job.id, "its time was over")
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
      await this.#runJob(id)
    } catch (error) {
      // Fallback for any error: the job stays, and its lease runs it again.
      console.error({ event: "responder.failed", job: id, error: describeError(error) })
      this.#retryOrDrop(id, { kind: "down", why: "a bug" })
    } finally {
      this.#running.delete(id)
      await this.#clock.wakeBy(this.#startDue())
    }
  }

  async #runJob(id: string): Promise<void> {
    const job = this.#rows.get(id)
    if (job === null) return this.#dropJob(id, "it cannot be read")
    const failure = await answerJob(
      {
        runtime: this.#runtime,
        answerMention: this.answerMention,
        webhooks: () => webhookRest(readSettings(this.env).DISCORD_API_URL),
        rest: discordRest(this.env, this, leaseForAnswers(this.env)),
        storeOutcome: (outcome) => this.#rows.storeOutcome(id, outcome),
        now: () => Date.now(),
      },
      job,
    )
    if (failure === null) this.#rows.close(id, "done")
    else this.#retryOrDrop(id, failure)
  }

  /** Schedules another attempt, or drops the job if its time is over. */
  #retryOrDrop(id: string, failure: SendFailure): void {
    const job = this.#rows.get(id)
    if (job === null) return
    const firstMs = readSettings(this.env).RETRY_SECONDS * 1_000
    const tries = job.tries + 1
    const timing = { tries, expiresAt: answerExpiresAt(job), now: Date.now(), firstMs, random: Math.random() }
    const at = nextAttemptAt(failure, timing)
    if (at === null) this.#dropJob(id, failure.why)
    else this.#rows.retryLater(id, tries, at)
  }

  #dropJob(id: string, why: string): void {
    console.warn({ event: "answer.dropped", job: id, why })
    this.#rows.close(id, "dropped")
  }

  async #settings(job: ResponderJob): Promise<GuildSettings> {
    const guildId = jobGuildId(job)
    const known = guildId === null ? null : lastEntered(this.env, guildId)
    const entered =
      known ??
      (guildId === null ? null : await within(SETTINGS_MS, () => enter(this.env, guildId)).catch(() => null))
    // Fallback for a guild that is unknown or unreachable: the default cool-down, and nobody is blocked.
    return entered && typeof entered === "object" ? entered.guild.settings : DEFAULT_SETTINGS
  }

  get #runtime(): Runtime {
    const after = (work: Promise<unknown>) => {
      // Fallback for background work: the cron does what it would have done.
      const handled = work.catch((error: unknown) =>
        console.error({ event: "after.failed", error: describeError(error) }),
      )
      this.ctx.waitUntil(handled)
    }
    return { env: this.env, waitUntil: after }
  }

  get #leaseMs(): number {
    return readSettings(this.env).LEASE_SECONDS * 1_000
  }
}

/** Mentions, and commands with `paced`. */
function isPaced(job: ResponderJob): boolean {
  if (job.kind !== "interaction") return job.kind === "mention"
  const route = findRoute(job.interaction, REGISTRY)
  return route?.kind === "command" && route.command.paced === true
}
