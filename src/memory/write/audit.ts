/**
 * Creates and lists audit rows; no other file creates them. A row holds ids, field names and counts, never
 * anyone's words.
 */
import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { audit } from "../db/schema.ts"

/** The actor and the time of an action. */
export interface AuditActor {
  actor: string
  now: Time
}

/** Names a member as an actor. */
export function memberActor(id: string): string {
  return `member ${id}`
}

/** The actions, each as `noun.verb`. The audit page names them all. */
export type AuditAction =
  | "settings.change"
  | "settings.put"
  | "policy.put"
  | "structure.put"
  | "key.create"
  | "key.revoke"
  | "trial.start"
  | "trial.rollout"
  | "trial.end"
  | "drift.alarm"
  | "run.start"
  | "guild.export"
  | "guild.import"
  | "guild.leave"
  | "guild.restore"
  | "guild.purge"
  | "backup.restore"
  | "history.upload"
  | "history.start"
  | "history.pause"
  | "history.resume"
  | "history.stop"
  | "history.cancel"
  | "memory.correct"
  | "memory.approve"
  | "memory.reject"
  | "memory.forget"
  | "memory.undo"
  | "memory.both_hold"
  | "member.export"
  | "consent.set"
  | "objection.set"
  | "erasure.request"
  | "identity.attribute"
  | "identity.detach"
  | "identity.reject"
  | "read.all"

export interface AuditEntry {
  guildId: Id
  action: AuditAction
  /** The target's id, or several ids separated by spaces. */
  target: string
  /** Further data about the action. */
  detail?: unknown
}

/** Returns the statement for an audit row, to run in the same batch as the action. */
export function auditRow(db: Database, by: AuditActor, { guildId, action, target, detail }: AuditEntry) {
  return db.insert(audit).values({
    guildId,
    at: by.now,
    actor: by.actor,
    action,
    target,
    ...(detail === undefined ? {} : { detail }),
  })
}

/**
 * Like `auditRow`, but only if `condition` holds: an action that did not happen leaves no row. Raw SQL
 * because drizzle inserts no row that depends on others.
 */
export function auditRowIf(condition: SQL, by: AuditActor, entry: AuditEntry): SQL {
  const detail = entry.detail === undefined ? null : JSON.stringify(entry.detail)
  return sql`INSERT INTO audit (guild_id, at, actor, action, target, detail)
    SELECT ${entry.guildId}, ${by.now}, ${by.actor}, ${entry.action}, ${entry.target}, ${detail} WHERE ${condition}`
}

/**
 * One row for each id that `targets` selects. `targets` is a query of columns `id` and `detail`, which is JSON
 * or null; it reads the state before the action.
 */
export function auditRowEach(
  targets: SQL,
  by: AuditActor,
  { guildId, action }: Pick<AuditEntry, "guildId" | "action">,
): SQL {
  return sql`INSERT INTO audit (guild_id, at, actor, action, target, detail)
    SELECT ${guildId}, ${by.now}, ${by.actor}, ${action}, id, detail FROM (${targets})`
}

export interface AuditPage {
  action: string | null
  /** Matches rows with this target or one of several. */
  target: string | null
  /** Matches rows with this id as a target, or of the member or the key with this id as the actor. Absent: all rows. */
  concerns?: string | null
  /** The last row of the previous page. */
  before: { at: Time; seq: number } | null
  limit: number
  /** Only rows of this actor, or whose action concerns one of these nouns. Absent: all rows. */
  only?: { actor: string; nouns: readonly string[] }
}

export type AuditRow = typeof audit.$inferSelect

/** Returns a guild's audit rows, latest first. */
export function listAudit(db: Database, guildId: Id, page: AuditPage): Promise<AuditRow[]> {
  const { action, target, concerns = null, before, limit, only } = page
  const hasTarget = (id: string) => sql`instr(' ' || ${audit.target} || ' ', ' ' || ${id} || ' ') > 0`
  return db
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.guildId, guildId),
        action === null ? undefined : eq(audit.action, action),
        target === null ? undefined : hasTarget(target),
        concerns === null ? undefined : sql`(${hasTarget(concerns)} OR ${isActor(concerns)})`,
        only &&
          sql`(${audit.actor} = ${only.actor} OR substr(${audit.action}, 1, instr(${audit.action}, '.') - 1)
          IN (SELECT value FROM json_each(${JSON.stringify(only.nouns)})))`,
        before === null ? undefined : sql`(${audit.at}, ${audit.seq}) < (${before.at}, ${before.seq})`,
      ),
    )
    .orderBy(desc(audit.at), desc(audit.seq))
    .limit(limit)
}

/** The actor of a key ends with its id in brackets. */
function isActor(id: string): SQL {
  const bracketed = `(${id})`
  return sql`(${audit.actor} = ${memberActor(id)}
    OR (substr(${audit.actor}, 1, 4) = 'key ' AND substr(${audit.actor}, -length(${bracketed})) = ${bracketed}))`
}

/** Returns the actions of a guild's rows by their numbers, without those that are gone. */
export async function actionsNumbered(
  db: Database,
  guildId: Id,
  seqs: readonly number[],
): Promise<Map<number, Pick<AuditRow, "action" | "target">>> {
  if (seqs.length === 0) return new Map()
  const rows = await db
    .select({ seq: audit.seq, action: audit.action, target: audit.target })
    .from(audit)
    .where(sql`guild_id = ${guildId} AND seq IN (SELECT value FROM json_each(${JSON.stringify(seqs)}))`)
  return new Map(rows.map(({ seq, ...row }) => [seq, row]))
}
