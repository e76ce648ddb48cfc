/** How much a guild holds and what its models cost, in numbers for those who manage it. It reads no words. */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../vocabulary.ts"
import type { Database } from "./database.ts"

export interface Spent {
  tokens: number
  /** null: the price of some of it is not known. */
  usd: number | null
}

export interface Amounts {
  /** Memories in force, out of sight, and waiting for approval. */
  active: number
  shadow: number
  queued: number
  notes: number
  /** People about whom something is known. */
  people: number
  today: Spent
  month: Spent
}

interface Row {
  active: number
  shadow: number
  queued: number
  people: number
  notes: number
}

/** Days and months are UTC's, as usage is counted. Raw SQL: sums of three tables in one trip. */
export async function amountsOf(db: Database, guildId: Id, now: Time): Promise<Amounts> {
  const today = new Date(now).toISOString().slice(0, 10)
  const held = sql`SELECT (SELECT count(*) FROM notes WHERE guild_id = ${guildId}) AS notes,
      coalesce(sum(status = 'active'), 0) AS active, coalesce(sum(status = 'shadow'), 0) AS shadow,
      coalesce(sum(status = 'queued'), 0) AS queued,
      count(DISTINCT CASE WHEN scope = 'user' AND status = 'active' THEN subject_id END) AS people
    FROM memories WHERE guild_id = ${guildId} AND (expires_at IS NULL OR expires_at > ${now})`
  const [rows, day, month] = await Promise.all([
    db.all<Row>(held),
    spent(db, guildId, { from: today, to: today }),
    spent(db, guildId, { from: `${today.slice(0, 7)}-01`, to: today }),
  ])
  const row = rows[0] ?? { active: 0, shadow: 0, queued: 0, people: 0, notes: 0 }
  return { ...row, today: day, month }
}

async function spent(db: Database, guildId: Id, days: { from: string; to: string }): Promise<Spent> {
  const rows = await db.all<{ tokens: number; usd: number; unpriced: number }>(
    sql`SELECT coalesce(sum(input_tokens + output_tokens), 0) AS tokens, coalesce(sum(cost_usd), 0) AS usd,
        coalesce(sum(cost_usd IS NULL), 0) AS unpriced
      FROM usage WHERE guild_id = ${guildId} AND day BETWEEN ${days.from} AND ${days.to}`,
  )
  const { tokens = 0, usd = 0, unpriced = 0 } = rows[0] ?? {}
  return { tokens, usd: unpriced > 0 ? null : usd }
}
