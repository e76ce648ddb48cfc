/**
 * Changes several memories of the list at once: boxes or everything that the filters match, a preview that names each
 * memory concerned, and one undo.
 */
import { Hono } from "hono"
import type { PropsWithChildren } from "hono/jsx"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { ActField, manyOf, PostForm, readForm, SelectField, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { backTo, redirectTo, undoIdOf } from "../kit/notices.ts"
import { Card, Empty } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { type BulkKind, isDecision, kindNamed, kindsFor, memoryCount } from "./bulk-kinds.ts"
import { changeSelection, MOST, matchingSelection, type Selection, selectionOf } from "./bulk-selection.ts"
import { filtersSet, queryIn } from "./list-query.ts"
import { mayEdit } from "./memory-actions.ts"
import { MemoryRows } from "./memory-parts.tsx"

type SelectionProps = PropsWithChildren<{
  visit: Visit
  /** The filters of the list. */
  filters: Readonly<Record<string, string>>
  items: readonly FoundMemory[]
}>

/** Wraps the list in a form that leads to the preview, if the visitor may change anything in it. */
export function SelectionForm({ visit, filters, items, children }: SelectionProps) {
  if (!items.some((one) => mayEdit(visit, one))) return <div>{children}</div>
  return (
    <form method="get" action={`${visit.base}/memories/selected`} class="stack">
      {Object.entries(filters).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
      <div class="filters">
        <SelectField
          name="do"
          label="Change several at once"
          value="forget"
          options={kindsFor(visit).map(({ name, text }) => [name, text] as const)}
        />
        <Submit>Preview for the selected</Submit>
        <Submit name="all" value="1">
          {Object.keys(filters).length > 0 ? "Preview for all that match" : "Preview for all"}
        </Submit>
      </div>
    </form>
  )
}

/** The box of a memory that the visitor may change. */
export function MemoryBox({ visit, found }: { visit: Visit; found: FoundMemory }) {
  if (!mayEdit(visit, found)) return null
  const { id, fact } = found.memory
  return <input type="checkbox" name="id" value={id} aria-label={`Select: ${fact}`} />
}

export const bulkActions = new Hono<GuildApp>()

const MemoryIds = z.array(z.string().regex(/^m_[0-9a-f]{24}$/)).max(MOST)

bulkActions.get("/memories/selected", async (c) => {
  const visit = c.get("visit")
  const kind = requireKind(visit, c.req.query("do") ?? "")
  const query = queryIn(c)
  const ids = MemoryIds.safeParse(c.req.queries("id") ?? [])
  if (!ids.success)
    throw new Refused({ reason: "invalid", issues: [{ field: "id", problem: "is no list of memories" }] })
  const isAll = c.req.query("all") === "1"
  const selection = isAll
    ? await matchingSelection(visit, kind, query)
    : await selectionOf(visit, kind, ids.data)
  const filters = new URLSearchParams(filtersSet(query)).toString()
  const back = `${visit.base}/memories${filters === "" ? "" : `?${filters}`}`
  return guildPage(c, {
    title: `${kind.text}: preview`,
    lead: "Nothing is changed yet.",
    active: "memories",
    crumbs: [{ href: back, text: "Memories" }],
    content:
      selection.concerned.length === 0 ? (
        <NothingConcerned kind={kind} selection={selection} back={back} />
      ) : (
        <Preview kind={kind} selection={selection} visit={visit} back={back} />
      ),
  })
})

function requireKind(visit: Visit, name: string): BulkKind {
  const kind = kindNamed(visit, name)
  if (kind === null)
    throw new Refused({ reason: "invalid", issues: [{ field: "do", problem: "is none of the choices" }] })
  return kind
}

interface PreviewProps {
  kind: BulkKind
  selection: Selection
  back: string
}

function NothingConcerned({ kind, selection, back }: PreviewProps) {
  const isNothing = selection.looked === 0
  return (
    <Card>
      <Empty icon="memory" title={isNothing ? "Nothing is selected" : "Nothing would change"}>
        <p>{isNothing ? "Tick memories in the list, and choose below it what to do." : reasonToStay(kind)}</p>
        <a class="button" href={back}>
          Back to the list
        </a>
      </Empty>
    </Card>
  )
}

/** Why a memory is left out of a change. */
function reasonToStay(kind: BulkKind): string {
  if (kind.change === null) return "They are not yours to change."
  return isDecision(kind)
    ? "They do not wait for approval, or have several sides: those are decided one by one, on the Review page."
    : "They are that way already, were replaced, or are not yours to change."
}

function Preview({ kind, selection, visit, back }: PreviewProps & { visit: Visit }) {
  const { concerned, applicable, looked, isCut } = selection
  const rest = applicable - concerned.length
  const staying = looked - applicable
  const notes = [
    ...(rest > 0 || isCut
      ? [
          `At most ${MOST} are changed at once: these, which were last said. Do it again for the other ${isCut ? "ones" : rest}.`,
        ]
      : []),
    ...(staying > 0 ? [`${memoryCount(staying)} more stay as they are. ${reasonToStay(kind)}`] : []),
    kind.hint,
  ]
  return (
    <>
      <Card title={kind.would(memoryCount(concerned.length))} flush>
        <MemoryRows memories={concerned} visit={visit} />
      </Card>
      <PostForm action={`${visit.base}/memories/change-selected`} fields={{ back, do: kind.name }} stack>
        {concerned.map(({ memory }) => (
          <input type="hidden" name="item" value={`${memory.id}.${memory.version}`} />
        ))}
        {notes.map((text) => (
          <p class="soft small">{text}</p>
        ))}
        <div class="buttons">
          <Submit kind={kind.change === null || kind.name === "reject" ? "danger main" : "main"}>
            {kind.text} ({memoryCount(concerned.length)})
          </Submit>
          <a class="button" href={back}>
            Cancel
          </a>
        </div>
      </PostForm>
    </>
  )
}

const ShownItem = z
  .string()
  .regex(/^m_[0-9a-f]{24}\.[1-9]\d{0,8}$/, "is no memory")
  .transform((text) => {
    const [id = "", version] = text.split(".")
    return { id, version: Number(version) }
  })

bulkActions.post("/memories/change-selected", async (c) => {
  const visit = c.get("visit")
  const form = z.object({
    act: ActField,
    do: z.string().max(40),
    item: manyOf(ShownItem).refine((items) => items.length <= MOST, `must be at most ${MOST}`),
    back: backTo(`${visit.base}/memories`),
  })
  const { act, do: name, item, back } = await readForm(c, form)
  const kind = requireKind(visit, name)
  const shown = [...new Map(item.map((one) => [one.id, one])).values()]
  if (shown.length === 0) return redirectTo(c, back, { done: "unchanged" })
  return redirectTo(c, back, await changeSelection(visit, kind, { shown, undoId: undoIdOf(act) }))
})
