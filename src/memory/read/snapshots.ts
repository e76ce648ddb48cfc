/**
 * Weeks of the claim log as counts. The queries count kinds and tenths of confidence and name nobody, so reading needs
 * no viewer.
 */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { LocalDate } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import { type Database, runBatch } from "../db/database.ts"

const WeekRow = z.object({
  week: z.string(),
  policy_version: z.int(),
  claims: z.int(),
  body: z.string(),
  alarm: z.string().nullable(),
})
/** A stored week; `body` is JSON. */
export type StoredWeek = z.output<typeof WeekRow>

function storedWeeks(guildId: Id, { before, limit }: { before: LocalDate | null; limit: number }): SQL {
  return sql`SELECT week, policy_version, claims, body, alarm FROM memory_snapshots
    WHERE guild_id = ${guildId} AND (${before} IS NULL OR week < ${before}) ORDER BY week DESC LIMIT ${limit}`
}

/** Returns the latest stored weeks, earliest first. */
export async function listWeeks(db: Database, guildId: Id, limit: number): Promise<StoredWeek[]> {
  const rows = await db.all(storedWeeks(guildId, { before: null, limit }))
  return z.array(WeekRow).parse(rows).reverse()
}

/** The counts of a week: claims by kind, by tenth of confidence and by policy version. */
export interface WeekCounts {
  kinds: Record<string, number>
  deciles: Record<string, number>
  versions: Record<string, number>
}

/**
 * Counts the claims of a week in one round trip, and reads the stored weeks before it and if a trial of a policy runs.
 * The kinds are those of `policy/lab/snapshot.ts`.
 */
export async function readWeek(
  db: Database,
  guildId: Id,
  { week, from, to, before }: { week: LocalDate; from: Time; to: Time; before: number },
): Promise<{ counts: WeekCounts; weeks: StoredWeek[]; hasTrial: boolean }> {
  const within = sql`guild_id = ${guildId} AND at >= ${from} AND at < ${to}`
  const part = (name: string) => sql.raw(`coalesce(${name}, '-')`)
  const kind = sql.join(["type", "importance", "lifetime", "method", "verdict"].map(part), sql` || '|' || `)
  const [counted, stored, trials] = await runBatch(db, [
    // One statement, so that all counts are of the same rows.
    sql`SELECT 'kinds' AS what, ${kind} AS name, count(*) AS n FROM claim_log WHERE ${within} GROUP BY 2
      UNION ALL SELECT 'deciles', min(9, CAST(confidence * 10 + 1e-9 AS INTEGER)), count(*) FROM claim_log
        WHERE ${within} AND confidence IS NOT NULL GROUP BY 2
      UNION ALL SELECT 'versions', policy_version, count(*) FROM claim_log WHERE ${within} GROUP BY 2`,
    storedWeeks(guildId, { before: week, limit: before }),
    sql`SELECT 1 FROM policy_trials WHERE guild_id = ${guildId} AND ended_at IS NULL`,
  ])
  const rows = z
    .array(z.object({ what: z.string(), name: z.coerce.string(), n: z.int() }))
    .parse(counted?.results)
  const of = (what: keyof WeekCounts) =>
    Object.fromEntries(rows.filter((row) => row.what === what).map(({ name, n }) => [name, n]))
  return {
    counts: { kinds: of("kinds"), deciles: of("deciles"), versions: of("versions") },
    weeks: z.array(WeekRow).parse(stored?.results).reverse(),
    hasTrial: (trials?.results.length ?? 0) > 0,
  }
}

/** Returns the row numbers of active memories said last in this time that have a vector in `home`, latest first. */
export async function embeddedSeqs(
  db: Database,
  guildId: Id,
  { from, to, home, most }: { from: Time; to: Time; home: string; most: number },
): Promise<number[]> {
  const rows = await db.all<{ seq: number }>(
    sql`SELECT seq FROM memories INDEXED BY memories_recent WHERE guild_id = ${guildId} AND last_said_at >= ${from} AND last_said_at < ${to}
      AND status = 'active' AND embedded_with = ${home} ORDER BY last_said_at DESC LIMIT ${most}`,
  )
  return rows.map(({ seq }) => seq)
}
