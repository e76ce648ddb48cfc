/** When a channel's object has something to do next. */
import type { Time } from "../domain/types.ts"
import type { Amends } from "./removal/amends.ts"
import { letGoAt } from "./removal/retention.ts"
import type { Parts } from "./store/parts.ts"
import type { WindowRule } from "./window/window-rule.ts"

/** The end of a window, a retry, a purge, or what is owed, whichever is first; null where nothing is ahead. */
export function nextDue(
  parts: Parts,
  { rule, amends, now }: { rule: WindowRule; amends: Pick<Amends, "dueAt">; now: Time },
): Time | null {
  const next = parts.windows.waiting()
  const purge = letGoAt(parts)
  const dues = [
    parts.buffer.dueAt(rule, now),
    next ? Math.max(now, next.retryAt) : null,
    purge === null ? null : Math.max(now, purge),
    amends.dueAt(now),
  ].filter((due) => due !== null)
  return dues.length === 0 ? null : Math.min(...dues)
}
