/** The record of windows read: what each yielded, claim by claim. */
import { and, eq, sql } from "drizzle-orm"
import type { Id, Time, Verdict } from "../vocabulary.ts"
import type { Database } from "./database.ts"
import { notes, windows } from "./schema.ts"

/** A written window's verdicts, or null where it was not written. */
export async function windowVerdicts(db: Database, guildId: Id, id: string) {
  const rows = await db
    .select({
      method: windows.method,
      messages: windows.messageCount,
      firstAt: windows.firstAt,
      title: notes.title,
      verdicts: windows.verdicts,
    })
    .from(windows)
    .leftJoin(notes, eq(notes.id, sql`'n_' || ${windows.id}`))
    .where(and(eq(windows.id, id), eq(windows.guildId, guildId)))
  const row = rows[0]
  // Verdicts are written by statements.ts alone.
  return row ? { ...row, verdicts: row.verdicts as Verdict[] } : null
}

/** A guild's windows, latest conversation first; `before` pages on from the last seen. */
export async function listWindows(
  db: Database,
  guildId: Id,
  page: { channelId: Id | null; before: { at: Time; id: string } | null; limit: number },
) {
  const rows = await db
    .select()
    .from(windows)
    .where(
      sql`guild_id = ${guildId} AND (${page.channelId} IS NULL OR channel_id = ${page.channelId})
        AND (${page.before?.at ?? null} IS NULL OR (last_at, id) < (${page.before?.at ?? null}, ${page.before?.id ?? null}))`,
    )
    .orderBy(sql`last_at DESC, id DESC`)
    .limit(page.limit)
  return rows.map((row) => ({ ...row, verdicts: row.verdicts as Verdict[] }))
}
