/** Who calls: the bearer token becomes a principal before any route runs. */
import type { Context, MiddlewareHandler } from "hono"
import { type Env, readSettings } from "../env.ts"
import { Refused } from "../errors.ts"
import type { Id } from "../vocabulary.ts"

/** Who calls: the deployment's operator by its token, or a guild's API key. */
export interface Principal {
  kind: "operator" | "key"
  scope: "read" | "write" | "admin"
  /** The one guild it may speak of; null: any. */
  guildId: Id | null
  /** The place or person it reads for, where it is bound to one. */
  reads: { channelId: Id | null; userId: Id | null }
  /** What audit rows call it. */
  name: string
}

const OPERATOR: Principal = {
  kind: "operator",
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
