/** A guild's API keys in the database: create, list, revoke, record use. Their secrets are never here. */
import { and, desc, eq, type SQL, sql } from "drizzle-orm"
import { HOUR } from "../domain/calendar.ts"
import type { Refusal } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, runBatch } from "../memory/db/database.ts"
import { apiKeys } from "../memory/db/schema.ts"
import { type AuditActor, auditRowEach, auditRowIf } from "../memory/write/audit.ts"
import type { KeyScope } from "./key-token.ts"
import { mintToken } from "./key-token.ts"

/** Maximum active keys per guild. */
const MOST_KEYS = 100

export type ApiKey = typeof apiKeys.$inferSelect

export interface NewKey {
  guildId: Id
  name: string
  scope: KeyScope
  /** The one channel and the one person the key reads for. */
  channelId: Id | null
  userId: Id | null
  expiresAt: Time | null
}

/**
 * The creator of a key. If that is a key itself, it must be active in the batch that inserts the new one,
 * even if an isolate has it cached as active.
 */
export interface KeyCreator extends AuditActor {
  keyId: string | null
  /** Identifies the request, so that it creates one key however often it is sent. Absent: each one creates a key. */
  cause?: string
}

/** Creates a key. Its token is returned here and can never be read again. */
export async function createKey(
  db: Database,
  key: NewKey,
  creator: KeyCreator,
): Promise<{ token: string; key: ApiKey } | Refusal> {
  const { id, token, hash } = mintToken()
  const created = { createdBy: creator.actor, createdAt: creator.now, revokedAt: null, lastUsedAt: null }
  const row: ApiKey = { id, hash, ...key, ...created }
  const made = sql`EXISTS (SELECT 1 FROM api_keys WHERE id = ${id})`
  const bound = [...(key.channelId ? ["place"] : []), ...(key.userId ? ["person"] : [])]
  const cause = creator.cause === undefined ? {} : { cause: creator.cause }
  const detail = { name: key.name, scope: key.scope, bound, expires_at: key.expiresAt, ...cause }
  const [inserted] = await runBatch(db, [
    insertKey(row, creator),
    auditRowIf(made, creator, { guildId: key.guildId, action: "key.create", target: id, detail }),
  ])
  if (inserted?.meta.changes) return { token, key: row }
  return (await isCreatorActive(db, creator))
    ? { reason: "keys_full", limit: MOST_KEYS }
    : { reason: "unauthorized" }
}

/**
 * Raw SQL: inserts the row only if there is room and its creator is still active, in one statement that no
 * other can interleave with.
 */
function insertKey(row: ApiKey, creator: KeyCreator): SQL {
  const { guildId, scope, channelId, userId, createdBy, createdAt, expiresAt } = row
  const room = sql`(SELECT count(*) FROM api_keys WHERE guild_id = ${guildId} AND ${isActive(createdAt)}) < ${MOST_KEYS}`
  return sql`INSERT INTO api_keys (id, name, hash, guild_id, scope, channel_id, user_id, created_by, created_at, expires_at)
    SELECT ${row.id}, ${row.name}, ${row.hash}, ${guildId}, ${scope}, ${channelId}, ${userId}, ${createdBy}, ${createdAt}, ${expiresAt}
    WHERE ${room} AND ${creatorIsActive(creator)} AND NOT ${wasCreatedBy(guildId, creator.cause ?? null)}`
}

/** Returns true if a request with this `cause` created a key of the guild. */
export async function wasKeyCreated(db: Database, guildId: Id, cause: string): Promise<boolean> {
  const rows = await db.all<{ known: number }>(sql`SELECT ${wasCreatedBy(guildId, cause)} AS known`)
  return rows[0]?.known === 1
}

function wasCreatedBy(guildId: Id, cause: string | null): SQL {
  return cause === null
    ? sql`0`
    : sql`EXISTS (SELECT 1 FROM audit WHERE guild_id = ${guildId} AND action = 'key.create' AND detail->>'cause' = ${cause})`
}

function creatorIsActive({ keyId, now }: KeyCreator): SQL {
  return keyId === null
    ? sql`1`
    : sql`EXISTS (SELECT 1 FROM api_keys WHERE id = ${keyId} AND ${isActive(now)})`
}

async function isCreatorActive(db: Database, creator: KeyCreator): Promise<boolean> {
  const rows = await db.all<{ holds: number }>(sql`SELECT ${creatorIsActive(creator)} AS holds`)
  return rows[0]?.holds === 1
}

function isActive(now: Time): SQL {
  return sql`revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now})`
}

export function isKeyActive(key: Pick<ApiKey, "revokedAt" | "expiresAt">, now: Time): boolean {
  return key.revokedAt === null && (key.expiresAt === null || key.expiresAt > now)
}

/** Lists a guild's keys, latest first, including expired and revoked ones. */
export function listKeys(
  db: Database,
  guildId: Id,
  page: { before: { at: Time; id: string } | null; limit: number },
): Promise<ApiKey[]> {
  const { before, limit } = page
  const after =
    before === null ? undefined : sql`(${apiKeys.createdAt}, ${apiKeys.id}) < (${before.at}, ${before.id})`
  return db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.guildId, guildId), after))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit)
}

/**
 * Revokes a key and every key it created, and those created, at once and for good, with an audit row for
 * each. Returns the revoked keys' ids, none if they were revoked before; `null` if the guild has no such key.
 */
export async function revokeKey(
  db: Database,
  guildId: Id,
  keyId: string,
  by: AuditActor,
): Promise<string[] | null> {
  const active = sql`guild_id = ${guildId} AND revoked_at IS NULL AND id IN (${withDescendants(guildId, keyId)})`
  const cause = sql`CASE WHEN id = ${keyId} THEN NULL ELSE json_object('with', ${keyId}) END`
  const results = await runBatch(db, [
    auditRowEach(
      sql`SELECT id, ${cause} AS detail FROM api_keys WHERE ${active} ORDER BY created_at, id`,
      by,
      {
        guildId,
        action: "key.revoke",
      },
    ),
    sql`UPDATE api_keys SET revoked_at = ${by.now} WHERE ${active} RETURNING id`,
    sql`SELECT 1 AS known FROM api_keys WHERE guild_id = ${guildId} AND id = ${keyId}`,
  ])
  // The statements' own columns.
  const [, revoked, known] = results.map(({ results: rows }) => rows as { id: string }[])
  return known?.length ? (revoked ?? []).map(({ id }) => id) : null
}

/**
 * Selects a key and all keys that go back to it. Raw SQL for the recursion. The creator's id ends
 * `created_by`, in parentheses, whatever its name is (`principal.ts`); 18 characters.
 */
function withDescendants(guildId: Id, keyId: string): SQL {
  return sql`WITH RECURSIVE made(id) AS (
      SELECT id FROM api_keys WHERE guild_id = ${guildId} AND id = ${keyId}
      UNION SELECT k.id FROM made m JOIN api_keys k ON k.guild_id = ${guildId}
        AND k.created_by LIKE 'key %' AND substr(k.created_by, -18) = '(' || m.id || ')')
    SELECT id FROM made`
}

/** Returns true if the key's last use may be recorded again: at most once an hour. */
export function isUseRecordDue(key: Pick<ApiKey, "lastUsedAt">, now: Time): boolean {
  return key.lastUsedAt === null || key.lastUsedAt <= now - HOUR
}

export async function recordKeyUse(db: Database, keyId: string, now: Time): Promise<void> {
  const due = sql`(last_used_at IS NULL OR last_used_at <= ${now - HOUR})`
  await runBatch(db, [sql`UPDATE api_keys SET last_used_at = ${now} WHERE id = ${keyId} AND ${due}`])
}
