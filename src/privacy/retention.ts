/** How long each kind of data is kept, and when a guild's nightly purge is due. Pure: it deletes nothing. */
import { DAY, localDate, utcDate } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import type { Cutoffs } from "../memory/removal/purge.ts"

/** Days to keep of each kind; null is for ever. Messages have their own rule: each channel lets go of them itself. */
export interface RetentionRule {
  /** Notes, after their conversation ended. */
  notes_days: number | null
  /** Memories, after they expired. */
  expired_days: number | null
  /** Memories, after they were last said or replaced. */
  history_days: number | null
  /** What was decided about each claim, after its conversation ended. */
  windows_days: number | null
  audit_days: number | null
  /** What models cost, by day. */
  usage_days: number | null
  /** What was done in each night. */
  runs_days: number | null
}

/** A digest tells of seven days and is served for two more at most. */
const DIGEST_DAYS = 9

export function cutoffsOf(rule: RetentionRule, now: Time): Cutoffs {
  const before = (days: number | null) => (days === null ? null : now - days * DAY)
  const usage = before(rule.usage_days)
  return {
    notes: before(rule.notes_days),
    expired: before(rule.expired_days),
    history: before(rule.history_days),
    windows: before(rule.windows_days),
    audit: before(rule.audit_days),
    usage: usage === null ? null : monthKept(usage, now),
    runs: before(rule.runs_days),
    digests: now - DIGEST_DAYS * DAY,
  }
}

/** The local day whose purge is due, YYYY-MM-DD; null where that day's is done. A guild is due from its own midnight on. */
export function duePurgeDay(now: Time, timezone: string, purgedOn: string | null): string | null {
  const today = localDate(now, timezone)
  return purgedOn === null || purgedOn < today ? today : null
}

/** The day to keep usage from: the running month stays whatever is set, since a cap may count it. */
function monthKept(usage: Time, now: Time): string {
  const month = `${utcDate(now).slice(0, 7)}-01`
  return utcDate(usage) < month ? utcDate(usage) : month
}
