/** The SQL that finds topics without walking the conversations between them: the keys of their sources begin with the day they are of. */
import { type SQL, sql } from "drizzle-orm"
import { DAY, utcDate } from "../../domain/calendar.ts"
import type { Id, Span, Time } from "../../domain/types.ts"

const LAST_DAY = Date.parse("9999-12-28T00:00:00Z")

/**
 * A SELECT of `seq`: topics that ended within a span, at most `limit`, the latest first. `where`: what a row of `notes` has to be besides. Day
 * after day is looked at until there are enough; each day's topics are put in order by themselves.
 */
export function topicsByDay(guildId: Id, span: Span, { where, limit }: { where: SQL; limit: number }): SQL {
  const sources = sql`note_sources WHERE guild_id = ${guildId}`
  const dayBefore = (bound: SQL) =>
    sql`(SELECT substr(cluster_id, 1, 12) FROM ${sources} AND cluster_id < ${bound} AND cluster_id >= ${dayKey(span.from, -2)} ORDER BY cluster_id DESC LIMIT 1)`
  return sql`SELECT topic.value AS seq FROM (WITH RECURSIVE days(day) AS (SELECT ${dayBefore(dayKey(span.to, 2))}
        UNION ALL SELECT ${dayBefore(sql`days.day`)} FROM days WHERE day IS NOT NULL)
      SELECT day FROM days WHERE day IS NOT NULL) CROSS JOIN json_each((SELECT json_group_array(seq) FROM (SELECT notes.seq FROM notes
        WHERE notes.id IN (SELECT cluster_id FROM ${sources} AND cluster_id > day || '_' AND cluster_id < day || '_~')
          AND +notes.to_at >= ${span.from} AND +notes.to_at <= ${span.to} AND ${where} ORDER BY notes.to_at DESC, notes.id DESC))) topic LIMIT ${limit}`
}

/** How ids of topics begin that are of the date of a moment, or of one some days off: in no zone is it further from UTC's than one. It stands in the SQL as it is: recall has few parameters to spare. */
function dayKey(at: Time, days: number): SQL {
  const day = Math.min(Math.max(at, 0), LAST_DAY) + days * DAY
  return sql.raw(`'t_${utcDate(Math.max(day, 0))}'`)
}
