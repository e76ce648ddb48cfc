/** Converts memories and statements between the columns of an export and the domain's objects. Pure. */
import { getTableColumns } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import type { RowLine } from "../backup/format.ts"
import type { Memory } from "../domain/types.ts"
import { toRow } from "../memory/db/rows.ts"
import { memories } from "../memory/db/schema.ts"
import type { StoredEvidence } from "../memory/facts/known.ts"
import type { Columns } from "./rows.ts"

/** Returns a memory's columns as a backup has them. */
export function exportedColumns(memory: Memory): RowLine["row"] {
  return columnsOf(memories, toRow(memory))
}

/** Returns the columns of a table that a row has, as a backup has them. */
export function columnsOf(table: SQLiteTable, fields: Readonly<Record<string, unknown>>): RowLine["row"] {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in fields)
  return Object.fromEntries(
    columns.map(([key, column]) => {
      const value = fields[key]
      // Drizzle writes numbers, texts, and JSON as text.
      return [column.name, value === null ? null : (column.mapToDriverValue(value) as string | number)]
    }),
  )
}

export function memoryIn(row: Columns<"memories">): Memory {
  return {
    id: row.id,
    guildId: row.guild_id,
    subject: { scope: row.scope, id: row.subject_id },
    fact: row.fact,
    factKey: row.fact_key,
    type: row.type,
    section: row.section,
    topics: row.topics,
    importance: row.importance,
    lifetime: row.lifetime,
    time: row.time,
    certainty: row.certainty,
    confidence: row.confidence,
    // The schema allows `undefined` in partial objects, which JSON cannot hold.
    decided: row.decided as Memory["decided"],
    expiresAt: row.expires_at,
    status: row.status,
    supersededBy: row.superseded_by,
    contradicts: row.contradicts,
    retiredBy: row.retired_by,
    replacedAt: row.replaced_at,
    merged: row.merged === 1,
    evidenceCount: row.evidence_count,
    saidAt: row.said_at,
    lastSaidAt: row.last_said_at,
    createdAt: row.created_at,
    version: row.version,
  }
}

export function statementIn(row: Columns<"evidence">): StoredEvidence {
  return {
    memoryId: row.memory_id,
    ref: row.ref,
    messageId: row.message_id,
    channelId: row.channel_id,
    authorId: row.author_id,
    windowId: row.window_id,
    eventId: row.event_id,
    excerpt: row.excerpt,
    saidAt: row.said_at,
    method: row.method,
    model: row.model,
    promptHash: row.prompt_hash,
    source: row.source,
    fact: row.fact,
    certainty: row.certainty,
    filing: row.filing,
  }
}

/** Returns the columns that a merge gives a statement. */
export function statementColumns(row: RowLine["row"], merged: StoredEvidence): RowLine["row"] {
  const filing = merged.filing === null ? null : JSON.stringify(merged.filing)
  return { ...row, memory_id: merged.memoryId, fact: merged.fact, certainty: merged.certainty, filing }
}
