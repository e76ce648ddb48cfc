/** The list of memories with its filters. */
import { type Context, Hono } from "hono"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import { isPlace } from "../../domain/events.ts"
import { Snowflake } from "../../domain/ids.ts"
import { type Id, TYPES } from "../../domain/types.ts"
import { listMemories, type MemoryFilter } from "../../memory/read/manage.ts"
import { peopleCalled } from "../../memory/read/people-list.ts"
import { SelectField, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Filters, Pager, pageOf } from "../kit/lists.tsx"
import { ownPath } from "../kit/notices.ts"
import { Card, Empty } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { MemoryBox, SelectionForm } from "./bulk-actions.tsx"
import { MemoryRows, STATUS_NAMES, TYPE_NAMES } from "./memory-parts.tsx"

const PAGE = 25

export const memoryList = new Hono<GuildApp>()

const text = (max: number) => z.string().trim().max(max).catch("").default("")

/** Filters as the address has them. A text that is too long counts as not set. */
const Query = z.object({
  q: text(100),
  about: text(100),
  by: text(100),
  topic: text(40),
  type: z.enum(TYPES).optional().catch(undefined),
  status: z.enum(["active", "shadow", "queued", "superseded"]).optional().catch(undefined),
  channel: Snowflake.optional().catch(undefined),
})
type Query = z.output<typeof Query>

memoryList.get("/memories", async (c) => {
  const visit = c.get("visit")
  const query = Query.parse(c.req.query())
  for (const name of ["type", "status", "channel"] as const)
    if (query[name] === undefined && (c.req.query(name) ?? "") !== "")
      throw new Refused({ reason: "invalid", issues: [{ field: name, problem: "is none of the choices" }] })
  const filter = await filterOf(visit, query)
  const after = cursorIn(c)
  const { entered, viewer } = visit
  const found =
    filter === null ? [] : await listMemories(entered.db, viewer, filter, { after, limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ at, memory }) => ({ at, id: memory.id }))
  const isFiltered = Object.values(query).some((value) => value !== undefined && value !== "")
  return guildPage(c, {
    title: "Memories",
    lead: "The facts that you may read, last said first. Expired ones are listed until a night deletes them.",
    active: "memories",
    content: (
      <>
        <MemoryFilters c={c} query={query} isFiltered={isFiltered} />
        <SelectionForm visit={visit} back={ownPath(c)} items={items}>
          <Card flush>
            {items.length === 0 ? (
              <NoMemories isFiltered={isFiltered} />
            ) : (
              <MemoryRows
                memories={items}
                visit={visit}
                before={(found) => <MemoryBox visit={visit} found={found} />}
              />
            )}
          </Card>
        </SelectionForm>
        <Pager c={c} next={next} />
      </>
    ),
  })
})

/** Returns `null` if nobody has the name that a filter gives, so that nothing can match. */
async function filterOf(visit: Visit, query: Query): Promise<MemoryFilter | null> {
  const [about, by] = await Promise.all([personNamed(visit, query.about), personNamed(visit, query.by)])
  if (about === "nobody" || by === "nobody") return null
  return {
    scope: about === null ? null : "user",
    subjectId: about,
    type: query.type ?? null,
    status: query.status ?? null,
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

function MemoryFilters({
  c,
  query,
  isFiltered,
}: {
  c: Context<GuildApp>
  query: Query
  isFiltered: boolean
}) {
  const visit = c.get("visit")
  return (
    <Filters action={`${visit.base}/memories`} active={isFiltered}>
      <TextField name="q" label="Words" type="search" value={query.q} max={100} wide />
      <TextField name="about" label="About" value={query.about} max={100} placeholder="Name" />
      <TextField name="by" label="Said by" value={query.by} max={100} placeholder="Name" />
      <TextField name="topic" label="Topic" value={query.topic} max={40} />
      <SelectField
        name="channel"
        label="Channel"
        value={query.channel ?? ""}
        options={[["", "Any"], ...channelChoices(visit)]}
      />
      <SelectField
        name="type"
        label="Type"
        value={query.type ?? ""}
        options={[["", "Any"], ...TYPES.map((type) => [type, TYPE_NAMES[type]] as const)]}
      />
      <SelectField
        name="status"
        label="Status"
        value={query.status ?? ""}
        options={[["", "All but replaced"], ...Object.entries(STATUS_NAMES)]}
      />
    </Filters>
  )
}

/** Returns the channels that the visitor may read and that messages came from, by name. */
export function channelChoices({ entered, viewer }: Visit): (readonly [id: Id, name: string])[] {
  const may = viewer.readable === "all" ? null : new Set(viewer.readable)
  return entered.channels
    .filter(({ id, name }) => name !== null && !isPlace(id) && (may === null || may.has(id)))
    .map(({ id, name }) => [id, `#${name}`] as const)
    .sort(([, a], [, b]) => a.localeCompare(b, "en"))
}

function NoMemories({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <Empty icon="search" title="Nothing matches">
      <p>No memory that you may read fits these filters. Use fewer words, or clear the filters.</p>
    </Empty>
  ) : (
    <Empty icon="memory" title="No memories yet">
      <p>
        Keepsake keeps facts as people talk in channels that it reads. With /remember, anybody can tell it
        one.
      </p>
    </Empty>
  )
}
