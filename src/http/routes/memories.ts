/** Memories one by one: list with filters and pages, read with evidence, correct, forget. */
import { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { Refused } from "../../domain/errors.ts"
import { plainText } from "../../domain/plain-text.ts"
import { type Memory, SCOPES, TYPES, type Viewer } from "../../domain/types.ts"
import { findCorrection } from "../../memory/read/corrections.ts"
import { findMemory, listMemories } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { correct, forgetMemories } from "../../memory/write/correct.ts"
import { type Correction, CorrectionSchema, readCorrection } from "../../memory/write/correction.ts"
import { checkMemoryContent } from "../../privacy/content-check.ts"
import { type ReaderFields, requireSubject } from "../binding.ts"
import { type Entered, followRequestWrites, guarded } from "../guarded.ts"
import {
  decodeCursor,
  encodeCursor,
  MemorySchema,
  OneMemorySchema,
  presentCorrection,
  presentMemory,
} from "../present.ts"
import { type App, auditAuthor, authorize, type Principal } from "../principal.ts"
import { invalidHook } from "../problem.ts"
import { enterAsViewer, readersIn, reviewerLike, VIEWER_FIELDS } from "../request-viewer.ts"
import { body, GuildParam, json } from "../schemas.ts"

const MEMORIES = "/v1/guilds/{g}/memories"
const MemoryParam = GuildParam.extend({ id: plainText(64, 1) })
const Reader = z.object(VIEWER_FIELDS)

const list = guarded({
  id: "listMemories",
  scope: "read",
  binding: "reader",
  method: "get",
  path: MEMORIES,
  summary: "List memories, latest said first",
  request: {
    params: GuildParam,
    query: z.object({
      subject_id: plainText(100, 1).optional().openapi({
        description:
          "The id of a person, a channel or the guild, or the key of a project in the settings, not its `name`.",
      }),
      scope: z.enum(SCOPES).optional(),
      type: z.enum(TYPES).optional(),
      status: z
        .enum(["active", "shadow", "queued", "superseded"])
        .optional()
        .openapi({ description: "Default: all but superseded." }),
      contradicted: z
        .stringbool()
        .optional()
        .openapi({ type: "boolean", description: "Only memories that another memory contradicts." }),
      topic: plainText(100, 1)
        .optional()
        .openapi({ description: "One of the memory's topics, in any case." }),
      q: plainText(200).optional().openapi({ description: "Text the fact must contain." }),
      ...VIEWER_FIELDS,
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: plainText(300).optional().openapi({ description: "`next` of the previous page." }),
    }),
  },
  responses: {
    200: json(z.object({ items: z.array(MemorySchema), next: z.string().nullable() }), "One page."),
  },
})

const get = guarded({
  id: "readMemory",
  scope: "read",
  binding: "reader",
  method: "get",
  path: `${MEMORIES}/{id}`,
  summary: "Read a memory with its evidence",
  request: { params: MemoryParam, query: Reader },
  responses: { 200: json(OneMemorySchema, "The memory.") },
})

const patch = guarded({
  id: "correctMemory",
  scope: "write",
  binding: "memory",
  method: "patch",
  path: `${MEMORIES}/{id}`,
  summary: "Correct, approve or retire a memory",
  request: { params: MemoryParam, query: Reader, body: body(CorrectionSchema) },
  responses: { 200: json(OneMemorySchema, "The memory as it is now.") },
})

const remove = guarded({
  id: "forgetMemory",
  scope: "write",
  binding: "memory",
  method: "delete",
  path: `${MEMORIES}/{id}`,
  summary: "Forget a memory for good, with its evidence",
  request: { params: MemoryParam, query: Reader },
  responses: { 204: { description: "Forgotten." } },
})

export const memoryRoutes = new OpenAPIHono<App>({ defaultHook: invalidHook })
  .openapi(list, async (c) => {
    const query = c.req.valid("query")
    const cursor = query.cursor === undefined ? null : decodeCursor(query.cursor)
    const { entered, viewer } = await enterAsViewer(c, c.req.valid("param").g, query)
    const filter = {
      scope: query.scope ?? null,
      subjectId: query.subject_id ?? null,
      type: query.type ?? null,
      status: query.status ?? null,
      contradicted: query.contradicted ?? null,
      topic: query.topic ?? null,
      words: query.q ?? null,
    }
    const found = await listMemories(entered.db, viewer, filter, {
      after: cursor,
      limit: query.limit + 1,
    })
    const page = found.slice(0, query.limit)
    const last = found.length > page.length ? page.at(-1) : undefined
    const next = last ? encodeCursor({ at: last.at, id: last.memory.id }) : null
    return c.json({ items: page.map((item) => presentMemory(item, Date.now())), next }, 200)
  })
  .openapi(get, async (c) => {
    const { g, id } = c.req.valid("param")
    const { entered, viewer, found } = await findReadable(c, { g, id }, c.req.valid("query"))
    return c.json(await presentOne(entered, viewer, found), 200)
  })
  .openapi(patch, async (c) => {
    const { g, id } = c.req.valid("param")
    const fields = c.req.valid("json")
    const { entered, viewer, found: before } = await findReadable(c, { g, id }, c.req.valid("query"))
    requireSubject(c.get("principal"), before.memory)
    const change = readCorrection(fields, before.memory, entered.guild.settings.timezone)
    if ("reason" in change) throw new Refused(change)
    requireReviewer(c.get("principal"), before.memory, change)
    const words = [change.fact ?? "", ...(change.topics ?? [])]
    const unfit = checkMemoryContent(before, words, entered.guild.policy.sensitive)
    if (unfit) throw new Refused(unfit)
    const readersOf = readersIn(entered)
    const refused = await correct(entered.db, viewer, { id, change, by: auditAuthor(c), readersOf })
    if (refused) throw new Refused(refused)
    followRequestWrites(c, g)
    // Whoever retired it is shown it as it is now, even if it is withheld from them from here on.
    const found = await findMemory(entered.db, reviewerLike(viewer), id)
    if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
    return c.json(await presentOne(entered, viewer, found), 200)
  })
  .openapi(remove, async (c) => {
    const { g, id } = c.req.valid("param")
    const { entered, found } = await findReadable(c, { g, id }, c.req.valid("query"))
    requireSubject(c.get("principal"), found.memory)
    await forgetMemories(entered.db, g, [id], auditAuthor(c))
    followRequestWrites(c, g, { outcome: "forgotten", count: 1 })
    return c.body(null, 204)
  })

/**
 * Lets only those who may decide on the review list change the status of a memory that is not active: the policy
 * withholds it, or somebody rejected or retired it.
 */
function requireReviewer(caller: Principal, { guildId, status }: Memory, change: Correction): void {
  if (status === "active" || change.status === undefined) return
  const refusal = authorize(caller, "admin", guildId)
  if (refusal) throw new Refused(refusal)
}

/** Returns the memory if the request's viewer may read it; otherwise it counts as unknown. */
async function findReadable(
  c: Context<App>,
  { g, id }: { g: string; id: string },
  stated: ReaderFields,
): Promise<{ entered: Entered; viewer: Viewer; found: FoundMemory }> {
  const { entered, viewer } = await enterAsViewer(c, g, stated)
  const found = await findMemory(entered.db, viewer, id)
  if (!found) throw new Refused({ reason: "unknown_memory", memoryId: id })
  return { entered, viewer, found }
}

async function presentOne({ db }: Entered, viewer: Viewer, found: FoundMemory) {
  const corrected = presentCorrection(await findCorrection(db, viewer, found))
  return { ...presentMemory(found, Date.now()), corrected }
}
