/** Stores a week of the claim log as counts, which outlive its rows and name nobody. */
import { type SQL, sql } from "drizzle-orm"
import type { LocalDate } from "../../domain/calendar.ts"
import type { Id } from "../../domain/types.ts"
import type { StoredWeek } from "../read/snapshots.ts"

/** Returns the statement that stores a week. Repeated, or for a guild that is unknown or leaving, it does nothing. */
export function storeWeek(guildId: Id, { week, policy_version, claims, body, alarm }: StoredWeek): SQL {
  return sql`INSERT INTO memory_snapshots (guild_id, week, policy_version, claims, body, alarm)
    SELECT ${guildId}, ${week}, ${policy_version}, ${claims}, ${body}, ${alarm}
    WHERE EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NULL) ON CONFLICT DO NOTHING`
}

/** The condition that a week is not stored yet, for what happens once with it. */
export function isNewWeek(guildId: Id, week: LocalDate): SQL {
  return sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM memory_snapshots WHERE guild_id = ${guildId} AND week = ${week})`
}
