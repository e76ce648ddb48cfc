/** Until when a night that says nothing counts as under way. */
import { type SQL, sql } from "drizzle-orm"
import { HOUR } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

/**
 * A night of which nothing was heard for so long is dead. Milliseconds. The longest that a living one is silent is one step: six
 * attempts of ten minutes and five minutes between them (`workflow.ts`), twice where a step that only reads comes before it.
 */
export const LEASE_MS = 3 * HOUR

/** Whether a row of `runs` is a night under way. */
export function underWay(now: Time): SQL {
  const since = now - LEASE_MS
  return sql`(runs.state = 'running' AND (runs.started_at > ${since}
    OR EXISTS (SELECT 1 FROM run_steps WHERE run_id = runs.id AND run_steps.finished_at > ${since})))`
}
