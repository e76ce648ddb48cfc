/**
 * Writes rows of a backup into the database, with the full text that belongs to them. Every statement can be
 * repeated. A row that is there stays; only what people decided about themselves is merged into it.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { noteTerms, searchText } from "../memory/db/rows.ts"
import { indexTerms } from "../text/stems.ts"
import { backupColumns, ownerColumn } from "./export.ts"
import { BACKUP_TABLES, type BackupTable, type RowLine } from "./format.ts"

export interface ImportScope {
  guildId: Id
  /** True if the guild was in use before: its own settings stay. */
  merge: boolean
  /** The last row numbers before the restore. Statements of memories and notes from before it stay as they are. */
  since: { memories: number; notes: number }
}

/** Writes one page as one batch. */
export async function importRows(db: Database, scope: ImportScope, lines: readonly RowLine[]): Promise<void> {
  const statements = importStatements(scope, lines)
  if (statements.length > 0) await runBatch(db, statements)
}

/** Returns the statements that write rows with their full text, table after table: a row may need one of a table before. */
export function importStatements(scope: ImportScope, lines: readonly RowLine[]): SQL[] {
  return BACKUP_TABLES.flatMap((table) => {
    const rows = lines.flatMap((line) => (line.table === table ? [line.row] : []))
    if (rows.length === 0) return []
    return [insertion(table, rows, scope), ...fullText(table, rows, scope.guildId)]
  })
}

/** Returns true if each row belongs to the guild. */
export function belongTo(guildId: Id, lines: readonly RowLine[]): boolean {
  return lines.every(({ table, row }) => {
    const owner = ownerColumn(table)
    return owner === null || row[owner] === guildId
  })
}

type Row = RowLine["row"]

function insertion(table: BackupTable, rows: readonly Row[], scope: ImportScope): SQL {
  // Columns that an older backup lacks get their defaults, and columns that no longer exist are left out.
  const columns = backupColumns(table).filter((column) => rows[0] !== undefined && column in rows[0])
  const values = columns.map((column) => `value->>'${column}'`).join(", ")
  return sql`INSERT INTO ${sql.raw(`${table} (${columns.join(", ")}) SELECT ${values}`)}
    FROM json_each(${JSON.stringify(rows)}) WHERE ${conditionOf(table, scope)} ON CONFLICT DO ${sql.raw(updateOf(table, columns, scope.merge))}`
}

/** Leaves out rows whose owner is not there, and rows that would be doubled. */
function conditionOf(table: BackupTable, { guildId, since }: ImportScope): SQL {
  const memory = (column: string) =>
    sql`EXISTS (SELECT 1 FROM memories m WHERE m.id = ${sql.raw(`value->>'${column}'`)} AND m.guild_id = ${guildId} AND m.seq > ${since.memories})`
  const note = (column: string) =>
    sql`EXISTS (SELECT 1 FROM notes n WHERE n.id = ${sql.raw(`value->>'${column}'`)} AND n.guild_id = ${guildId} AND n.seq > ${since.notes})`
  if (table === "evidence") return memory("memory_id")
  if (table === "both_hold") return sql`${memory("one")} AND ${memory("other")}`
  if (table === "note_sources") return sql`${note("cluster_id")} AND ${note("source_id")}`
  if (table === "audit")
    return sql`NOT EXISTS (SELECT 1 FROM audit a WHERE a.guild_id = ${guildId} AND a.at = value->>'at' AND a.actor = value->>'actor'
      AND a.action = value->>'action' AND a.target = value->>'target' AND a.detail IS value->>'detail')`
  return sql`true`
}

/** A later decision about consent wins, and so does a later erasure. */
const LATER = "coalesce(excluded.consent_at, 0) > coalesce(members.consent_at, 0)"
const MEMBERS: Record<string, string> = {
  consent: `CASE WHEN ${LATER} THEN excluded.consent ELSE members.consent END`,
  consent_at: `CASE WHEN ${LATER} THEN excluded.consent_at ELSE members.consent_at END`,
  erased_at: "coalesce(max(members.erased_at, excluded.erased_at), members.erased_at, excluded.erased_at)",
}
/** Of a guild's own row, these are the restore's business. */
const KEPT = ["id", "leaving_at", "structure", "writes"]
const SETTINGS = ["settings", "policy_version", "created_at"]

/** Fills in what a row that is already there lacks. It may have come from Discord since the loss. */
function updateOf(table: BackupTable, columns: readonly string[], merge: boolean): string {
  if (table !== "guilds" && table !== "channels" && table !== "members") return "NOTHING"
  const valueFor = (column: string) => {
    if (table === "members" && column in MEMBERS) return MEMBERS[column]
    if (table === "guilds" && !merge && SETTINGS.includes(column)) return `excluded.${column}`
    if (column === "updated_at") return "max(channels.updated_at, excluded.updated_at)"
    return `coalesce(${table}.${column}, excluded.${column})`
  }
  const changed = columns.filter((column) => !["guild_id", ...KEPT].includes(column))
  return `UPDATE SET ${changed.map((column) => `${column} = ${valueFor(column)}`).join(", ")}`
}

const Texts = z.array(z.string()).catch([])
const People = z.array(z.object({ id: z.string(), name: z.string(), line: z.string().nullable() })).catch([])

/** Adds the full text of rows that have none. */
function fullText(table: BackupTable, rows: readonly Row[], guildId: Id): SQL[] {
  if (table !== "memories" && table !== "notes") return []
  const terms = rows.map((row) => ({ id: row.id, terms: termsOf(table, row, guildId) }))
  const index = sql.raw(table === "memories" ? "memory_terms" : "note_terms")
  const active = sql.raw(table === "memories" ? "AND r.status = 'active'" : "")
  return [
    sql`INSERT INTO ${index} (rowid, terms) SELECT r.seq, j.value->>'terms' FROM json_each(${JSON.stringify(terms)}) j
      JOIN ${sql.raw(table)} r ON r.id = j.value->>'id' AND r.guild_id = ${guildId} ${active}
      WHERE NOT EXISTS (SELECT 1 FROM ${index} t WHERE t.rowid = r.seq)`,
  ]
}

function termsOf(table: "memories" | "notes", row: Row, guildId: Id): string {
  const text = (column: string) => String(row[column] ?? "")
  if (table === "memories")
    return indexTerms(
      guildId,
      searchText({ fact: text("fact"), topics: Texts.parse(parsed(text("topics"))) }),
    )
  const participants = People.parse(parsed(text("participants")))
  return noteTerms(guildId, { title: text("title"), summary: text("summary"), participants })
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // Fallback: a damaged column has no words, as in every read of it.
    return null
  }
}

/**
 * Returns the statements that remove what a backup read during changes has too much: memories without
 * evidence, topics without all their conversations, and contradictions of what is not there.
 */
export function removeUnsupported({ guildId, since }: ImportScope): SQL[] {
  const memories = sql`SELECT seq FROM memories WHERE guild_id = ${guildId} AND seq > ${since.memories}
    AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = memories.id)`
  const clusters = sql`SELECT seq FROM notes c WHERE c.guild_id = ${guildId} AND c.kind = 'topic_cluster' AND c.seq > ${since.notes}
    AND NOT EXISTS (SELECT 1 FROM note_sources s WHERE s.guild_id = c.guild_id AND s.cluster_id = c.id)`
  return [
    sql`DELETE FROM memory_terms WHERE rowid IN (${memories})`,
    sql`DELETE FROM memories WHERE seq IN (${memories})`,
    sql`DELETE FROM notes WHERE seq IN (${clusters})`,
    sql`UPDATE memories SET contradicts = NULL WHERE guild_id = ${guildId} AND contradicts IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM memories other WHERE other.id = memories.contradicts AND other.status <> 'superseded')`,
  ]
}
