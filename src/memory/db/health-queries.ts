/** The reads and writes of the health check, over all guilds. They hold ids, times and counts, never anyone's words. */
import { type SQL, sql } from "drizzle-orm"
import { drizzle } from "drizzle-orm/d1"
import { utcDate } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, nightInProgress, runBatch } from "./database.ts"
import { alerts } from "./schema.ts"

/** The last file in `migrations`, whose tables this code expects. A test compares the two. */
export const NEWEST_MIGRATION = "0018_history_facts.sql"

/** Returns the database of what belongs to no guild. */
export function deploymentDatabase(bindings: { DB: D1Database }): Database {
  return drizzle(bindings.DB)
}

/** Returns true if D1 misses a table or column: the database is not set up, or not for this version. */
export function isSchemaMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return /^D1_ERROR: no such (?:table|column)\b/.test(error.message) || isSchemaMissing(error.cause)
}

/** One row, or none: the last migration applied. */
export function appliedMigration(): SQL {
  return sql`SELECT max(name) AS name FROM d1_migrations`
}

/** One row: the number of channels with a late window, and the oldest one. */
export function lateWindowsQuery(): SQL {
  return sql`SELECT count(*) AS count, min(since) AS since, guild_id AS guildId, channel_id AS channelId
    FROM late_windows JOIN guilds ON guilds.id = guild_id WHERE leaving_at IS NULL`
}

/** One row: the number of erasures that are not done, and the oldest one. */
export function openErasuresQuery(): SQL {
  return sql`SELECT count(*) AS count, min(requested_at) AS since, guild_id AS guildId, id
    FROM erasures WHERE state <> 'done'`
}

/** The guilds whose last two nights failed, or ended without a word. Skipped nights do not count. */
export function failedNightsQuery(now: Time): SQL {
  const ended = sql`state <> 'skipped' AND NOT ${nightInProgress(now)}`
  return sql`SELECT id FROM guilds WHERE 2 = (SELECT count(*) FROM
    (SELECT state FROM runs WHERE guild_id = guilds.id AND ${ended} ORDER BY started_at DESC LIMIT 2) WHERE state <> 'done') ORDER BY id`
}

/** The last round of each cron schedule, and when the last migration was applied (`deployed`). */
export function cronRunsQuery(): SQL {
  return sql`SELECT schedule, at, failed FROM cron_runs
    UNION ALL SELECT 'deployed', unixepoch(max(applied_at)) * 1000, '[]' FROM d1_migrations`
}

/** Spending of the guilds with a cap, today and this month. `neuronUsd`: today's cost on Workers AI. */
export function cappedSpendQuery(now: Time): SQL {
  const today = utcDate(now)
  const since = `${today.slice(0, 7)}-01`
  const isToday = sql`usage.day = ${today}`
  return sql`SELECT guilds.id, guilds.settings,
      total(input_tokens + output_tokens) FILTER (WHERE ${isToday}) AS tokens,
      total(cost_usd) FILTER (WHERE ${isToday} AND model LIKE '@%') AS neuronUsd, total(cost_usd) AS usd
    FROM guilds JOIN usage ON usage.guild_id = guilds.id AND usage.day BETWEEN ${since} AND ${today}
    WHERE json_valid(settings) AND coalesce(settings ->> 'daily_tokens', settings ->> 'daily_neurons', settings ->> 'monthly_usd') IS NOT NULL
    GROUP BY guilds.id ORDER BY guilds.id`
}

/** A day's work of all guilds. `neuronUsd`: its cost on Workers AI; `answer`: model calls for answers. */
interface DayActivity {
  neuronUsd: number
  answer: number
  message: number
  window: number
  nightStep: number
}

/** Returns the work since midnight UTC, counted from rows that are written anyway. */
export async function readDayActivity(bindings: { DB: D1Database }, midnight: Time): Promise<DayActivity> {
  const spent = sql`FROM guilds CROSS JOIN usage ON usage.guild_id = guilds.id AND usage.day = ${utcDate(midnight)}`
  const heard = sql`FROM guilds CROSS JOIN windows ON windows.guild_id = guilds.id AND windows.last_at >= ${midnight}`
  const nights = sql`FROM guilds CROSS JOIN runs ON runs.guild_id = guilds.id AND runs.started_at >= ${midnight}`
  const rows = await deploymentDatabase(bindings).all<DayActivity>(
    sql`SELECT * FROM (SELECT total(cost_usd) FILTER (WHERE model LIKE '@%') AS neuronUsd,
        total(calls) FILTER (WHERE purpose = 'answer') AS answer ${spent}),
      (SELECT total(message_count) AS message, count(*) AS "window" ${heard}),
      (SELECT count(*) AS nightStep ${nights} CROSS JOIN run_steps ON run_steps.run_id = runs.id)`,
  )
  return rows[0] ?? { neuronUsd: 0, answer: 0, message: 0, window: 0, nightStep: 0 }
}

/** Returns a guild whose vectors are in this index and of this model; `null` if there is none. */
export async function guildEmbeddedWith(bindings: { DB: D1Database }, home: string): Promise<Id | null> {
  const has = (table: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} AS own WHERE own.guild_id = guilds.id AND own.embedded_with = ${home})`
  const rows = await deploymentDatabase(bindings).all<{ id: Id }>(
    sql`SELECT id FROM guilds WHERE embedded_with = ${home} AND (${has("notes")} OR ${has("memories")}) LIMIT 1`,
  )
  return rows[0]?.id ?? null
}

/** Records a round of a cron schedule and the names of the jobs that failed in it. */
export async function recordCronRun(
  bindings: { DB: D1Database },
  { schedule, at, failed }: { schedule: string; at: Time; failed: readonly string[] },
): Promise<void> {
  await deploymentDatabase(bindings).run(
    sql`INSERT INTO cron_runs (schedule, at, failed) VALUES (${schedule}, ${at}, ${JSON.stringify(failed)})
      ON CONFLICT (schedule) DO UPDATE SET at = excluded.at, failed = excluded.failed`,
  )
}

/** A failing check that the operator was told of. */
export interface OpenAlert {
  name: string
  since: Time
  postedAt: Time
}

export function readAlerts(bindings: { DB: D1Database }): Promise<OpenAlert[]> {
  return deploymentDatabase(bindings).select().from(alerts)
}

/** Records alerts that were posted, and deletes those that are over. */
export async function recordAlerts(
  bindings: { DB: D1Database },
  { open, over }: { open: readonly OpenAlert[]; over: readonly string[] },
): Promise<void> {
  await runBatch(deploymentDatabase(bindings), [
    sql`INSERT INTO alerts (name, since, posted_at)
      SELECT value ->> 'name', value ->> 'since', value ->> 'postedAt' FROM json_each(${JSON.stringify(open)}) WHERE true
      ON CONFLICT (name) DO UPDATE SET posted_at = excluded.posted_at`,
    sql`DELETE FROM alerts WHERE name IN (SELECT value FROM json_each(${JSON.stringify(over)}))`,
  ])
}
