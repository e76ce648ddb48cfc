/** Feedback on a recall: a label of its log row, and of the claims behind the memories that it names. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { RECALL_VERDICTS, type RecallVerdict, recallTime } from "../../domain/recalls.ts"
import type { Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { memoriesAtRows, readLoggedRecall } from "../../memory/read/recall-log.ts"
import { memoryLabel, type RecallFeedback, recordRecallFeedback } from "../../memory/write/recall-log.ts"
import { decodeTrace, type RecallTrace } from "../../recall/log/trace.ts"
import { isMemoryPaused } from "../../runtime/models.ts"
import { resolveReadTarget } from "../binding.ts"
import { enterActiveRequestGuild, guarded, requestRuntime } from "../guarded.ts"
import type { App } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { linkedWithCaller, VIEWER_BODY_FIELDS, viewerFor } from "../request-viewer.ts"
import { body, GuildParam, json } from "../schemas.ts"

const MOST_ITEMS = 50

const RequestSchema = z.strictObject({
  verdict: z.enum(RECALL_VERDICTS).openapi({
    description:
      "`useful`: it helped. `useless`: nothing of it helped, and nothing is wrong. `wrong`: something of it is not so.",
  }),
  items: z.array(plainText(64, 1)).max(MOST_ITEMS).nullish().openapi({
    description:
      "Ids of the memories among its items that the verdict is about. With `useful` they count as right, with `wrong` as wrong.",
  }),
  ...VIEWER_BODY_FIELDS,
})

const route = guarded({
  id: "rateRecall",
  scope: "read",
  binding: "reader",
  method: "post",
  path: "/v1/guilds/{g}/recall/{id}/feedback",
  summary: "Say what a logged recall was worth",
  request: { params: GuildParam.extend({ id: plainText(40, 1) }), body: body(RequestSchema) },
  responses: {
    200: json(
      z.object({ verdict: z.enum(RECALL_VERDICTS), labeled: z.array(z.string()) }),
      "Recorded. `labeled`: the memories whose claims were labeled.",
    ),
  },
})

export const feedbackRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook }).openapi(route, async (c) => {
  const { g, id } = c.req.valid("param")
  const said = c.req.valid("json")
  const items = [...new Set(said.items ?? [])]
  const target = resolveReadTarget(c.get("principal"), said)
  const [entered, linked] = await Promise.all([
    enterActiveRequestGuild(c, g, { viewerId: target.userId }),
    linkedWithCaller(c, g),
  ])
  const viewer = viewerFor(entered, target, linked)
  const at = recallTime(id)
  if (at === null) throw unknownRecall(id)
  const { row, memories } = await readLoggedRecall(entered.db, viewer, { at, id, memoryIds: items })
  // The row does not say who asked. Its id cannot be guessed, and the place must be the one it was asked for.
  if (row === null || row.channelId !== target.channelId) throw unknownRecall(id)
  if (isMemoryPaused(requestRuntime(c), entered)) throw new Refused({ reason: "read_only" })
  const trace = decodeTrace(row.candidates)
  const feedback = { verdict: said.verdict, memories: namedMemories(trace, memories) }
  requireItems(items, feedback)
  const before = row.feedback && (await feedbackBefore(entered.db, { trace, verdict: row.feedback, at, g }))
  await recordRecallFeedback(entered.db, { guildId: g, at, id }, { before, feedback, now: Date.now() })
  return c.json({ verdict: said.verdict, labeled: feedback.memories.map((memory) => memory.id) }, 200)
})

function unknownRecall(recallId: string): Refused {
  return new Refused({ reason: "unknown_recall", recallId })
}

/** Returns the memories that the recall showed, with their places among its candidates. */
function namedMemories(
  { candidates, shown }: RecallTrace,
  memories: readonly { id: string; seq: number }[],
): RecallFeedback["memories"] {
  return memories.flatMap(({ id, seq }) => {
    const place = candidates.findIndex((one) => one.kind === "memory" && one.seq === seq)
    return shown.includes(place) ? [{ id, place }] : []
  })
}

/** Refuses items that the recall did not show this reader, as if they did not exist, and items that nothing is said of. */
function requireItems(items: readonly string[], { verdict, memories }: RecallFeedback): void {
  const problem = (field: string, text: string) =>
    new Refused({ reason: "invalid", issues: [{ field, problem: text }] })
  if (items.length > 0 && memoryLabel(verdict) === undefined)
    throw problem("body.items", "has no meaning with `useless`, which says nothing of a single memory")
  const known = new Set(memories.map(({ id }) => id))
  const unknown = items.findIndex((id) => !known.has(id))
  if (unknown !== -1) throw problem(`body.items.${unknown}`, "is no memory among the items of this recall")
}

/** Returns the feedback that a row has, with the memories it labeled that still exist. */
async function feedbackBefore(
  db: Database,
  { trace, verdict, at, g }: { trace: RecallTrace; verdict: RecallVerdict; at: Time; g: string },
): Promise<RecallFeedback> {
  const seqs = trace.labeled.flatMap((place) => trace.candidates[place]?.seq ?? [])
  const known = await memoriesAtRows(db, g, { seqs, before: at })
  return { verdict, memories: namedMemories(trace, known) }
}
