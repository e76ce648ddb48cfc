/** Rows of imports of old messages, and of their channels: creating, finding and listing them, and their sums. */
import { eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { historyChannels, historyJobs } from "../memory/db/schema.ts"
import { type HistoryEstimate, HistoryEstimateSchema } from "./estimate.ts"

export const JOB_STATES = ["counting", "ready", "running", "paused", "stopped", "done"] as const
export type JobState = (typeof JOB_STATES)[number]

export function isJobOver(state: JobState): boolean {
  return state === "stopped" || state === "done"
}

export const SKIP_REASONS = ["forbidden", "missing", "off", "excluded", "refused"] as const
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Why an import ended or waits, if nobody asked for that. */
export const JOB_REASONS = ["no_structure", "replaced", "no_discord", "expired", "erased"] as const
type JobReason = (typeof JOB_REASONS)[number]

/** `export`: an uploaded export of channels. `package`: a person's own data package. */
const JOB_KINDS = ["discord", "export", "package"] as const

export interface HistoryJob {
  guildId: Id
  id: string
  kind: (typeof JOB_KINDS)[number]
  state: JobState
  reason: JobReason | null
  /** The earliest time of a message; `null` for all. */
  since: Time | null
  /** The largest id of a message; `null` until it starts. */
  untilId: Id | null
  excluded: readonly Id[]
  estimate: HistoryEstimate | null
  capUsd: number | null
  spentUsd: number
  /** Model calls that it paid for. */
  calls: number
  /** Facts that its conversations added, whatever became of them. */
  facts: number
  requestedBy: string
  requestedAt: Time
  updatedAt: Time
  finishedAt: Time | null
}

/** How far an import is, over all its channels. */
export interface JobSums {
  channels: number
  /** Channels that are done. */
  done: number
  skipped: number
  /** Channels that Discord has counted. */
  counted: number
  /** Messages by people, as far as Discord counted them. */
  total: number
  /** Messages fetched from Discord, those of bots included. */
  read: number
  accepted: number
  duplicates: number
  rejected: number
  /** Messages by bots among `rejected`. `total` does not count any. */
  bots: number
}

const Reason = z.enum(JOB_REASONS).nullable().catch(null)

function toJob({ fileName: _, ...row }: typeof historyJobs.$inferSelect): HistoryJob {
  return {
    ...row,
    reason: Reason.parse(row.reason),
    estimate: HistoryEstimateSchema.nullable().parse(row.estimate),
  }
}

export async function findHistoryJob(db: Database, guildId: Id, id: string): Promise<HistoryJob | null> {
  const rows = await db.select().from(historyJobs).where(sql`guild_id = ${guildId} AND id = ${id}`)
  return rows[0] ? toJob(rows[0]) : null
}

/** Returns the import from Discord that is neither stopped nor done. A guild has at most one. */
export async function openHistoryJob(db: Database, guildId: Id): Promise<HistoryJob | null> {
  const rows = await db
    .select()
    .from(historyJobs)
    .where(sql`guild_id = ${guildId} AND kind = 'discord' AND state NOT IN ('stopped', 'done')`)
    .orderBy(sql`requested_at DESC, id DESC`)
    .limit(1)
  return rows[0] ? toJob(rows[0]) : null
}

/** Returns all imports that are neither stopped nor done, those from files included, in the order they were asked for. */
export async function openHistoryJobs(db: Database, guildId: Id): Promise<HistoryJob[]> {
  const rows = await db
    .select()
    .from(historyJobs)
    .where(sql`guild_id = ${guildId} AND state NOT IN ('stopped', 'done')`)
    .orderBy(sql`requested_at, id`)
  return rows.map(toJob)
}

export interface JobPage {
  before: { at: Time; id: string } | null
  limit: number
  /** By default all. */
  kinds?: readonly HistoryJob["kind"][]
  /** By default anybody. */
  requestedBy?: string | null
}

/** Lists a guild's imports, latest first; `before` is the last one of the previous page. */
export async function listHistoryJobs(
  db: Database,
  guildId: Id,
  { before, limit, kinds = JOB_KINDS, requestedBy = null }: JobPage,
): Promise<HistoryJob[]> {
  const rows = await db
    .select()
    .from(historyJobs)
    .where(
      sql`guild_id = ${guildId} AND (${before?.at ?? null} IS NULL OR (requested_at, id) < (${before?.at ?? null}, ${before?.id ?? null}))
        AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)})) AND (${requestedBy} IS NULL OR requested_by = ${requestedBy})`,
    )
    .orderBy(sql`requested_at DESC, id DESC`)
    .limit(limit)
  return rows.map(toJob)
}

const EMPTY: JobSums = {
  ...{ channels: 0, done: 0, skipped: 0, counted: 0 },
  ...{ total: 0, read: 0, accepted: 0, duplicates: 0, rejected: 0, bots: 0 },
}

/** Returns the sums of some imports, by their id. Raw SQL: one pass over each import's channels. */
export async function historySums(
  db: Database,
  guildId: Id,
  ids: readonly string[],
): Promise<(id: string) => JobSums> {
  return sumsIn(await db.all<SumsRow>(selectSums(guildId, ids)))
}

type SumsRow = JobSums & { id: string }

function selectSums(guildId: Id, ids: readonly string[]): SQL {
  return sql`SELECT job_id AS id, count(*) AS channels, count(*) FILTER (WHERE state = 'done') AS done,
        count(*) FILTER (WHERE state = 'skipped') AS skipped, count(*) FILTER (WHERE state IN ('waiting', 'reading', 'done')) AS counted,
        coalesce(sum(total) FILTER (WHERE state <> 'skipped'), 0) AS total, sum(read) AS read, sum(accepted) AS accepted, sum(duplicates) AS duplicates,
        sum((SELECT coalesce(sum(value), 0) FROM json_each(rejected))) AS rejected,
        sum(coalesce(rejected->>'bot', 0)) AS bots
      FROM history_channels WHERE guild_id = ${guildId} AND job_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) GROUP BY job_id`
}

function sumsIn(rows: readonly SumsRow[]): (id: string) => JobSums {
  const sums = new Map(rows.map(({ id, ...counts }) => [id, counts]))
  return (id) => sums.get(id) ?? EMPTY
}

/** A channel of an import, with its name and its parent's id from the guild's structure. */
export interface HistoryChannel {
  channelId: Id
  name: string | null
  parentId: Id | null
  state: (typeof historyChannels.$inferSelect)["state"]
  reason: SkipReason | null
  total: number | null
  cursor: Id | null
  read: number
  accepted: number
  duplicates: number
  rejected: Record<string, number>
}

/** Lists an import's channels, by id; `after` is the last one of the previous page. */
export async function historyChannelsOf(
  db: Database,
  job: { guildId: Id; id: string },
  { after, limit }: { after: Id | null; limit: number },
): Promise<HistoryChannel[]> {
  return channelsIn(await db.all<ChannelRow>(selectChannels(job, { after, limit })))
}

/** Lists an import's first channels with the sums over all of them: figures of one moment, even while it is being read. */
export async function historySnapshot(
  db: Database,
  job: { guildId: Id; id: string },
  limit: number,
): Promise<{ sums: JobSums; channels: HistoryChannel[] }> {
  const [sums, channels] = await runBatch(db, [
    selectSums(job.guildId, [job.id]),
    selectChannels(job, { after: null, limit }),
  ])
  // The columns are those of the queries.
  return {
    sums: sumsIn((sums?.results ?? []) as unknown as SumsRow[])(job.id),
    channels: channelsIn((channels?.results ?? []) as unknown as ChannelRow[]),
  }
}

type ChannelRow = Omit<HistoryChannel, "rejected"> & { rejected: string }

function selectChannels(
  job: { guildId: Id; id: string },
  { after, limit }: { after: Id | null; limit: number },
): SQL {
  return sql`SELECT h.channel_id AS channelId, c.name AS name, c.parent_id AS parentId, h.state AS state, h.reason AS reason, h.total AS total,
        h.cursor AS cursor, h.read AS read, h.accepted AS accepted, h.duplicates AS duplicates, h.rejected AS rejected
      FROM history_channels h LEFT JOIN channels c ON c.guild_id = h.guild_id AND c.id = h.channel_id
      WHERE h.guild_id = ${job.guildId} AND h.job_id = ${job.id} AND h.channel_id > ${after ?? ""} ORDER BY h.channel_id LIMIT ${limit}`
}

function channelsIn(rows: readonly ChannelRow[]): HistoryChannel[] {
  return rows.map((row) => ({ ...row, rejected: Rejected.parse(JSON.parse(row.rejected)) }))
}

const Rejected = z.record(z.string(), z.int())

/** Returns how many channels an import leaves out, by reason. */
export async function skippedByReason(
  db: Database,
  job: { guildId: Id; id: string },
): Promise<{ reason: SkipReason; count: number }[]> {
  const rows = await db
    .select({ reason: historyChannels.reason, count: sql<number>`count(*)` })
    .from(historyChannels)
    .where(sql`guild_id = ${job.guildId} AND job_id = ${job.id} AND state = 'skipped'`)
    .groupBy(historyChannels.reason)
    .orderBy(historyChannels.reason)
  return rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]))
}

/** Records what an import will take. */
export async function saveEstimate(
  db: Database,
  id: string,
  estimate: HistoryEstimate,
  now: Time,
): Promise<void> {
  await db
    .update(historyJobs)
    .set({ state: "ready", estimate, updatedAt: now })
    .where(sql`${eq(historyJobs.id, id)} AND state = 'counting'`)
}
