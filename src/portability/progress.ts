/** The record of imports: what each is of, how far it is, and what became of its rows. It holds ids and counts only. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { imports } from "../memory/db/schema.ts"
import type { GuildHeader } from "./format.ts"
import type { Settled, SettledRow } from "./settle.ts"

/** Options of an import. */
interface ImportOptions {
  channels: Record<Id, Id>
  settings: boolean
}

export interface ImportOrder {
  guildId: Id
  header: GuildHeader
  /** SHA-256 of each part, in order, and of the whole. */
  parts: readonly string[]
  whole: string
  options: ImportOptions
  dryRun: boolean
}

/** Rows by table and outcome, and the first ids of refused memories and notes by reason. */
const TallySchema = z.object({
  rows: z.record(z.string(), z.record(z.string(), z.int())),
  first: z.record(z.string(), z.array(z.string())),
})
export type Tally = z.output<typeof TallySchema>

export type ImportRow = Omit<typeof imports.$inferSelect, "header" | "tally" | "options"> & {
  header: GuildHeader
  tally: Tally
  options: ImportOptions
}

/** An export is one import, however often it is begun: it goes on where it stopped. A dry run is one of its own. */
export function importId({ guildId, header, whole, dryRun }: ImportOrder): string {
  return `i_${hashOf([guildId, header.guild, whole, dryRun ? "dry" : ""])}`
}

export async function findImport(db: Database, guildId: Id, id: string): Promise<ImportRow | null> {
  const rows = await db
    .select()
    .from(imports)
    .where(and(eq(imports.guildId, guildId), eq(imports.id, id)))
  return rows[0] ? asImport(rows[0]) : null
}

/** Returns a guild's imports, latest first. */
export async function listImports(db: Database, guildId: Id, limit: number): Promise<ImportRow[]> {
  const rows = await db
    .select()
    .from(imports)
    .where(eq(imports.guildId, guildId))
    .orderBy(desc(imports.updatedAt), desc(imports.id))
    .limit(limit)
  return rows.map(asImport)
}

function asImport(row: typeof imports.$inferSelect): ImportRow {
  // `openStatement` alone writes the header and the options.
  return {
    ...row,
    header: row.header as GuildHeader,
    options: row.options as ImportOptions,
    tally: TallySchema.parse(row.tally),
  }
}

/** Adds the record of an import; a dry run begins anew, and an abandoned import goes on. */
export function openStatement(order: ImportOrder, by: { actor: string; now: Time }): SQL {
  const { guildId, header, parts, options, dryRun } = order
  return sql`INSERT INTO imports (guild_id, id, header, parts, options, dry_run, phase, next, tally, since, requested_by, started_at, updated_at)
    VALUES (${guildId}, ${importId(order)}, ${JSON.stringify(header)}, ${JSON.stringify(parts)}, ${JSON.stringify(options)}, ${dryRun ? 1 : 0},
      'loading', 0, ${JSON.stringify(EMPTY)}, (SELECT coalesce(max(seq), 0) FROM memories), ${by.actor}, ${by.now}, ${by.now})
    ON CONFLICT (guild_id, id) DO UPDATE SET options = excluded.options, updated_at = excluded.updated_at,
      phase = CASE WHEN imports.dry_run THEN 'loading' WHEN imports.phase <> 'abandoned' THEN imports.phase
        WHEN imports.next = json_array_length(imports.parts) THEN 'finishing' ELSE 'loading' END,
      next = iif(imports.dry_run, 0, imports.next), tally = iif(imports.dry_run, excluded.tally, imports.tally)`
}

const EMPTY: Tally = { rows: {}, first: {} }

/** Moves an import from one phase to another. */
export function phaseStatement(row: ImportRow, phase: ImportRow["phase"], now: Time): SQL {
  return sql`UPDATE imports SET phase = ${phase}, updated_at = ${now} WHERE guild_id = ${row.guildId} AND id = ${row.id} AND phase = ${row.phase}`
}

/** True while an import is in the phase in which it was read. */
export function isInPhase({ guildId, id, phase }: ImportRow): SQL {
  return sql`EXISTS (SELECT 1 FROM imports WHERE guild_id = ${guildId} AND id = ${id} AND phase = ${phase})`
}

/** Records that a part arrived. */
export function arrivedStatement(row: ImportRow, tally: Tally, now: Time): SQL {
  const isLast = row.next + 1 === row.parts.length
  const phase = !isLast ? "loading" : row.dryRun ? "checked" : "finishing"
  return sql`UPDATE imports SET next = next + 1, phase = ${phase}, tally = ${JSON.stringify(tally)}, updated_at = ${now}
    WHERE guild_id = ${row.guildId} AND id = ${row.id} AND next = ${row.next}`
}

/** True unless the import still waits for this part. */
export function isPast(row: ImportRow): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM imports WHERE guild_id = ${row.guildId} AND id = ${row.id} AND phase = 'loading' AND next = ${row.next})`
}

const FIRST = 5

/** Adds what became of the rows of a part. */
export function addToTally(tally: Tally, rows: readonly SettledRow[]): Tally {
  const next: Tally = structuredClone(tally)
  for (const { table, outcome, id } of rows) {
    const counts = next.rows[table] ?? {}
    next.rows[table] = { ...counts, [outcome]: (counts[outcome] ?? 0) + 1 }
    if (id === null || KEPT.includes(outcome)) continue
    const first = next.first[outcome] ?? []
    if (first.length < FIRST && !first.includes(id)) next.first[outcome] = [...first, id]
  }
  return next
}

const KEPT: Settled["rows"][number]["outcome"][] = ["added", "merged", "same", "skipped"]
