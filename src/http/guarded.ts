/**
 * Routes with a required scope. Each route declares its scope and how it limits bound keys; both are enforced,
 * documented and tested from there.
 */
import { createRoute, type RouteConfig, z } from "@hono/zod-openapi"
import type { Context, MiddlewareHandler } from "hono"
import { Refused } from "../domain/errors.ts"
import type { Id } from "../domain/types.ts"
import type { KeyScope } from "../privacy/key-token.ts"
import * as channels from "../runtime/channels.ts"
import {
  type Entered,
  type EnterOptions,
  enter as enterGuild,
  enterActive as enterStayingGuild,
} from "../runtime/enter.ts"
import type { Runtime } from "../runtime/models.ts"
import { checkKeyRate } from "../runtime/rates.ts"
import { isServed, readSettings } from "../settings.ts"
import { type Binding, exceedsBinding } from "./binding.ts"
import { type App, authorize } from "./principal.ts"

type Guarded<P extends string> = Omit<
  RouteConfig,
  "path" | "security" | "middleware" | "operationId" | "tags" | "description" | "request"
> & {
  path: P
  /** Its name in generated clients, unique and never changed. docs/api/reference describes the operation under it. */
  id: string
  request?: Omit<NonNullable<RouteConfig["request"]>, "query"> & { query?: z.ZodObject }
  /**
   * The least scope a key needs. A path without `{g}` belongs to no guild, so only the operator may call it,
   * with any scope.
   */
  scope: KeyScope
  /** How the route limits a key that is bound to a channel or a person. */
  binding: Binding
  /** True if the operator may call it for a guild that is not in ALLOWED_GUILDS: to return or erase what is stored. */
  evenUnserved?: boolean
}

/**
 * Wraps `createRoute` for all but the open routes. A route without `id`, `scope` and `binding` does not compile. Query
 * fields that a route does not have are refused, and its error responses are added to the document.
 */
export function guarded<P extends string, R extends Guarded<P>>(route: R) {
  const { id, scope, binding, evenUnserved = false, ...rest } = route
  const made = {
    ...rest,
    operationId: id,
    request: { ...rest.request, query: rest.request?.query?.strict() ?? z.strictObject({}) },
    security: [{ token: [scope] }],
    "x-scope": scope,
    "x-binding": binding,
    middleware: checkCaller({
      scope,
      binding,
      evenUnserved,
      reads: scope === "read" || route.method === "get",
    }),
  }
  // The handler sees the route as written: the additions answer before the handler, or only document.
  return createRoute<P, R>(made as unknown as R)
}

/**
 * Checks the caller: the rate limit, the guild, the scope and the binding are checked before anything is
 * parsed or read.
 */
function checkCaller(
  route: Required<Pick<Guarded<string>, "scope" | "binding" | "evenUnserved">> & { reads: boolean },
): MiddlewareHandler<App> {
  return async (c, next) => {
    const principal = c.get("principal")
    const refusal = await checkKeyRate(c.env, principal.keyId, route)
    if (refusal) throw new Refused(refusal)
    requireAccess(c, route, {
      guildId: c.req.param("g") ?? null,
      channelId: c.req.param("c"),
      userId: c.req.param("u"),
    })
    await next()
  }
}

/** The guild, channel and person that a request names. `guildId` is `null` for a route without a guild. */
interface AccessTarget {
  guildId: Id | null
  channelId: Id | undefined
  userId: Id | undefined
}

/** Throws `Refused` if the caller's guild, scope or binding does not allow this. Reads nothing. */
export function requireAccess(
  c: Context<App>,
  rule: Pick<Guarded<string>, "scope" | "binding" | "evenUnserved">,
  { guildId, ...path }: AccessTarget,
): void {
  const principal = c.get("principal")
  const refusal = authorize(principal, rule.scope, guildId)
  if (refusal) throw new Refused(refusal)
  const isOpen = guildId === null || isServed(readSettings(c.env), guildId)
  if (!isOpen && !(rule.evenUnserved && principal.kind === "operator"))
    throw new Refused({ reason: "guild_not_served" })
  if (exceedsBinding(principal, rule.binding, path))
    throw new Refused({ reason: "forbidden", because: "binding" })
}

// The guild of a request: entering it, reaching its channels, following its writes. Unknown guilds are
// refused here.

export type { Entered } from "../runtime/enter.ts"

export const { channelStub } = channels

export function requestRuntime(c: Context<App>): Runtime {
  return { env: c.env, waitUntil: (work) => c.executionCtx.waitUntil(work) }
}

export function enterRequestGuild(c: Context<App>, guildId: Id, entering?: EnterOptions): Promise<Entered> {
  return enterGuild(c.env, guildId, entering)
}

export function enterActiveRequestGuild(
  c: Context<App>,
  guildId: Id,
  entering?: EnterOptions,
): Promise<Entered> {
  return enterStayingGuild(c.env, guildId, entering)
}

/** Returns the channel's object; refuses a channel in which nothing was ever heard. */
export function requireChannel(c: Context<App>, { guild, channels: heard }: Entered, channelId: Id) {
  if (!heard.some((channel) => channel.id === channelId))
    throw new Refused({ reason: "unknown_channel", channelId })
  return channels.channelStub(c.env, guild.id, channelId)
}

export function refreshGuildChannels(c: Context<App>, entered: Entered): Promise<void> {
  return channels.refreshChannels(c.env, entered)
}

export function followRequestWrites(
  c: Context<App>,
  guildId: Id,
  removed: channels.RemovedFacts | null = null,
): void {
  channels.followWrites(requestRuntime(c), guildId, removed)
}
