/** A night begun by hand: written down first, so that of two at once one is refused, then started. */

import { sql } from "drizzle-orm"
import { localDate } from "../domain/calendar.ts"
import { Refused } from "../domain/errors.ts"
import type { Time } from "../domain/types.ts"
import { auditRowIf, type By } from "../memory/write/audit.ts"
import type { Entered } from "../runtime/enter.ts"
import { instanceOf, nightByHandId } from "./begin.ts"
import { hasEnded, openOverEnded } from "./ended.ts"
import { NO_TOTALS, type RunTold, runningOf } from "./ledger/run-reading.ts"
import { abandonRun } from "./ledger/runs.ts"
import type { Known, Night } from "./tools.ts"

/** Where nights are started and asked after. */
export interface Nights {
  NIGHTS: Pick<Workflow<Night>, "create" | "get">
  /** As in `Asking`. */
  since: Time | null
}

/**
 * Begins a night now. Refuses where one is under way (`night_running`); one whose instance has ended gives way. Throws where the
 * platform starts none; nothing is under way then.
 */
export async function beginByHand(
  { NIGHTS, since }: Nights,
  { db, guild }: Pick<Entered, "db" | "guild">,
  by: By,
): Promise<RunTold> {
  const guildId = guild.id
  const day = localDate(by.now, guild.settings.timezone)
  const id = nightByHandId({ guildId, day }, crypto.randomUUID().slice(0, 8))
  const asked = { id, guildId, day, trigger: "hand", requestedBy: by.actor, startedAt: by.now } as const
  const begun = sql`EXISTS (SELECT 1 FROM runs WHERE id = ${id} AND state = 'running')`
  const noted = auditRowIf(begun, by, { guildId, action: "run.start", target: id })
  const ended = (other: Known) => hasEnded(other, { NIGHTS, since, now: by.now })
  const run = await openOverEnded(db, asked, { ended, noted: [noted] })
  if (run === null)
    throw new Refused({ reason: "night_running", runId: (await runningOf(db, guildId))?.id ?? null })
  // Who asked is in the row: the platform, which keeps what an instance is begun with, needs no names.
  const night = { guildId, runId: id, trigger: asked.trigger, requestedBy: "hand" }
  await NIGHTS.create(instanceOf(night)).catch(async (error: unknown) => {
    await abandonRun(db, { guildId, runId: id }, by.now)
    throw new Error(`night ${id} could not be started`, { cause: error })
  })
  return { ...run, totals: NO_TOTALS }
}
