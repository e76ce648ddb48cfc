/**
 * Deletes rows whose owner is gone. Batches and triggers delete them too, so a sound database has none. A row
 * left by mistake must not outlive its owner, because most of them hold words. Never shown to anyone, so
 * without a viewer.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { matchGuildTerms } from "../../text/stems.ts"
import { type Database, runBatch } from "../db/database.ts"

/** The most rows of a kind to delete at once: more than a mistake leaves in a week. */
const MAX_ROWS = 500

/**
 * Deletes drafts of nights that never ended and digests of people who left. Reads a few rows if there is
 * nothing to delete.
 */
export async function removeLeftovers(
  db: Database,
  guildId: Id,
  { runId, before }: { runId: string; before: Time },
): Promise<Record<string, number>> {
  return deleteAndCount(db, {
    drafts: sql`DELETE FROM run_drafts WHERE guild_id = ${guildId} AND run_id <> ${runId} AND (at < ${before}
      OR NOT EXISTS (SELECT 1 FROM runs r WHERE r.id = run_drafts.run_id AND r.state = 'running'))`,
    digests: sql`DELETE FROM digests WHERE guild_id = ${guildId} AND EXISTS
      (SELECT 1 FROM members m WHERE m.guild_id = digests.guild_id AND m.id = digests.user_id AND m.left_at IS NOT NULL)`,
  })
}

/**
 * Deletes everything that has to be checked row by row. Cost: about two reads for each piece of evidence,
 * participant of a conversation and source of a topic, plus the guild's full text.
 */
export async function removeOrphans(db: Database, guildId: Id): Promise<Record<string, number>> {
  const rows = await deleteAndCount(db, {
    evidence: sql`DELETE FROM evidence WHERE rowid IN (SELECT e.rowid FROM evidence e WHERE e.guild_id = ${guildId}
      AND NOT EXISTS (SELECT 1 FROM memories m WHERE m.id = e.memory_id) LIMIT ${MAX_ROWS})`,
    parts: sql`DELETE FROM note_people WHERE (guild_id, user_id, to_at, note_seq) IN (SELECT guild_id, user_id, to_at, note_seq
      FROM note_people p WHERE guild_id = ${guildId} AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.seq = p.note_seq) LIMIT ${MAX_ROWS})`,
    sources: sql`DELETE FROM note_sources WHERE (guild_id, cluster_id, source_id) IN (SELECT guild_id, cluster_id, source_id
      FROM note_sources s WHERE guild_id = ${guildId} AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.id = s.cluster_id) LIMIT ${MAX_ROWS})`,
  })
  const [memories, notes] = [sql`memory_terms`, sql`note_terms`]
  const isMemory = sql`SELECT 1 FROM memories m WHERE m.seq = memory_terms.rowid AND m.status = 'active'`
  const isNote = sql`SELECT 1 FROM notes n WHERE n.seq = note_terms.rowid`
  return {
    ...rows,
    memory_words: await deleteFullText(db, guildId, { table: memories, owner: isMemory }),
    note_words: await deleteFullText(db, guildId, { table: notes, owner: isNote }),
  }
}

async function deleteAndCount(
  db: Database,
  statements: Record<string, SQL>,
): Promise<Record<string, number>> {
  const results = await runBatch(
    db,
    Object.values(statements).map((statement) => sql`${statement} RETURNING 1`),
  )
  return Object.fromEntries(
    Object.keys(statements).map((kind, at) => [kind, results[at]?.results.length ?? 0]),
  )
}

/** A full-text table returns nothing for deleted rows, so they are counted first. */
async function deleteFullText(
  db: Database,
  guildId: Id,
  { table, owner }: { table: SQL; owner: SQL },
): Promise<number> {
  const rows = await db.all<{ seq: number }>(
    sql`SELECT rowid AS seq FROM ${table} WHERE ${table} MATCH ${matchGuildTerms(guildId)} AND NOT EXISTS (${owner}) LIMIT ${MAX_ROWS}`,
  )
  const seqs = JSON.stringify(rows.map(({ seq }) => seq))
  // Checks again while deleting: a row's owner may have become active in the meantime.
  if (rows.length > 0)
    await runBatch(db, [
      sql`DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(${seqs})) AND NOT EXISTS (${owner})`,
    ])
  return rows.length
}
