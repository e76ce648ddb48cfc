/** Answers: a question answered in words from what is known, for the place where the answer will be read. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { plainText } from "../../domain/plain-text.ts"
import type { Id, Person, Viewer } from "../../domain/types.ts"
import { memberForViewer } from "../../memory/read/members.ts"
import { BASES } from "../../recall/answer/prompt.ts"
import { answerQuestion } from "../../runtime/run-answer.ts"
import { resolveReadTarget } from "../binding.ts"
import { type Entered, enterActiveRequestGuild, guarded, requestRuntime } from "../guarded.ts"
import { ItemSchema, iso, presentItem } from "../present.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { VIEWER_BODY_FIELDS, viewerFor } from "../request-viewer.ts"
import { body, GuildParam, json, MentionsField, SnowflakeParam, Timestamp } from "../schemas.ts"

const MOST_TURNS = 10

const RequestSchema = z.strictObject({
  question: plainText(2_000),
  ...VIEWER_BODY_FIELDS,
  user_id: SnowflakeParam.nullish().openapi({ description: "Who asks. Counts toward this person's quota." }),
  mentions: MentionsField,
  turns: z
    .array(
      z.strictObject({
        name: plainText(100, 1),
        user_id: SnowflakeParam.nullish().openapi({ description: "Who said it." }),
        text: plainText(2_000),
        own: z.boolean().default(false).openapi({ description: "True for what your bot said." }),
      }),
    )
    .max(MOST_TURNS)
    .nullish()
    .openapi({ description: "What was said right before the question, oldest first." }),
  as_of: Timestamp.nullish().openapi({ description: "Answer as of this time." }),
})

const AnsweredSchema = z.object({
  answer: z.string().openapi({ description: "Plain text. [1] cites the first entry of `items`." }),
  basis: z.enum(BASES).openapi({
    description:
      "`memory`: it rests on `items`. `talk`: on `turns`. `general`: general knowledge of the model. `chat`: small talk. `nothing`: it is not known.",
  }),
  method: z.enum(["model", "rules"]),
  items: z.array(ItemSchema),
  recall: z.object({ id: z.string(), logged: z.boolean() }).nullable().openapi({
    description:
      "The recall that it rests on, for `POST …/recall/{id}/feedback`, which it takes if it was logged. Null for small talk.",
  }),
  quoted_until: z.string().nullable().openapi({
    description:
      "The person's quota (`answers_per_hour`) is used up, so no model worded this answer; when the next may be worded. Null otherwise.",
  }),
})

const route = guarded({
  id: "answerQuestion",
  scope: "read",
  binding: "reader",
  method: "post",
  path: "/v1/guilds/{g}/answers",
  summary: "Answer a question",
  request: { params: GuildParam, body: body(RequestSchema) },
  responses: { 200: json(AnsweredSchema, "The answer.") },
})

/** Returns the people of these ids whom the viewer may know of; `null` for the others. */
function peopleById(
  { db }: Entered,
  viewer: Viewer,
  ids: readonly (Id | null)[],
): Promise<(Person | null)[]> {
  return Promise.all(ids.map((id) => (id === null ? null : memberForViewer(db, viewer, id))))
}

export const answerRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g } = c.req.valid("param")
  const ask = c.req.valid("json")
  const target = resolveReadTarget(c.get("principal"), ask)
  const entered = await enterActiveRequestGuild(c, g, { viewerId: target.userId })
  const viewer = viewerFor(entered, target)
  const [asker, ...mentions] = await peopleById(entered, viewer, [
    ask.user_id ?? null,
    ...(ask.mentions ?? []),
  ])
  const { answer, overQuota, recall } = await answerQuestion(
    requestRuntime(c),
    { entered, reader: target.userId, viewer: (now) => viewerFor(now, target) },
    {
      words: ask.question,
      asker: asker ?? null,
      // Also of a person whom the reader may not know.
      quotaOf: ask.user_id ?? target.userId,
      mentions: mentions.filter((person) => person !== null),
      channelId: target.channelId,
      questionId: null,
      asOf: ask.as_of ? Date.parse(ask.as_of) : null,
    },
    (ask.turns ?? []).map(({ name, user_id, text, own }) => ({
      speaker: name,
      ...(user_id ? { speakerId: user_id } : {}),
      own,
      text,
    })),
  )
  const until = overQuota?.until ?? null
  return c.json(
    {
      answer: answer.text,
      basis: answer.basis,
      method: answer.method,
      items: answer.items.map(presentItem),
      recall,
      quoted_until: until === null ? null : iso(until),
    },
    200,
  )
})
