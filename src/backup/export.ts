/**
 * Reads a guild's backup page by page: the tables that hold data, and no index that a restore rebuilds. Never
 * shown to anyone but the operator, so without a viewer.
 */
import { getTableColumns, type SQL, sql } from "drizzle-orm"
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import { DEPLOYMENT } from "../domain/ids.ts"
import type { Id } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import * as schema from "../memory/db/schema.ts"
import { BACKUP_TABLES, type BackupTable, DEPLOYMENT_PART, type RowLine } from "./format.ts"

/**
 * Tables that are in no backup: indexes that a restore rebuilds, records of minutes and of the deployment's health, digests, which are
 * written again when somebody asks, and API keys, because one that was revoked since would work again.
 * @internal
 */
export const LEFT_OUT = [
  ...["note_people", "vector_removals", "digests", "run_drafts", "undo", "api_keys"],
  ...["late_windows", "cron_runs", "alerts", "imports", "identity_codes", "dashboard_sessions"],
  // Progress of reading old messages. Reading them again changes nothing.
  ...["history_jobs", "history_channels"],
]

/** Columns that a restore sets anew: row numbers, marks of vectors, and its own mark. */
const NOT_EXPORTED = ["seq", "embedded_with", "restoring"]

interface Source {
  table: SQLiteTable
  /** The column that holds the guild's id; `null` for a table of the whole deployment. */
  owner: string | null
  /** Columns that order a guild's rows and never change. `rowid` needs an index to find the guild's rows. */
  order: readonly string[]
  index?: string
}

const byRow = (table: SQLiteTable, index: string): Source => ({
  table,
  owner: "guild_id",
  order: ["rowid"],
  index,
})
const byKey = (table: SQLiteTable, ...order: string[]): Source => ({ table, owner: "guild_id", order })

const SOURCES: Record<BackupTable, Source> = {
  guilds: { table: schema.guilds, owner: "id", order: ["id"] },
  roles: byKey(schema.roles, "id"),
  channels: byKey(schema.channels, "id"),
  members: byKey(schema.members, "id"),
  objections: { table: schema.objections, owner: null, order: ["user_id"] },
  policies: byKey(schema.policies, "version"),
  memories: byRow(schema.memories, "memories_recent"),
  evidence: byRow(schema.evidence, "evidence_message"),
  both_hold: byKey(schema.bothHold, "one", "other"),
  notes: byRow(schema.notes, "notes_recent"),
  note_sources: byKey(schema.noteSources, "cluster_id", "source_id"),
  forgotten: byKey(schema.forgotten, "message_id"),
  windows: byRow(schema.windows, "windows_recent"),
  usage: byKey(schema.usage, "day", "purpose", "model"),
  answer_labels: byKey(schema.answerLabels, "message_id", "user_id"),
  events: byKey(schema.events, "id"),
  claim_log: byKey(schema.claimLog, "at", "id"),
  stats_days: byKey(schema.statsDays, "day", "measure", "kind", "scope"),
  policy_trials: byKey(schema.policyTrials, "id"),
  recall_log: byKey(schema.recallLog, "at", "id"),
  memory_snapshots: byKey(schema.memorySnapshots, "week"),
  identity_links: byKey(schema.identityLinks, "kind", "account_id", "person_id"),
  runs: byRow(schema.runs, "runs_recent"),
  run_steps: byRow(schema.runSteps, "run_steps_guild"),
  audit: byRow(schema.audit, "audit_recent"),
  erasures: byRow(schema.erasures, "erasures_guild"),
}

/** The columns of a table in a backup. */
export function backupColumns(name: BackupTable): string[] {
  return Object.values(getTableColumns(SOURCES[name].table))
    .map((column) => column.name)
    .filter((column) => !NOT_EXPORTED.includes(column))
}

/** Returns the column that must hold the guild's id; `null` for a table of the whole deployment. */
export function ownerColumn(name: BackupTable): string | null {
  return SOURCES[name].owner
}

/** The tables of a part. @internal */
export function tablesOf(part: string): BackupTable[] {
  if (part === DEPLOYMENT_PART) return ["objections", "audit"]
  return BACKUP_TABLES.filter((name) => SOURCES[name].owner !== null)
}

/** A page holds at most so many rows, and no further row once it has so many characters. */
export interface PageLimits {
  rows: number
  length: number
}
const PAGE: PageLimits = { rows: 500, length: 400_000 }

export const BackupCursorSchema = z.tuple([z.enum(BACKUP_TABLES), z.array(z.union([z.string(), z.number()]))])

/** Position before the next row. */
export type BackupCursor = z.output<typeof BackupCursorSchema>

/** Parses a cursor; `null` if no page ended with it. */
export function parseBackupCursor(text: string): BackupCursor | null {
  try {
    const cursor = BackupCursorSchema.parse(JSON.parse(text))
    return isCursorPlace(cursor) ? cursor : null
  } catch {
    // Any failure here means that the caller's cursor is wrong.
    return null
  }
}

/** Returns true if the cursor has as many values as its table is ordered by, or none. */
export function isCursorPlace([name, place]: BackupCursor): boolean {
  return [0, SOURCES[name].order.length].includes(place.length)
}

/** Reads the next page of a part; `null` begins it. Rows that change meanwhile are in one of the states they had. */
export async function readBackupPage(
  db: Database,
  part: Id | typeof DEPLOYMENT_PART,
  cursor: BackupCursor | null,
): Promise<{ rows: RowLine[]; next: BackupCursor | null }> {
  const owner = part === DEPLOYMENT_PART ? DEPLOYMENT : part
  const { rows, next } = await readTables(db, owner, { tables: tablesOf(part), cursor, limits: PAGE })
  return { rows: rows.map(({ table, row }) => ({ table, row })), next }
}

/** A row and its place in the order of its table. */
export type PlacedRow = RowLine & { place: BackupCursor[1] }

/** Reads the next rows of these tables, in their order. */
export async function readTables(
  db: Database,
  owner: Id,
  {
    tables,
    cursor,
    limits,
  }: { tables: readonly BackupTable[]; cursor: BackupCursor | null; limits: PageLimits },
): Promise<{ rows: PlacedRow[]; next: BackupCursor | null }> {
  const rows: PlacedRow[] = []
  let [at, after] = [cursor === null ? 0 : tables.indexOf(cursor[0]), cursor?.[1] ?? []]
  for (let length = 0; ; at += 1, after = []) {
    const name = tables[at]
    if (name === undefined) return { rows, next: null }
    const limit = limits.rows - rows.length
    const found = await db.all<Record<string, string | number | null>>(
      selection(name, { owner, after, limit }),
    )
    for (const one of found.map((each) => placed(name, each))) {
      rows.push({ table: name, ...one })
      length += JSON.stringify(one.row).length
      if (length >= limits.length) return { rows, next: [name, one.place] }
      after = one.place
    }
    if (rows.length >= limits.rows) return { rows, next: [name, after] }
  }
}

function selection(
  name: BackupTable,
  { owner, after, limit }: { owner: Id; after: readonly (string | number)[]; limit: number },
): SQL {
  const source = SOURCES[name]
  const order = sql.raw(source.order.join(", "))
  const columns = [...backupColumns(name), ...source.order.map((column, at) => `${column} AS place_${at}`)]
  const conditions = [
    source.owner === null ? sql`1` : sql`${sql.raw(source.owner)} = ${owner}`,
    ...(after.length === 0
      ? []
      : [
          sql`(${order}) > (${sql.join(
            after.map((value) => sql`${value}`),
            sql`, `,
          )})`,
        ]),
  ]
  // Raw SQL for INDEXED BY: by row number the planner would read every guild's rows.
  const hint = source.index === undefined ? "" : ` INDEXED BY ${source.index}`
  return sql`SELECT ${sql.raw(`${columns.join(", ")} FROM ${getTableConfig(source.table).name}${hint}`)}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${limit}`
}

/** Separates a row's columns from its place in the order. */
function placed(name: BackupTable, found: Record<string, string | number | null>) {
  const { order } = SOURCES[name]
  const row = Object.fromEntries(backupColumns(name).map((column) => [column, found[column] ?? null]))
  return { row, place: order.map((_, at) => found[`place_${at}`] ?? "") }
}
