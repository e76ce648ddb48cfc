/**
 * A guild of the fake Discord with talk from before Keepsake came, and an import of it, step by step, on real channels
 * and a real database.
 */
import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import type { APIUser } from "discord-api-types/v10"
import type { z } from "zod"
import type { BackfillDeps, DiscordDeps } from "../../src/discord/backfill/deps.ts"
import { takeStep } from "../../src/discord/backfill/take-step.ts"
import { RestLimited } from "../../src/discord/bot/rest-gate.ts"
import { snowflakeAt } from "../../src/domain/ids.ts"
import {
  pauseHistory,
  previewHistory,
  resumeHistory,
  startHistory,
  stopHistory,
} from "../../src/history/control.ts"
import { openHistoryJob } from "../../src/history/job-rows.ts"
import { guildDatabase } from "../../src/memory/db/database.ts"
import { channelStub } from "../../src/runtime/channels.ts"
import { enter } from "../../src/runtime/enter.ts"
import type { Shard } from "./gateway-told.ts"
import { ok } from "./http.ts"

export const READ = (1n << 10n) | (1n << 16n)
export const DAY = 86_400_000
export const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The importer's own rows, in memory. They outlive a restart of the importer, as its storage does. */
class StateMap {
  readonly #values = new Map<string, string>()
  get<T>(key: string, schema: z.ZodType<T>): T | null {
    const parsed = schema.safeParse(JSON.parse(this.#values.get(key) ?? "null"))
    return parsed.success ? parsed.data : null
  }
  set(key: string, value: unknown): void {
    this.#values.set(key, JSON.stringify(value))
  }
}

const NO_UPLOADS = { page: () => [], preview: () => null, list: () => [], drop: () => undefined }

export class Backfill {
  readonly shard: Shard
  readonly guild: string
  readonly ada: APIUser
  readonly bo: APIUser
  readonly state = new StateMap()
  #said = 0

  constructor(shard: Shard) {
    this.shard = shard
    const { world } = shard
    this.guild = world.addGuild({ everyone: READ, botPermissions: READ }).made.id
    this.ada = this.person("Ada")
    this.bo = this.person("Bo")
  }

  person(name: string): APIUser {
    const user = this.shard.world.addUser(name)
    this.shard.world.addMember(this.guild, user)
    return user
  }

  /** Keeps the guild's own importer waiting: the test takes the steps. */
  async keepImporterWaiting(): Promise<void> {
    await runInDurableObject(env.HISTORIES.getByName(this.guild), (importer) => {
      importer.discord = { get: () => Promise.reject(new RestLimited(Date.now() + HOUR, true)) }
    })
  }

  channel(name: string): string {
    return this.shard.world.addChannel(this.guild, { name }).made.id
  }

  /** Adds a message that Keepsake never heard, said at a time. */
  past(channel: string, at: number, content: string, author: APIUser = this.ada): string {
    const { world } = this.shard
    this.#said += 1
    const id = snowflakeAt(at, this.#said)
    const message = world.compose(this.guild, channel, { id, author, content })
    world.messagesIn(world.guild(this.guild), channel).set(id, message)
    return id
  }

  get db() {
    return guildDatabase(env, this.guild)
  }

  get by() {
    return { actor: "admin", now: Date.now() }
  }

  deps(changes: Partial<DiscordDeps> = {}): DiscordDeps {
    const { shard, guild, db, state } = this
    return {
      ...{ guildId: guild, db, discord: shard.rest, runtime: shard.ground, state },
      channel: (id) => channelStub(env, guild, id),
      enter: () => enter(env, guild),
      applicationId: shard.own.applicationId,
      uploads: NO_UPLOADS,
      now: Date.now,
      ...changes,
    }
  }

  step = (deps: BackfillDeps) => takeStep(deps)

  /** Takes steps until there is nothing to do. Waits are cut short; `most` of them end the run. */
  async run(deps: BackfillDeps = this.deps(), most = 400): Promise<void> {
    for (let steps = 0; steps < most; steps++) {
      const { kind } = await takeStep(deps)
      if (kind === "idle") return
      // Channels read meanwhile.
      if (kind === "wait") await scheduler.wait(1)
    }
  }

  /** Takes steps until the preview is ready. */
  async preview(options: { since?: number; excluded?: string[] } = {}) {
    const id = `h_${crypto.randomUUID()}`
    const { since = null, excluded = [] } = options
    await previewHistory(this.db, { guildId: this.guild, id, since, excluded }, this.by)
    for (let steps = 0; steps < 200; steps++) {
      await takeStep(this.deps())
      const job = await openHistoryJob(this.db, this.guild)
      if (job?.state !== "counting") break
    }
    return id
  }

  start = (id: string, capUsd: number | null = null) =>
    startHistory(this.db, { guildId: this.guild, id, capUsd }, this.by)
  pause = (id: string) => pauseHistory(this.db, { guildId: this.guild, id }, this.by)
  resume = (id: string) => resumeHistory(this.db, { guildId: this.guild, id }, this.by)
  stop = (id: string) => stopHistory(this.db, { guildId: this.guild, id }, this.by)

  /** Previews, starts and runs an import to its end. Returns its id. */
  async import(options: { since?: number; excluded?: string[] } = {}): Promise<string> {
    const id = await this.preview(options)
    await this.start(id)
    await this.run()
    return id
  }

  flush(channel: string) {
    return ok("POST", `/v1/guilds/${this.guild}/channels/${channel}/flush`)
  }

  /** The contents of a person's kept messages in a channel, oldest first. */
  async words(channel: string, user: APIUser = this.ada): Promise<string[]> {
    const kept = await channelStub(env, this.guild, channel).messagesOf(user.id, {
      after: null,
      limit: 1_000,
    })
    return kept.map(({ content }) => content)
  }

  async rows(id: string): Promise<HistoryRow[]> {
    const { results } = await env.DB.prepare(
      "SELECT channel_id, state, reason, total, read, accepted, duplicates, rejected FROM history_channels WHERE guild_id = ? AND job_id = ? ORDER BY channel_id",
    )
      .bind(this.guild, id)
      .all<HistoryRow>()
    return results
  }
}

export interface HistoryRow {
  channel_id: string
  state: string
  reason: string | null
  total: number | null
  read: number
  accepted: number
  duplicates: number
  rejected: string
}
