/** Steps of a guild's erasure: its objects, all its rows, its vectors, and its own row. */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { runBatch } from "../../memory/db/database.ts"
import { callWipe } from "../../runtime/object/state-rows.ts"
import { forEachChannel, wipeChannel } from "../channels.ts"
import { DONE, type ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"

const AT_ONCE = 500

export function wipeChannels(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  return forEachChannel(context, cursor, (id) => wipeChannel(context, id))
}

/** Deletes pending answers to the guild's people, its nights in progress, and its import of old messages. */
export async function wipeAnswers(context: ErasureContext): Promise<ErasurePage> {
  const { responder, nightAlarm, historyImporter } = context
  // First: it must hand nothing to a channel that was wiped.
  await callWipe(() => historyImporter().wipe())
  await callWipe(() => responder().wipe())
  await callWipe(() => nightAlarm().wipe())
  return DONE
}

/**
 * Tables in order, with the columns that identify a row of a page. Full text is deleted before the rows it
 * indexes.
 * @internal
 */
export const TABLES = [
  { name: "claim_log", page: ["at", "id"], first: [] },
  { name: "stats_days", page: ["day", "measure", "kind", "scope"], first: [] },
  { name: "recall_log", page: ["at", "id"], first: [] },
  { name: "memory_snapshots", page: ["week"], first: [] },
  { name: "policy_trials", page: ["id"], first: [] },
  { name: "memories", page: ["seq"], first: ["memory_terms"] },
  { name: "notes", page: ["seq"], first: ["note_terms"] },
  { name: "evidence", page: ["rowid"], first: [] },
  { name: "both_hold", page: ["one", "other"], first: [] },
  { name: "note_sources", page: ["cluster_id", "source_id"], first: [] },
  { name: "note_people", page: ["user_id", "to_at", "note_seq"], first: [] },
  { name: "forgotten", page: ["message_id"], first: [] },
  { name: "digests", page: ["rowid"], first: [] },
  { name: "windows", page: ["rowid"], first: [] },
  { name: "late_windows", page: ["rowid"], first: [] },
  { name: "policies", page: ["rowid"], first: [] },
  { name: "usage", page: ["rowid"], first: [] },
  { name: "roles", page: ["rowid"], first: [] },
  { name: "members", page: ["rowid"], first: [] },
  { name: "api_keys", page: ["rowid"], first: [] },
  { name: "channels", page: ["rowid"], first: [] },
  { name: "run_drafts", page: ["rowid"], first: [] },
  { name: "run_steps", page: ["rowid"], first: [] },
  { name: "runs", page: ["rowid"], first: [] },
  { name: "answer_labels", page: ["rowid"], first: [] },
  { name: "events", page: ["rowid"], first: [] },
  { name: "identity_links", page: ["rowid"], first: [] },
  { name: "identity_codes", page: ["rowid"], first: [] },
  { name: "undo", page: ["rowid"], first: [] },
  { name: "imports", page: ["rowid"], first: [] },
  { name: "history_jobs", page: ["id"], first: [] },
  { name: "history_channels", page: ["job_id", "channel_id"], first: [] },
  { name: "audit", page: ["seq"], first: [] },
] as const

/**
 * Deletes a page of one table; `cursor` names the table. Triggers queue the vectors of deleted rows for
 * removal.
 */
export async function eraseRows({ db, job }: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const at = Math.max(
    0,
    TABLES.findIndex((table) => table.name === cursor),
  )
  const table = TABLES[at]
  if (!table) return DONE
  const results = await runBatch(db, pageOf(table, job.guildId))
  const [{ found }] = z.tuple([z.object({ found: z.int() })]).parse(results[0]?.results)
  const next = found === AT_ONCE ? table.name : (TABLES[at + 1]?.name ?? null)
  return { next, counts: { [table.name]: found } }
}

function pageOf({ name, page, first }: (typeof TABLES)[number], guildId: string): SQL[] {
  const columns = sql.raw(page.join(", "))
  const rows = sql`(SELECT ${columns} FROM ${sql.raw(name)} WHERE guild_id = ${guildId} LIMIT ${AT_ONCE})`
  const inPage = sql`(${columns}) IN ${rows}`
  return [
    sql`SELECT count(*) AS found FROM ${rows}`,
    ...first.map((index) => sql`DELETE FROM ${sql.raw(index)} WHERE rowid IN ${rows}`),
    sql`DELETE FROM ${sql.raw(name)} WHERE guild_id = ${guildId} AND ${inPage}`,
  ]
}

/** Wipes the guild's index of vectors and messages. */
export async function wipeIndex({ index }: ErasureContext): Promise<ErasurePage> {
  await callWipe(() => index().wipe())
  return DONE
}

/**
 * Counts what is still or again there, except the guild's own row and this erasure. In the index: an update of
 * a channel may have been under way.
 */
export async function checkGuild({ db, job, index }: ErasureContext): Promise<ErasurePage> {
  const names = [...TABLES.map(({ name }) => name as string), "vector_removals"]
  const counts = names.map(
    (name) => sql`(SELECT count(*) FROM ${sql.raw(name)} WHERE guild_id = ${job.guildId})`,
  )
  const rows = await db.all<{ left: number }>(sql`SELECT ${sql.join(counts, sql` + `)} AS "left"`)
  return { next: null, left: (rows[0]?.left ?? 0) + (await index().passageCount(null)) }
}

/**
 * Deletes the guild's own row last: until then it is known as leaving, and nothing is heard. Its other
 * erasures end with it.
 */
export async function closeGuild({ db, job }: ErasureContext): Promise<ErasurePage> {
  await runBatch(db, [
    sql`DELETE FROM erasures WHERE guild_id = ${job.guildId} AND id <> ${job.id} AND kind <> 'guild'`,
    sql`DELETE FROM guilds WHERE id = ${job.guildId}`,
  ])
  return DONE
}
