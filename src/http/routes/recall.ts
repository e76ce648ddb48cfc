/** Recall: what is known about a question, for the place where the answer will be read. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import { DEGRADATIONS, FORMATS, STYLES } from "../../domain/recalls.ts"
import { logAtOnce, noteShown } from "../../runtime/recall-notes.ts"
import { runRecall } from "../../runtime/run-recall.ts"
import { resolveReadTarget } from "../binding.ts"
import { guarded, requestRuntime } from "../guarded.ts"
import { ItemSchema, presentItem } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { linkedWithCaller, VIEWER_BODY_FIELDS, viewerFor } from "../request-viewer.ts"
import { body, GuildParam, json, MentionsField, SnowflakeParam, Timestamp } from "../schemas.ts"

/** More people would leave no room for the question. */
const MOST_PEOPLE = 10

const RequestSchema = z.strictObject({
  query: plainText(2_000),
  ...VIEWER_BODY_FIELDS,
  user_id: SnowflakeParam.nullish(),
  mentions: MentionsField,
  user_ids: z.array(SnowflakeParam).max(MOST_PEOPLE).nullish().openapi({
    description: "Everyone in the conversation. Ids of unknown people are ignored.",
  }),
  format: z.enum(FORMATS).nullish().openapi({ description: "By default, the policy's `recall.format`." }),
  style: z.enum(STYLES).nullish().openapi({
    description:
      "`classic`: other shapes of `xml` and `tagged`. Other formats have one style. By default, the policy's `recall.style`.",
  }),
  max_items: z.int().min(1).max(50).nullish(),
  max_tokens: z.int().min(1).max(8_000).nullish(),
  min_score: z.number().min(0).max(1).nullish().openapi({
    description: "The lowest score of an item; 0 returns everything found. By default, the policy's floor.",
  }),
  log: z.boolean().nullish().openapi({
    description:
      "`true` logs this recall in any case, so that it takes feedback; otherwise chance decides (`lab.recall_share` in the settings).",
  }),
  as_of: Timestamp.nullish().openapi({ description: "Answer as of this time." }),
})

const RecalledSchema = z.object({
  id: z.string().openapi({ description: "Names this recall for `POST …/recall/{id}/feedback`." }),
  logged: z.boolean().openapi({ description: "True if it takes feedback." }),
  text: z.string(),
  items: z.array(ItemSchema),
  tools: z.array(z.string()).openapi({
    description:
      "Tools to offer with this context, by the policy (`recall.tools`) or the candidate that decided. Keepsake calls none itself.",
  }),
  people: z.array(z.object({ id: z.string(), name: z.string().nullable(), facts: z.int() })),
  degraded: z.array(z.enum(DEGRADATIONS)),
  usage: z.object({ tokens: z.int(), max_tokens: z.int(), candidates: z.int() }),
})

const route = guarded({
  id: "recall",
  scope: "read",
  binding: "reader",
  method: "post",
  path: "/v1/guilds/{g}/recall",
  summary: "Recall what is known about a question",
  request: { params: GuildParam, body: body(RequestSchema) },
  responses: {
    200: json(RecalledSchema, "Items by worth for an answer, and their text in the requested format."),
  },
})

export const recallRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g } = c.req.valid("param")
  const ask = c.req.valid("json")
  const reader = resolveReadTarget(c.get("principal"), ask)
  const linked = await linkedWithCaller(c, g)
  const runtime = requestRuntime(c)
  const question = {
    words: ask.query,
    asker: ask.user_id ?? null,
    mentions: ask.mentions ?? [],
    talking: ask.user_ids ?? [],
    format: ask.format ?? null,
    style: ask.style ?? null,
    isLogged: ask.log === true,
    isDiverse: true,
    asOf: ask.as_of ? Date.parse(ask.as_of) : null,
    maxItems: ask.max_items ?? null,
    maxTokens: ask.max_tokens ?? null,
    minScore: ask.min_score ?? null,
  }
  const { id, text, items, people, degraded, usage, log, tools } = await runRecall(runtime, g, question, {
    reader: reader.userId,
    viewer: (entered) => viewerFor(entered, reader, linked),
  })
  const isAsked = ask.log === true && log !== null
  const logged = isAsked ? await logAtOnce(runtime, g, log) : log !== null
  noteShown(runtime, g, { items, log: isAsked ? null : log })
  const shown = items.map(presentItem)
  return c.json({ id, logged, text, items: shown, tools: [...tools], people, degraded, usage }, 200)
})
