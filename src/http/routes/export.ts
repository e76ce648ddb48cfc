/** Exports everything held about a person, as one document. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { TypedResponse } from "hono"
import { ANSWER_LABELS } from "../../domain/answer-labels.ts"
import { Refused } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import { exportPerson } from "../../runtime/channels.ts"
import { resolveReadTarget } from "../binding.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { streamText } from "../present.ts"
import { type App, auditAuthor, type Principal } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { exportViewer } from "../request-viewer.ts"
import { json, MemberParam, SnowflakeParam } from "../schemas.ts"
import { StoredEventSchema } from "./events.ts"

const time = z.string().nullable()

/** Ids, field names and counts: audit rows hold nobody's words. */
const plain = z.union([z.string(), z.number(), z.boolean()]).nullable()
const DetailSchema = z.record(z.string(), z.union([plain, z.array(plain)])).nullable()
/** JSON of any depth, whose type the response's type could not follow. */
const ContentSchema = z.any().openapi({ type: ["string", "object", "array", "null"] })

const AccountSchema = z
  .object({
    format: z.literal("keepsake-export"),
    version: z.literal(1),
    guild_id: z.string(),
    user_id: z.string(),
    exported_at: z.string(),
    complete: z.boolean().openapi({
      description: "True if it includes what others said where the person cannot read. Only admins get that.",
    }),
    member: z
      .object({
        name: z.string(),
        consent: z.enum(["in", "out"]).nullable(),
        consent_at: time,
        roles: z.array(z.string()).nullable(),
        seen_at: z.string(),
        left_at: time,
        erased_at: time,
      })
      .nullable(),
    objects_since: time.openapi({ description: "When the person objected for the whole deployment." }),
    memories: z.array(
      z.object({
        id: z.string(),
        fact: z.string(),
        type: z.string(),
        section: z.string().nullable(),
        topics: z.array(z.string()),
        importance: z.string(),
        confidence: z.number().nullable(),
        lifetime: z.string(),
        time: z
          .object({ when: z.string().nullable(), until: z.string().nullable(), endsAt: z.number() })
          .nullable(),
        status: z.string(),
        said_at: z.string(),
        last_said_at: z.string(),
        expires_at: time,
        evidence: z.array(
          z.object({
            message_id: z.string().nullable(),
            channel_id: z.string().nullable(),
            own: z.boolean(),
            author_id: z.string(),
            excerpt: z.string(),
            said_at: z.string(),
            method: z.string(),
          }),
        ),
      }),
    ),
    statements: z
      .array(
        z.object({
          excerpt: z.string(),
          about: z.string(),
          message_id: z.string().nullable(),
          channel_id: z.string().nullable(),
          said_at: z.string(),
          method: z.string(),
        }),
      )
      .openapi({ description: "Their statements in memories about others." }),
    notes: z.array(
      z.object({
        id: z.string(),
        channel_id: z.string(),
        title: z.string().nullable(),
        line: z.string().nullable(),
        from: z.string(),
        to: z.string(),
      }),
    ),
    topics: z
      .array(
        z.object({
          id: z.string(),
          channel_id: z.string(),
          title: z.string().nullable(),
          line: z.string().nullable(),
          notes: z.array(z.string()),
          from: z.string(),
          to: z.string(),
        }),
      )
      .openapi({ description: "Topics made from their conversations, with the ids of those notes." }),
    digests: z.array(z.object({ kind: z.string(), body: z.string(), made_at: z.string() })),
    labels: z
      .array(
        z.object({
          message_id: z.string(),
          channel_id: z.string(),
          label: z.enum(ANSWER_LABELS),
          at: z.string(),
        }),
      )
      .openapi({ description: "What they said of answers." }),
    claims: z
      .array(
        z.object({
          at: z.string(),
          channel_id: z.string().nullable(),
          op: z.string(),
          type: z.string(),
          section: z.string().nullable(),
          importance: z.string(),
          lifetime: z.string(),
          own: z.boolean().openapi({ description: "They said it themselves." }),
          base: z.number(),
          confidence: z.number().nullable(),
          statements: z.number().nullable(),
          fact_chars: z.number(),
          method: z.string(),
          model: z.string().nullable(),
          verdict: z.string(),
          reason: z.string(),
          policy_version: z.number(),
          memory_id: z.string().nullable(),
          label: z.string().nullable(),
          labeled_on: z.string().nullable(),
        }),
      )
      .openapi({ description: "Claims about them in the claim log, without words." }),
    audit: z.array(z.object({ action: z.string(), at: z.string(), detail: DetailSchema })),
    keys: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        scope: z.string(),
        created_at: z.string(),
        expires_at: time,
        revoked_at: time,
        last_used_at: time,
      }),
    ),
    erasures: z.array(
      z.object({ id: z.string(), state: z.string(), requested_at: z.string(), finished_at: time }),
    ),
    links: z
      .array(
        z.object({
          kind: z.enum(["attribution", "confirmed"]),
          account: z.string(),
          is_person: z.boolean().openapi({
            description: "True if this account is attributed to that one, false if that one is to this.",
          }),
          made_at: z.string(),
          rejected: z.boolean(),
        }),
      )
      .openapi({
        description: "Links with other accounts. A confirmed link is in the person's own export alone.",
      }),
    events: z
      .array(StoredEventSchema.omit({ scope: true, scope_id: true }).extend({ content: ContentSchema }))
      .openapi({ description: "Events about them, as long as their rows are kept." }),
    messages: z.array(
      z.object({
        id: z.string(),
        channel_id: z.string(),
        content: z.string(),
        at: z.string(),
        reply_to: z.string().nullable(),
        mentions: z.array(z.object({ id: z.string(), name: z.string() })),
        attachments: z.array(z.string()),
        source: z.string(),
      }),
    ),
    missing: z.array(z.object({ channel_id: z.string(), messages: z.int() })).openapi({
      description: "Channels whose messages could not be read completely. Request the export again.",
    }),
    counts: z.record(z.string(), z.int()).openapi({ description: "How many items each list above holds." }),
  })
  .openapi("ExportedAccount")

/** @internal */
export const ExportSchema = AccountSchema.extend({
  accounts: z.array(AccountSchema).openapi({
    description:
      "The same of each account linked with this one, confirmed from both sides. Only for the person themselves, with a key bound to them.",
  }),
}).openapi("Export")

const route = guarded({
  id: "exportPerson",
  scope: "read",
  binding: "person",
  evenUnserved: true,
  method: "get",
  path: "/v1/guilds/{g}/members/{u}/export",
  summary: "Export everything held about a person, as one JSON document",
  request: { params: MemberParam, query: z.object({ viewer_id: SnowflakeParam.optional() }) },
  responses: {
    200: json(ExportSchema, "The document. If its JSON is incomplete, it was cut off."),
  },
})

export const exportRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g, u } = c.req.valid("param")
  const { viewer_id } = c.req.valid("query")
  const principal = c.get("principal")
  requireOwnExport(principal, u, viewer_id)
  const entered = await enterRequestGuild(c, g, { viewerId: u })
  const viewer = await exportViewer(c, entered, { viewer_id })
  const pieces = await exportPerson(c.env, entered, { viewer, userId: u, by: auditAuthor(c) })
  const response = new Response(streamText(pieces), { headers: { "content-type": "application/json" } })
  // The document is written in pieces, so only the tests check that it matches its schema.
  return response as TypedResponse<z.output<typeof ExportSchema>, 200, "json"> & Response
})

/**
 * Refuses an export for anybody but the person and an admin. A key bound to another person, or to a channel,
 * does not get this far.
 */
function requireOwnExport(principal: Principal, person: Id, stated: Id | undefined): void {
  const { userId } = resolveReadTarget(principal, { viewer_id: stated })
  if (userId === null && principal.scope !== "admin")
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "query.viewer_id", problem: "must be the id of the person whose data is exported" }],
    })
  if (userId !== null && userId !== person) throw new Refused({ reason: "forbidden", because: "reader" })
}
