/**
 * First steps of a person's erasure: collect their names, and their words as hashes with the time of each. They remove nothing, so a step that
 * is cut off loses nothing.
 */
import { sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { addRuns, type RunTimes, receivedRuns, type SentRuns } from "../../privacy/quotes/redaction.ts"
import { forEachChannel } from "../channels.ts"
import { DONE, type ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"

const AT_ONCE = 1_000

/** Collects their names as a member and in the conversations they took part in. */
export async function collectNames({ db, job, tracesStore }: ErasureContext): Promise<ErasurePage> {
  const rows = await db.all<{ name: string | null }>(
    sql`SELECT name FROM members WHERE guild_id = ${job.guildId} AND id = ${job.target}
      UNION SELECT p.value->>'name' FROM note_people np JOIN notes n ON n.seq = np.note_seq, json_each(n.participants) p
        WHERE np.guild_id = ${job.guildId} AND np.user_id = ${job.target} AND p.value->>'id' = ${job.target}`,
  )
  tracesStore.addNames(rows.flatMap((row) => row.name ?? []))
  return DONE
}

/** Collects their words from the evidence of memories; some is older than any message that channels keep. */
export async function collectExcerpts(
  { db, job, tracesStore, salt }: ErasureContext,
  cursor: string | null,
): Promise<ErasurePage> {
  // Raw SQL for INDEXED BY: by row number the planner would scan every guild's evidence.
  const rows = await db.all<{ row: number; excerpt: string; saidAt: Time }>(
    sql`SELECT rowid AS row, excerpt, said_at AS saidAt FROM evidence INDEXED BY evidence_message
      WHERE guild_id = ${job.guildId} AND author_id = ${job.target} AND rowid > ${Number(cursor ?? 0)} ORDER BY rowid LIMIT ${AT_ONCE}`,
  )
  const { names } = tracesStore
  const runs: RunTimes = new Map()
  for (const { excerpt, saidAt } of rows) addRuns(runs, { text: excerpt, at: saidAt, names }, salt)
  tracesStore.addRuns(runs)
  const last = rows.at(-1)
  return { next: last && rows.length === AT_ONCE ? String(last.row) : null }
}

/** Collects their words and names from the messages that channels keep. */
export async function collectMessages(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { job, tracesStore, salt } = context
  return forEachChannel(context, cursor, async (id) => {
    for (let after: Id | null = null; ; ) {
      const page: SentRuns & { names: string[]; next: Id | null } = await context
        .channel(id)
        .tracesOf({ userId: job.target, until: job.requestedAt, salt, after })
      tracesStore.addNames(page.names)
      tracesStore.addRuns(receivedRuns(page))
      if (page.next === null) return {}
      after = page.next
    }
  })
}
