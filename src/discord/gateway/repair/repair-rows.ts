/** Pending repairs in the shard's SQLite. Synchronous; decides nothing. */
import type { Id, Time } from "../../../domain/types.ts"

/**
 * `away`: wait for GUILD_CREATE. `absent`: READY did not list the guild. `structure` and `members` are read
 * over REST. `ends` queues the lookups that follow from them, `walks` reads channels with missed messages from
 * their ends. `whole`: nothing is left to do.
 */
export type RepairStep = "away" | "absent" | "structure" | "members" | "ends" | "walks" | "whole"

export interface GuildRepair {
  guildId: Id
  step: RepairStep
  /** The position within the step. */
  cursor: string | null
  /** When events may first have been missed; `null` if none were. */
  since: Time | null
  attempts: number
}

/**
 * One thing to fetch over REST. A `message` names its channel and itself, and its guild id is empty if unknown. A
 * `guild` is repaired from the time in `target`.
 */
export interface RepairTask {
  guildId: Id
  kind: "member" | "thread" | "channel" | "message" | "pins" | "guild"
  target: string
  attempts: number
}

/** A channel to walk from its newest message backward. */
export interface ChannelWalk {
  guildId: Id
  channelId: Id
  /** The oldest message seen so far. */
  before: Id | null
  pages: number
}

export class RepairRows {
  readonly #sql: SqlStorage

  constructor(sql: SqlStorage) {
    this.#sql = sql
    sql.exec(`CREATE TABLE IF NOT EXISTS repair_guilds (id TEXT PRIMARY KEY, step TEXT NOT NULL, cursor TEXT, since INTEGER,
        attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS repair_errands (guild_id TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (guild_id, kind, target)) WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS repair_walks (guild_id TEXT NOT NULL, channel_id TEXT NOT NULL, missed INTEGER NOT NULL, before TEXT,
        pages INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (guild_id, channel_id)) WITHOUT ROWID;`)
  }

  /**
   * Starts all listed guilds over as `away`, with events missed since then. Others become `absent` and are
   * looked up.
   */
  resetGuilds(guildIds: readonly Id[], since: Time | null): void {
    this.#sql.exec("UPDATE repair_guilds SET step = 'absent', attempts = 0, due_at = 0")
    for (const id of guildIds) this.set(id, "away", since)
    this.#sql.exec("DELETE FROM repair_walks")
  }

  guild(id: Id): GuildRepair | null {
    return this.#guilds("WHERE id = ?", id)[0] ?? null
  }

  /** Puts a guild at a step. An earlier `since` that is not repaired yet is kept. */
  set(id: Id, step: RepairStep, since: Time | null): void {
    this.#sql.exec(
      `INSERT INTO repair_guilds (id, step, since) VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET step = ?2, cursor = NULL,
         attempts = 0, due_at = 0, since = coalesce(min(since, ?3), since, ?3)`,
      id,
      step,
      since,
    )
  }

  /** Moves a guild to the next step unless it was put elsewhere in the meantime. */
  move({ guildId, step }: GuildRepair, next: { step: RepairStep; cursor?: string }): void {
    this.#sql.exec(
      `UPDATE repair_guilds SET step = ?1, cursor = ?2, attempts = 0, due_at = 0, since = iif(?1 = 'whole', NULL, since)
       WHERE id = ?3 AND step = ?4`,
      next.step,
      next.cursor ?? null,
      guildId,
      step,
    )
  }

  forget(guildId: Id): void {
    this.#sql.exec("DELETE FROM repair_guilds WHERE id = ?", guildId)
    this.#sql.exec("DELETE FROM repair_errands WHERE guild_id = ?", guildId)
    this.#sql.exec("DELETE FROM repair_walks WHERE guild_id = ?", guildId)
  }

  addTasks(guildId: Id, kind: RepairTask["kind"], targets: readonly string[]): void {
    for (const target of targets) this.addTask({ guildId, kind, target }, 0)
  }

  addTask({ guildId, kind, target }: Omit<RepairTask, "attempts">, dueAt: Time): void {
    this.#sql.exec(
      "INSERT INTO repair_errands (guild_id, kind, target, due_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      guildId,
      kind,
      target,
      dueAt,
    )
  }

  finishTask({ guildId, kind, target }: RepairTask): void {
    this.#sql.exec(
      "DELETE FROM repair_errands WHERE guild_id = ? AND kind = ? AND target = ?",
      guildId,
      kind,
      target,
    )
  }

  /**
   * Each walk starts at the newest message. `missed` channels have new messages and come before those that
   * are only checked.
   */
  addWalks(guildId: Id, channelIds: readonly Id[], missed: boolean): void {
    for (const id of channelIds)
      this.#sql.exec(
        `INSERT INTO repair_walks (guild_id, channel_id, missed) VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET before = NULL, pages = 0, missed = max(missed, excluded.missed)`,
        guildId,
        id,
        missed ? 1 : 0,
      )
  }

  nextWalk(guildId: Id): ChannelWalk | null {
    const rows = this.#sql.exec(
      "SELECT channel_id, before, pages FROM repair_walks WHERE guild_id = ? ORDER BY missed DESC, channel_id LIMIT 1",
      guildId,
    )
    const row = rows.toArray()[0]
    if (!row) return null
    const before = row.before === null ? null : String(row.before)
    return { guildId, channelId: String(row.channel_id), before, pages: Number(row.pages) }
  }

  saveWalk({ guildId, channelId, pages }: ChannelWalk, before: Id): void {
    this.#sql.exec(
      "UPDATE repair_walks SET before = ?, pages = ? WHERE guild_id = ? AND channel_id = ?",
      before,
      pages + 1,
      guildId,
      channelId,
    )
  }

  /** Moves the walk behind all others of its guild. */
  moveWalkLast({ guildId, channelId }: ChannelWalk): void {
    this.#sql.exec(
      `UPDATE repair_walks SET missed = (SELECT min(missed) FROM repair_walks WHERE guild_id = ?1) - 1
       WHERE guild_id = ?1 AND channel_id = ?2`,
      guildId,
      channelId,
    )
  }

  finishWalk({ guildId, channelId }: ChannelWalk): void {
    this.#sql.exec("DELETE FROM repair_walks WHERE guild_id = ? AND channel_id = ?", guildId, channelId)
  }

  dueTask(now: Time): RepairTask | null {
    const row = this.#sql
      .exec("SELECT * FROM repair_errands WHERE due_at <= ? ORDER BY due_at LIMIT 1", now)
      .toArray()[0]
    if (!row) return null
    // Written by `addTasks`.
    const kind = String(row.kind) as RepairTask["kind"]
    return { guildId: String(row.guild_id), kind, target: String(row.target), attempts: Number(row.attempts) }
  }

  dueGuild(now: Time): GuildRepair | null {
    return (
      this.#guilds(
        "WHERE step NOT IN ('away', 'whole') AND due_at <= ? ORDER BY due_at, id LIMIT 1",
        now,
      )[0] ?? null
    )
  }

  dueAt(): Time | null {
    const row = this.#sql
      .exec(`SELECT min(due_at) AS at FROM (SELECT due_at FROM repair_errands
        UNION ALL SELECT due_at FROM repair_guilds WHERE step NOT IN ('away', 'whole'))`)
      .one()
    return row.at === null ? null : Number(row.at)
  }

  /** Schedules another attempt for `at`. */
  postpone(one: GuildRepair | RepairTask, at: Time): void {
    if ("step" in one)
      this.#sql.exec(
        "UPDATE repair_guilds SET attempts = attempts + 1, due_at = ? WHERE id = ?",
        at,
        one.guildId,
      )
    else
      this.#sql.exec(
        "UPDATE repair_errands SET attempts = attempts + 1, due_at = ? WHERE guild_id = ? AND kind = ? AND target = ?",
        at,
        one.guildId,
        one.kind,
        one.target,
      )
  }

  #guilds(where: string, ...values: (string | number)[]): GuildRepair[] {
    return this.#sql
      .exec(`SELECT * FROM repair_guilds ${where}`, ...values)
      .toArray()
      .map((row) => ({
        guildId: String(row.id),
        // Written by `set` and `move`.
        step: String(row.step) as RepairStep,
        cursor: row.cursor === null ? null : String(row.cursor),
        since: row.since === null ? null : Number(row.since),
        attempts: Number(row.attempts),
      }))
  }
}
