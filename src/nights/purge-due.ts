/**
 * Purges expired data that no nightly run deletes: rows of no guild, guilds without runs and guilds whose
 * runs fail. The hourly cron calls it; work it has no time for goes on in the next hour. It also deletes
 * expired undo records of all guilds.
 */

import { DAY, utcDate } from "../domain/calendar.ts"
import { describeError } from "../domain/errors.ts"
import { DEPLOYMENT } from "../domain/ids.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase, guildsUnpurged, purgeUndo } from "../memory/db/database.ts"
import { deploymentDatabase } from "../memory/db/health-queries.ts"
import { parseStored } from "../memory/db/json-column.ts"
import { purgeGuild } from "../memory/removal/purge.ts"
import { recountStatement } from "../memory/write/usage.ts"
import { DEFAULT_SETTINGS, SettingsSchema } from "../policy/settings.ts"
import { cutoffsOf, duePurgeDay } from "../privacy/retention.ts"

/** A cron invocation may run for 15 minutes. */
const RUN_MS = 5 * 60_000
const GUILD_MS = 60_000
const PAGE = 500

/** A guild row as this round reads it. */
interface Due {
  id: Id
  settings: string
  purgedOn: string | null
}

/**
 * Purges once a day: rows of no guild, guilds that are leaving, and guilds that two nights in a row did not
 * purge, for any reason. Retention is promised whether or not nightly runs start. One guild's failure does
 * not stop the others. Logs one line for all failures.
 */
export async function purgeDue(bindings: { DB: D1Database }, clock: () => Time = Date.now): Promise<void> {
  const failures = new Map<Id, string>()
  await purgeAll(bindings, { clock, end: clock() + RUN_MS, failures })
  if (failures.size === 0) return
  const [[guild, error] = []] = failures
  // Fallback: the next hour. These guilds' day is not marked as purged.
  console.error({ event: "purge.failed", guilds: failures.size, first: { guild, error } })
}

interface Round {
  clock: () => Time
  end: Time
  /** Filled with the error of each guild that could not be purged. */
  failures: Map<Id, string>
}

async function purgeAll(bindings: { DB: D1Database }, round: Round): Promise<void> {
  const { clock, end } = round
  await purgeOne(bindings, { id: DEPLOYMENT, settings: "{}", purgedOn: null }, round)
  const since = utcDate(clock() - 2 * DAY)
  for (let after = ""; clock() < end; ) {
    const guilds = await guildsUnpurged(bindings, { since, after, limit: PAGE })
    for (const guild of guilds) if (clock() < end) await purgeOne(bindings, guild, round)
    const last = guilds.at(-1)
    if (last === undefined || guilds.length < PAGE) return
    after = last.id
  }
}

async function purgeOne(
  bindings: { DB: D1Database },
  guild: Due,
  { clock, end, failures }: Round,
): Promise<void> {
  const now = clock()
  // Settings that no longer parse fall back to the defaults, so a mistake never keeps data forever.
  const settings = SettingsSchema.safeParse(parseStored(guild.settings, null)).data ?? DEFAULT_SETTINGS
  const day = duePurgeDay(now, settings.timezone, guild.purgedOn)
  if (day === null) return
  const deadline = Math.min(end, now + GUILD_MS)
  const purge = { guildId: guild.id, before: cutoffsOf(settings.retention, now), day, now }
  try {
    await purgeGuild(guildDatabase(bindings, guild.id), purge, () => clock() < deadline)
  } catch (error) {
    failures.set(guild.id, describeError(error))
  }
}

/**
 * Deletes undo records that are too old to use. Each undo checks its ten minutes itself; this deletes the
 * stored text.
 */
export function purgeExpiredUndo(bindings: { DB: D1Database }): Promise<void> {
  return purgeUndo(bindings, Date.now())
}

/** Makes the deployment's sum of the month complete, if there is a cap to compare it with. Run by the hourly cron. */
export async function recountDeployment(bindings: { DB: D1Database }, capUsd: number | null): Promise<void> {
  if (capUsd !== null) await deploymentDatabase(bindings).run(recountStatement(Date.now()))
}
