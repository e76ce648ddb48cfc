/**
 * The work a guild's vector index has to catch up on: rows without a vector, and vectors to remove. Triggers
 * mark rows as they change; this file reads and clears the marks. Nothing here is shown to anyone, so no read takes a viewer.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"
import { guilds, vectorRemovals } from "../db/schema.ts"
import type { Charge } from "./order.ts"
import { usageStatements } from "./statements.ts"

export interface VectorRow {
  kind: "memory" | "note"
  seq: number
}

/** A row without a vector, and the words to embed. */
export interface UnembeddedRow extends VectorRow {
  id: string
  /** The row's words as read. The row is marked only if it still has them. */
  words: [string, string]
  /** The name of the person a memory is about. */
  subjectName: string | null
  /** The one channel its words were said in, `open` if they were told directly, else `several`. */
  place: string
}

/**
 * Returns at most `limit` rows without a vector, memories before notes, latest first: recent facts are asked
 * for soonest.
 */
export async function readUnembedded(db: Database, guildId: Id, limit: number): Promise<UnembeddedRow[]> {
  // Raw SQL for INDEXED BY: otherwise the planner scans the whole guild by time instead of the partial
  // indexes.
  const rows = await db.all<Omit<UnembeddedRow, "words"> & { first: string; second: string }>(
    sql`SELECT * FROM (SELECT 'memory' AS kind, seq, id, fact AS first, topics AS second,
        (SELECT name FROM members m WHERE m.guild_id = memories.guild_id AND m.id = subject_id AND scope = 'user') AS subjectName,
        (SELECT CASE WHEN count(DISTINCT coalesce(channel_id, 'open')) = 1 THEN min(coalesce(channel_id, 'open')) ELSE 'several' END
          FROM evidence e WHERE e.memory_id = memories.id) AS place
      FROM memories INDEXED BY memories_unembedded
      WHERE guild_id = ${guildId} AND coalesce(embedded_with, '') = '' AND status = 'active' ORDER BY seq DESC LIMIT ${limit})
    UNION ALL SELECT * FROM (SELECT 'note', seq, id, title, summary, NULL, channel_id FROM notes INDEXED BY notes_unembedded
      WHERE guild_id = ${guildId} AND coalesce(embedded_with, '') = '' ORDER BY seq DESC LIMIT ${limit})
    LIMIT ${limit}`,
  )
  return rows.map(({ first, second, ...row }) => ({ ...row, words: [first, second] }))
}

/**
 * Marks rows as embedded if they still have the words that were read. In the same batch, vectors are queued
 * for removal if their row was deleted or no longer claims one.
 */
export async function markEmbedded(
  db: Database,
  guildId: Id,
  rows: readonly UnembeddedRow[],
  by: { home: string; spent: Charge[]; now: Time },
): Promise<void> {
  const json = JSON.stringify(rows)
  // The pluses keep the planner from scanning the whole guild: rows are found by number.
  const keys = JSON.stringify(rows.map(({ kind, seq }) => ({ kind, seq })))
  await runBatch(db, [
    sql`UPDATE memories SET embedded_with = ${by.home} FROM json_each(${json}) j
      WHERE j.value->>'kind' = 'memory' AND memories.seq = j.value->>'seq' AND memories.id = j.value->>'id' AND +memories.guild_id = ${guildId}
        AND memories.status = 'active' AND memories.fact = j.value->>'$.words[0]' AND memories.topics = j.value->>'$.words[1]'`,
    sql`UPDATE notes SET embedded_with = ${by.home} FROM json_each(${json}) j
      WHERE j.value->>'kind' = 'note' AND notes.seq = j.value->>'seq' AND notes.id = j.value->>'id' AND +notes.guild_id = ${guildId}
        AND notes.title = j.value->>'$.words[0]' AND notes.summary = j.value->>'$.words[1]'`,
    // A row's number may be reused. The vector to remove has then been replaced.
    sql`DELETE FROM vector_removals WHERE guild_id = ${guildId} AND EXISTS (SELECT 1 FROM json_each(${keys}) j
      WHERE j.value->>'kind' = vector_removals.kind AND j.value->>'seq' = vector_removals.seq
        AND ${isClaimed(guildId)})`,
    queueUnclaimed(guildId, keys),
    ...usageStatements(guildId, by.spent, by.now),
  ])
}

/**
 * Queues vectors that no row claims for removal, for example after a write to the index with an unknown
 * outcome. Returns how many were newly queued. Records usage in the same batch.
 */
export async function queueStrayRemovals(
  db: Database,
  guildId: Id,
  rows: readonly VectorRow[],
  by: { spent: Charge[]; now: Time },
): Promise<number> {
  const [strays] = await runBatch(db, [
    queueUnclaimed(guildId, JSON.stringify(rows)),
    ...usageStatements(guildId, by.spent, by.now),
  ])
  return strays?.results.length ?? 0
}

function queueUnclaimed(guildId: Id, keys: string): SQL {
  return sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT ${guildId}, j.value->>'kind', j.value->>'seq'
    FROM json_each(${keys}) j WHERE NOT ${isClaimed(guildId)} ON CONFLICT DO NOTHING RETURNING 1`
}

/**
 * Returns the condition "the row of this key claims a vector". Its own triggers then handle the vector's
 * removal.
 */
function isClaimed(guildId: Id): SQL {
  return sql`CASE j.value->>'kind'
    WHEN 'memory' THEN EXISTS (SELECT 1 FROM memories m WHERE m.seq = j.value->>'seq' AND m.guild_id = ${guildId} AND m.embedded_with IS NOT NULL)
    ELSE EXISTS (SELECT 1 FROM notes n WHERE n.seq = j.value->>'seq' AND n.guild_id = ${guildId} AND n.embedded_with IS NOT NULL) END`
}

/** Returns at most `limit` vectors to remove. */
export async function pendingRemovals(db: Database, guildId: Id, limit: number): Promise<VectorRow[]> {
  return db
    .select({ kind: vectorRemovals.kind, seq: vectorRemovals.seq })
    .from(vectorRemovals)
    .where(sql`guild_id = ${guildId}`)
    .limit(limit)
}

/** Records that vectors were removed. */
export async function markVectorsRemoved(
  db: Database,
  guildId: Id,
  rows: readonly VectorRow[],
): Promise<void> {
  // One statement per kind: with pairs of kind and number, SQLite does not use the whole key.
  const ofKind = (kind: VectorRow["kind"]) =>
    sql`DELETE FROM vector_removals WHERE guild_id = ${guildId} AND kind = ${kind}
      AND seq IN (SELECT value FROM json_each(${JSON.stringify(rows.filter((row) => row.kind === kind).map((row) => row.seq))}))`
  await runBatch(db, [ofKind("memory"), ofKind("note")])
}

/**
 * Returns the index and model the guild's rows were last marked for; `null` if none or if the guild is
 * unknown.
 */
export async function readEmbeddingHome(db: Database, guildId: Id): Promise<string | null> {
  const rows = await db.select({ home: guilds.embeddedWith }).from(guilds).where(sql`id = ${guildId}`)
  return rows[0]?.home ?? null
}

/**
 * Moves a guild to another index or model. Every vector elsewhere is queued for removal, and every row waits
 * for a new one.
 */
export async function moveEmbeddingHome(db: Database, guildId: Id, home: string): Promise<void> {
  const elsewhere = sql`guild_id = ${guildId} AND embedded_with <> ${home}`
  await runBatch(db, [
    sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT guild_id, 'memory', seq FROM memories WHERE ${elsewhere} ON CONFLICT DO NOTHING`,
    sql`UPDATE memories SET embedded_with = NULL WHERE ${elsewhere}`,
    sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT guild_id, 'note', seq FROM notes WHERE ${elsewhere} ON CONFLICT DO NOTHING`,
    sql`UPDATE notes SET embedded_with = NULL WHERE ${elsewhere}`,
    sql`UPDATE guilds SET embedded_with = ${home} WHERE id = ${guildId}`,
  ])
}
