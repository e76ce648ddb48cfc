/**
 * Authentication: turns the bearer token into a principal before any route runs. It never logs, stores or
 * returns a token.
 */
import type { Context, MiddlewareHandler } from "hono"
import { type Refusal, Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { guildDatabase } from "../memory/db/database.ts"
import type { AuditActor } from "../memory/write/audit.ts"
import { isSecretOf, KEY_SCOPES, type KeyScope, readToken } from "../privacy/key-token.ts"
import { type ApiKey, isKeyActive, isUseRecordDue, recordKeyUse } from "../privacy/keys.ts"
import { cachedKey, readKey } from "../runtime/key-cache.ts"
import { checkUnknownKeyRate } from "../runtime/rates.ts"
import { adminToken } from "../settings.ts"

/** The caller: the deployment's operator by its token, or a guild's API key. */
export interface Principal {
  kind: "operator" | "key"
  /** The key's public part; `null` for the operator. */
  keyId: string | null
  scope: KeyScope
  /** The one guild it may access; `null` for any. */
  guildId: Id | null
  /** The channel or person it reads for, if it is bound to one. */
  reads: { channelId: Id | null; userId: Id | null }
  /** When it expires; `null` for never. */
  expiresAt: Time | null
  /** Its name in audit rows. */
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

/** The admin token belongs to no guild, so it opens nothing there. */
export const MCP_PATH = "/mcp"

export const authenticate: MiddlewareHandler<App> = async (c, next) => {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1]
  const operator = token !== undefined && isOperator(c.env, token)
  const key = token === undefined || operator ? null : await findActiveKey(c, token)
  if (!operator && key === null)
    throw new Refused({ reason: "unauthorized", ...(c.req.path === MCP_PATH ? { needsKey: true } : {}) })
  c.set("principal", key ? principalOf(key) : OPERATOR)
  await next()
  if (key) recordUse(c, key)
}

/** Returns true if this is the admin token. Compares in constant time. */
export function isOperator(env: Env, token: string): boolean {
  const expected = adminToken(env)
  return expected !== null && isEqual(token, expected)
}

/**
 * Returns the active key that the whole token belongs to. Unknown, wrong, expired and revoked keys all take
 * the same path to the same `null`. A token that this isolate has not seen to be right counts against its
 * address first, so that guesses do not reach the database, and a known key does not depend on its neighbors.
 */
async function findActiveKey({ env, req }: Context<App>, token: string): Promise<ApiKey | null> {
  const presented = readToken(token)
  if (presented === null) return null
  const now = Date.now()
  const seen = cachedKey(env, presented.id)
  const refusal = isSecretOf(presented, seen?.hash ?? null)
    ? null
    : await checkUnknownKeyRate(env, req.header("cf-connecting-ip"))
  if (refusal) throw new Refused(refusal)
  const key = await readKey(env, presented.id, now)
  const isMatch = isSecretOf(presented, key?.hash ?? null)
  return key && isMatch && isKeyActive(key, now) ? key : null
}

function principalOf(key: ApiKey): Principal {
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

/** Records that the key was used, after the response is made. */
function recordUse(c: Context<App>, key: ApiKey): void {
  const now = Date.now()
  if (!isUseRecordDue(key, now)) return
  // The key object is the one this isolate caches, so the next request does not record its use again.
  key.lastUsedAt = now
  c.executionCtx.waitUntil(recordKeyUse(guildDatabase(c.env, key.guildId), key.id, now))
}

/**
 * Returns why the caller may not use a route of this scope for `guildId`; `null` if it may. The guild is
 * checked first, so that another guild looks the same whether it exists or not. `guildId` is `null` for a
 * route without a guild.
 */
export function authorize(principal: Principal, scope: KeyScope, guildId: Id | null): Refusal | null {
  const here = principal.guildId === null || principal.guildId === guildId
  const enough = KEY_SCOPES.indexOf(principal.scope) >= KEY_SCOPES.indexOf(scope)
  if (!here) return { reason: "forbidden", because: guildId === null ? "operator" : "guild" }
  return enough ? null : { reason: "forbidden", because: scope === "admin" ? "admin_scope" : "write_scope" }
}

/** Returns the caller and the current time for an audit row. */
export function auditAuthor(c: Context<App>): AuditActor {
  return { actor: c.get("principal").name, now: Date.now() }
}

const utf8 = new TextEncoder()

/** Compares two tokens in constant time; it reveals only whether their lengths are equal. */
function isEqual(a: string, b: string): boolean {
  const [first, second] = [utf8.encode(a), utf8.encode(b)]
  return first.byteLength === second.byteLength && crypto.subtle.timingSafeEqual(first, second)
}
