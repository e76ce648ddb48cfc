/**
 * Reads a guild's export part by part: all of it for an admin, or what one viewer may read. API keys, vectors,
 * digests and messages are in no export, and neither are prints of erased people's names.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import {
  type BackupCursor,
  BackupCursorSchema,
  backupColumns,
  isCursorPlace,
  type PlacedRow,
  readTables,
} from "../backup/export.ts"
import { formatLine, type RowLine, SCHEMA_NUMBER } from "../backup/format.ts"
import type { Id, Time, Viewer } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { SettingsSchema } from "../policy/settings.ts"
import {
  ALONG,
  formatPart,
  type GuildHeader,
  PAGED_TABLES,
  PARTIAL_TABLES,
  Sha256,
  TRAVEL,
} from "./format.ts"
import { PartialPlace, readPartialRows } from "./partial.ts"

const LIMITS = { rows: 200, length: 150_000 }
/** A part is sent back in one request of 1 MB, in which quotation marks take two bytes. */
const MOST_BYTES = 450_000
/** A memory takes its latest statements along. */
const MOST_STATEMENTS = 1_000

const CursorSchema = z.strictObject({
  part: z.int().min(1),
  whole: Sha256,
  at: z.union([BackupCursorSchema.refine(isCursorPlace), PartialPlace]),
})
export type ExportCursor = z.output<typeof CursorSchema>

function encodeExportCursor(cursor: ExportCursor): string {
  return btoa(JSON.stringify(cursor)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
}

/** Parses a cursor; `null` if no part ended with it. */
export function parseExportCursor(text: string): ExportCursor | null {
  try {
    return CursorSchema.parse(JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/"))))
  } catch {
    // Any failure here means that the caller's cursor is wrong.
    return null
  }
}

export interface ExportOrder {
  viewer: Viewer
  /** Who a partial export is for; `null` for the whole guild, which only a viewer of everything gets. */
  partial: GuildHeader["partial"]
  /** `null` begins the export. */
  cursor: ExportCursor | null
  now: Time
}

/** Returns the next part as JSON lines; `null` if the cursor is of another kind of export. */
export async function exportPart(db: Database, order: ExportOrder): Promise<string | null> {
  const { viewer, partial, cursor } = order
  const at = cursor?.at ?? null
  const [whole, some] = Array.isArray(at) ? [at, null] : [null, at]
  if (partial === null ? some !== null : whole !== null) return null
  const { rows, next } =
    partial === null
      ? await readWholeRows(db, viewer.guildId, whole)
      : await readPartialRows(db, viewer, some)
  const part = cursor?.part ?? 0
  return formatPart(
    { header: cursor === null ? headerOf(order, rows) : null, rows },
    {
      part,
      before: cursor?.whole ?? "",
      next: (whole) => (next === null ? null : encodeExportCursor({ part: part + 1, whole, at: next })),
    },
  )
}

function headerOf({ viewer, partial, now }: ExportOrder, rows: readonly RowLine[]): GuildHeader {
  const whole = Object.entries(TRAVEL).flatMap(([name, how]) => (how === "stays" ? [] : name))
  return {
    format: "keepsake-guild",
    version: 1,
    guild: viewer.guildId,
    schema: SCHEMA_NUMBER,
    exported_at: new Date(now).toISOString(),
    partial,
    tables: partial === null ? whole : [...PARTIAL_TABLES],
    projects: rows.flatMap(({ table, row }) => (table === "guilds" ? projectsIn(row) : [])),
  }
}

/** The first part of a whole export begins with the guild's own row. */
function projectsIn({ settings }: RowLine["row"]): string[] {
  const known = SettingsSchema.safeParse(JSON.parse(`${settings}`))
  return Object.keys(known.data?.projects ?? {})
}

const utf8 = new TextEncoder()

/** Ends a part before the row that would make it too large, together with what belongs to that row. */
async function readWholeRows(
  db: Database,
  guildId: Id,
  cursor: BackupCursor | null,
): Promise<{ rows: RowLine[]; next: BackupCursor | null }> {
  const page = await readTables(db, guildId, { tables: PAGED_TABLES, cursor, limits: LIMITS })
  const groups = await withRowsAlong(db, page.rows)
  const rows: RowLine[] = []
  let bytes = 0
  for (const [index, group] of groups.entries()) {
    bytes += utf8.encode(group.map(formatLine).join("")).length
    const last = page.rows[index - 1]
    if (last !== undefined && rows.length > 0 && bytes > MOST_BYTES)
      return { rows, next: [last.table, last.place] }
    rows.push(...group)
  }
  return { rows, next: page.next }
}

/** Returns each row with the rows that travel along with it; none for one that stays. */
async function withRowsAlong(db: Database, rows: readonly PlacedRow[]): Promise<RowLine[][]> {
  const [along, policy] = [new Map<string, RowLine[]>(), await policyInForce(db, rows)]
  for (const owner of ["memories", "notes"] as const) {
    const ids = rows.flatMap(({ table, row }) => (table === owner ? [row.id] : []))
    if (ids.length === 0) continue
    const { table, column } = ALONG[owner]
    const found = await db.all<RowLine["row"]>(rowsOf(owner, JSON.stringify(ids)))
    for (const row of found)
      along.set(`${row[column]}`, [...(along.get(`${row[column]}`) ?? []), { table, row }])
  }
  return rows.map(({ table, row }) => {
    if (table === "policies" && row.version !== policy) return []
    if (table === "identity_links" && row.kind !== "attribution") return []
    const own = { table, row: table === "members" ? { ...row, name_prints: null } : row }
    return [own, ...(table === "memories" || table === "notes" ? (along.get(`${row.id}`) ?? []) : [])]
  })
}

function rowsOf(owner: keyof typeof ALONG, ids: string): SQL {
  const { table, column } = ALONG[owner]
  const order = owner === "memories" ? "said_at DESC, ref DESC" : "source_id DESC"
  // Raw SQL for the window function: the latest rows of each owner, oldest first.
  return sql`SELECT ${sql.raw(backupColumns(table).join(", "))}
    FROM (SELECT *, row_number() OVER (PARTITION BY ${sql.raw(column)} ORDER BY ${sql.raw(order)}) AS nth FROM ${sql.raw(table)}
      WHERE ${sql.raw(column)} IN (SELECT value FROM json_each(${ids})))
    WHERE nth <= ${MOST_STATEMENTS} ORDER BY ${sql.raw(column)}, nth DESC`
}

/** A guild takes along the policy in force; former versions stay. */
async function policyInForce(db: Database, rows: readonly PlacedRow[]): Promise<number | null> {
  const [one] = rows.filter(({ table }) => table === "policies")
  if (one === undefined) return null
  const found = await db.all<{ version: number }>(
    sql`SELECT policy_version AS version FROM guilds WHERE id = ${one.row.guild_id}`,
  )
  return found[0]?.version ?? null
}
