/**
 * Steps of a channel's erasure: it was deleted in Discord with its threads, so everything heard in them is
 * deleted.
 */
import { sql } from "drizzle-orm"
import { CATEGORY, THREADS_SQL } from "../../domain/channel-types.ts"
import type { Id } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { removeNotes } from "../../memory/db/rows.ts"
import { retractMessages, retractToldWords } from "../../memory/removal/retract.ts"
import { unlinkGoneMemories } from "../../memory/write/answer-labels.ts"
import { voidDrafts } from "../../memory/write/run-drafts.ts"
import { deleteMemories } from "../../memory/write/statements.ts"
import { voidUndo } from "../../memory/write/undo-rows.ts"
import { sumPages, wipeChannel } from "../channels.ts"
import { DONE, type ErasureContext } from "../context.ts"
import { NOTHING_YET } from "../jobs.ts"
import type { ErasurePage } from "../plan.ts"

const AT_ONCE = 200

/** Selects the channel and its threads. A category has only itself: its channels stay when it is deleted. */
function channelAndThreads({ job }: ErasureContext) {
  return sql`(SELECT ${job.target} UNION SELECT c.id FROM channels c LEFT JOIN channels parent
      ON parent.guild_id = c.guild_id AND parent.id = c.parent_id
    WHERE c.guild_id = ${job.guildId} AND c.parent_id = ${job.target} AND parent.type IS NOT ${CATEGORY}
      AND (c.type IS NULL OR c.type IN ${sql.raw(THREADS_SQL)}))`
}

export async function wipeThreads(context: ErasureContext): Promise<ErasurePage> {
  const { db, job, now } = context
  const rows = await db.all<{ id: Id }>(
    sql`SELECT id FROM channels WHERE guild_id = ${job.guildId} AND id IN ${channelAndThreads(context)} ORDER BY id`,
  )
  await context.historyImporter().eraseChannels([...new Set([job.target, ...rows.map(({ id }) => id)])])
  const pages = []
  for (const { id } of rows) {
    pages.push(await wipeChannel(context, id))
    await context.index().dropChannel(id)
  }
  // Records an erasure for each thread, so that its late messages are refused like the channel's.
  await runBatch(db, [
    sql`INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at, finished_at)
      SELECT ${job.id} || '.' || j.value, ${job.guildId}, 'channel', j.value, 'done', ${JSON.stringify(NOTHING_YET)}, ${job.requestedBy},
        ${job.requestedAt}, ${now()} FROM json_each(${JSON.stringify(rows.map(({ id }) => id))}) j WHERE j.value <> ${job.target}
      ON CONFLICT DO NOTHING`,
  ])
  return { ...sumPages(pages), next: null }
}

/**
 * Removes the statements of a page of messages that evidence cites; what rested on them is rebuilt or
 * deleted.
 */
export async function eraseStatements(context: ErasureContext): Promise<ErasurePage> {
  const { db, job, now } = context
  // Retraction deletes notes uncounted.
  const notes = await eraseNotesPage(context)
  if (notes !== null) return notes
  const rows = await db.all<{ memoryId: string; ref: string; message: Id | null }>(
    sql`SELECT memory_id AS memoryId, ref, message_id AS message FROM evidence INDEXED BY evidence_message
      WHERE guild_id = ${job.guildId} AND channel_id IN ${channelAndThreads(context)} LIMIT ${AT_ONCE}`,
  )
  if (rows.length === 0) return DONE
  const said = await retractMessages(
    db,
    job.guildId,
    { messages: [...new Set(rows.flatMap((row) => row.message ?? []))] },
    now(),
  )
  const told = await retractToldWords(
    db,
    job.guildId,
    rows.filter(({ message }) => message === null),
    now(),
  )
  // Evidence that retraction left on a page must not stay.
  await runBatch(db, [
    sql`DELETE FROM evidence WHERE (memory_id, ref) IN (SELECT value->>'memoryId', value->>'ref' FROM json_each(${JSON.stringify(rows)}))`,
  ])
  const withoutEvidence = await db.all<{ id: string }>(
    sql`SELECT m.id FROM memories m WHERE m.id IN (SELECT value->>'memoryId' FROM json_each(${JSON.stringify(rows)}))
      AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.memory_id = m.id)`,
  )
  if (withoutEvidence.length > 0) await runBatch(db, deleteMemories(withoutEvidence.map(({ id }) => id)))
  const memories = said.removed + told.removed + withoutEvidence.length
  return { next: "more", counts: { statements: rows.length, memories } }
}

/**
 * Deletes notes, records of windows, memories about the channel, digests that may mention it and keys bound
 * to it; the channel row last.
 */
export async function eraseRemains(context: ErasureContext): Promise<ErasurePage> {
  const { db, job, now } = context
  const notes = await eraseNotesPage(context)
  if (notes !== null) return notes
  const own = await db.all<{ id: string }>(
    sql`SELECT id FROM memories WHERE guild_id = ${job.guildId} AND scope = 'channel' AND subject_id IN ${channelAndThreads(context)} LIMIT ${AT_ONCE}`,
  )
  if (own.length > 0) {
    await runBatch(db, deleteMemories(own.map(({ id }) => id)))
    return { next: "more", counts: { memories: own.length } }
  }
  const here = sql`guild_id = ${job.guildId} AND channel_id IN ${channelAndThreads(context)}`
  await runBatch(db, [
    sql`DELETE FROM windows WHERE ${here}`,
    sql`DELETE FROM late_windows WHERE ${here}`,
    sql`DELETE FROM history_channels WHERE ${here}`,
    sql`DELETE FROM answer_labels WHERE ${here}`,
    sql`DELETE FROM events WHERE guild_id = ${job.guildId} AND place_id IN ${channelAndThreads(context)}`,
    sql`DELETE FROM claim_log WHERE ${here}`,
    sql`DELETE FROM claim_log WHERE guild_id = ${job.guildId} AND scope = 'channel' AND subject_id IN ${channelAndThreads(context)}`,
    sql`DELETE FROM recall_log WHERE ${here}`,
    unlinkGoneMemories(job.guildId),
    // A digest does not say which channels it was made of; it is made again for its next reader.
    sql`DELETE FROM digests WHERE guild_id = ${job.guildId}`,
    voidUndo(job.guildId),
    ...voidDrafts(job.guildId, now()),
    sql`UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now()}) WHERE ${here}`,
    sql`DELETE FROM channels WHERE guild_id = ${job.guildId} AND id IN ${channelAndThreads(context)}`,
  ])
  return DONE
}

/** Returns `null` if no note is left. */
async function eraseNotesPage(context: ErasureContext): Promise<ErasurePage | null> {
  const { db, job } = context
  const rows = await db.all<{ seq: number }>(
    sql`SELECT seq FROM notes WHERE guild_id = ${job.guildId} AND channel_id IN ${channelAndThreads(context)} LIMIT ${AT_ONCE}`,
  )
  if (rows.length === 0) return null
  await runBatch(db, removeNotes(rows.map(({ seq }) => seq)))
  return { next: "more", counts: { notes: rows.length } }
}

/** Counts what is left, also in the guild's index: an update of the channel may have been under way. */
export async function checkChannel({ db, job, index }: ErasureContext): Promise<ErasurePage> {
  const tables = [
    "evidence",
    "notes",
    "note_sources",
    "windows",
    "late_windows",
    "history_channels",
    "note_people",
    "answer_labels",
    "claim_log",
    "recall_log",
  ]
  const counts = tables.map(
    (name) =>
      sql`(SELECT count(*) FROM ${sql.raw(name)} WHERE guild_id = ${job.guildId} AND channel_id = ${job.target})`,
  )
  const events = sql`(SELECT count(*) FROM events WHERE guild_id = ${job.guildId} AND place_id = ${job.target})`
  const rows = await db.all<{ left: number }>(
    sql`SELECT ${sql.join([...counts, events], sql` + `)} AS "left"`,
  )
  const indexed = await index().passageCount(job.target)
  return { next: null, left: (rows[0]?.left ?? 0) + indexed }
}
