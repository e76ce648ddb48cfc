/** A guild's settings, and the record of its windows. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import { FALLBACKS } from "../../domain/types.ts"
import { guildDatabase } from "../../memory/db/database.ts"
import { listWindows } from "../../memory/read/windows.ts"
import { putSettings } from "../../policy/guild.ts"
import { SettingsSchema } from "../../policy/settings.ts"
import { enterRequestGuild, guarded, refreshGuildChannels } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, GuildParam, json, SnowflakeParam } from "../schemas.ts"

const GUILD = "/v1/guilds/{g}"
const getSettings = guarded({
  id: "readSettings",
  scope: "read",
  binding: "guild",
  method: "get",
  path: `${GUILD}/settings`,
  summary: "Read the guild's settings",
  request: { params: GuildParam },
  responses: { 200: json(SettingsSchema, "The settings.") },
})
const changeSettings = guarded({
  id: "replaceSettings",
  scope: "admin",
  binding: "guild",
  method: "put",
  path: `${GUILD}/settings`,
  summary: "Change the guild's settings; a field left out gets its default",
  request: { params: GuildParam, body: body(SettingsSchema) },
  responses: { 200: json(SettingsSchema, "The settings as they are now.") },
})

const WindowSchema = z.object({
  id: z.string(),
  channel_id: z.string(),
  from: z.string(),
  to: z.string(),
  messages: z.int(),
  closed_by: z.string(),
  method: z.string(),
  fallback: z.enum(FALLBACKS).nullable().openapi({
    description: "Why rules read it although a model is bound; null if they did not.",
  }),
  model: z.string().nullable(),
  verdicts: z.array(
    z.object({
      verdict: z.string(),
      reason: z.string(),
      fact: z.string().nullable(),
      memory_id: z.string().nullable(),
    }),
  ),
})
const windows = guarded({
  id: "listWindows",
  scope: "read",
  binding: "reader",
  method: "get",
  path: `${GUILD}/windows`,
  summary: "List windows and what each yielded, latest first, of channels the reader may read",
  request: {
    params: GuildParam,
    query: z.object({
      ...VIEWER_FIELDS,
      in_channel: SnowflakeParam.optional().openapi({ description: "Only windows of this channel." }),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional(),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(WindowSchema), next: z.string().nullable() }), "One page."),
  },
})

export const guildRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(getSettings, async (c) =>
    c.json((await enterRequestGuild(c, c.req.valid("param").g)).guild.settings, 200),
  )
  .openapi(changeSettings, async (c) => {
    const { g } = c.req.valid("param")
    const settings = c.req.valid("json")
    await putSettings(guildDatabase(c.env, g), g, settings, auditAuthor(c))
    await refreshGuildChannels(c, await enterRequestGuild(c, g))
    return c.json(settings, 200)
  })
  .openapi(windows, async (c) => {
    const { g } = c.req.valid("param")
    const query = c.req.valid("query")
    const page = {
      channelId: query.in_channel ?? null,
      before: query.cursor === undefined ? null : decodeCursor(query.cursor),
      limit: query.limit + 1,
    }
    const { entered, viewer } = await enterAsViewer(c, g, query)
    const rows = await listWindows(entered.db, viewer, page)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return c.json(
      { items: shown.map(presentWindow), next: last ? encodeCursor({ at: last.lastAt, id: last.id }) : null },
      200,
    )
  })

function presentWindow(row: Awaited<ReturnType<typeof listWindows>>[number]): z.output<typeof WindowSchema> {
  return {
    id: row.id,
    channel_id: row.channelId,
    from: iso(row.firstAt),
    to: iso(row.lastAt),
    messages: row.messageCount,
    closed_by: row.reason,
    method: row.method,
    fallback: row.fallback,
    model: row.model,
    verdicts: row.verdicts.map(({ kind, reason, fact, memoryId }) => ({
      verdict: kind,
      reason,
      fact,
      memory_id: memoryId,
    })),
  }
}
