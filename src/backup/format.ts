/**
 * The format of a backup: JSON lines, one file per guild and one for the deployment. A file is a header, then
 * pages: rows, each page closed by a line that says where the next one begins.
 */
import { z } from "zod"
import { Snowflake } from "../domain/ids.ts"

/**
 * The number of the last migration. A backup holds columns as they are at this number; one of a later number
 * is refused.
 */
export const SCHEMA_NUMBER = 18

/** Names the backup of what belongs to no guild: objections to the whole deployment and their audit rows. */
export const DEPLOYMENT_PART = "deployment"

/** A guild's id, or `deployment`. */
export const PartSchema = z.union([z.literal(DEPLOYMENT_PART), Snowflake], {
  error: `must be a guild's id or "${DEPLOYMENT_PART}"`,
})

/** Tables in the order of a backup: a row comes after the rows it refers to. */
export const BACKUP_TABLES = [
  "guilds",
  "roles",
  "channels",
  "members",
  "objections",
  "policies",
  "memories",
  "evidence",
  "both_hold",
  "notes",
  "note_sources",
  "forgotten",
  "windows",
  "usage",
  "answer_labels",
  "events",
  "claim_log",
  "stats_days",
  "policy_trials",
  "recall_log",
  "memory_snapshots",
  "identity_links",
  "runs",
  "run_steps",
  "audit",
  "erasures",
] as const
export type BackupTable = (typeof BACKUP_TABLES)[number]

/** The first line of a file. */
export const HeaderSchema = z.object({
  format: z.literal("keepsake-backup"),
  version: z.literal(1),
  part: PartSchema,
  schema: z.int().min(0),
  /** When reading began. Every erasure and opt-out after this time is replayed by a restore. */
  started_at: z.iso.datetime(),
  /** The journal of erasures and opt-outs that goes with this backup. */
  journal: z.string().min(1).max(64),
})
export type Header = z.output<typeof HeaderSchema>

/** A row: its columns as the database holds them, JSON columns as text. */
export const RowLine = z.strictObject({
  table: z.enum(BACKUP_TABLES),
  row: z.record(
    z.string().max(64),
    z.union([z.string(), z.number(), z.null()], "must be a string, a number or null"),
  ),
})
export type RowLine = z.output<typeof RowLine>

/** The last line of a page. `next` is the cursor of the next page; `null` ends the file. */
export const PageLine = z.object({ page: z.object({ rows: z.int(), next: z.string().nullable() }) })

/**
 * Formats a header, a row or the end of a page as a line. The separators that JSON allows in text would end a line for
 * some readers.
 */
export function formatLine(line: object): string {
  return `${JSON.stringify(line).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029")}\n`
}
