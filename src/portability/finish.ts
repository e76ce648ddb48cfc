/**
 * The last step of an import: references to memories that did not come, or that were merged into others, are
 * removed. Can be repeated.
 */
import { sql } from "drizzle-orm"
import type { Id } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { fromRow } from "../memory/db/rows.ts"
import { memories } from "../memory/db/schema.ts"
import { withConfidence } from "../memory/facts/states.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { batchConflict } from "../memory/write/commit.ts"
import { guardVersions, rewriteMemories } from "../memory/write/statements.ts"
import { findImport, type ImportRow, isInPhase, phaseStatement } from "./progress.ts"

const PAGE = 200

export async function finishImport(
  row: ImportRow,
  { db, by }: { db: Database; by: AuditActor },
): Promise<ImportRow | { refused: string }> {
  const { guildId, since } = row
  while (await releaseContradictions(db, guildId, since));
  const missing = sql`NOT EXISTS (SELECT 1 FROM memories other WHERE other.id = memories.superseded_by AND other.guild_id = ${guildId})`
  const { header, tally, id } = row
  const detail = { import: id, source: header.guild, rows: tally.rows, settings: row.options.settings }
  await runBatch(db, [
    sql`UPDATE memories SET superseded_by = NULL, merged = 0 WHERE guild_id = ${guildId} AND seq > ${since} AND status = 'superseded'
      AND superseded_by IS NOT NULL AND ${missing}`,
    auditRowIf(isInPhase(row), by, { guildId, action: "guild.import", target: guildId, detail }),
    phaseStatement(row, "done", by.now),
  ])
  const done = await findImport(db, guildId, id)
  return done ?? { refused: "The import is gone. Begin it again." }
}

/** Releases a page of memories that are contested by nothing that is there. Returns true if there may be more. */
async function releaseContradictions(db: Database, guildId: Id, since: number): Promise<boolean> {
  const rows = await db
    .select()
    .from(memories)
    .where(
      sql`guild_id = ${guildId} AND seq > ${since} AND contradicts IS NOT NULL AND NOT EXISTS (SELECT 1 FROM memories other
        WHERE other.id = memories.contradicts AND other.guild_id = ${guildId} AND other.status <> 'superseded')`,
    )
    .limit(PAGE)
  const before = rows.map(fromRow)
  if (before.length === 0) return false
  const released = before.map((memory) =>
    withConfidence({ ...memory, contradicts: null, version: memory.version + 1 }),
  )
  try {
    await runBatch(db, [guardVersions(guildId, before), ...rewriteMemories(released)])
  } catch (error) {
    // Somebody changed one meanwhile: they are read again.
    if (batchConflict(error) !== "stale") throw error
  }
  return true
}
