/** Last steps of a person's erasure in the database: digests, API keys, what they said of answers, the audit log and their own row. */

import { type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import { eraseLinks } from "../../identity/links.ts"
import { runBatch } from "../../memory/db/database.ts"
import { members } from "../../memory/db/schema.ts"
import { unlinkGoneMemories } from "../../memory/write/answer-labels.ts"
import { memberActor } from "../../memory/write/audit.ts"
import { unlogPerson } from "../../memory/write/claim-log.ts"
import { voidUndo } from "../../memory/write/undo-rows.ts"
import { findPrinted, printNames } from "../../text/name-prints.ts"
import { DONE, type ErasureContext } from "../context.ts"
import { refuseUntil } from "../jobs.ts"
import type { ErasurePage } from "../plan.ts"
import { eraseKeys } from "./key-traces.ts"
import { replaceId, replaceIdInJson } from "./pseudonym.ts"
import { erasedPersonOf, redactorFor } from "./traces.ts"

const AT_ONCE = 200

/**
 * Refuses everything the person said until the request, from any source. An opt-out alone does not set this
 * time.
 */
export async function refuseWords({ db, job }: ErasureContext): Promise<ErasurePage> {
  await runBatch(db, [refuseUntil(job.guildId, job.target, job.requestedAt)])
  return DONE
}

interface DigestRow {
  user_id: Id
  kind: string
  audience: string
  body: string
  updated_at: Time
}

/**
 * Deletes digests of the person, and other people's digests that mention them. Digests of people who shared a
 * conversation with them went with its note.
 */
export async function eraseDigests(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job } = context
  const after = JSON.parse(cursor ?? '["", "", ""]') as string[]
  const rows = await db.all<DigestRow>(
    sql`SELECT user_id, kind, audience, body, updated_at FROM digests WHERE guild_id = ${job.guildId}
      AND (user_id, kind, audience) > (${after[0]}, ${after[1]}, ${after[2]}) ORDER BY user_id, kind, audience LIMIT ${AT_ONCE}`,
  )
  const person = await erasedPersonOf(context)
  const outdated = rows.filter(
    (row) =>
      row.user_id === job.target ||
      redactorFor(person, [row.user_id]).redact(row.body, row.updated_at) !== row.body,
  )
  if (outdated.length > 0)
    await runBatch(db, [
      sql`DELETE FROM digests WHERE guild_id = ${job.guildId} AND (user_id, kind, audience) IN
        (SELECT value->>'user_id', value->>'kind', value->>'audience' FROM json_each(${JSON.stringify(outdated.map(({ body: _, ...key }) => key))}))`,
    ])
  const last = rows.at(-1)
  const next =
    last && rows.length === AT_ONCE ? JSON.stringify([last.user_id, last.kind, last.audience]) : null
  return { next, counts: { digests: outdated.length } }
}

/**
 * Revokes API keys bound to the person, ends their sessions, deletes what they said of answers and their links to other accounts, and puts a pseudonym in the audit log. Their row keeps their id, their
 * consent, prints of their names and the time of erasure, which refuses their old messages from now on.
 */
export async function eraseTraces(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job } = context
  if (cursor === null) {
    await context.historyImporter().erasePerson(job.target)
    const prints = await namePrints(context)
    const results = await runBatch(db, [
      ...eraseKeys(context),
      sql`DELETE FROM answer_labels WHERE guild_id = ${job.guildId} AND user_id = ${job.target}`,
      // Sessions hold the person's name. Whoever is signed in signs in again.
      sql`DELETE FROM dashboard_sessions WHERE user_id = ${job.target}`,
      unlinkGoneMemories(job.guildId),
      unlogPerson(job.guildId, job.target),
      ...eraseLinks(job.guildId, job.target),
      sql`UPDATE members SET name = '', name_prints = ${prints}, roles = NULL, bot = NULL, seen_at = coalesce(erased_at, seen_at)
        WHERE guild_id = ${job.guildId} AND id = ${job.target}`,
      // Memories that others forgot during the steps before may hold the person's words.
      voidUndo(job.guildId),
      ...renameActor(context),
    ])
    return { next: "0", counts: { keys: results[0]?.meta.changes ?? 0 } }
  }
  return pseudonymize(context, Number(cursor))
}

/** Puts a pseudonym in the place of the person as author of policies and trials, and drops notes that hold their id. */
function renameActor({ job, pseudonym }: ErasureContext): SQL[] {
  const [before, after] = [memberActor(job.target), memberActor(pseudonym)]
  const columns = [
    ["policies", "actor"],
    ["policy_trials", "actor"],
    ["policy_trials", "ended_by"],
    ["history_jobs", "requested_by"],
  ].map(([table = "", column = ""]) => ({ table: sql.raw(table), column: sql.raw(column) }))
  return [
    ...columns.map(
      ({ table, column }) =>
        sql`UPDATE ${table} SET ${column} = ${after} WHERE guild_id = ${job.guildId} AND ${column} = ${before}`,
    ),
    // Its file is gone: only what was read of it can be shown.
    sql`UPDATE history_jobs SET state = 'stopped', reason = 'erased' WHERE guild_id = ${job.guildId} AND requested_by = ${after}
      AND kind = 'package' AND state NOT IN ('stopped', 'done')`,
    sql`UPDATE policies SET note = NULL WHERE guild_id = ${job.guildId} AND instr(note, ${job.target}) > 0`,
  ]
}

/**
 * Returns the prints of the names that are about to be removed, with those of an earlier erasure. Conversations
 * may be read again later, and others go on writing the name.
 */
async function namePrints({ db, job, tracesStore }: ErasureContext): Promise<string | null> {
  const rows = await db
    .select({ prints: members.namePrints })
    .from(members)
    .where(sql`guild_id = ${job.guildId} AND id = ${job.target}`)
  const known = rows[0]?.prints ?? []
  const fresh = tracesStore.names.filter((name) => findPrinted([name], known).length === 0)
  const [salt = 0] = crypto.getRandomValues(new Int32Array(1))
  const prints = [...known, ...printNames(fresh, salt)]
  return prints.length === 0 ? null : JSON.stringify(prints)
}

async function pseudonymize({ db, job, pseudonym }: ErasureContext, after: number): Promise<ErasurePage> {
  const rows = await db.all<{ seq: number; actor: string; target: string; detail: string | null }>(
    sql`SELECT seq, actor, target, detail FROM audit INDEXED BY audit_recent WHERE guild_id = ${job.guildId} AND seq > ${after}
      AND instr(actor || ' ' || target || ' ' || coalesce(detail, ''), ${job.target}) > 0 ORDER BY seq LIMIT ${AT_ONCE}`,
  )
  const without = (text: string) => replaceId(text, job.target, pseudonym)
  const changed = rows
    .map((row) => ({
      ...row,
      actor: without(row.actor),
      target: without(row.target),
      detail: row.detail && replaceIdInJson(row.detail, job.target, pseudonym),
    }))
    .filter((row, index) => JSON.stringify(row) !== JSON.stringify(rows[index]))
  if (changed.length > 0) await runBatch(db, [updateAudit(changed)])
  const last = rows.at(-1)
  return {
    next: last && rows.length === AT_ONCE ? String(last.seq) : null,
    counts: { audit: changed.length },
  }
}

function updateAudit(rows: readonly object[]): SQL {
  return sql`UPDATE audit SET actor = j.value->>'actor', target = j.value->>'target', detail = j.value->>'detail'
    FROM json_each(${JSON.stringify(rows)}) j WHERE audit.seq = j.value->>'seq'`
}

/** Waits for pending vector removals, which happen elsewhere, and wakes the guild's index. */
export async function awaitVectors({
  db,
  job,
  index,
}: Pick<ErasureContext, "db" | "job" | "index">): Promise<ErasurePage> {
  const rows = await db.all<{ left: number }>(
    sql`SELECT count(*) AS "left" FROM (SELECT 1 FROM vector_removals WHERE guild_id = ${job.guildId} LIMIT 1)`,
  )
  if ((rows[0]?.left ?? 0) === 0) return DONE
  await index().wake(job.guildId)
  return { next: null, waits: "waiting for the vector index to remove vectors" }
}

/** Counts their lines in the guild's index and in uploads. The step before compared the index with each channel. */
export async function checkIndex({ job, index, historyImporter }: ErasureContext): Promise<ErasurePage> {
  const [lines, uploaded] = await Promise.all([
    index().linesOf(job.target, job.requestedAt),
    historyImporter().countOf(job.target),
  ])
  return { next: null, left: lines + uploaded }
}
