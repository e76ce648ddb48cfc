/**
 * Progress of an import, channel by channel. Each change names the state it expects, so a step that is cut off and done
 * again counts nothing twice.
 */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import type { SkipReason } from "./job-rows.ts"

interface JobKey {
  guildId: Id
  id: string
}

/** Adds channels to count, or to leave out for a reason. Known ones stay as they are. */
export async function addHistoryChannels(
  db: Database,
  { guildId, id }: JobKey,
  channels: readonly { id: Id; reason: SkipReason | null }[],
): Promise<void> {
  if (channels.length === 0) return
  await runBatch(db, [
    sql`INSERT INTO history_channels (guild_id, job_id, channel_id, state, reason, read, accepted, duplicates, rejected)
      SELECT ${guildId}, ${id}, value->>'id', iif(value->>'reason' IS NULL, 'counting', 'skipped'), value->>'reason', 0, 0, 0, '{}'
      FROM json_each(${JSON.stringify(channels)}) WHERE EXISTS (SELECT 1 FROM history_jobs WHERE guild_id = ${guildId} AND id = ${id})
      ON CONFLICT DO NOTHING`,
  ])
}

/** Returns a channel that is not counted yet; `null` if all are. */
export async function nextToCount(db: Database, { guildId, id }: JobKey): Promise<Id | null> {
  const rows = await db.all<{ channelId: Id }>(
    sql`SELECT channel_id AS channelId FROM history_channels WHERE guild_id = ${guildId} AND job_id = ${id} AND state = 'counting' LIMIT 1`,
  )
  return rows[0]?.channelId ?? null
}

/** `total`: `null` if Discord does not say. */
export async function saveTotal(
  db: Database,
  { guildId, id }: JobKey,
  { channelId, total }: { channelId: Id; total: number | null },
): Promise<void> {
  await runBatch(db, [
    sql`UPDATE history_channels SET state = 'waiting', total = ${total}
      WHERE guild_id = ${guildId} AND job_id = ${id} AND channel_id = ${channelId} AND state = 'counting'`,
  ])
}

/** A channel that is to be read on. */
export interface ReadingChannel {
  channelId: Id
  cursor: Id | null
}

/** Returns the next channels to read, in order of their ids as text. */
export function nextToRead(db: Database, { guildId, id }: JobKey, limit: number): Promise<ReadingChannel[]> {
  return db.all<ReadingChannel>(
    sql`SELECT channel_id AS channelId, cursor FROM history_channels
      WHERE guild_id = ${guildId} AND job_id = ${id} AND state IN ('waiting', 'reading') ORDER BY channel_id LIMIT ${limit}`,
  )
}

/** The outcome of one page. */
export interface PageResult {
  /** The id up to which the channel was read. */
  cursor: Id
  isLast: boolean
  read: number
  accepted: number
  duplicates: number
  /** Counts by reason. */
  rejected: Readonly<Record<string, number>>
}

/** Records a page, unless it was recorded before. */
export async function savePage(
  db: Database,
  { guildId, id }: JobKey,
  at: ReadingChannel,
  page: PageResult,
): Promise<void> {
  const merged = sql`(SELECT json_group_object(reason, count) FROM (SELECT key AS reason, sum(value) AS count
    FROM (SELECT key, value FROM json_each(history_channels.rejected) UNION ALL SELECT key, value FROM json_each(${JSON.stringify(page.rejected)})) GROUP BY key))`
  await runBatch(db, [
    sql`UPDATE history_channels SET state = ${page.isLast ? "done" : "reading"}, cursor = ${page.cursor}, read = read + ${page.read},
        accepted = accepted + ${page.accepted}, duplicates = duplicates + ${page.duplicates}, rejected = ${merged}
      WHERE guild_id = ${guildId} AND job_id = ${id} AND channel_id = ${at.channelId} AND state IN ('waiting', 'reading') AND cursor IS ${at.cursor}`,
  ])
}

/** Ends a channel that is not read, or not read on. */
export async function skipHistoryChannel(
  db: Database,
  { guildId, id }: JobKey,
  { channelId, reason }: { channelId: Id; reason: SkipReason },
): Promise<void> {
  await runBatch(db, [
    sql`UPDATE history_channels SET state = 'skipped', reason = ${reason}
      WHERE guild_id = ${guildId} AND job_id = ${id} AND channel_id = ${channelId} AND state NOT IN ('done', 'skipped')`,
  ])
}

/** Ends an import all of whose channels are done or left out. */
export async function finishHistory(db: Database, { guildId, id }: JobKey, now: Time): Promise<void> {
  await runBatch(db, [
    sql`UPDATE history_jobs SET state = 'done', updated_at = ${now}, finished_at = ${now}
      WHERE guild_id = ${guildId} AND id = ${id} AND state = 'running'
      AND NOT EXISTS (SELECT 1 FROM history_channels c WHERE c.guild_id = ${guildId} AND c.job_id = ${id} AND c.state IN ('waiting', 'reading'))`,
  ])
}

/** Ends a preview that cannot be made. */
export async function refuseHistory(
  db: Database,
  { guildId, id }: JobKey,
  { reason, now }: { reason: "no_structure" | "no_discord"; now: Time },
): Promise<void> {
  await runBatch(db, [
    sql`UPDATE history_jobs SET state = 'stopped', reason = ${reason}, updated_at = ${now}, finished_at = ${now}
      WHERE guild_id = ${guildId} AND id = ${id} AND state = 'counting'`,
  ])
}
