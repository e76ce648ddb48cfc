/**
 * Wakes guilds' erasers after each request, and every hour for missed or due work. It also schedules the
 * erasure of guilds that are leaving.
 */

import { sql } from "drizzle-orm"
import { describeError } from "../domain/errors.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, guildsToErase, runBatch } from "../memory/db/database.ts"
import { RESTORING } from "../memory/db/schema.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { NOTHING_YET } from "./jobs.ts"
import type { JournalEntry } from "./journal.ts"

interface Bindings {
  DB: D1Database
  ERASERS: Env["ERASERS"]
}

const PAGE = 500
const AT_ONCE = 50

/** Never throws. */
export async function wakeEraser(bindings: Pick<Bindings, "ERASERS">, guildId: Id): Promise<void> {
  try {
    await bindings.ERASERS.getByName(guildId).wake(guildId)
  } catch (error) {
    // Fallback: the next hourly round. The database has the pending erasures.
    console.error({ event: "eraser.not_woken", guild: guildId, error: describeError(error) })
  }
}

/**
 * Records what a person says about being remembered in the journal of a guild, or of the deployment. Call it
 * before the database changes: if the journal is unreachable, it throws and nothing changes.
 */
export async function journalConsent(
  bindings: Pick<Bindings, "ERASERS">,
  guildId: Id,
  said: Pick<JournalEntry, "kind" | "target" | "at" | "value">,
): Promise<void> {
  await bindings.ERASERS.getByName(guildId).note({ ...said, doneAt: said.at })
}

/** The hourly round: wakes every guild with an unfinished erasure or an expired grace period. */
export async function wakeErasers(bindings: Bindings, now: Time): Promise<void> {
  for (let after = ""; ; ) {
    const guilds = await guildsToErase(bindings, { after, limit: PAGE, now })
    for (let start = 0; start < guilds.length; start += AT_ONCE)
      await Promise.all(guilds.slice(start, start + AT_ONCE).map((id) => wakeEraser(bindings, id)))
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last
  }
}

// Guilds that the bot left are erased after a grace period, unless they are restored first.

/**
 * Schedules the guild's erasure at `at`; a repeated call keeps the first time. Returns that time; `null` if
 * the guild is unknown.
 */
export async function scheduleGuildErasure(
  db: Database,
  guildId: Id,
  at: Time,
  by: AuditActor,
): Promise<Time | null> {
  await runBatch(db, [
    sql`UPDATE guilds SET leaving_at = ${at}, structure = structure + 1 WHERE id = ${guildId} AND leaving_at IS NULL`,
    auditIfKnown(guildId, "guild.leave", by),
  ])
  const rows = await db.all<{ at: Time }>(sql`SELECT leaving_at AS at FROM guilds WHERE id = ${guildId}`)
  return rows[0]?.at ?? null
}

/** Cancels a scheduled erasure. Returns false if none is scheduled or it has begun. */
export async function cancelGuildErasure(db: Database, guildId: Id, by: AuditActor): Promise<boolean> {
  const results = await runBatch(db, [
    sql`UPDATE guilds SET leaving_at = NULL, structure = structure + 1 WHERE id = ${guildId} AND leaving_at < ${RESTORING}
      AND NOT EXISTS (SELECT 1 FROM erasures WHERE guild_id = ${guildId} AND kind = 'guild' AND state <> 'done') RETURNING id`,
    auditIfKnown(guildId, "guild.restore", by),
  ])
  return (results[0]?.results.length ?? 0) > 0
}

/**
 * Starts the erasure of a guild whose grace period is over. The job id derives from the scheduled time, so it
 * starts only once.
 */
export async function beginDueErasure(db: Database, guildId: Id, now: Time): Promise<void> {
  const rows = await db.all<{ at: Time }>(
    sql`SELECT leaving_at AS at FROM guilds WHERE id = ${guildId} AND leaving_at <= ${now}`,
  )
  const at = rows[0]?.at
  if (at === undefined) return
  await runBatch(db, [
    sql`INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at)
      SELECT ${`e_${hashOf([guildId, "guild", String(at)])}`}, id, 'guild', id, 'waiting', ${JSON.stringify(NOTHING_YET)}, 'grace', ${now}
      FROM guilds WHERE id = ${guildId} AND leaving_at = ${at} ON CONFLICT DO NOTHING`,
  ])
}

/** Builds the audit row of a change to a guild; none if the guild is unknown. */
function auditIfKnown(guildId: Id, action: "guild.leave" | "guild.restore", by: AuditActor) {
  const known = sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId})`
  return auditRowIf(known, by, { guildId, action, target: guildId })
}
