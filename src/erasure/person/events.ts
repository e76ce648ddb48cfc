/**
 * Erases a person from a guild's events: rows about them, rows that name them or repeat their words, and their private
 * place.
 */
import { sql } from "drizzle-orm"
import { placeId } from "../../domain/events.ts"
import { runBatch } from "../../memory/db/database.ts"
import { wipeChannel } from "../channels.ts"
import type { ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"
import { erasedPersonOf, redactorFor } from "./traces.ts"

const AT_ONCE = 200

interface FoundRow {
  id: string
  about: number
  text: string
}

/**
 * Deletes a page of rows. Memories of them went with the person's own, or were redacted. At the end the private place
 * goes: what it had to retract was about them, so the steps before deleted it.
 */
export async function eraseEvents(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job } = context
  const { rows, next } = await readPage(context, cursor)
  const named = await thoseNaming(context, rows)
  if (named.length > 0)
    await runBatch(db, [
      sql`DELETE FROM events WHERE guild_id = ${job.guildId} AND id IN (SELECT value FROM json_each(${JSON.stringify(named)}))`,
    ])
  if (next === null) await erasePlace(context)
  return { next, counts: { events: named.length } }
}

/** Counts rows of the page that are still about the person or name them. */
export async function checkEvents(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(context, cursor)
  return { next, left: (await thoseNaming(context, rows)).length }
}

async function erasePlace(context: ErasureContext): Promise<void> {
  const { db, job } = context
  const place = placeId(job.guildId, "user", job.target)
  const known = await db.all(sql`SELECT 1 FROM channels WHERE guild_id = ${job.guildId} AND id = ${place}`)
  if (known.length === 0) return
  await wipeChannel(context, place)
  await context.index().dropChannel(place)
  const here = sql`guild_id = ${job.guildId} AND channel_id = ${place}`
  await runBatch(db, [
    sql`DELETE FROM windows WHERE ${here}`,
    sql`DELETE FROM late_windows WHERE ${here}`,
    sql`DELETE FROM channels WHERE guild_id = ${job.guildId} AND id = ${place}`,
  ])
}

async function thoseNaming(context: ErasureContext, rows: readonly FoundRow[]): Promise<string[]> {
  const { redact } = redactorFor(await erasedPersonOf(context), [])
  const { target } = context.job
  return rows
    .filter(({ about, text }) => about === 1 || text.includes(target) || redact(text, null) !== text)
    .map(({ id }) => id)
}

async function readPage({ db, job }: ErasureContext, cursor: string | null) {
  const rows = await db.all<FoundRow>(
    sql`SELECT id, scope = 'user' AND scope_id = ${job.target} AS about,
        coalesce(content, '') || ' ' || coalesce(session, '') || ' ' || coalesce(platform, '') AS text
      FROM events WHERE guild_id = ${job.guildId} AND id > ${cursor ?? ""} AND created_at <= ${job.requestedAt}
      ORDER BY id LIMIT ${AT_ONCE}`,
  )
  return { rows, next: rows.length === AT_ONCE ? (rows.at(-1)?.id ?? null) : null }
}
