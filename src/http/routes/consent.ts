/** A person's consent in a guild: whether they want to be remembered there. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { DEPLOYMENT } from "../../domain/ids.ts"
import { plainText } from "../../domain/plain-text.ts"
import { erasePerson } from "../../erasure/jobs.ts"
import { wakeEraser } from "../../erasure/wake.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { findConsent, findObjection, mayRemember } from "../../privacy/consent.ts"
import { changeConsent } from "../../runtime/consent.ts"
import { eraseAccounts, optOutLinked } from "../../runtime/own-accounts.ts"
import { ownPersonOf } from "../binding.ts"
import { enterRequestGuild, guarded, refreshGuildChannels } from "../guarded.ts"
import { iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, json, MemberParam } from "../schemas.ts"

const MEMBER_CONSENT = "/v1/guilds/{g}/members/{u}/consent"

const put = guarded({
  id: "setConsent",
  scope: "write",
  binding: "person",
  method: "put",
  path: MEMBER_CONSENT,
  summary: "Set whether a person wants to be remembered: in, out, or null for the guild's default",
  request: {
    params: MemberParam,
    body: body(
      z
        .strictObject({
          consent: z.enum(["in", "out"], 'must be "in", "out" or null').nullable(),
          name: plainText(100, 1).optional(),
          known: z.enum(["keep", "erase"]).default("keep").openapi({
            description:
              "What happens to existing data: kept for the person and for admins only, or erased everywhere.",
          }),
        })
        .refine(({ consent, known }) => consent !== "in" || known === "keep", {
          path: ["known"],
          message: "cannot be erased for someone who agrees to be remembered",
        }),
    ),
  },
  responses: {
    202: json(z.object({ erasure_id: z.string() }), "Saved; existing data is being erased."),
    204: { description: "Saved; it applies at once." },
  },
})

const ConsentSchema = z.object({
  consent: z.enum(["in", "out"]).nullable(),
  since: z.string().nullable(),
  remembered: z.boolean(),
})

const get = guarded({
  id: "readConsent",
  scope: "read",
  binding: "person",
  method: "get",
  path: MEMBER_CONSENT,
  summary: "Read whether a person wants to be remembered, and whether they are",
  request: { params: MemberParam },
  responses: { 200: json(ConsentSchema, "The consent.") },
})

export const consentRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(put, async (c) => {
    const { g, u } = c.req.valid("param")
    const change = c.req.valid("json")
    const entered = await enterRequestGuild(c, g, { whileRestoring: true })
    const person = { id: u, name: change.name ?? `member ${u}` }
    const by = auditAuthor(c)
    const isOwn = ownPersonOf(c.get("principal")) === u
    if (isOwn && change.consent === "out")
      await optOutLinked(c.env, g, { userId: u, now: by.now, everywhere: false })
    await changeConsent(c.env, g, { person, consent: change.consent }, by)
    await refreshGuildChannels(c, entered)
    if (change.known === "erase") {
      const erase = isOwn ? eraseAccounts : erasePerson
      const { id } = await erase(entered.db, { guildId: g, userId: u, optOut: false }, by)
      await wakeEraser(c.env, g)
      return c.json({ erasure_id: id }, 202)
    }
    return c.body(null, 204)
  })
  .openapi(get, async (c) => {
    const { g, u } = c.req.valid("param")
    const { db, guild } = await enterRequestGuild(c, g)
    const [{ consent, at }, objectedAt] = await Promise.all([
      findConsent(db, g, u),
      findObjection(guildDatabase(c.env, DEPLOYMENT), u),
    ])
    const said = { consent, objects: objectedAt !== null }
    const remembered = mayRemember(said, guild.settings.consent === "opt_in")
    return c.json({ consent, since: at === null ? null : iso(at), remembered }, 200)
  })
