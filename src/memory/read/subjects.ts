/**
 * Lists subjects for the night: those that may exceed a policy's caps, and those with new statements. Never
 * shown to anyone, so without a viewer.
 */
import { sql } from "drizzle-orm"
import type { AnswerLabel } from "../../domain/answer-labels.ts"
import type { Id, Memory, Subject, Time, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { hasMentionableSpeaker } from "./note-reads.ts"
import { readableChannel, readableMemory } from "./search.ts"

/**
 * Returns subjects with more than `over` memories of any status, after `after`, in index order. Reads one
 * index entry for each later memory of the guild and no memory itself.
 */
export async function subjectsWithMoreThan(
  db: Database,
  guildId: Id,
  { over, after, limit }: { over: number; after: Subject | null; limit: number },
): Promise<Subject[]> {
  const { scope, id } = after ?? { scope: "", id: "" }
  return db.all(
    sql`SELECT scope, subject_id AS id FROM memories INDEXED BY memories_fact
      WHERE guild_id = ${guildId} AND (scope, subject_id) > (${scope}, ${id})
      GROUP BY scope, subject_id HAVING count(*) > ${over} ORDER BY scope, subject_id LIMIT ${limit}`,
  )
}

/** An active memory, and the channels that state its present wording. */
export interface StatedMemory {
  memory: Memory
  channels: (Id | null)[]
}

/** Returns the active memories of each subject. */
export async function activeMemoriesOf(
  db: Database,
  guildId: Id,
  subjects: readonly Subject[],
): Promise<StatedMemory[][]> {
  const rows = await db
    .select({
      row: memories,
      channels: sql<string>`(SELECT json_group_array(DISTINCT e.channel_id) FROM evidence e
        WHERE e.memory_id = ${memories.id} AND coalesce(e.fact, memories.fact) = memories.fact)`,
    })
    .from(memories)
    .where(
      sql`guild_id = ${guildId} AND status = 'active' AND (scope, subject_id) IN
        (SELECT value->>'scope', value->>'id' FROM json_each(${JSON.stringify(subjects)}))`,
    )
  const all = rows.map(({ row, channels }) => ({
    memory: fromRow(row),
    // The JSON comes only from the query above.
    channels: JSON.parse(channels) as (Id | null)[],
  }))
  return subjects.map(({ scope, id }) =>
    all.filter(({ memory: { subject } }) => subject.scope === scope && subject.id === id),
  )
}

/** Returns subjects other than people with statements since a time. */
export async function nonPersonSubjectsSince(
  db: Database,
  guildId: Id,
  { since, most }: { since: Time; most: number },
): Promise<Subject[]> {
  return db.all(
    sql`SELECT DISTINCT scope, subject_id AS id FROM memories INDEXED BY memories_recent
      WHERE guild_id = ${guildId} AND last_said_at >= ${since} AND scope <> 'user' AND status = 'active' ORDER BY 1, 2 LIMIT ${most}`,
  )
}

// Counts of what one viewer may read in a guild. Reads no words.

export interface MemoryCounts {
  /** Memories in force, in shadow mode, and waiting for approval. */
  active: number
  shadow: number
  queued: number
  notes: number
  /** People with at least one active memory. */
  people: number
  /** Active memories about the guild, and about its channels, projects and the like. */
  server: number
  others: number
  /** People's judgments of answers. */
  right: number
  wrong: number
  outdated: number
}

const NOTHING: MemoryCounts = {
  ...{ active: 0, shadow: 0, queued: 0, notes: 0, people: 0, server: 0, others: 0 },
  ...{ right: 0, wrong: 0, outdated: 0 },
}

/** Raw SQL: sums of three tables in one round trip. */
export async function countMemory(db: Database, viewer: Viewer, now: Time): Promise<MemoryCounts> {
  const { guildId, readable } = viewer
  const said = (label: AnswerLabel) =>
    sql`(SELECT count(*) FROM answer_labels WHERE guild_id = ${guildId} AND label = ${label}
      AND ${readableChannel(viewer, sql`answer_labels.channel_id`)})`
  const rows = await db.all<MemoryCounts>(
    sql`SELECT (SELECT count(*) FROM notes WHERE guild_id = ${guildId} AND kind = 'conversation'
        AND ${readableChannel(viewer, sql`notes.channel_id`)} AND ${hasMentionableSpeaker(viewer, sql`notes`)}) AS notes,
      ${said("right")} AS "right", ${said("wrong")} AS wrong, ${said("outdated")} AS outdated,
      coalesce(sum(status = 'active'), 0) AS active, coalesce(sum(status = 'shadow'), 0) AS shadow,
      coalesce(sum(status = 'queued'), 0) AS queued,
      count(DISTINCT CASE WHEN scope = 'user' AND status = 'active' THEN subject_id END) AS people,
      count(*) FILTER (WHERE status = 'active' AND scope = 'guild') AS server,
      count(*) FILTER (WHERE status = 'active' AND scope NOT IN ('user', 'guild')) AS others
    FROM memories WHERE guild_id = ${guildId} AND (expires_at IS NULL OR expires_at > ${now})
      AND ${readable === "all" ? sql`1` : readableMemory(viewer)}`,
  )
  return rows[0] ?? NOTHING
}
