/** Stores the counts of finished days before any of the rows they come from are purged. */
import { DAY, HOUR, utcDate } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import { runBatch } from "../../memory/db/database.ts"
import { storeDays } from "../../memory/write/stats.ts"
import type { NightDeps, NightPlan } from "../deps.ts"

/** A day is finished this long after its end: what began in it has been written. */
const SETTLE_MS = HOUR

/** Can be repeated, and what fails is made up for by the next night: until then these days are counted when read. */
export async function storeFinishedDays(
  deps: Pick<NightDeps, "db" | "questions" | "dropQuestions">,
  { guildId, at: now }: NightPlan,
): Promise<void> {
  const through = utcDate(now - SETTLE_MS - DAY)
  try {
    const questions = await deps.questions()
    await runBatch(deps.db, [storeDays(guildId, { through, now, questions })])
    await deps.dropQuestions(through)
  } catch (error) {
    // Fallback: the next night. Data is purged on time whatever happens to its statistics.
    console.error({ event: "stats.not_stored", guild: guildId, through, error: describeError(error) })
  }
}
