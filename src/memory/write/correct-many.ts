/**
 * One change of several memories at once, in one batch with one undo: their lifetime, the day on which they end, their
 * importance, or a decision on those that wait for review. Words are corrected one memory at a time (`correct.ts`).
 */
import type { Refusal } from "../../domain/errors.ts"
import { factTime } from "../../domain/fact-time.ts"
import type { FactTime, Memory, Viewer } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { mergedInto, withReplacedAt } from "../facts/states.ts"
import { readableAmong } from "../read/manage.ts"
import { affectedOthers, type ReadersOf } from "./affected-others.ts"
import { auditRow } from "./audit.ts"
import { correctionLabels, type LabeledMemory, labelClaims } from "./claim-labels.ts"
import { actionOf, mayChangeAll, ofSubjects, runIfUnchanged, statesBefore } from "./correct.ts"
import { applyCorrection, type Correction } from "./correction.ts"
import { restateNotes } from "./note-redaction.ts"
import { rewriteMemories } from "./statements.ts"
import { type MemoryEditor, withUndo } from "./undo-rows.ts"

/** A change that makes sense for many memories: it leaves their words alone. */
export type SharedChange =
  | Required<Pick<Correction, "lifetime"> | Pick<Correction, "importance"> | Pick<Correction, "status">>
  | LastDay

/** The day, in the guild's zone, with which each memory ends. It expires then. */
export interface LastDay {
  until: string
  timezone: string
}

/**
 * Returns the time of a fact that ends with a day. When it begins stays. Returns `null` for a fact that begins later, so
 * that it cannot end then.
 */
export function timeUntil({ time }: Pick<Memory, "time">, { until, timezone }: LastDay): FactTime | null {
  const ending = factTime({ when: time?.when ?? null, until }, timezone)
  return ending?.until === until ? ending : null
}

/** A memory as it was shown. */
export interface ChosenMemory {
  id: string
  version: number
}

/**
 * Changes memories that the viewer may read, all or none. Returns `null` if done. Refuses if one is not as it was shown
 * or is not theirs to change, and approvals of two memories of which one would replace the other.
 */
export async function correctMany(
  db: Database,
  viewer: Viewer,
  {
    shown,
    change,
    by,
    readersOf,
  }: { shown: readonly ChosenMemory[]; change: SharedChange; by: MemoryEditor } & ReadersOf,
): Promise<Refusal | null> {
  const { guildId } = viewer
  const ids = shown.map(({ id }) => id)
  const readable = await readableAmong(db, viewer, ids)
  const known = await ofSubjects(db, guildId, ids)
  const versions = new Map(known.map(({ id, version }) => [id, version]))
  if (!shown.every(({ id, version }) => readable.has(id) && versions.get(id) === version))
    return { reason: "busy" }
  if (!(await mayChangeAll(db, guildId, ids, by))) return { reason: "not_yours" }
  const plan = await planChanges(db, { ids, change, known, readersOf })
  if (plan === null) return { reason: "not_waiting" }
  const isRejection = "status" in change && change.status === "superseded"
  const rejected = isRejection ? plan.chosen.filter(({ status }) => status !== "superseded") : []
  const restating = await restateNotes(
    db,
    guildId,
    rejected.map((memory) => ({ memory, fact: null })),
  )
  const changed = withReplacedAt(plan.changed, by.now)
  const planned = {
    gone: [],
    changed: changed.map(({ id }) => id),
    labeled: plan.labeled.map(({ id }) => id),
    reworded: [],
    notes: restating.notes,
  }
  const row = auditRow(db, by, {
    guildId,
    action: actionOf("status" in change ? change : {}),
    target: ids.join(" "),
    detail: { fields: "until" in change ? ["time"] : Object.keys(change) },
  })
  const statements = withUndo(guildId, by, planned, [
    row,
    ...rewriteMemories(changed),
    ...restating.statements,
    ...labelClaims(guildId, plan.labeled, by),
  ])
  const before = [...plan.chosen, ...statesBefore(changed, known)]
  return (await runIfUnchanged(db, guildId, before, statements)) ? null : { reason: "busy" }
}

interface ChangesPlan {
  /** The memories of the request as they were. */
  chosen: Memory[]
  /** All memories that change, as they will be. */
  changed: Memory[]
  labeled: LabeledMemory[]
}

/**
 * Applies the change to one memory after the other, each seeing the states that those before it left. Returns `null` if
 * one decision would undo another.
 */
async function planChanges(
  db: Database,
  {
    ids,
    change,
    known,
    readersOf,
  }: { ids: readonly string[]; change: SharedChange; known: readonly Memory[] } & ReadersOf,
): Promise<ChangesPlan | null> {
  const states = new Map(known.map((memory) => [memory.id, memory]))
  const chosen = ids.flatMap((id) => states.get(id) ?? [])
  const changed = new Set<string>()
  const labeled: LabeledMemory[] = []
  for (const before of chosen) {
    const others = [...states.values()].filter((other) => other.id !== before.id && isBeside(other, before))
    const own = "until" in change ? { time: timeUntil(before, change) } : change
    const next = applyCorrection(before, own)
    const affected = "status" in change ? await affectedOthers(db, { before, next, others, readersOf }) : []
    if (affected.some(({ id, status }) => status === "superseded" && ids.includes(id))) return null
    labeled.push(
      ...correctionLabels({ before, next, change: own }, { merged: mergedInto([before.id], others), others }),
    )
    for (const memory of [next, ...affected]) {
      states.set(memory.id, memory)
      changed.add(memory.id)
    }
  }
  return { chosen, changed: [...changed].flatMap((id) => states.get(id) ?? []), labeled }
}

function isBeside({ subject }: Memory, { subject: other }: Memory): boolean {
  return subject.scope === other.scope && subject.id === other.id
}
