/** Attributions by managers: which person an account speaks for. They never tell of links that people confirmed. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { listAttributions } from "../../identity/attribute.ts"
import { attributeAccount, detachAccount } from "../../runtime/own-accounts.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, GuildParam, json, SnowflakeParam } from "../schemas.ts"

const IDENTITIES = "/v1/guilds/{g}/identities"

const WhoSchema = z.object({ id: z.string(), name: z.string().nullable() })
const AttributionSchema = z.object({
  account: WhoSchema,
  person: WhoSchema,
  made_by: z.string(),
  made_at: z.string(),
  rejected: z.boolean().openapi({ description: "True if one of the two accounts rejected it." }),
})

const AccountParam = GuildParam.extend({ account: SnowflakeParam })

const attributions = guarded({
  id: "listAttributions",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: IDENTITIES,
  summary: "List a guild's attributions",
  request: { params: GuildParam },
  responses: { 200: json(z.object({ items: z.array(AttributionSchema) }), "The attributions.") },
})

const attribute = guarded({
  id: "attributeAccount",
  scope: "admin",
  binding: "guild",
  method: "put",
  path: `${IDENTITIES}/{account}`,
  summary: "Attribute an account to a person: what is known of it is read as known of them",
  request: { params: AccountParam, body: body(z.strictObject({ person: SnowflakeParam })) },
  responses: { 204: { description: "Attributed." } },
})

const detach = guarded({
  id: "endAttribution",
  scope: "admin",
  binding: "guild",
  method: "delete",
  path: `${IDENTITIES}/{account}`,
  summary: "End an account's attribution",
  request: { params: AccountParam },
  responses: { 204: { description: "Ended. Everything stays with the account it came from." } },
})

export const identityRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(attributions, async (c) => {
    const { g } = c.req.valid("param")
    const { db } = await enterRequestGuild(c, g)
    const all = await listAttributions(db, g)
    const items = all.map(({ account, accountName, person, personName, madeBy, madeAt, isRefused }) => ({
      account: { id: account, name: accountName },
      person: { id: person, name: personName },
      made_by: madeBy,
      made_at: iso(madeAt),
      rejected: isRefused,
    }))
    return c.json({ items }, 200)
  })
  .openapi(attribute, async (c) => {
    const { g, account } = c.req.valid("param")
    const { person } = c.req.valid("json")
    await enterRequestGuild(c, g)
    await attributeAccount(c.env, g, { account, person }, auditAuthor(c))
    return c.body(null, 204)
  })
  .openapi(detach, async (c) => {
    const { g, account } = c.req.valid("param")
    await enterRequestGuild(c, g)
    await detachAccount(c.env, g, account, auditAuthor(c))
    return c.body(null, 204)
  })
