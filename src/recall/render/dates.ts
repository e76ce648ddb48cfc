/** Words an age as "2 days ago", by the calendar days of the guild's zone. Pure. */
import { type Clock, dayNumber, localDate } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" })

/** "today", "yesterday", "2 days ago", by the zone's calendar days: what was said at 23:50 was said yesterday at 00:10. */
export function ago(at: Time, { now, timezone }: Clock): string {
  const days = at >= now ? 0 : dayNumber(localDate(now, timezone)) - dayNumber(localDate(at, timezone))
  if (days < 14) return relative.format(-days, "day")
  if (days < 60) return relative.format(-Math.floor(days / 7), "week")
  return days < 730
    ? relative.format(-Math.floor(days / 30), "month")
    : relative.format(-Math.floor(days / 365), "year")
}
