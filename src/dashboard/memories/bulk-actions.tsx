/** Forgets several memories of the list at once: boxes, a preview that names each memory that goes, and one undo. */
import { Hono } from "hono"
import type { PropsWithChildren } from "hono/jsx"
import { z } from "zod"
import { findMemories } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { ActField, manyOf, PostForm, readForm, Submit } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { backTo, redirectTo, undoIdOf } from "../kit/notices.ts"
import { Card, countOf, Empty } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { forgetForVisit, mayEdit } from "./memory-actions.ts"
import { MemoryRows } from "./memory-parts.tsx"

/** The most memories of one page of the list. */
const MOST = 50

type SelectionProps = PropsWithChildren<{
  visit: Visit
  /** The list with its filters. */
  back: string
  items: readonly FoundMemory[]
}>

/** Wraps the list in a form that leads to the preview, if the visitor may forget anything in it. */
export function SelectionForm({ visit, back, items, children }: SelectionProps) {
  if (!items.some((one) => mayEdit(visit, one))) return <div>{children}</div>
  return (
    <PostForm action={`${visit.base}/memories/selected`} fields={{ back }} stack>
      {children}
      <div class="buttons">
        <Submit>Forget selected …</Submit>
      </div>
    </PostForm>
  )
}

/** The box of a memory that the visitor may forget. */
export function MemoryBox({ visit, found }: { visit: Visit; found: FoundMemory }) {
  if (!mayEdit(visit, found)) return null
  const { id, fact } = found.memory
  return <input type="checkbox" name="id" value={id} aria-label={`Select: ${fact}`} />
}

export const bulkActions = new Hono<GuildApp>()

function selectionForm({ base }: Visit) {
  return z.object({
    act: ActField,
    id: manyOf(z.string().regex(/^m_[0-9a-f]{24}$/)).refine(
      (ids) => ids.length <= MOST,
      `must be at most ${MOST}`,
    ),
    back: backTo(`${base}/memories`),
  })
}

bulkActions.post("/memories/selected", async (c) => {
  const visit = c.get("visit")
  const { id: ids, back } = await readForm(c, selectionForm(visit))
  const { entered, viewer, base } = visit
  const found = [...(await findMemories(entered.db, viewer, ids)).values()].filter((one) =>
    mayEdit(visit, one),
  )
  return guildPage(c, {
    title: "Forget selected memories",
    lead: "Nothing is forgotten yet.",
    active: "memories",
    crumbs: [{ href: back, text: "Memories" }],
    content:
      found.length === 0 ? (
        <Card>
          <Empty icon="memory" title="Nothing is selected">
            <p>
              Tick memories in <a href={back}>the list</a>, and press the button below it.
            </p>
          </Empty>
        </Card>
      ) : (
        <>
          <Card title={`${countOf(found.length, "memory", "memories")} would go`} flush>
            <MemoryRows memories={found} visit={visit} />
          </Card>
          <PostForm action={`${base}/memories/forget-selected`} fields={{ back }}>
            {found.map(({ memory }) => (
              <input type="hidden" name="id" value={memory.id} />
            ))}
            <div class="buttons">
              <Submit kind="danger main">Forget {countOf(found.length, "memory", "memories")}</Submit>
              <a class="button" href={back}>
                Cancel
              </a>
            </div>
          </PostForm>
        </>
      ),
  })
})

bulkActions.post("/memories/forget-selected", async (c) => {
  const visit = c.get("visit")
  const { act, id: ids, back } = await readForm(c, selectionForm(visit))
  if (ids.length === 0) return redirectTo(c, back, { done: "unchanged" })
  const undoId = await forgetForVisit(visit, ids, undoIdOf(act))
  return redirectTo(c, back, { done: "forgotten", undoId })
})
