/** The list of memories with its filters. */
import { type Context, Hono } from "hono"
import { isPlace } from "../../domain/events.ts"
import { type Id, TYPES } from "../../domain/types.ts"
import { listMemories } from "../../memory/read/manage.ts"
import { SelectField, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Filters, Pager, pageOf } from "../kit/lists.tsx"
import { Card, countOf, Empty } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { MemoryBox, SelectionForm } from "./bulk-actions.tsx"
import { filterOf, filtersSet, type ListQuery, queryIn } from "./list-query.ts"
import { MemoryRows, STATUS_NAMES, TYPE_NAMES } from "./memory-parts.tsx"

const PAGE = 25

export const memoryList = new Hono<GuildApp>()

memoryList.get("/memories", async (c) => {
  const visit = c.get("visit")
  const query = queryIn(c)
  const filter = await filterOf(visit, query)
  const after = cursorIn(c)
  const { entered, viewer } = visit
  const found =
    filter === null ? [] : await listMemories(entered.db, viewer, filter, { after, limit: PAGE + 1 })
  const { items, next } = pageOf(found, PAGE, ({ at, memory }) => ({ at, id: memory.id }))
  const isFiltered = Object.keys(filtersSet(query)).length > 0
  return guildPage(c, {
    title: "Memories",
    lead: `The facts that you may read, last said first. ${
      query.status === "active"
        ? "Expired ones are left out."
        : expiredRule(entered.guild.settings.retention.expired_days)
    }`,
    active: "memories",
    content: (
      <>
        <MemoryFilters c={c} query={query} isFiltered={isFiltered} />
        <SelectionForm visit={visit} filters={filtersSet(query)} items={items}>
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

/** `days`: how long expired facts are kept; null for good. */
function expiredRule(days: number | null): string {
  return days === null
    ? "Expired ones stay listed; this server keeps them."
    : `Expired ones stay listed for ${countOf(days, "day")}, and the next night deletes them.`
}

function MemoryFilters({
  c,
  query,
  isFiltered,
}: {
  c: Context<GuildApp>
  query: ListQuery
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
        options={[["", "All but replaced"], ...statusChoices(visit)]}
      />
    </Filters>
  )
}

/** Only managers see withheld facts about others, so only they have reason to look for them. */
function statusChoices({ viewer }: Visit): (readonly [status: string, name: string])[] {
  return Object.entries(STATUS_NAMES).filter(
    ([status]) => viewer.seesWithheld || status === "active" || status === "superseded",
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
