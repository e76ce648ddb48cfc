/** Consent for all guilds of the deployment: whether a person may be remembered anywhere. Operator only. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { DEPLOYMENT } from "../../domain/ids.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { findObjection } from "../../privacy/consent.ts"
import { refreshGuildsOf } from "../../runtime/channels.ts"
import { changeObjection } from "../../runtime/consent.ts"
import { guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, json, SnowflakeParam } from "../schemas.ts"

const path = "/v1/people/{u}/consent"
const PersonParam = z.object({ u: SnowflakeParam })

const ObjectionSchema = z.object({
  consent: z.enum(["out"], 'must be "out" or null').nullable().openapi({
    description:
      "`out`: not remembered in any guild, whatever the person said there. null: the consent in each guild decides.",
  }),
  since: z.string().nullable(),
})

const put = guarded({
  id: "setPersonConsent",
  scope: "admin",
  binding: "guild",
  method: "put",
  path,
  summary: "Set whether a person may be remembered anywhere in this deployment",
  request: {
    params: PersonParam,
    body: body(z.strictObject({ consent: ObjectionSchema.shape.consent })),
  },
  responses: { 204: { description: "Saved." } },
})

const get = guarded({
  id: "readPersonConsent",
  scope: "admin",
  binding: "guild",
  method: "get",
  path,
  summary: "Read a person's consent for the whole deployment",
  request: { params: PersonParam },
  responses: { 200: json(ObjectionSchema, "The consent.") },
})

export const peopleRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(put, async (c) => {
    const { u } = c.req.valid("param")
    const { consent } = c.req.valid("json")
    await changeObjection(c.env, u, consent === "out", auditAuthor(c))
    await refreshGuildsOf(c.env, u)
    return c.body(null, 204)
  })
  .openapi(get, async (c) => {
    const at = await findObjection(guildDatabase(c.env, DEPLOYMENT), c.req.valid("param").u)
    return c.json(
      { consent: at === null ? null : ("out" as const), since: at === null ? null : iso(at) },
      200,
    )
  })
