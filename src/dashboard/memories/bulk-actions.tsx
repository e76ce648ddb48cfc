/**
 * Changes several memories of the list at once: boxes or everything that the filters match, a preview that names each
 * memory concerned, and one undo.
 */
import { type Context, Hono } from "hono"
import type { PropsWithChildren } from "hono/jsx"
import { z } from "zod"
import { Refused } from "../../domain/errors.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { ActField, manyOf, PostForm, readForm, SelectField, Submit, TextField } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { backTo, redirectTo, undoIdOf } from "../kit/notices.ts"
import { Card, Empty, Notice } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import {
  type BulkKind,
  choicesFor,
  expiryNotes,
  isDayAhead,
  isDecision,
  kindNamed,
  memoryCount,
  UNTIL,
} from "./bulk-kinds.ts"
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
        <SelectField name="do" label="Change several at once" value="forget" options={choicesFor(visit)} />
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
  const query = queryIn(c)
  const filters = new URLSearchParams(filtersSet(query)).toString()
  const back = `${visit.base}/memories${filters === "" ? "" : `?${filters}`}`
  const [name, day] = [c.req.query("do") ?? "", c.req.query("day") ?? ""]
  if (name === UNTIL && !isDayAhead(visit, day))
    return guildPage(c, {
      title: "Keep until a day",
      lead: "Nothing is changed yet.",
      active: "memories",
      crumbs: [{ href: back, text: "Memories" }],
      content: <DayForm action={`${visit.base}/memories/selected`} c={c} day={day} back={back} />,
    })
  const kind = requireKind(visit, name, day)
  const ids = MemoryIds.safeParse(c.req.queries("id") ?? [])
  if (!ids.success)
    throw new Refused({ reason: "invalid", issues: [{ field: "id", problem: "is no list of memories" }] })
  const isAll = c.req.query("all") === "1"
  const selection = isAll
    ? await matchingSelection(visit, kind, query)
    : await selectionOf(visit, kind, ids.data)
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

interface DayFormProps {
  action: string
  c: Context<GuildApp>
  day: string
  back: string
}

/** Asks for the day, and carries on with the selection that it was given. */
function DayForm({ action, c, day, back }: DayFormProps) {
  const carried = [...new URL(c.req.url).searchParams].filter(([name]) => name !== "day")
  return (
    <>
      {day === "" ? null : <Notice tone="warn">Choose a day from today on.</Notice>}
      <Card title="Which is the last day?">
        <form method="get" action={action} class="stack">
          {carried.map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <TextField name="day" label="Last day" type="date" value={day} required />
          <div class="buttons">
            <Submit kind="main">Preview</Submit>
            <a class="button" href={back}>
              Cancel
            </a>
          </div>
        </form>
      </Card>
    </>
  )
}

function requireKind(visit: Visit, name: string, day: string): BulkKind {
  const kind = kindNamed(visit, name, day)
  if (kind === null && name === UNTIL)
    throw new Refused({
      reason: "invalid",
      issues: [{ field: "day", problem: "must be a day from today on" }],
    })
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
  if (kind.change === null) return "Not yours to change."
  if (kind.staying !== undefined) return kind.staying
  return isDecision(kind)
    ? "Not waiting for approval, or with several sides: those are decided one by one, on the Review page."
    : "That way already, replaced, or not yours to change."
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
    ...(staying > 0 ? [`Unchanged: ${memoryCount(staying)}. ${reasonToStay(kind)}`] : []),
    ...expiryNotes(kind, concerned, visit.now),
    kind.hint,
  ]
  return (
    <>
      <Card title={kind.would(memoryCount(concerned.length))} flush>
        <MemoryRows memories={concerned} visit={visit} />
      </Card>
      <PostForm
        action={`${visit.base}/memories/change-selected`}
        fields={{ back, do: kind.name, ...dayOf(kind) }}
        stack
      >
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

function dayOf({ change }: BulkKind): { day?: string } {
  return change !== null && "until" in change ? { day: change.until } : {}
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
    day: z.string().max(10).default(""),
    item: manyOf(ShownItem).refine((items) => items.length <= MOST, `must be at most ${MOST}`),
    back: backTo(`${visit.base}/memories`),
  })
  const { act, do: name, day, item, back } = await readForm(c, form)
  const kind = requireKind(visit, name, day)
  const shown = [...new Map(item.map((one) => [one.id, one])).values()]
  if (shown.length === 0) return redirectTo(c, back, { done: "unchanged" })
  const outcome = await changeSelection(visit, kind, { shown, undoId: undoIdOf(act) })
  return redirectTo(c, back, { ...outcome, count: shown.length })
})
