/** The versions of a guild's policy: what each changed, and putting one in force again. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import { PolicySchema } from "../../policy/policy.ts"
import {
  listVersions,
  type PolicyVersion,
  policyChanges,
  requireVersion,
  restoreVersion,
} from "../../policy/versions.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, foreignCursor, iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { body, GuildParam, json } from "../schemas.ts"
import { causeOf, NoteField, presentInForce, VersionedPolicy } from "./policy.ts"

const VERSIONS = "/v1/guilds/{g}/policy/versions"

const ChangeSchema = z.object({
  field: z.string(),
  before: z.unknown().openapi({ description: "`null` for an entry that was not there." }),
  after: z.unknown().openapi({ description: "`null` for an entry that is not there any more." }),
})
const VersionSchema = z
  .object({
    version: z.int(),
    author: z.string(),
    at: z.string(),
    note: z.string().nullable(),
    candidate: z.boolean().openapi({ description: "True if it only ran in a trial and was never in force." }),
    in_force: z.boolean(),
    changes: z.array(ChangeSchema).openapi({
      description: "The changes from the last version before it that was in force.",
    }),
  })
  .openapi("PolicyVersion")

const versions = guarded({
  id: "listPolicyVersions",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: VERSIONS,
  summary: "List the versions of the policy, newest first, each with its author, note and changes",
  request: {
    params: GuildParam,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(50).default(20),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(VersionSchema), next: z.string().nullable() }), "One page."),
  },
})

const Version = z
  .string()
  .regex(/^\d{1,9}$/, "must be the number of a version")
  .transform(Number)
  .openapi({ type: "integer", minimum: 0 })
const VersionParam = GuildParam.extend({ version: Version })
const version = guarded({
  id: "readPolicyVersion",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: `${VERSIONS}/{version}`,
  summary: "Read a version of the policy, and compare it with another",
  request: {
    params: VersionParam,
    query: z.object({
      against: Version.optional().openapi({ description: "`changes` lists those from this version." }),
    }),
  },
  responses: {
    200: json(VersionSchema.extend({ policy: PolicySchema }), "The version; 0 is the default."),
  },
})
const restore = guarded({
  id: "restorePolicyVersion",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${VERSIONS}/{version}/restore`,
  summary: "Put an earlier version in force again, as a new version",
  request: {
    params: VersionParam,
    body: body(
      z.strictObject({
        expected: z.int().min(0).optional().openapi({
          description: "The version in force as you know it. If another one is, nothing changes.",
        }),
        note: NoteField,
      }),
    ),
  },
  responses: { 200: json(VersionedPolicy, "The policy as it is now.") },
})

export const policyVersionRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(versions, async (c) => {
    const { g } = c.req.valid("param")
    const { limit, cursor } = c.req.valid("query")
    const { db, guild } = await enterRequestGuild(c, g)
    const before = cursor === undefined ? null : placeOf(cursor)
    const found = await listVersions(db, g, { before, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = found.length > shown.length ? shown.at(-1) : undefined
    const items = shown.map((one) => presentVersion(one, guild.policyVersion))
    return c.json({ items, next: last ? encodeCursor({ at: last.version, id: "version" }) : null }, 200)
  })
  .openapi(version, async (c) => {
    const { g, version: wanted } = c.req.valid("param")
    const { against } = c.req.valid("query")
    const { db, guild } = await enterRequestGuild(c, g)
    const found = await requireVersion(db, g, wanted)
    const changes =
      against === undefined
        ? found.changes
        : policyChanges((await requireVersion(db, g, against)).policy, found.policy)
    const shown = presentVersion({ ...found, changes }, guild.policyVersion)
    return c.json({ ...shown, policy: found.policy }, 200)
  })
  .openapi(restore, async (c) => {
    const { g, version: wanted } = c.req.valid("param")
    const { expected = null, note = null } = c.req.valid("json")
    const { db } = await enterRequestGuild(c, g)
    return c.json(
      presentInForce(await restoreVersion(db, g, { version: wanted, expected, note }, causeOf(c))),
      200,
    )
  })

/** The first version of the next page is below this one. */
function placeOf(cursor: string): number {
  const place = decodeCursor(cursor)
  if (place.id !== "version" || place.at < 0) throw foreignCursor()
  return place.at
}

function presentVersion({ policy: _, at, candidate, ...rest }: PolicyVersion, current: number) {
  return { ...rest, at: iso(at), candidate, in_force: rest.version === current }
}
