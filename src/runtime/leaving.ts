/** Handles a guild that removed the bot or added it back, the same way for every entry point. */
import { desc, sql } from "drizzle-orm"
import { DAY } from "../domain/calendar.ts"
import type { Id } from "../domain/types.ts"
import { cancelGuildErasure, scheduleGuildErasure, wakeEraser } from "../erasure/wake.ts"
import { type Database, guildDatabase } from "../memory/db/database.ts"
import { audit } from "../memory/db/schema.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { guildFromRows, guildQuery } from "../policy/guild.ts"
import { readSettings } from "../settings.ts"
import { refreshChannels } from "./channels.ts"
import { enter } from "./enter.ts"
import type { Runtime } from "./models.ts"

/**
 * The bot was removed: schedules the guild's erasure after its grace period. Does nothing if the guild is
 * unknown or already leaving.
 */
export async function leaveGuild({ env }: Runtime, guildId: Id, by: AuditActor): Promise<void> {
  const db = guildDatabase(env, guildId)
  const guild = guildFromRows(await guildQuery(db, guildId))
  if (guild === null) return
  const grace = readSettings(env).GUILD_GRACE_DAYS * DAY
  const at = guild.leavingAt ?? (await scheduleGuildErasure(db, guildId, by.now + grace, by)) ?? by.now
  await refreshChannels(env, await enter(env, guildId))
  if (at <= by.now) await wakeEraser(env, guildId)
}

/**
 * The bot is present. Returns true if the guild stays. It is restored only if the same actor scheduled its
 * erasure: an admin's request for erasure is not overruled by a bot that was never removed.
 */
export async function keepGuild({ env }: Runtime, guildId: Id, by: AuditActor): Promise<boolean> {
  const db = guildDatabase(env, guildId)
  const guild = guildFromRows(await guildQuery(db, guildId))
  if (guild === null || guild.leavingAt === null || guild.restoring) return true
  if ((await lastLeaveActor(db, guildId)) !== by.actor || !(await cancelGuildErasure(db, guildId, by)))
    return false
  await refreshChannels(env, await enter(env, guildId))
  return true
}

async function lastLeaveActor(db: Database, guildId: Id): Promise<string | null> {
  const rows = await db
    .select({ actor: audit.actor })
    .from(audit)
    .where(sql`guild_id = ${guildId} AND action = 'guild.leave'`)
    .orderBy(desc(audit.at), desc(audit.seq))
    .limit(1)
  return rows[0]?.actor ?? null
}
