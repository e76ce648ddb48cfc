/**
 * Loads a backup into a guild, page by page. The guild is closed from its first step to its last: nothing is recalled
 * before every erasure and opt-out since the backup took effect again.
 */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { type Header, type RowLine, SCHEMA_NUMBER } from "../../backup/format.ts"
import { belongTo, type ImportScope, importRows } from "../../backup/import.ts"
import { hashOf } from "../../domain/hash.ts"
import { DEPLOYMENT } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../../memory/db/database.ts"
import { RESTORING } from "../../memory/db/schema.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import type { ErasureJournal } from "../journal.ts"

export const RestoreState = z.object({
  /** The backup's start and journal: the same backup goes on where it stopped. */
  backup: z.string(),
  startedAt: z.number(),
  /** `loading`: pages arrive. `replaying`: the journal is next. `erasing`: its erasures run. */
  phase: z.enum(["loading", "replaying", "erasing", "done"]),
  pages: z.int(),
  merge: z.boolean(),
  since: z.object({ memories: z.int(), notes: z.int() }),
})
export type RestoreState = z.output<typeof RestoreState>

/** Its key in the object's state. */
export const RESTORE = "restore"

export interface RestoreOrder {
  guildId: Id
  header: Header
  /** Restores into a guild that is not empty. */
  merge: boolean
  /** Restores a backup whose journal is elsewhere or no longer complete. */
  unjournaled: boolean
}

/** `refused` says why and what to do. */
export type RestoreAnswer = { phase: RestoreState["phase"]; pages: number } | { refused: string }

export interface RestoreDeps {
  db: Database
  journal: ErasureJournal
  state: StateRows
  now: Time
  /** The days for which a backup can be restored. */
  days: number
}

export function readRestore(state: StateRows): RestoreState | null {
  return state.get(RESTORE, RestoreState)
}

/** Closes the guild for a backup's pages, or returns how far the restore of this backup is. */
export async function beginRestore(order: RestoreOrder, deps: RestoreDeps): Promise<RestoreAnswer> {
  const { guildId, header, merge } = order
  const { db, state, now } = deps
  const backup = backupId(header)
  const known = readRestore(state)
  const isSame = known?.backup === backup
  if (known !== null && known.phase !== "done")
    return isSame ? known : { refused: "The restore of another backup is not finished. Run it again first." }
  const guild = await readGuild(db, guildId)
  if (isSame && guild.rows > 0) return known
  const refused = refusalOf(order, deps) ?? (guildId === DEPLOYMENT ? null : guildRefusal(order, guild))
  if (refused !== null) return { refused }
  if (guildId !== DEPLOYMENT) await runBatch(db, closeFor(guildId, now))
  const since = { memories: guild.memories, notes: guild.notes }
  const startedAt = Date.parse(header.started_at)
  const begun: RestoreState = {
    backup,
    startedAt,
    phase: "loading",
    pages: 0,
    merge: merge && guild.rows > 0,
    since,
  }
  state.set(RESTORE, begun)
  return begun
}

function backupId({ part, started_at, journal }: Header): string {
  return hashOf([part, started_at, journal])
}

async function readGuild(db: Database, guildId: Id) {
  const rows = await db.all<{ rows: number; memories: number; notes: number; leavingAt: Time | null }>(
    sql`SELECT (SELECT coalesce(max(seq), 0) FROM memories) AS memories, (SELECT coalesce(max(seq), 0) FROM notes) AS notes,
      (SELECT leaving_at FROM guilds WHERE id = ${guildId}) AS leavingAt,
      EXISTS (SELECT 1 FROM memories WHERE guild_id = ${guildId}) + EXISTS (SELECT 1 FROM notes WHERE guild_id = ${guildId})
        + EXISTS (SELECT 1 FROM windows WHERE guild_id = ${guildId}) + EXISTS (SELECT 1 FROM erasures WHERE guild_id = ${guildId} AND kind = 'guild' AND state <> 'done') AS rows`,
  )
  return rows[0] ?? { rows: 0, memories: 0, notes: 0, leavingAt: null }
}

function refusalOf(
  { header, unjournaled }: RestoreOrder,
  { journal, now, days }: RestoreDeps,
): string | null {
  if (header.schema > SCHEMA_NUMBER)
    return `The backup has schema ${header.schema}, and this deployment has ${SCHEMA_NUMBER}. Deploy the newer version first.`
  if (unjournaled) return null
  if (header.journal !== journal.id)
    return "This deployment does not have the backup's journal, so it does not know who was erased or opted out since. --no-journal restores it nevertheless."
  if (!journal.reaches(Date.parse(header.started_at), now, days))
    return `The backup is older than BACKUP_DAYS (${days}), and erasures and opt-outs since are no longer all known. --no-journal restores it nevertheless.`
  const erased = journal.since(Date.parse(header.started_at)).find(({ kind }) => kind === "guild")
  return erased === undefined ? null : "The guild was erased after this backup, so it stays erased."
}

function guildRefusal({ merge }: RestoreOrder, guild: Awaited<ReturnType<typeof readGuild>>): string | null {
  if (guild.leavingAt !== null && guild.leavingAt !== RESTORING)
    return "The guild is about to be erased. Take that back first, with POST …/restore."
  if (guild.rows > 0 && !merge)
    return "The guild is not empty. --merge adds what it lacks, and brings back what was forgotten or deleted since the backup."
  return null
}

/** The guild's row may be missing: the database was lost. */
function closeFor(guildId: Id, now: Time): BatchStatement[] {
  return [
    sql`INSERT INTO guilds (id, settings, policy_version, writes, created_at) VALUES (${guildId}, '{}', 0, 0, ${now}) ON CONFLICT DO NOTHING`,
    sql`UPDATE guilds SET leaving_at = ${RESTORING}, restoring = 1, structure = structure + 1 WHERE id = ${guildId}`,
  ]
}

/** Writes a page. Pages come in order; one that is there is skipped. */
export async function loadPage(
  { guildId, header, page, rows }: { guildId: Id; header: Header; page: number; rows: readonly RowLine[] },
  { db, state }: Pick<RestoreDeps, "db" | "state">,
): Promise<RestoreAnswer> {
  const known = readRestore(state)
  if (known?.phase !== "loading" || known.backup !== backupId(header) || page > known.pages)
    return { refused: "This page is not expected. Begin the restore, and send its pages in order." }
  if (!belongTo(guildId, rows)) return { refused: "A row belongs to another guild. The file is damaged." }
  if (page < known.pages) return known
  await importRows(db, scopeOf(guildId, known), rows)
  const next = { ...known, pages: page + 1 }
  state.set(RESTORE, next)
  return next
}

export function scopeOf(guildId: Id, { merge, since }: RestoreState): ImportScope {
  return { guildId, merge, since }
}

/** Ends the loading, once all pages are there. */
export function endLoading(header: Header, pages: number, state: StateRows): RestoreAnswer {
  const known = readRestore(state)
  if (known?.backup !== backupId(header)) return { refused: "Begin the restore of this backup first." }
  if (known.phase !== "loading") return known
  if (known.pages !== pages)
    return { refused: `${known.pages} of ${pages} pages have arrived. Send the others first.` }
  const next: RestoreState = { ...known, phase: "replaying" }
  state.set(RESTORE, next)
  return next
}
