/** Stores the counts of finished days (`memory/read/stats.ts`), so that they outlive the rows they come from. */
import { type SQL, sql } from "drizzle-orm"
import type { LocalDate } from "../../domain/calendar.ts"
import { listCounts, type QuestionDays } from "../../domain/question-counts.ts"
import type { Id, Time } from "../../domain/types.ts"
import { countsSince, openDay } from "../read/stats.ts"

/**
 * Returns the statement that stores the counts of the days that are not stored yet, through `through`. Repeated, it does
 * nothing: the last day has a row in any case. Nor does it for a guild that is unknown or leaving.
 */
export function storeDays(
  guildId: Id,
  { through, now, questions }: { through: LocalDate; now: Time; questions: QuestionDays },
): SQL {
  const since = sql`(SELECT day FROM open)`
  return sql`INSERT INTO stats_days (guild_id, day, measure, kind, scope, n)
    WITH open AS MATERIALIZED (SELECT ${openDay(guildId, now)} AS day)
    SELECT ${guildId}, day, measure, kind, scope, n FROM (SELECT * FROM (${countsSince(guildId, since, through)})
      UNION ALL SELECT value->>'day', value->>'measure', value->>'kind', '', value->>'n' FROM json_each(${JSON.stringify(listCounts(questions))})
        WHERE value->>'day' >= ${since} AND value->>'day' <= ${through}
      UNION ALL SELECT ${through}, 'counted', '', '', 1)
    WHERE ${since} <= ${through} AND EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NULL)
    ON CONFLICT DO NOTHING`
}
