/** People's judgments of the bot's answers. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { ANSWER_LABELS } from "../../domain/answer-labels.ts"
import { plainText } from "../../domain/plain-text.ts"
import { type AnswerLabelRow, listAnswerLabels } from "../../memory/write/answer-labels.ts"
import { enterRequestGuild, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, foreignCursor, iso } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { GuildParam, json } from "../schemas.ts"

const LabelSchema = z
  .object({
    message_id: z.string().openapi({ description: "The answer, a message of the bot." }),
    channel_id: z.string(),
    user_id: z.string().openapi({ description: "The person who judged the answer." }),
    label: z.enum(ANSWER_LABELS),
    memory_ids: z
      .array(z.string())
      .openapi({ description: "Up to three memories that the answer rests on. They may be gone since." }),
    at: z.string(),
  })
  .openapi("AnswerLabel")

const route = guarded({
  id: "listLabels",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: "/v1/guilds/{g}/labels",
  summary: "List what people said of answers, latest first",
  request: {
    params: GuildParam,
    query: z.object({
      label: z.enum(ANSWER_LABELS).optional().openapi({ description: "Only rows with this label." }),
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(LabelSchema), next: z.string().nullable() }), "One page."),
  },
})

export const labelRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g } = c.req.valid("param")
  const { label, limit, cursor } = c.req.valid("query")
  const { db } = await enterRequestGuild(c, g)
  const before = cursor === undefined ? null : placeOf(cursor)
  const rows = await listAnswerLabels(db, g, { label: label ?? null, before, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const next = last ? encodeCursor({ at: last.at, id: `${last.messageId}.${last.userId}` }) : null
  return c.json({ items: shown.map(presentRow), next }, 200)
})

function placeOf(cursor: string): { at: number; messageId: string; userId: string } {
  const { at, id } = decodeCursor(cursor)
  const [messageId, userId] = id.split(".")
  if (messageId === undefined || userId === undefined) throw foreignCursor()
  return { at, messageId, userId }
}

function presentRow(row: AnswerLabelRow): z.output<typeof LabelSchema> {
  const { messageId, channelId, userId, label, memories, at } = row
  return {
    message_id: messageId,
    channel_id: channelId,
    user_id: userId,
    label,
    memory_ids: memories,
    at: iso(at),
  }
}
