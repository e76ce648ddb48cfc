/** Tells guilds' erasers that there is something to do: after each request, and every hour for what was missed or has come due. */

import { sql } from "drizzle-orm"
import { describeError } from "../domain/errors.ts"
import { hashOf } from "../domain/hash.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, guildsToErase, runBatch } from "../memory/db/database.ts"
import { type AuditActor, auditRowIf } from "../memory/write/audit.ts"
import { NOTHING_YET } from "./jobs.ts"

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
    // The fallback is the next hourly round: what is to be erased is in the database.
    console.error({ event: "eraser.not_woken", guild: guildId, error: describeError(error) })
  }
}

/** The hourly round: wakes every guild that has an erasure to go on with, or whose grace is over. */
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

// A guild that is left: erased after a grace period, unless it is restored before.

/** The guild is to be erased at `at`; asked again, the first time stands. Returns when; null where there is no such guild. */
export async function scheduleGuildErasure(
  db: Database,
  guildId: Id,
  at: Time,
  by: AuditActor,
): Promise<Time | null> {
  await runBatch(db, [
    sql`UPDATE guilds SET leaving_at = ${at}, structure = structure + 1 WHERE id = ${guildId} AND leaving_at IS NULL`,
    whereKnown(guildId, "guild.leave", by),
  ])
  const rows = await db.all<{ at: Time }>(sql`SELECT leaving_at AS at FROM guilds WHERE id = ${guildId}`)
  return rows[0]?.at ?? null
}

/** Takes it back. False where it is not leaving, or its erasure has begun. */
export async function cancelGuildErasure(db: Database, guildId: Id, by: AuditActor): Promise<boolean> {
  const results = await runBatch(db, [
    sql`UPDATE guilds SET leaving_at = NULL, structure = structure + 1 WHERE id = ${guildId} AND leaving_at IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM erasures WHERE guild_id = ${guildId} AND kind = 'guild' AND state <> 'done') RETURNING id`,
    whereKnown(guildId, "guild.restore", by),
  ])
  return (results[0]?.results.length ?? 0) > 0
}

/** Begins the erasure of a guild whose grace is over. Its id follows from the moment, so that it is begun once. */
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

/** The audit row of a deed to a guild; none of one that is unknown. */
function whereKnown(guildId: Id, action: "guild.leave" | "guild.restore", by: AuditActor) {
  const known = sql`EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId})`
  return auditRowIf(known, by, { guildId, action, target: guildId })
}
