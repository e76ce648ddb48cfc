/** A guild that removed the bot, or took it back: every door sees to it in the same way. */
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

/** The bot was removed: the guild is erased after its days of grace. Nothing where it is unknown, or leaving already. */
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
 * The bot is there: whether the guild stays. It is restored only if it was this actor who had it leave: an admin who asked for its
 * erasure is not overruled by a bot that was never removed.
 */
export async function keepGuild({ env }: Runtime, guildId: Id, by: AuditActor): Promise<boolean> {
  const db = guildDatabase(env, guildId)
  const guild = guildFromRows(await guildQuery(db, guildId))
  if (guild === null || guild.leavingAt === null) return true
  if ((await whoLeft(db, guildId)) !== by.actor || !(await cancelGuildErasure(db, guildId, by))) return false
  await refreshChannels(env, await enter(env, guildId))
  return true
}

async function whoLeft(db: Database, guildId: Id): Promise<string | null> {
  const rows = await db
    .select({ actor: audit.actor })
    .from(audit)
    .where(sql`guild_id = ${guildId} AND action = 'guild.leave'`)
    .orderBy(desc(audit.at), desc(audit.seq))
    .limit(1)
  return rows[0]?.actor ?? null
}
