/**
 * The review queue: queued memories and contradictions with both sides and their evidence, and the decision
 * on one.
 */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { METHODS, SOURCES, type Time } from "../../domain/types.ts"
import { drawnForReview } from "../../memory/read/claims.ts"
import { findMemories } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import {
  DECISIONS,
  decideReviewItem,
  readCandidates,
  reviewQueue,
} from "../../memory/write/review-decisions.ts"
import { toSource } from "../../recall/item-sources.ts"
import { followRequestWrites, guarded } from "../guarded.ts"
import { decodeCursor, encodeCursor, iso, MemorySchema, presentMemory, SourceSchema } from "../present.ts"
import { type App, auditAuthor } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, readersIn, reviewerLike, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, GuildParam, json } from "../schemas.ts"

const REVIEW = "/v1/guilds/{g}/review"

const SideSchema = MemorySchema.extend({
  version: z.int(),
  evidence: z.array(
    SourceSchema.extend({ said_at: z.string(), method: z.enum(METHODS), source: z.enum(SOURCES) }),
  ),
}).openapi("ReviewSide")

const ReviewItemSchema = z
  .object({
    id: z.string(),
    kind: z.enum(["approval", "whose", "contradiction"]).openapi({
      description: "`whose`: several members have the name; approve the one of `candidates` that holds.",
    }),
    at_random: z.boolean().openapi({
      description:
        "True if chance chose it for review: it would have been rejected, and the decision shows what rejecting costs (`lab.review_share` in the settings).",
    }),
    memory: SideSchema,
    candidates: z.array(SideSchema).openapi({
      description: "For `whose`: the memory about each member who may be meant, `memory` included.",
    }),
    // A union: `nullable()` of a named schema loses its null in the document.
    other: z.union([SideSchema, z.null()]).openapi({
      description: "The memory that contradicts it; null if there is none.",
    }),
  })
  .openapi("ReviewItem")

const list = guarded({
  id: "listReview",
  scope: "admin",
  binding: "guild",
  method: "get",
  path: REVIEW,
  summary: "List items that wait for a decision, oldest first, with both sides and their evidence",
  request: {
    params: GuildParam,
    query: z.object({
      ...VIEWER_FIELDS,
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(
      z.object({
        items: z.array(ReviewItemSchema),
        next: z.string().nullable(),
      }),
      "One page.",
    ),
  },
})

const decide = guarded({
  id: "decideReview",
  scope: "admin",
  binding: "guild",
  method: "post",
  path: `${REVIEW}/{id}`,
  summary: "Decide on an item",
  request: {
    params: GuildParam.extend({ id: plainText(64, 1) }),
    query: z.object(VIEWER_FIELDS),
    body: body(
      z.strictObject({
        decision: z.enum(DECISIONS).openapi({
          description:
            "`keep` or `approve`: this memory holds, and one that contradicts it is superseded. `other`: the other way round. `reject`: this memory is superseded. Of a `whose` item, `approve` takes the id of one of its candidates and rejects the others, and `reject` rejects all. `both`: they do not contradict each other, and are not listed again.",
        }),
        version: z.int().min(1).optional().openapi({
          description: "The version as listed. If the memory changed since, the decision is refused.",
        }),
      }),
    ),
  },
  responses: { 204: { description: "Decided." } },
})

export const reviewRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(list, async (c) => {
    const query = c.req.valid("query")
    const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor)
    const { g } = c.req.valid("param")
    const { entered, viewer: reader } = await enterAsViewer(c, g, query)
    const viewer = reviewerLike(reader)
    const ids = await reviewQueue(entered.db, viewer)
    // If the cursor's item was decided in the meantime, the list starts over: better shown twice than never.
    const start = cursor === null ? 0 : ids.indexOf(cursor.id) + 1
    const page = ids.slice(start, start + query.limit)
    const found = await findMemories(entered.db, viewer, page)
    const contradicted = [...found.values()].flatMap(({ memory }) => memory.contradicts ?? [])
    const others = await findMemories(entered.db, viewer, contradicted)
    const candidates = await readCandidates(entered.db, viewer, [...found.values()])
    const drawn = await drawnForReview(entered.db, g, [...found.values()])
    const linked = { others, candidates, drawn }
    const items = page.flatMap((id) => presented(found.get(id), linked, Date.now()))
    const last = page.at(-1)
    const more = last !== undefined && start + page.length < ids.length
    return c.json({ items, next: more ? encodeCursor({ at: start + page.length, id: last }) : null }, 200)
  })
  .openapi(decide, async (c) => {
    const { g, id } = c.req.valid("param")
    const { decision, version } = c.req.valid("json")
    const { entered, viewer } = await enterAsViewer(c, g, c.req.valid("query"))
    const refused = await decideReviewItem(entered.db, reviewerLike(viewer), {
      waiting: { id, version },
      decision,
      by: auditAuthor(c),
      readersOf: readersIn(entered),
    })
    if (refused) throw new Refused(refused)
    followRequestWrites(c, g, decision === "reject" ? { outcome: "rejected", count: 1 } : null)
    return c.body(null, 204)
  })

interface Linked {
  others: ReadonlyMap<string, FoundMemory>
  candidates: ReadonlyMap<string, FoundMemory[]>
  drawn: ReadonlySet<string>
}

/** Returns an item; none if it was decided between two reads. */
function presented(
  found: FoundMemory | undefined,
  { others, candidates, drawn }: Linked,
  now: Time,
): z.output<typeof ReviewItemSchema>[] {
  if (!found) return []
  const other = others.get(found.memory.contradicts ?? "")
  const sides = candidates.get(found.memory.id) ?? []
  const kind = sides.length > 0 ? "whose" : found.memory.status === "queued" ? "approval" : "contradiction"
  return [
    {
      id: found.memory.id,
      kind,
      at_random: drawn.has(found.memory.id),
      memory: presentSide(found, now),
      candidates: sides.map((side) => presentSide(side, now)),
      other: other ? presentSide(other, now) : null,
    },
  ]
}

function presentSide(found: FoundMemory, now: Time): z.output<typeof SideSchema> {
  const { memory, evidence } = found
  return {
    ...presentMemory(found, now),
    version: memory.version,
    evidence: evidence.map((item) => ({
      ...toSource(item, memory.guildId),
      said_at: iso(item.saidAt),
      method: item.method,
      source: item.source,
    })),
  }
}
