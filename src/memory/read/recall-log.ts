/** Reads the log of recalls. Rows hold row numbers and scores, no words; memories that a caller names take a Viewer. */
import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { CLAIM_LABELS, type ClaimLabel } from "../../domain/claim-labels.ts"
import { RECALL_VERDICTS } from "../../domain/recalls.ts"
import type { Id, Time, Viewer } from "../../domain/types.ts"
import { type Database, readTogether } from "../db/database.ts"
import { recallLog } from "../db/schema.ts"
import { readableMemory } from "./search.ts"

/** Returns the row of a logged recall, and those of `memoryIds` that the viewer may read, with their row numbers. */
export async function readLoggedRecall(
  db: Database,
  viewer: Viewer,
  asked: { at: Time; id: string; memoryIds: readonly string[] },
) {
  const { guildId } = viewer
  const row = sql`SELECT json_object('channelId', channel_id, 'feedback', feedback, 'candidates', candidates) FROM recall_log
    WHERE guild_id = ${guildId} AND at = ${asked.at} AND id = ${asked.id}`
  const found = await readTogether(db, { row, memories: readableRows(viewer, asked) })
  return {
    row: found.row ? LoggedRow.parse(JSON.parse(found.row)) : null,
    memories: MemoryRows.parse(JSON.parse(found.memories ?? "[]")),
  }
}

const LoggedRow = z.object({
  channelId: z.string().nullable(),
  feedback: z.enum(RECALL_VERDICTS).nullable(),
  candidates: z.string(),
})
const MemoryRows = z.array(z.object({ id: z.string(), seq: z.int() }))

/** Selects memories by id. A row number is used again, so memories made after the recall do not count. */
function readableRows(viewer: Viewer, { at, memoryIds }: { at: Time; memoryIds: readonly Id[] }): SQL {
  return sql`SELECT json_group_array(json_object('id', memories.id, 'seq', memories.seq)) FROM memories
    WHERE memories.id IN (SELECT value FROM json_each(${JSON.stringify(memoryIds)})) AND +memories.guild_id = ${viewer.guildId}
      AND memories.created_at <= ${at} AND ${readableMemory(viewer)}`
}

/** Returns the ids of a guild's memories with these row numbers, made before a recall. */
export async function memoriesAtRows(
  db: Database,
  guildId: Id,
  { seqs, before }: { seqs: readonly number[]; before: Time },
): Promise<{ id: string; seq: number }[]> {
  if (seqs.length === 0) return []
  return db.all<{ id: string; seq: number }>(
    sql`SELECT id, seq FROM memories WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)})) AND +guild_id = ${guildId} AND created_at <= ${before}`,
  )
}

/** A page of logged recalls of a time, latest first. */
export interface RecallLogPage {
  since: Time
  until: Time
  /** The last row of the page before. */
  before: { at: Time; id: string } | null
  limit: number
}

/** A logged recall, and the labels of the memories among its candidates, by row number. */
export type LabeledRecallRow = typeof recallLog.$inferSelect & { labels: [seq: number, label: ClaimLabel][] }

/** Returns one page. Rows hold no words, so no viewer is needed. */
export async function readRecallLog(
  db: Database,
  guildId: Id,
  { since, until, before, limit }: RecallLogPage,
): Promise<LabeledRecallRow[]> {
  const { at, id, candidates } = recallLog
  // A row number is used again, so memories made after the recall do not count; notes have numbers of their own.
  const labels = sql<string>`(SELECT json_group_array(json_array(m.seq, c.label)) FROM json_each(${candidates}, '$.columns.seq') s
    CROSS JOIN memories m ON m.seq = s.value CROSS JOIN claim_log c ON c.memory_id = m.id
    WHERE json_extract(${candidates}, '$.columns.kind[' || s.key || ']') = 'memory' AND m.guild_id = ${guildId}
      AND m.created_at <= ${at} AND c.label IS NOT NULL AND c.verdict <> 'rejected')`
  const rows = await db
    .select({ ...getTableColumns(recallLog), labels })
    .from(recallLog)
    .where(
      and(
        eq(recallLog.guildId, guildId),
        gte(at, since),
        lt(at, until),
        before === null ? undefined : sql`(${at}, ${id}) < (${before.at}, ${before.id})`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(limit)
  return rows.map((row) => ({ ...row, labels: LabelRows.parse(JSON.parse(row.labels)) }))
}

const LabelRows = z.array(z.tuple([z.int(), z.enum(CLAIM_LABELS)]))
