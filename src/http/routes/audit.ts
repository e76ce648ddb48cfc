/** The audit log: who changed, created, revoked, erased or read everything, and when. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import { type AuditRow, listAudit } from "../../memory/write/audit.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { type Cursor, decodeCursor, encodeCursor, iso, numberIn } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { GuildParam, json } from "../schemas.ts"

const AuditSchema = z
  .object({
    at: z.string(),
    actor: z.string().openapi({ description: "`admin` is the operator; a key is named with its id." }),
    action: z.string().openapi({ example: "memory.correct" }),
    target: z.string().openapi({ description: "An id, or several separated by spaces." }),
    detail: z.unknown().openapi({ description: "Ids, field names and counts; never anyone's words." }),
  })
  .openapi("AuditRow")

const route = guarded({
  id: "listAudit",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/guilds/{g}/audit",
  summary: "List who did what, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      action: plainText(60, 1).optional().openapi({ description: "Only rows of this action." }),
      target: plainText(100, 1).optional().openapi({ description: "Only rows with this target." }),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(AuditSchema), next: z.string().nullable() }), "One page."),
  },
})

export const auditRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g } = c.req.valid("param")
  const { action, target, limit, cursor } = c.req.valid("query")
  const { db } = await enterRequestGuild(c, g)
  const rows = await listAudit(db, g, {
    action: action ?? null,
    target: target ?? null,
    before: cursor === undefined ? null : placeOf(decodeCursor(cursor)),
    limit: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const next = last ? encodeCursor({ at: last.at, id: String(last.seq) }) : null
  return c.json({ items: shown.map(presentRow), next }, 200)
})

function placeOf(cursor: Cursor): { at: number; seq: number } {
  return { at: cursor.at, seq: numberIn(cursor) }
}

function presentRow({ at, actor, action, target, detail }: AuditRow): z.output<typeof AuditSchema> {
  return { at: iso(at), actor, action, target, detail: detail ?? null }
}
