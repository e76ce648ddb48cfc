/** The memories about the visitor, page by page, with the buttons that correct and forget it. */
import { Hono } from "hono"
import { z } from "zod"
import { listMemories, personFilter } from "../../memory/read/manage.ts"
import { ActField, PostButton, readForm } from "../kit/forms.tsx"
import { guildPage } from "../kit/layout.tsx"
import { cursorIn, Pager, pageOf } from "../kit/lists.tsx"
import { backTo, isUndoId, ownPath, redirectTo, undoIdOf } from "../kit/notices.ts"
import { Card, Empty } from "../kit/parts.tsx"
import { forgetForVisit, undoForVisit } from "../memories/memory-actions.ts"
import { MemoryLine } from "../memories/memory-parts.tsx"
import type { GuildApp } from "../session/visit.ts"

const PAGE = 25

export const ownPages = new Hono<GuildApp>()

ownPages.get("/me", async (c) => {
  const visit = c.get("visit")
  const { entered, viewer, person, base } = visit
  const found = await listMemories(entered.db, viewer, personFilter(person.id), {
    after: cursorIn(c),
    limit: PAGE + 1,
  })
  const { items, next } = pageOf(found, PAGE, ({ at, memory }) => ({ at, id: memory.id }))
  return guildPage(c, {
    title: "About me",
    lead: "Everything that Keepsake knows about you here and that you may read, last said first.",
    active: "me",
    content: (
      <>
        {items.length === 0 ? (
          <Card>
            <Empty icon="person" title="Nothing is known about you">
              <p>Keepsake has learned nothing about you in the channels that you can read.</p>
            </Empty>
          </Card>
        ) : (
          <Card flush>
            <ul class="rows">
              {items.map((one) => (
                <MemoryLine
                  found={one}
                  base={base}
                  structure={entered.structure}
                  clock={visit}
                  about={false}
                  end={
                    <PostButton
                      action={`${base}/memories/forget`}
                      fields={{ id: one.memory.id, back: ownPath(c) }}
                      kind="bare"
                      label={`Forget: ${one.memory.fact}`}
                    >
                      Forget
                    </PostButton>
                  }
                />
              ))}
            </ul>
          </Card>
        )}
        <Pager c={c} next={next} />
      </>
    ),
  })
})

export const MemoryIdField = z.string().regex(/^m_[0-9a-f]{24}$/)

ownPages.post("/memories/forget", async (c) => {
  const visit = c.get("visit")
  const form = z.object({ act: ActField, id: MemoryIdField, back: backTo(`${visit.base}/me`) })
  const { act, id, back } = await readForm(c, form)
  const undoId = await forgetForVisit(visit, [id], undoIdOf(act))
  return redirectTo(c, back, { done: "forgotten", undoId })
})

ownPages.post("/undo", async (c) => {
  const visit = c.get("visit")
  const form = z.object({
    act: ActField,
    undo: z.string().refine(isUndoId),
    back: backTo(`${visit.base}/me`),
  })
  const { act, undo, back } = await readForm(c, form)
  await undoForVisit(visit, undo, act)
  return redirectTo(c, back, { done: "restored" })
})
