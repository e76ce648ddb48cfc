/** Asks, before a model is asked, whether the guild's caps allow it; says once a day in the log that they do not. */

import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { spendingOf, spentQuery } from "../memory/write/usage.ts"
import { guildOf, guildQuery } from "./guild.ts"
import { type Allowed, allows, type Caps, hasCaps, type Use } from "./spend.ts"

/** What is asked: for what, when, and with which caps where those are known; otherwise they are read beside what was spent. */
export interface Asked {
  use: Use
  now: Time
  caps?: Caps
}

/** One round trip, none where it is known that there are no caps. A guild that is unknown has none. Throws on an outage. */
export async function allowance(db: Database, guildId: Id, { use, now, caps }: Asked): Promise<Allowed> {
  if (caps && !hasCaps(caps)) return { ok: true }
  const spentToday = spentQuery(db, guildId, now)
  const [spentRows, guildRows] = caps
    ? [await spentToday, []]
    : await db.batch([spentToday, guildQuery(db, guildId)])
  const limits = caps ?? guildOf(guildRows)?.settings
  if (limits === undefined) return { ok: true }
  return told(guildId, allows(limits, spendingOf(spentRows), { use, now }), use)
}

/** The last cap told of, by guild. */
const lately = new Map<Id, Set<string>>()
const MOST_LATELY = 1_000

/** What was found, told in the log the first time in this isolate that a cap stops this use, until it counts from nothing again. */
export function told(guildId: Id, allowed: Allowed, use: Use): Allowed {
  if (allowed.ok) return allowed
  const { cap, until } = allowed
  const known = lately.get(guildId) ?? new Set()
  const mark = `${cap} ${use} ${until}`
  if (known.has(mark)) return allowed
  if (lately.size >= MOST_LATELY) lately.clear()
  // Marks of days that are over are not asked for again.
  lately.set(guildId, known.size > 20 ? new Set([mark]) : known.add(mark))
  console.warn({ event: "spend.cap", guild: guildId, cap, use, until: new Date(until).toISOString() })
  return allowed
}
