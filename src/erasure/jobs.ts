/** Erasure jobs in the database: requested, running, done. plan.ts has their steps. */
import { eq, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Time } from "../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../memory/db/database.ts"
import { erasures } from "../memory/db/schema.ts"
import { type AuditActor, auditRow } from "../memory/write/audit.ts"
import { voidUndo } from "../memory/write/undo-rows.ts"

export type ErasureKind = (typeof erasures.$inferSelect)["kind"]

/** Progress report of an erasure. It names nobody. */
export const ReportSchema = z.object({
  /**
   * Rows removed or rewritten, by kind. A page that is cut off and done again is counted each time it finds
   * something. A person's memories and notes are counted by id, at the end.
   */
  counts: z.record(z.string(), z.int()).default({}),
  /** Number of items the last check still found; `null` before it. */
  left: z.int().nullable().default(null),
  /** Number of times all steps were run. */
  rounds: z.int().default(1),
  /** Reason for waiting, if something failed or is unfinished elsewhere. */
  detail: z.string().nullable().default(null),
})
export type Report = z.output<typeof ReportSchema>

export const NOTHING_YET: Report = { counts: {}, left: null, rounds: 1, detail: null }

export interface ErasureJob {
  id: string
  guildId: Id
  kind: ErasureKind
  target: string
  state: "waiting" | "running" | "done"
  step: string | null
  report: Report
  requestedBy: string
  requestedAt: Time
  finishedAt: Time | null
}

export interface ErasureRequest {
  /** Requests with the same id are one job. */
  id?: string
  guildId: Id
  kind: ErasureKind
  target: Id
  by: AuditActor
  /** Further data for the audit row. */
  detail?: { opt_out: boolean }
}

/**
 * Records an erasure request, together with `statements`. A request for the same target as a job that has not
 * begun joins that job.
 */
export async function openErasure(
  db: Database,
  wanted: ErasureRequest,
  statements: readonly BatchStatement[],
): Promise<ErasureJob> {
  const { guildId, kind, target, by, detail, id = `e_${crypto.randomUUID()}` } = wanted
  const known = wanted.id === undefined ? null : await findJob(db, guildId, id)
  if (known !== null) return known
  const job: ErasureJob = {
    id,
    guildId,
    kind,
    target,
    state: "waiting",
    step: null,
    report: NOTHING_YET,
    requestedBy: by.actor,
    requestedAt: by.now,
    finishedAt: null,
  }
  const waiting = sql`guild_id = ${guildId} AND kind = ${kind} AND target = ${target} AND state = 'waiting'`
  await runBatch(db, [
    ...statements,
    voidUndo(guildId),
    sql`UPDATE erasures SET requested_at = ${by.now} WHERE ${waiting}`,
    sql`INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at)
      SELECT ${job.id}, ${guildId}, ${kind}, ${target}, 'waiting', ${JSON.stringify(job.report)}, ${by.actor}, ${by.now}
      WHERE NOT EXISTS (SELECT 1 FROM erasures WHERE ${waiting})`,
    auditRow(db, by, { guildId, action: "erasure.request", target, detail: { kind, ...detail } }),
  ])
  const rows = await db.select().from(erasures).where(waiting)
  return rows[0] ? toJob(rows[0]) : job
}

/**
 * Requests a person's erasure. From now on, everything they said until now is refused; with `optOut`, also
 * what they say later.
 */
export async function erasePerson(
  db: Database,
  { guildId, userId, optOut, id }: { guildId: Id; userId: Id; optOut: boolean; id?: string },
  by: AuditActor,
): Promise<ErasureJob> {
  const out = sql`UPDATE members SET consent = 'out', consent_at = ${by.now} WHERE guild_id = ${guildId} AND id = ${userId}`
  const statements = [refuseUntil(guildId, userId, by.now), ...(optOut ? [out] : [])]
  const detail = { opt_out: optOut }
  const wanted = { guildId, kind: "person" as const, target: userId, by, detail }
  return openErasure(db, id === undefined ? wanted : { ...wanted, id }, statements)
}

/**
 * Builds the statement that refuses everything a person said until a time. It also covers people who are not
 * known yet.
 */
export function refuseUntil(guildId: Id, userId: Id, until: Time): SQL {
  return sql`INSERT INTO members (guild_id, id, name, seen_at, erased_at) VALUES (${guildId}, ${userId}, '', ${until}, ${until})
    ON CONFLICT (guild_id, id) DO UPDATE SET erased_at = max(coalesce(erased_at, 0), excluded.erased_at)`
}

/** Returns the oldest job that is not done. A guild's own comes first, because it includes the others. */
export async function nextJob(db: Database, guildId: Id): Promise<ErasureJob | null> {
  const rows = await db
    .select()
    .from(erasures)
    .where(sql`guild_id = ${guildId} AND state <> 'done'`)
    .orderBy(sql`kind = 'guild' DESC, requested_at, id`)
    .limit(1)
  return rows[0] ? toJob(rows[0]) : null
}

/** A job that is not done, as the journal records it, with the consent of the person it erases. */
export interface OpenJob {
  kind: ErasureKind
  target: Id
  at: Time
  consent: "in" | "out" | null
  consentAt: Time | null
}

export function openJobs(db: Database, guildId: Id): Promise<OpenJob[]> {
  return db.all(
    sql`SELECT e.kind, e.target, e.requested_at AS at, m.consent, m.consent_at AS consentAt
      FROM erasures e LEFT JOIN members m ON e.kind = 'person' AND m.guild_id = e.guild_id AND m.id = e.target
      WHERE e.guild_id = ${guildId} AND e.state <> 'done'`,
  )
}

export async function findJob(db: Database, guildId: Id, id: string): Promise<ErasureJob | null> {
  const rows = await db.select().from(erasures).where(sql`guild_id = ${guildId} AND id = ${id}`)
  return rows[0] ? toJob(rows[0]) : null
}

/**
 * Returns true if the request for a person's erasure also opted them out, false if it did not. Returns `null` if that is
 * not known: the log keeps requests for `retention.audit_days`. While the erasure renames its target, the log does so
 * before the job, so the request is then known by its time.
 */
export async function findOptOut(
  db: Database,
  { guildId, target, state, requestedAt }: ErasureJob,
): Promise<boolean | null> {
  const isTarget =
    state === "done" ? sql`target = ${target}` : sql`(target = ${target} OR substr(target, 1, 2) = 'p_')`
  const rows = await db.all<{ out: number | null }>(
    sql`SELECT DISTINCT detail->>'opt_out' AS out FROM audit WHERE guild_id = ${guildId} AND at = ${requestedAt}
      AND action = 'erasure.request' AND ${isTarget}`,
  )
  const [only, ...others] = rows
  return only === undefined || only.out === null || others.length > 0 ? null : only.out === 1
}

/** Lists a guild's erasures, latest first; `before` is the last job of the previous page. */
export async function listJobs(
  db: Database,
  guildId: Id,
  page: { before: { at: Time; id: string } | null; limit: number },
): Promise<ErasureJob[]> {
  const { before } = page
  const rows = await db
    .select()
    .from(erasures)
    .where(
      sql`guild_id = ${guildId} AND (${before?.at ?? null} IS NULL OR (requested_at, id) < (${before?.at ?? null}, ${before?.id ?? null}))`,
    )
    .orderBy(sql`requested_at DESC, id DESC`)
    .limit(page.limit)
  return rows.map(toJob)
}

/** Records how far an erasure is. */
export async function noteProgress(db: Database, id: string, step: string, report: Report): Promise<void> {
  await db.update(erasures).set({ state: "running", step, report }).where(sql`id = ${id} AND state <> 'done'`)
}

/** Closes an erasure. `target` replaces the stored target from now on. */
export async function closeJob(
  db: Database,
  job: Pick<ErasureJob, "id" | "target">,
  report: Report,
  now: Time,
): Promise<void> {
  await db
    .update(erasures)
    .set({ state: "done", step: null, report, target: job.target, finishedAt: now })
    .where(eq(erasures.id, job.id))
}

function toJob(row: typeof erasures.$inferSelect): ErasureJob {
  return { ...row, report: ReportSchema.parse(row.report) }
}
