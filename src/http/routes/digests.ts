/**
 * Serves a person's digests: today, days 2 to 7, and a digest that merges both with facts about the person.
 */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { hashOf } from "../../domain/hash.ts"
import { memberForViewer } from "../../memory/read/members.ts"
import { switchedOnPeople } from "../../memory/read/switches.ts"
import { readSwitchesOf, tellsTone } from "../../policy/policy.ts"
import { digestQueries, digestsFrom } from "../../recall/digests/digests.ts"
import type { DigestPart } from "../../recall/digests/fingerprint.ts"
import { capsAllowModel, guildChat } from "../../runtime/models.ts"
import { readSettings } from "../../settings.ts"
import { guarded } from "../guarded.ts"
import { iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, VIEWER_FIELDS } from "../request-viewer.ts"
import { json, MemberParam, Timestamp } from "../schemas.ts"

const DigestSchema = z
  .object({
    body: z.string(),
    method: z.enum(["model", "rule"]).openapi({
      description: "Who wrote it: a model, or rules from the notes.",
    }),
    hash: z.string().openapi({ description: "Changes when the data it is made from changes." }),
    made_at: z.string().openapi({ description: "When the data it is made from was read." }),
    age_seconds: z.int(),
    stale: z.boolean().openapi({ description: "True if a model has yet to rewrite it." }),
    from: z.string().openapi({ description: "The first day it covers, in the guild's time zone." }),
    to: z.string().openapi({ description: "The last day it covers." }),
  })
  .openapi("Digest")

const DigestsSchema = z.object({
  user: z.object({ id: z.string(), name: z.string() }),
  timezone: z.string(),
  context: DigestSchema.nullable(),
  today: DigestSchema.nullable(),
  history: DigestSchema.nullable(),
})

const route = guarded({
  id: "readDigests",
  scope: "read",
  binding: "reader",
  method: "get",
  path: "/v1/guilds/{g}/members/{u}/digests",
  summary: "Read a person's digests: today, days 2 to 7, and both merged with facts",
  request: {
    params: MemberParam,
    query: z.object({
      ...VIEWER_FIELDS,
      as_of: Timestamp.optional().openapi({
        description: "As of this time, from what is still stored.",
      }),
    }),
  },
  responses: {
    200: json(DigestsSchema, "The stored digests if they are still current; otherwise rules write them now."),
  },
})

export const digestRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g, u } = c.req.valid("param")
  const { as_of, ...stated } = c.req.valid("query")
  const { entered, viewer } = await enterAsViewer(c, g, stated)
  const { db, guild } = entered
  const member = await memberForViewer(db, viewer, u)
  if (!member) throw new Refused({ reason: "unknown_member", userId: u })
  const variables = readSettings(c.env)
  const { timezone, consent, read_only } = guild.settings
  const asOf = as_of ? Date.parse(as_of) : null
  const moment = {
    now: Date.now(),
    asOf,
    timezone,
    optIn: consent === "opt_in",
    tone: tellsTone(guild.policy),
  }
  const people = guild.policy.recall.enabled ? switchedOnPeople([u], readSwitchesOf(guild)) : []
  const rows = await db.batch(digestQueries(db, viewer, people, moment))
  const { plans, refresh } = digestsFrom(rows, moment, {
    db,
    viewer,
    chat: guildChat(c.env, guild),
    mayAsk: () => capsAllowModel(c.env, entered),
    readOnly: variables.READ_ONLY || read_only,
  })
  if (refresh) c.executionCtx.waitUntil(refresh())
  const plan = plans[0]
  const present = (part: DigestPart | undefined) =>
    presentDigest(part, { now: asOf ?? moment.now, mayWrite: refresh !== null })
  return c.json(
    {
      user: member,
      timezone,
      context: present(plan?.context),
      today: present(plan?.day),
      history: present(plan?.history),
    },
    200,
  )
})

function presentDigest(
  part: DigestPart | undefined,
  { now, mayWrite }: { now: number; mayWrite: boolean },
): z.output<typeof DigestSchema> | null {
  if (!part || part.body === null) return null
  return {
    body: part.body,
    method: part.method,
    hash: hashOf([part.print]),
    made_at: iso(part.at),
    age_seconds: Math.max(0, Math.floor((now - part.at) / 1_000)),
    stale: part.stale && mayWrite,
    from: part.days.from,
    to: part.days.to,
  }
}
