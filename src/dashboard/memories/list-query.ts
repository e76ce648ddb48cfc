/** The filters of the list of memories: read from an address, and turned into a query. */
import type { Context } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { Snowflake } from "../../domain/ids.ts"
import { type Id, TYPES } from "../../domain/types.ts"
import type { MemoryFilter } from "../../memory/read/manage.ts"
import { peopleCalled } from "../../memory/read/people-list.ts"
import { textIn } from "../kit/lists.tsx"
import type { Visit } from "../session/visit.ts"

/** The texts among the filters. */
const TEXTS = {
  q: { label: "words", max: 100 },
  about: { label: "about", max: 100 },
  by: { label: "said_by", max: 100 },
  topic: { label: "topic", max: 40 },
}

/** Choices among the filters, as the address has them. */
const QuerySchema = z.object({
  type: z.enum(TYPES).optional().catch(undefined),
  status: z.enum(["active", "shadow", "queued", "superseded"]).optional().catch(undefined),
  channel: Snowflake.optional().catch(undefined),
})
export type ListQuery = z.output<typeof QuerySchema> & Record<keyof typeof TEXTS, string>

/** Returns the filters in the page's address. Refuses a text that is too long, and a value that is none of a filter's choices. */
export function queryIn(c: Context): ListQuery {
  const query = QuerySchema.parse(c.req.query())
  for (const name of ["type", "status", "channel"] as const)
    if (query[name] === undefined && (c.req.query(name) ?? "") !== "")
      throw new Refused({ reason: "invalid", issues: [{ field: name, problem: "is none of the choices" }] })
  const text = (name: keyof typeof TEXTS) => textIn(c, name, TEXTS[name])
  return { ...query, q: text("q"), about: text("about"), by: text("by"), topic: text("topic") }
}

/** Returns the filters that are set, for fields and addresses. */
export function filtersSet(query: ListQuery): Record<string, string> {
  const set = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value] as const] : []))
  return Object.fromEntries(set)
}

/** Returns `null` if nobody has the name that a filter gives, so that nothing can match. */
export async function filterOf(visit: Visit, query: ListQuery): Promise<MemoryFilter | null> {
  const [about, by] = await Promise.all([personNamed(visit, query.about), personNamed(visit, query.by)])
  if (about === "nobody" || by === "nobody") return null
  return {
    scope: about === null ? null : "user",
    subjectId: about,
    type: query.type ?? null,
    status: query.status ?? null,
    // An expired fact counts no more.
    ...(query.status === "active" ? { unexpiredAt: visit.now } : {}),
    contradicted: null,
    topic: query.topic || null,
    words: query.q || null,
    ...(by === null ? {} : { statedBy: by }),
    ...(query.channel === undefined ? {} : { saidIn: query.channel }),
  }
}

/** Returns the id of a person by id or name, as far as the visitor may know of them; `null` if none is given. */
async function personNamed({ entered, viewer }: Visit, given: string): Promise<Id | "nobody" | null> {
  if (given === "") return null
  if (Snowflake.safeParse(given).success) return given
  return (await peopleCalled(entered.db, viewer, given))[0]?.id ?? "nobody"
}
