/** Retention of each kind of data, and the due date of a guild's nightly purge. Pure: it deletes nothing. */
import { DAY, localDate, utcDate } from "../domain/calendar.ts"
import type { Time } from "../domain/types.ts"
import type { Cutoffs } from "../memory/removal/purge-steps.ts"

/**
 * Days to keep each kind; `null` keeps it forever. Messages have their own rule: each channel deletes its
 * own.
 */
export interface RetentionRule {
  /** Notes, counted from the end of their conversation. */
  notes_days: number | null
  /** Memories, counted from their expiry. */
  expired_days: number | null
  /** Superseded memories, counted from when they were last said or replaced. */
  history_days: number | null
  /** Decisions about claims, counted from the end of their conversation. */
  windows_days: number | null
  audit_days: number | null
  /** Model costs by day. */
  usage_days: number | null
  /** Records of nightly runs. */
  runs_days: number | null
  /** People's judgments of answers. */
  labels_days: number | null
  /** Events, counted from when they were received. */
  events_days: number | null
  /** The log of claims, counted from the decision. */
  claims_days: number | null
  /** Counts by day, which name nobody. */
  stats_days: number | null
}

/** A digest covers seven days and is served for at most two more. */
const DIGEST_DAYS = 9
/** Messages from before an erasure are kept for at most 30 days and may be read again that long. */
const NAME_PRINT_DAYS = 31

export function cutoffsOf(rule: RetentionRule, now: Time): Cutoffs {
  const before = (days: number | null) => (days === null ? null : now - days * DAY)
  const usage = before(rule.usage_days)
  const stats = before(rule.stats_days)
  return {
    notes: before(rule.notes_days),
    expired: before(rule.expired_days),
    history: before(rule.history_days),
    windows: before(rule.windows_days),
    audit: before(rule.audit_days),
    usage: usage === null ? null : monthKept(usage, now),
    runs: before(rule.runs_days),
    labels: before(rule.labels_days),
    events: before(rule.events_days),
    claims: before(rule.claims_days),
    stats: stats === null ? null : utcDate(stats),
    digests: now - DIGEST_DAYS * DAY,
    namePrints: now - NAME_PRINT_DAYS * DAY,
  }
}

/** Returns the local day to purge, YYYY-MM-DD; `null` if it is done. A guild is due from its own midnight. */
export function duePurgeDay(now: Time, timezone: string, purgedOn: string | null): string | null {
  const today = localDate(now, timezone)
  return purgedOn === null || purgedOn < today ? today : null
}

/** Returns the first day of usage to keep. The current month always stays, because a cap may count it. */
function monthKept(usage: Time, now: Time): string {
  const month = `${utcDate(now).slice(0, 7)}-01`
  return utcDate(usage) < month ? utcDate(usage) : month
}
