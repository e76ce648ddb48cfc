/**
 * What the guild's vector index owes the database: which memories and notes wait for a vector, and which vectors must go.
 * Triggers mark rows as they change; here they are read and ticked off. Shown to nobody, so without a viewer.
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

/** A row that waits for its vector, with the words it is to be embedded by. */
export interface UnembeddedRow extends VectorRow {
  id: string
  /** The row's words as they were read: it is ticked off only while it still has them. */
  words: [string, string]
  /** The name of the person a memory is about. */
  subjectName: string | null
}

/** At most `limit` rows that wait, memories before notes, latest first: what was just said is asked for soonest. */
export async function readUnembedded(db: Database, guildId: Id, limit: number): Promise<UnembeddedRow[]> {
  // Raw for INDEXED BY: the planner would rather walk all of the guild by time than read the partial indexes.
  const rows = await db.all<Omit<UnembeddedRow, "words"> & { first: string; second: string }>(
    sql`SELECT * FROM (SELECT 'memory' AS kind, seq, id, fact AS first, topics AS second,
        (SELECT name FROM members m WHERE m.guild_id = memories.guild_id AND m.id = subject_id AND scope = 'user') AS subjectName
      FROM memories INDEXED BY memories_unembedded
      WHERE guild_id = ${guildId} AND coalesce(embedded_with, '') = '' AND status = 'active' ORDER BY seq DESC LIMIT ${limit})
    UNION ALL SELECT * FROM (SELECT 'note', seq, id, title, summary, NULL FROM notes INDEXED BY notes_unembedded
      WHERE guild_id = ${guildId} AND coalesce(embedded_with, '') = '' ORDER BY seq DESC LIMIT ${limit})
    LIMIT ${limit}`,
  )
  return rows.map(({ first, second, ...row }) => ({ ...row, words: [first, second] }))
}

/**
 * Ticks rows off as embedded: those that still have the words they were read with. What happened to the others since is
 * made good in the same batch: a vector whose row is gone, or has none by its own account, is to be removed.
 */
export async function markEmbedded(
  db: Database,
  guildId: Id,
  rows: readonly UnembeddedRow[],
  by: { home: string; spent: Charge[]; now: Time },
): Promise<void> {
  const json = JSON.stringify(rows)
  // The pluses keep the planner from walking all of the guild: rows are found by their numbers.
  const keys = JSON.stringify(rows.map(({ kind, seq }) => ({ kind, seq })))
  await runBatch(db, [
    sql`UPDATE memories SET embedded_with = ${by.home} FROM json_each(${json}) j
      WHERE j.value->>'kind' = 'memory' AND memories.seq = j.value->>'seq' AND memories.id = j.value->>'id' AND +memories.guild_id = ${guildId}
        AND memories.status = 'active' AND memories.fact = j.value->>'$.words[0]' AND memories.topics = j.value->>'$.words[1]'`,
    sql`UPDATE notes SET embedded_with = ${by.home} FROM json_each(${json}) j
      WHERE j.value->>'kind' = 'note' AND notes.seq = j.value->>'seq' AND notes.id = j.value->>'id' AND +notes.guild_id = ${guildId}
        AND notes.title = j.value->>'$.words[0]' AND notes.summary = j.value->>'$.words[1]'`,
    // A row's number may be used again: what was to be removed has been replaced.
    sql`DELETE FROM vector_removals WHERE guild_id = ${guildId} AND EXISTS (SELECT 1 FROM json_each(${keys}) j
      WHERE j.value->>'kind' = vector_removals.kind AND j.value->>'seq' = vector_removals.seq
        AND ${accounted(guildId)})`,
    disown(guildId, keys),
    ...usageStatements(guildId, by.spent, by.now),
  ])
}

/** Vectors that no row accounts for are to be removed, as after an index was written to and the outcome was lost; how many were not yet. Usage is written with it. */
export async function queueStrayRemovals(
  db: Database,
  guildId: Id,
  rows: readonly VectorRow[],
  by: { spent: Charge[]; now: Time },
): Promise<number> {
  const [strays] = await runBatch(db, [
    disown(guildId, JSON.stringify(rows)),
    ...usageStatements(guildId, by.spent, by.now),
  ])
  return strays?.results.length ?? 0
}

function disown(guildId: Id, keys: string): SQL {
  return sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT ${guildId}, j.value->>'kind', j.value->>'seq'
    FROM json_each(${keys}) j WHERE NOT ${accounted(guildId)} ON CONFLICT DO NOTHING RETURNING 1`
}

/** Whether the row of a key says itself that it has a vector: then its own triggers see to the vector's end. */
function accounted(guildId: Id): SQL {
  return sql`CASE j.value->>'kind'
    WHEN 'memory' THEN EXISTS (SELECT 1 FROM memories m WHERE m.seq = j.value->>'seq' AND m.guild_id = ${guildId} AND m.embedded_with IS NOT NULL)
    ELSE EXISTS (SELECT 1 FROM notes n WHERE n.seq = j.value->>'seq' AND n.guild_id = ${guildId} AND n.embedded_with IS NOT NULL) END`
}

/** At most `limit` vectors that must go. */
export async function pendingRemovals(db: Database, guildId: Id, limit: number): Promise<VectorRow[]> {
  return db
    .select({ kind: vectorRemovals.kind, seq: vectorRemovals.seq })
    .from(vectorRemovals)
    .where(sql`guild_id = ${guildId}`)
    .limit(limit)
}

/** Takes down that vectors are gone. */
export async function markVectorsRemoved(
  db: Database,
  guildId: Id,
  rows: readonly VectorRow[],
): Promise<void> {
  // One kind a statement: the key is not used whole for pairs of kind and number.
  const ofKind = (kind: VectorRow["kind"]) =>
    sql`DELETE FROM vector_removals WHERE guild_id = ${guildId} AND kind = ${kind}
      AND seq IN (SELECT value FROM json_each(${JSON.stringify(rows.filter((row) => row.kind === kind).map((row) => row.seq))}))`
  await runBatch(db, [ofKind("memory"), ofKind("note")])
}

/** The index and model the guild's rows were last told of; null where none, or where the guild is unknown. */
export async function readEmbeddingHome(db: Database, guildId: Id): Promise<string | null> {
  const rows = await db.select({ home: guilds.embeddedWith }).from(guilds).where(sql`id = ${guildId}`)
  return rows[0]?.home ?? null
}

/** Moves a guild to another index or model: all vectors it has elsewhere are to be removed, and all rows wait anew. */
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
