/** Who did what: the only maker of audit rows, and their reading. A row holds ids, field names and counts, never anyone's words. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { audit } from "../db/schema.ts"

/** Who does something, and when. */
export interface AuditActor {
  actor: string
  now: Time
}

export interface AuditEntry {
  guildId: Id
  /** What was done, as `noun.verb`. */
  action: `${string}.${string}`
  /** Whom or what it was done to: an id, or several with a space between them. */
  target: string
  /** What else may be known of it. */
  detail?: unknown
}

/** The statement that notes a deed, to land with the deed itself. */
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

/** As `auditRow`, where `condition` holds: what was not done leaves no row. Raw, as drizzle inserts no row that depends on others. */
export function auditRowIf(condition: SQL, by: AuditActor, deed: AuditEntry): SQL {
  const detail = deed.detail === undefined ? null : JSON.stringify(deed.detail)
  return sql`INSERT INTO audit (guild_id, at, actor, action, target, detail)
    SELECT ${deed.guildId}, ${by.now}, ${by.actor}, ${deed.action}, ${deed.target}, ${detail} WHERE ${condition}`
}

export interface AuditPage {
  action: string | null
  /** Rows of which this is the target, or one of the targets. */
  target: string | null
  /** Where the page before ended. */
  before: { at: Time; seq: number } | null
  limit: number
}

export type AuditRow = typeof audit.$inferSelect

/** A guild's audit rows, latest first. */
export function listAudit(db: Database, guildId: Id, page: AuditPage): Promise<AuditRow[]> {
  const { action, target, before, limit } = page
  return db
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.guildId, guildId),
        action === null ? undefined : eq(audit.action, action),
        target === null ? undefined : sql`instr(' ' || ${audit.target} || ' ', ' ' || ${target} || ' ') > 0`,
        before === null ? undefined : sql`(${audit.at}, ${audit.seq}) < (${before.at}, ${before.seq})`,
      ),
    )
    .orderBy(desc(audit.at), desc(audit.seq))
    .limit(limit)
}
