/** Who calls: the bearer token becomes a principal before any route runs. No token is logged, kept or answered with. */
import type { Context, MiddlewareHandler } from "hono"
import { type Refusal, Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { findKey, guildDatabase } from "../memory/db/database.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { isSecretOf, KEY_SCOPES, type KeyScope, readToken } from "../privacy/key-token.ts"
import { type ApiKey, isKeyActive, isUseRecordDue, recordKeyUse } from "../privacy/keys.ts"
import { readSettings } from "../settings.ts"

// API keys as this isolate last read them, for ten seconds at most: a request does not wait for the database to know its caller.

/** For how long a revocation made elsewhere may go unnoticed here. */
const KEPT_MS = 10_000
const MOST = 1_000

interface Read {
  /** null: there is no such key, or none that is in force. */
  key: ApiKey | null
  at: Time
}

const known = new WeakMap<D1Database, Map<string, Read>>()

/** The key of this id as it was at most ten seconds ago; null where there is none. */
async function keyOf(bindings: { DB: D1Database }, id: string, now: Time): Promise<ApiKey | null> {
  const kept = reads(bindings).get(id)
  if (kept && now - kept.at < KEPT_MS && now >= kept.at) return kept.key
  const key = await findKey(bindings, id)
  // Revoked here meanwhile: what was read may be older than that.
  const meanwhile = reads(bindings).get(id)
  if (meanwhile !== undefined && meanwhile !== kept && meanwhile.key === null) return null
  keep(bindings, id, { key, at: now })
  return key
}

/** A key revoked here opens nothing here from now on. */
export function dropKey(bindings: { DB: D1Database }, id: string, now: Time): void {
  keep(bindings, id, { key: null, at: now })
}

function reads(bindings: { DB: D1Database }): Map<string, Read> {
  return known.get(bindings.DB) ?? new Map()
}

function keep(bindings: { DB: D1Database }, id: string, read: Read): void {
  const all = reads(bindings)
  if (all.size >= MOST) all.clear()
  known.set(bindings.DB, all.set(id, read))
}

/** Who calls: the deployment's operator by its token, or a guild's API key. */
export interface Principal {
  kind: "operator" | "key"
  /** The key's public part; null: the operator. */
  keyId: string | null
  scope: KeyScope
  /** The one guild it may speak of; null: any. */
  guildId: Id | null
  /** The place or person it reads for, where it is bound to one. */
  reads: { channelId: Id | null; userId: Id | null }
  /** When it ceases to be; null: never. */
  expiresAt: Time | null
  /** What audit rows call it. */
  name: string
}

const OPERATOR: Principal = {
  kind: "operator",
  keyId: null,
  scope: "admin",
  guildId: null,
  reads: { channelId: null, userId: null },
  expiresAt: null,
  name: "admin",
}

export interface App {
  Bindings: Env
  Variables: { principal: Principal }
}

export const authenticate: MiddlewareHandler<App> = async (c, next) => {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1]
  const operator = token !== undefined && isOperator(c.env, token)
  const key = token === undefined || operator ? null : await keyIn(c.env, token)
  if (!operator && key === null) throw new Refused({ reason: "unauthorized" })
  c.set("principal", key ? holderOf(key) : OPERATOR)
  await next()
  if (key) followUse(c, key)
}

function isOperator(env: Env, token: string): boolean {
  const expected = readSettings(env).ADMIN_TOKEN
  return expected !== undefined && equal(token, expected)
}

/** The key that this token is the whole of, where it is in force. Unknown, wrong, expired and revoked all take the same way to the same null. */
async function keyIn(env: Env, token: string): Promise<ApiKey | null> {
  const presented = readToken(token)
  if (presented === null) return null
  const now = Date.now()
  const key = await keyOf(env, presented.id, now)
  const its = isSecretOf(presented, key?.hash ?? null)
  return key && its && isKeyActive(key, now) ? key : null
}

function holderOf(key: ApiKey): Principal {
  return {
    kind: "key",
    keyId: key.id,
    scope: key.scope,
    guildId: key.guildId,
    reads: { channelId: key.channelId, userId: key.userId },
    expiresAt: key.expiresAt,
    name: `key ${key.name} (${key.id})`,
  }
}

/** Notes that the key was used, once the answer is made. */
function followUse(c: Context<App>, key: ApiKey): void {
  const now = Date.now()
  if (!isUseRecordDue(key, now)) return
  // The key as this isolate remembers it: the next request need not note it again.
  key.lastUsedAt = now
  c.executionCtx.waitUntil(recordKeyUse(guildDatabase(c.env, key.guildId), key.id, now))
}

/**
 * What keeps the caller from a route of this scope that speaks of `guildId`; null where nothing does. A key's guild comes
 * first, so that another guild looks the same whether it exists or not. With `guildId` null, the route speaks of no guild.
 */
export function authorize(principal: Principal, scope: KeyScope, guildId: Id | null): Refusal | null {
  const here = principal.guildId === null || principal.guildId === guildId
  const enough = KEY_SCOPES.indexOf(principal.scope) >= KEY_SCOPES.indexOf(scope)
  return here && enough ? null : { reason: "forbidden" }
}

/** What an audit row says of the caller. */
export function auditAuthor(c: Context<App>): AuditActor {
  return { actor: c.get("principal").name, now: Date.now() }
}

const utf8 = new TextEncoder()

/** Compares in a time that tells nothing of where two tokens differ, only of whether they are as long. */
function equal(a: string, b: string): boolean {
  const [first, second] = [utf8.encode(a), utf8.encode(b)]
  return first.byteLength === second.byteLength && crypto.subtle.timingSafeEqual(first, second)
}
