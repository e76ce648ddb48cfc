/** Who calls: the bearer token becomes a principal before any route runs. */
import type { Context, MiddlewareHandler } from "hono"
import { type Env, readSettings } from "../env.ts"
import { type Refusal, Refused } from "../errors.ts"
import { type Id, KEY_SCOPES, type KeyScope } from "../vocabulary.ts"

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
  /** What audit rows call it. */
  name: string
}

const OPERATOR: Principal = {
  kind: "operator",
  keyId: null,
  scope: "admin",
  guildId: null,
  reads: { channelId: null, userId: null },
  name: "admin",
}

export interface App {
  Bindings: Env
  Variables: { principal: Principal }
}

export const authenticate: MiddlewareHandler<App> = async (c, next) => {
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1]
  const expected = readSettings(c.env).ADMIN_TOKEN
  if (!token || !expected || !equal(token, expected)) throw new Refused({ reason: "unauthorized" })
  c.set("principal", OPERATOR)
  await next()
}

/**
 * What keeps the caller from a route of this scope that speaks of `guildId`; null where nothing does. A key's guild comes
 * first, so that another guild looks the same whether it exists or not. With `guildId` null, the route speaks of no guild.
 */
export function may(principal: Principal, scope: KeyScope, guildId: Id | null): Refusal | null {
  const here = principal.guildId === null || principal.guildId === guildId
  const enough = KEY_SCOPES.indexOf(principal.scope) >= KEY_SCOPES.indexOf(scope)
  return here && enough ? null : { reason: "forbidden" }
}

/** What an audit row says of the caller. */
export function by(c: Context<App>): { actor: string; now: number } {
  return { actor: c.get("principal").name, now: Date.now() }
}

const utf8 = new TextEncoder()

/** Compares in a time that tells nothing of where two tokens differ, only of whether they are as long. */
function equal(a: string, b: string): boolean {
  const [first, second] = [utf8.encode(a), utf8.encode(b)]
  return first.byteLength === second.byteLength && crypto.subtle.timingSafeEqual(first, second)
}
