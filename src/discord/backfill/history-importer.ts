/**
 * One Durable Object per guild imports its old messages from Discord and from uploads, step by step from one alarm. Entry
 * point only: the files beside it are the steps, and src/history/ has the rows that say how far an import is.
 */
import { DurableObject } from "cloudflare:workers"
import { z } from "zod"
import { HOUR } from "../../domain/calendar.ts"
import { describeError, Refused } from "../../domain/errors.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type CheckedUpload, checkUpload, type UploadOrder } from "../../history/uploads/check-upload.ts"
import { countInUploads, eraseFromUploads } from "../../history/uploads/erase-person.ts"
import type { UploadPreview } from "../../history/uploads/preview.ts"
import { UploadRows } from "../../history/uploads/upload-rows.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { channelStub } from "../../runtime/channels.ts"
import { enter } from "../../runtime/enter.ts"
import { AlarmClock, retryAt } from "../../runtime/object/alarm-clock.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { placed } from "../../runtime/object/placed.ts"
import { StateRows, wipe } from "../../runtime/object/state-rows.ts"
import { readSettings } from "../../settings.ts"
import { discordRest } from "../bot/rest.ts"
import { type DiscordReader, discordRefusal } from "../gateway/repair/deps.ts"
import type { BackfillDeps } from "./deps.ts"
import { takeStep } from "./take-step.ts"
import { takeSteps } from "./take-steps.ts"

const LimitedUntil = z.object({ until: z.number(), isForBot: z.boolean() })

export class HistoryImporter extends DurableObject<Env> {
  readonly #state: StateRows
  readonly #clock: AlarmClock
  readonly #uploads: UploadRows
  /** Checks under way, by upload: a form that is sent twice is read once. */
  readonly #checking = new Map<string, Promise<CheckedUpload>>()
  /** Imports that failed, with the time of their next attempt. */
  readonly #held = new Map<string, Time>()
  /** Tests replace it. */
  discord: DiscordReader | null
  #asked = false

  constructor(ctx: DurableObjectState, given: Env) {
    const env = placed(given)
    super(ctx, env)
    this.#state = new StateRows(ctx.storage.sql)
    this.#clock = new AlarmClock(ctx.storage)
    this.#uploads = new UploadRows(ctx.storage.sql)
    this.discord = discordRest(env, this, (report) => {
      const holder = `history ${this.#guildId ?? ""}`
      return env.SHARDS.getByName("0").leaseRest({ ...report, holder, use: "repair" })
    })
    ctx.blockConcurrencyWhile(() => Promise.all([loadLibraries(), this.#clock.load()]))
  }

  /** Looks at once at what the guild's import is to do. */
  async wake(guildId: Id): Promise<void> {
    this.#state.set("guild", guildId)
    this.#asked = true
    this.#held.clear()
    await this.#clock.wakeBy(Date.now())
  }

  // Uploads: the parts of a file are stored, then it is checked whole, and then its messages wait to be read.

  /** Stores a part of a file. One that never gets an import is deleted after an hour. */
  async addUploadPart(guildId: Id, upload: string, part: number, bytes: ArrayBuffer): Promise<void> {
    this.#state.set("guild", guildId)
    this.#uploads.addPart(upload, { part, bytes, now: Date.now() })
    await this.#clock.wakeBy(Date.now() + HOUR)
  }

  async checkUpload(order: UploadOrder): Promise<CheckedUpload> {
    const { id } = order
    const checking = this.#checking.get(id) ?? checkUpload(this.#uploads, order)
    this.#checking.set(id, checking)
    try {
      return await checking
    } finally {
      this.#checking.delete(id)
    }
  }

  /** Returns what a person sees before the import starts; `null` once the upload is deleted. */
  async uploadPreview(upload: string): Promise<UploadPreview | null> {
    return this.#uploads.preview(upload)
  }

  /** Deletes an upload, or the messages of some of its channels, which will not be read. */
  async dropUpload(upload: string, channels: readonly Id[] | "all"): Promise<void> {
    if (channels === "all") this.#uploads.drop(upload)
    else this.#uploads.dropChannels(channels, upload)
  }

  // Erasures reach uploads, too.

  async erasePerson(userId: Id): Promise<void> {
    eraseFromUploads(this.#uploads, userId)
  }

  async eraseChannels(channels: readonly Id[]): Promise<void> {
    this.#uploads.dropChannels(channels)
  }

  /** Counts the messages of uploads that still hold a person. */
  async countOf(userId: Id): Promise<number> {
    return countInUploads(this.#uploads, userId)
  }

  /** Deletes all data of this object for good and ends it. */
  async wipe(): Promise<void> {
    await wipe(this.ctx)
  }

  override async alarm(): Promise<void> {
    // Sets a lease first: if this run is cut off, another one follows.
    await this.#clock.set(Date.now() + readSettings(this.env).LEASE_SECONDS * 1_000)
    this.#asked = false
    const next = await this.#run().catch((error: unknown) => this.#failed(error))
    await this.#clock.set(this.#asked ? Date.now() : next)
  }

  /** Returns when to go on; `null` if nothing is to be done. */
  async #run(): Promise<Time | null> {
    const guildId = this.#guildId
    if (guildId === null) return null
    return takeSteps(async () => {
      const step = await takeStep(this.#deps(guildId), {
        heldUntil: ({ id }) => this.#held.get(id) ?? 0,
        failed: ({ id }, error) => this.#hold(id, this.#failed(error)),
      })
      if (step.kind === "next") this.#state.set("attempts", 0)
      return step
    })
  }

  #deps(guildId: Id): BackfillDeps {
    const { env, discord } = this
    return {
      guildId,
      db: guildDatabase(env, guildId),
      discord,
      uploads: this.#uploads,
      runtime: { env, waitUntil: (work) => this.ctx.waitUntil(work) },
      channel: (id) => channelStub(env, guildId, id),
      enter: () => enter(env, guildId),
      applicationId: readSettings(env).DISCORD_APPLICATION_ID ?? null,
      state: this.#state,
      now: Date.now,
    }
  }

  #hold(job: string, until: Time | null): Time | null {
    if (until !== null) this.#held.set(job, until)
    return until
  }

  /** Fallback for any outage: the rows say how far the import is, and the step is repeated. */
  #failed(error: unknown): Time | null {
    const limited = LimitedUntil.safeParse(error).data
    if (limited !== undefined) return limited.until
    // The guild is unknown: it was erased.
    if (error instanceof Refused && error.refusal.reason === "unknown_guild") return null
    const attempts = (this.#state.get("attempts", z.int()) ?? 0) + 1
    this.#state.set("attempts", attempts)
    console.error({
      event: "history.failed",
      guild: this.#guildId,
      attempts,
      refusal: discordRefusal(error),
      error: describeError(error),
    })
    return retryAt(Date.now(), attempts, readSettings(this.env).RETRY_SECONDS * 1_000, Math.random())
  }

  get #guildId(): Id | null {
    return this.#state.get("guild", z.string())
  }
}
