/**
 * The MCP endpoint `/mcp` and what describes it to clients that have no key. The protocol's library loads with the first
 * call, because a Worker has one second to start.
 */
import { Hono, type MiddlewareHandler } from "hono"
import { Refused } from "../../domain/errors.ts"
import { loadLibraries } from "../../runtime/object/libraries.ts"
import { checkKeyRate } from "../../runtime/rates.ts"
import { requireAccess } from "../guarded.ts"
import { type App, authenticate, MCP_PATH as PATH } from "../principal.ts"

/** RFC 9728: the resource's path follows the well-known one. Clients try the bare path too. */
const DISCOVERY = "/.well-known/oauth-protected-resource"

/** Adds to a 401 where its reader learns which tokens are accepted (RFC 9728, section 5.1). */
const challenge: MiddlewareHandler<App> = async (c, next) => {
  await next()
  if (c.res.status !== 401) return
  const { origin } = new URL(c.req.url)
  c.res.headers.set("www-authenticate", `Bearer resource_metadata="${origin}${DISCOVERY}${PATH}"`)
}

/** Names no authorization server, because there is none: a guild's keys are made over the API and given out by hand. */
const describe: MiddlewareHandler<App> = async (c) => {
  const { origin } = new URL(c.req.url)
  return c.json({
    resource: `${origin}${PATH}`,
    resource_name: "Keepsake",
    bearer_methods_supported: ["header"],
    resource_documentation: `${origin}/docs`,
  })
}

export const mcpRoutes = new Hono<App>()
  .all(DISCOVERY, describe)
  .all(`${DISCOVERY}${PATH}`, describe)
  .use(PATH, challenge, authenticate)
  .all(PATH, async (c) => {
    const { keyId, guildId } = c.get("principal")
    if (guildId === null) throw new Refused({ reason: "key_required" })
    const refusal = await checkKeyRate(c.env, keyId, { reads: true })
    if (refusal) throw new Refused(refusal)
    // Each tool checks its own binding.
    requireAccess(
      c,
      { scope: "read", binding: "reader" },
      { guildId, channelId: undefined, userId: undefined },
    )
    const [{ serveMcp }] = await Promise.all([import("./serve.ts"), loadLibraries()])
    return serveMcp(c, guildId)
  })
