/**
 * Counts by UTC day, which name nobody: stored ones of finished days, and those of later days from the rows they come
 * from. Takes no viewer: only whoever may read everything sees them.
 */
import { type SQL, sql } from "drizzle-orm"
import { addDays, DAY, type LocalDate, utcDate } from "../../domain/calendar.ts"
import { DECISION_LABELS, JUNK_LABELS } from "../../domain/claim-labels.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"

/**
 * A number of one day. Besides the measures of questions (`domain/question-counts.ts`):
 * - `accepted`, `shadowed`, `queued`, `rejected`: claims by verdict; `ended`: accepted claims by which a fact ended.
 * - `label:…`: claims by what people did with their memory later, on the day when they did it.
 * Kind and scope are those of the claim, or empty if its words must not be kept.
 * - `window`: windows by method, with the reason if rules had to stand in for a model.
 * - `judged`: answers by what people said of them.
 */
export interface DayCount {
  day: LocalDate
  measure: string
  kind: string
  scope: string
  n: number
}

/** Counting starts so many days ago in a guild whose days were never stored. */
const FIRST_DAYS = 31
/** Windows read later than this after their last message, as those of imports are, count only if they claim something. */
const SOON_READ_MS = 7 * DAY

/** Selects the first day that is not stored. */
export function openDay(guildId: Id, now: Time): SQL {
  return sql`coalesce((SELECT date(max(day), '+1 day') FROM stats_days WHERE guild_id = ${guildId}), ${addDays(utcDate(now), -FIRST_DAYS)})`
}

/**
 * Selects the counts from `since`, a day in SQL, through `through`. Replayed, it counts the same, except for rows that
 * were deleted meanwhile. Every range is one of an index.
 */
export function countsSince(guildId: Id, since: SQL, through: LocalDate): SQL {
  const ends = Date.parse(addDays(through, 1))
  const begins = sql`unixepoch(${since}) * 1000`
  const soon = sql`last_at >= created_at - ${SOON_READ_MS}`
  const dayOf = (column: SQL) => sql`date(${column} / 1000, 'unixepoch')`
  const decided = sql`claim_log WHERE guild_id = ${guildId} AND at >= ${begins} AND at < ${ends}`
  return sql`SELECT ${dayOf(sql`at`)} AS day, CASE WHEN op = 'forget' AND verdict = 'accepted' THEN 'ended' ELSE verdict END AS measure,
      coalesce(type, '') AS kind, coalesce(scope, '') AS scope, count(*) AS n FROM ${decided} GROUP BY 1, 2, 3, 4
    UNION ALL SELECT labeled_on, 'label:' || label, coalesce(type, ''), coalesce(scope, ''), count(*) FROM claim_log
      WHERE guild_id = ${guildId} AND labeled_on >= ${since} AND labeled_on <= ${through} AND label IS NOT NULL GROUP BY 1, 2, 3, 4
    UNION ALL SELECT ${dayOf(sql`created_at`)}, 'window', method, coalesce(fallback, ''), count(*)
      FROM (SELECT * FROM windows WHERE guild_id = ${guildId} AND last_at >= ${begins} - ${SOON_READ_MS} AND ${soon}
        UNION ALL SELECT * FROM windows WHERE id IN (SELECT window_id FROM ${decided}) AND NOT (${soon}))
      WHERE created_at >= ${begins} AND created_at < ${ends} GROUP BY 1, 3, 4
    UNION ALL SELECT ${dayOf(sql`at`)}, 'judged', label, '', count(*) FROM answer_labels
      WHERE guild_id = ${guildId} AND at >= ${begins} AND at < ${ends} GROUP BY 1, 3`
}

/**
 * Returns the counts of the days from `from` through `to`, and the first day that is not stored: questions since then
 * are counted elsewhere. One round trip.
 */
export async function readDayCounts(
  db: Database,
  guildId: Id,
  { from, to, now }: { from: LocalDate; to: LocalDate; now: Time },
): Promise<{ counts: DayCount[]; openSince: LocalDate }> {
  const open = openDay(guildId, now)
  const today = utcDate(now)
  const [stored, counted, since] = await runBatch(db, [
    sql`SELECT day, measure, kind, scope, n FROM stats_days WHERE guild_id = ${guildId} AND day >= ${from} AND day <= ${to}`,
    countsSince(guildId, sql`max(${from}, ${open})`, to < today ? to : today),
    sql`SELECT ${open} AS day`,
  ])
  // The columns are those of the queries above.
  const counts = [...(stored?.results ?? []), ...(counted?.results ?? [])] as DayCount[]
  const [first] = (since?.results ?? []) as { day: LocalDate }[]
  return { counts, openSince: first?.day ?? from }
}

/** Statements of some days that went into memory, and how many of those people found bad. */
export interface BadStatements {
  /** Kept at once, or held back until somebody decided on them. */
  settled: number
  bad: number
}

/** Counts the statements decided since a UTC day. What still waits for a decision is in neither number. */
export async function countBadStatements(
  db: Database,
  guildId: Id,
  since: LocalDate,
): Promise<BadStatements> {
  const among = (labels: readonly string[]) =>
    sql`label IN (SELECT value FROM json_each(${JSON.stringify(labels)}))`
  const rows = await db.all<BadStatements>(
    sql`SELECT count(*) AS settled, count(*) FILTER (WHERE ${among(JUNK_LABELS)}) AS bad FROM claim_log
      WHERE guild_id = ${guildId} AND at >= ${Date.parse(since)} AND op <> 'forget'
        AND (verdict = 'accepted' OR (verdict IN ('shadowed', 'queued') AND ${among(DECISION_LABELS)}))`,
  )
  return rows[0] ?? { settled: 0, bad: 0 }
}
