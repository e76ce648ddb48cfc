/**
 * Reads the records of extracted windows with the verdict on each claim, and finds the channels and windows
 * in which something was said.
 */
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm"
import { DAY } from "../../domain/calendar.ts"
import { snowflakeTime } from "../../domain/ids.ts"
import type { Id, Time, Verdict, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { parseStored } from "../db/json-column.ts"
import { notes, windows } from "../db/schema.ts"
import { mentionable, namesObjector } from "./consent-sql.ts"
import { readableAmong } from "./manage.ts"
import { hasMentionableSpeaker } from "./note-reads.ts"
import { readableChannel } from "./search.ts"

/** Returns the verdicts of a stored window, or `null` if the window was not stored. */
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
  // Trusted: only Keepsake's own statements write this column.
  return row ? { ...row, verdicts: row.verdicts as Verdict[] } : null
}

/**
 * Returns channels and threads with messages or updates since a time; `null` means ever. Takes no viewer
 * because nobody sees the result.
 */
export async function channelsHeard(db: Database, guildId: Id, since: Time | null): Promise<Id[]> {
  const heardIn = sql`SELECT id FROM channels WHERE guild_id = ${guildId} AND updated_at > 0`
  const rows = await db.all<{ id: Id }>(
    since === null
      ? heardIn
      : sql`${heardIn} AND updated_at >= ${since} UNION SELECT channel_id FROM windows WHERE guild_id = ${guildId} AND last_at >= ${since}`,
  )
  return rows.map(({ id }) => id)
}

/** Longer than any window. Bounds the scan of the guild's notes. */
const MAX_WINDOW_MS = 2 * DAY

/**
 * Returns the ids of a channel's windows that may have read one of the messages: the time span of the
 * window's note contains it.
 */
export async function windowsAround(
  db: Database,
  place: { guildId: Id; channelId: Id },
  messages: readonly Id[],
): Promise<string[]> {
  if (messages.length === 0) return []
  const rows = await db.all<{ id: string }>(
    sql`SELECT DISTINCT substr(n.id, 3) AS id FROM json_each(${JSON.stringify(messages.map(snowflakeTime))}) sent CROSS JOIN notes n
      WHERE n.guild_id = ${place.guildId} AND n.to_at >= sent.value AND n.to_at < sent.value + ${MAX_WINDOW_MS}
        AND n.from_at <= sent.value AND n.channel_id = ${place.channelId} AND n.kind = 'conversation'`,
  )
  return rows.map((row) => row.id)
}

/**
 * Returns the guild's windows in channels the viewer may read, latest conversation first, without those of objectors
 * alone. `page.before` is the last window of the previous page.
 */
export async function listWindows(
  db: Database,
  viewer: Viewer,
  page: { channelId: Id | null; before: { at: Time; id: string } | null; limit: number },
) {
  const rows = await db
    .select({ ...getTableColumns(windows), verdicts: visibleVerdicts(viewer) })
    .from(windows)
    .where(
      sql`guild_id = ${viewer.guildId} AND ${readableChannel(viewer, sql`channel_id`)} AND (${page.channelId} IS NULL OR channel_id = ${page.channelId})
        AND NOT EXISTS (SELECT 1 FROM notes WHERE notes.id = 'n_' || windows.id AND NOT ${hasMentionableSpeaker(viewer, sql`notes`)})
        AND (${page.before?.at ?? null} IS NULL OR (last_at, id) < (${page.before?.at ?? null}, ${page.before?.id ?? null}))`,
    )
    .orderBy(sql`last_at DESC, id DESC`)
    .limit(page.limit)
  const found = rows.map((row) => ({ ...row, verdicts: parseStored(row.verdicts, []) as Verdict[] }))
  const ids = found.flatMap(({ verdicts }) => verdicts.flatMap(({ memoryId }) => memoryId ?? []))
  // A claim may have matched a memory from another channel.
  const known = viewer.readable === "all" ? new Set(ids) : await readableAmong(db, viewer, ids)
  return found.map((row) => ({
    ...row,
    verdicts: row.verdicts.map((verdict) => withReadableMemory(verdict, known)),
  }))
}

/** Returns the verdicts of a window as JSON, without those about people who object. */
function visibleVerdicts(viewer: Viewer): SQL<string> {
  if (!viewer.hidesObjectors) return sql<string>`windows.verdicts`
  const subject = mentionable(viewer, sql`v.value->'subject'->>'id'`)
  const named = namesObjector(viewer, sql`coalesce(v.value->>'fact', '')`)
  return sql<string>`(SELECT json_group_array(json(v.value)) FROM json_each(iif(json_valid(windows.verdicts), windows.verdicts, '[]')) v
    WHERE (v.value->'subject'->>'scope' <> 'user' OR ${subject}) AND NOT ${named})`
}

function withReadableMemory(verdict: Verdict, known: ReadonlySet<string>): Verdict {
  const { memoryId } = verdict
  return memoryId === null || known.has(memoryId) ? verdict : { ...verdict, memoryId: null }
}
