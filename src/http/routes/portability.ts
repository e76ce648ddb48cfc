/** The export of a guild: all of it, or what a key's reader may read, part by part with checksums. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import { auditRow } from "../../memory/write/audit.ts"
import { exportPart, parseExportCursor } from "../../portability/export.ts"
import { resolveReadTarget } from "../binding.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { foreignCursor } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { exportViewer, VIEWER_FIELDS } from "../request-viewer.ts"
import { GuildParam } from "../schemas.ts"

const page = guarded({
  id: "exportGuild",
  scope: "read",
  binding: "reader",
  method: "get",
  path: "/v1/guilds/{g}/export",
  summary: "Export a guild as JSON lines, part by part",
  request: {
    params: GuildParam,
    query: z.object({
      ...VIEWER_FIELDS,
      cursor: plainText(1_000).optional().openapi({ description: "`next` of the part before." }),
    }),
  },
  responses: {
    200: { description: "One part.", content: { "application/jsonl": { schema: z.string() } } },
  },
})

export const portabilityRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(
  page,
  async (c) => {
    const { g } = c.req.valid("param")
    const { cursor: given, ...stated } = c.req.valid("query")
    const cursor = given === undefined ? null : parseExportCursor(given)
    if (given !== undefined && cursor === null) throw foreignCursor()
    const principal = c.get("principal")
    const target = resolveReadTarget(principal, stated)
    const entered = await enterRequestGuild(c, g, { viewerId: target.userId })
    const viewer = await exportViewer(c, entered, stated)
    const by = auditAuthor(c)
    const partial =
      viewer.readable === "all" ? null : { channel_id: target.channelId, viewer_id: target.userId }
    if (partial === null)
      await auditRow(entered.db, by, {
        guildId: g,
        action: "guild.export",
        target: g,
        detail: { part: cursor?.part ?? 0 },
      })
    const text = await exportPart(entered.db, { viewer, partial, cursor, now: by.now })
    if (text === null) throw foreignCursor()
    const response = new Response(text, { headers: { "content-type": "application/jsonl" } })
    // Hono has no typed response for JSON lines.
    return response as never
  },
)
