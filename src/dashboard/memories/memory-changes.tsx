/** Forms that forget, correct and restore a memory, and what they do. */
import { type Context, Hono } from "hono"
import { z } from "zod"
import { IMPORTANCES, LIFETIMES, type Memory } from "../../domain/types.ts"
import type { Correction } from "../../memory/write/correction.ts"
import {
  ActField,
  CancelButton,
  Confirm,
  PostButton,
  PostForm,
  readForm,
  SelectField,
  Submit,
  TextArea,
} from "../kit/forms.tsx"
import { backTo, isUndoId, redirectTo, undoIdOf } from "../kit/notices.ts"
import { Card } from "../kit/parts.tsx"
import type { GuildApp, Visit } from "../session/visit.ts"
import { checkNewWords, FactField, LONGEST_FACT } from "./fact-field.ts"
import { correctForVisit, forgetForVisit, memoryForVisit, undoForVisit } from "./memory-actions.ts"
import { IMPORTANCE_NAMES, LIFETIME_NAMES } from "./memory-parts.tsx"

const MemoryIdField = z.string().regex(/^m_[0-9a-f]{24}$/)

export const memoryChanges = new Hono<GuildApp>()

export function ForgetButton({ visit, memory }: { visit: Visit; memory: Memory }) {
  return (
    <Confirm id="forget" text="Forget" title="Forget this memory?" kind="danger">
      <p>
        The fact goes, and the sentences of notes that state it. The messages it came from stay searchable
        until they expire; delete them in Discord to prevent that. You can undo this for ten minutes.
      </p>
      <div class="buttons">
        <CancelButton id="forget" />
        <PostButton
          action={`${visit.base}/memories/forget`}
          fields={{ id: memory.id, back: `${visit.base}/memories` }}
          kind="danger main"
        >
          Forget
        </PostButton>
      </div>
    </Confirm>
  )
}

export function CorrectionForm({ visit, memory }: { visit: Visit; memory: Memory }) {
  return (
    <Card title="Correct it" lead="One sentence that begins with the name of the person, not with He or She.">
      <PostForm action={`${visit.base}/memories/${memory.id}/correct`} stack>
        <TextArea name="fact" label="Fact" value={memory.fact} max={LONGEST_FACT} rows={2} required />
        <div class="side-by-side">
          <SelectField
            name="importance"
            label="Importance"
            value={memory.importance}
            options={IMPORTANCES.map((one) => [one, IMPORTANCE_NAMES[one]] as const)}
          />
          <SelectField
            name="lifetime"
            label="Keep for"
            help="Counted from when it was last said."
            value={memory.lifetime}
            options={LIFETIMES.map((one) => [one, LIFETIME_NAMES[one]] as const)}
          />
        </div>
        <div class="buttons">
          <Submit kind="main">Save</Submit>
        </div>
      </PostForm>
    </Card>
  )
}

const CorrectionFields = z.object({
  act: ActField,
  fact: FactField,
  importance: z.enum(IMPORTANCES),
  lifetime: z.enum(LIFETIMES),
})

memoryChanges.post("/memories/:id{m_[0-9a-f]{24}}/correct", async (c) => {
  const visit = c.get("visit")
  const id = c.req.param("id")
  const { act, ...fields } = await readForm(c, CorrectionFields)
  const undoId = undoIdOf(act)
  const page = `${visit.base}/memories/${id}`
  const found = await memoryForVisit(visit, id)
  checkNewWords(fields.fact, found)
  const change = changeFrom(found.memory, fields)
  if (Object.keys(change).length === 0) return redirectTo(c, page, { done: "unchanged" })
  const outcome = await correctForVisit(visit, { id, change, undoId })
  if (outcome === "known_already") return redirectTo(c, page, { done: "known_already" })
  if (outcome === "done_for_good") return redirectTo(c, page, { done: outcome })
  return redirectTo(c, page, { done: "corrected", undoId })
})

function changeFrom(memory: Memory, fields: Omit<z.output<typeof CorrectionFields>, "act">): Correction {
  const { fact, importance, lifetime } = fields
  return {
    ...(fact === memory.fact ? {} : { fact }),
    ...(importance === memory.importance ? {} : { importance }),
    ...(lifetime === memory.lifetime ? {} : { lifetime }),
  }
}

function backIn(c: Context<GuildApp>) {
  return backTo(`${c.get("visit").base}/me`)
}

memoryChanges.post("/memories/forget", async (c) => {
  const form = z.object({ act: ActField, id: MemoryIdField, back: backIn(c) })
  const { act, id, back } = await readForm(c, form)
  const undoId = await forgetForVisit(c.get("visit"), [id], undoIdOf(act))
  return redirectTo(c, back, { done: undoId === null ? "done_for_good" : "forgotten", undoId })
})

memoryChanges.post("/undo", async (c) => {
  const form = z.object({ act: ActField, undo: z.string().refine(isUndoId, "is no change"), back: backIn(c) })
  const { act, undo, back } = await readForm(c, form)
  const count = await undoForVisit(c.get("visit"), undo, act)
  return redirectTo(c, back, { done: "restored", count })
})
