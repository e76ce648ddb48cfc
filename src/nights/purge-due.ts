/** What has had its time and no guild's night lets go of: what is of no guild, guilds that have no nights, and those whose nights fail. Done by the hourly cron; what time does not suffice for goes on in the next hour. And what goes sooner, in all guilds at once. */

import { DAY, utcDate } from "../domain/calendar.ts"
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase, guildsUnpurged, purgeUndo } from "../memory/db/database.ts"
import { purgeGuild } from "../memory/removal/purge.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../policy/settings.ts"
import { DEPLOYMENT } from "../privacy/consent.ts"
import { cutoffsOf, duePurgeDay } from "../privacy/retention.ts"

/** A cron may run for 15 minutes. */
const RUN_MS = 5 * 60_000
const GUILD_MS = 60_000
const PAGE = 500

/** A guild as this round finds it. */
interface Due {
  id: Id
  settings: string
  purgedOn: string | null
}

/**
 * Purges once a day what has no nights: the rows that are of no guild, and guilds that are leaving; and guilds that two nights in a row
 * have not purged, whatever kept them: that something is let go of is promised, whether or not nights are begun. One that fails does
 * not keep the others from theirs.
 */
export async function purgeDue(bindings: { DB: D1Database }, clock: () => Time = Date.now): Promise<void> {
  const end = clock() + RUN_MS
  await purgeOne(bindings, { id: DEPLOYMENT, settings: "{}", purgedOn: null }, { clock, end })
  const since = utcDate(clock() - 2 * DAY)
  for (let after = ""; clock() < end; ) {
    const guilds = await guildsUnpurged(bindings, { since, after, limit: PAGE })
    for (const guild of guilds) if (clock() < end) await purgeOne(bindings, guild, { clock, end })
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last.id
  }
}

async function purgeOne(
  bindings: { DB: D1Database },
  guild: Due,
  { clock, end }: { clock: () => Time; end: Time },
): Promise<void> {
  const now = clock()
  // The fallback for settings that no longer parse is the default: nothing may be kept for ever by a mistake.
  const settings = SettingsSchema.safeParse(JSON.parse(guild.settings)).data ?? DEFAULT_SETTINGS
  const day = duePurgeDay(now, settings.timezone, guild.purgedOn)
  if (day === null) return
  const deadline = Math.min(end, now + GUILD_MS)
  const purge = { guildId: guild.id, before: cutoffsOf(settings.retention, now), day, now }
  try {
    await purgeGuild(guildDatabase(bindings, guild.id), purge, () => clock() < deadline)
  } catch (error) {
    // The fallback is the next hour: the guild's day is not marked as done.
    console.error({ event: "purge.failed", guild: guild.id, error: describeError(error) })
  }
}

/** Lets go of what can no longer be undone. Its ten minutes are kept at each undo; this is so that the words go, too. */
export function purgeExpiredUndo(bindings: { DB: D1Database }): Promise<void> {
  return purgeUndo(bindings, Date.now())
}
