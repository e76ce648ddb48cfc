/**
 * The format of a guild's export: the JSON lines of a backup, with a header of its own and checksums. It says of
 * every table of a backup whether and how its rows travel to another guild.
 */
import { z } from "zod"
import { type BackupTable, formatLine, PageLine, type RowLine } from "../backup/format.ts"
import { sha256 } from "../domain/hash.ts"
import { Snowflake } from "../domain/ids.ts"

/**
 * How a table's rows travel, in the order of an export. The one place where a new table of a backup is added:
 * - `page`: read page by page, and written by an import.
 * - `along`: follows the row it belongs to, in the same part, and is written by an import.
 * - `record`: exported to be read; an import skips it.
 * - `stays`: is in no export.
 */
export const TRAVEL: Readonly<Record<BackupTable, "page" | "along" | "record" | "stays">> = {
  guilds: "page",
  policies: "page",
  // Discord tells the target its own channels. Their names help to map them.
  channels: "record",
  members: "page",
  memories: "page",
  evidence: "along",
  both_hold: "page",
  notes: "page",
  note_sources: "along",
  forgotten: "page",
  answer_labels: "page",
  events: "page",
  // Attributions alone, which are a manager's word. What two accounts confirmed is shown to nobody, and a file that
  // anybody can write is no confirmation.
  identity_links: "page",
  // The log of one guild is no record of another.
  audit: "record",
  // Its rows refer to windows and counts of the guild that decided the claims.
  claim_log: "stays",
  stats_days: "stays",
  policy_trials: "stays",
  recall_log: "stays",
  memory_snapshots: "stays",
  roles: "stays",
  objections: "stays",
  windows: "stays",
  usage: "stays",
  runs: "stays",
  run_steps: "stays",
  erasures: "stays",
}

const TABLES = Object.keys(TRAVEL) as BackupTable[]

/** Tables whose rows an export reads page by page, in order. */
export const PAGED_TABLES = TABLES.filter((name) => TRAVEL[name] === "page" || TRAVEL[name] === "record")

/** Tables whose rows follow another table's, with the table and the column that holds its row's id. */
export const ALONG = {
  memories: { table: "evidence", column: "memory_id" },
  notes: { table: "note_sources", column: "cluster_id" },
} as const

/** The tables that a reader without scope `admin` exports. */
export const PARTIAL_TABLES = ["memories", "evidence", "notes", "note_sources", "events"] as const

/** The first line of an export. */
export const GuildHeaderSchema = z.strictObject({
  format: z.literal("keepsake-guild"),
  version: z.literal(1),
  guild: Snowflake,
  schema: z.int().min(0),
  exported_at: z.iso.datetime(),
  /** Null if it holds the whole guild. Otherwise who it was read for: both null mean everyone in the guild. */
  partial: z.strictObject({ channel_id: Snowflake.nullable(), viewer_id: Snowflake.nullable() }).nullable(),
  /** The tables it may hold. */
  tables: z.array(z.string().max(64)).max(100),
  /** The guild's projects, whose events have places of their own. Left out of a partial export. */
  projects: z.array(z.string().max(40)).max(100).default([]),
})
export type GuildHeader = z.output<typeof GuildHeaderSchema>

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 as 64 hexadecimal digits")

/** The last line of a part. */
export const PartEndSchema = z.object({
  page: PageLine.shape.page.extend({
    /** Counted from 0. */
    part: z.int().min(0),
    /** SHA-256 of the part's lines before this one. */
    sha256: Sha256,
    /** `chainHash` over all parts up to this one. In the last part, where `next` is null, it stands for the whole. */
    whole: Sha256,
  }),
})
export type PartEnd = z.output<typeof PartEndSchema>["page"]

/** SHA-256 of the chain before a part, followed by the part's own: hexadecimal digits, empty before the first part. */
export function chainHash(before: string, part: string): string {
  return sha256(before + part)
}

/** Formats a part: its lines and the line that ends it. */
export function formatPart(
  { header, rows }: { header: GuildHeader | null; rows: readonly RowLine[] },
  { part, before, next }: { part: number; before: string; next: (whole: string) => string | null },
): string {
  const text = [...(header === null ? [] : [header]), ...rows].map(formatLine).join("")
  const own = sha256(text)
  const whole = chainHash(before, own)
  return text + formatLine({ page: { rows: rows.length, next: next(whole), part, sha256: own, whole } })
}
