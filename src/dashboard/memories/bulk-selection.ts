/** Reads the memories that a change of many concerns, and makes the change. */
import { readerKeys } from "../../access/audience.ts"
import { Refused } from "../../domain/errors.ts"
import { findMemories, listMemories } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { findUndoable } from "../../memory/removal/undo.ts"
import { type ChosenMemory, correctMany, type SharedChange } from "../../memory/write/correct-many.ts"
import { followWrites } from "../../runtime/channels.ts"
import { isMemoryPaused } from "../../runtime/models.ts"
import type { NoticeName } from "../kit/notices.ts"
import type { Visit } from "../session/visit.ts"
import { appliesTo, type BulkKind, expiriesOf, isDecision } from "./bulk-kinds.ts"
import { filterOf, type ListQuery } from "./list-query.ts"
import { editorOf, forgetForVisit, mayEdit } from "./memory-actions.ts"

/** The most memories of one change: with their statements they fit into one undo. */
export const MOST = 100
/** The most memories of a filter that are looked at. */
const LOOKED_AT = 500

export interface Selection {
  /** The memories that change, at most `MOST`. */
  concerned: readonly FoundMemory[]
  /** The memories that would change without that limit, and all that were looked at. */
  applicable: number
  looked: number
  /** True if more match than are looked at. */
  isCut: boolean
}

/** Returns those of the ticked memories that the visitor may read and the change concerns. */
export async function selectionOf(visit: Visit, kind: BulkKind, ids: readonly string[]): Promise<Selection> {
  const { entered, viewer } = visit
  const found = await findMemories(entered.db, viewer, ids)
  return cut(
    visit,
    kind,
    ids.flatMap((id) => found.get(id) ?? []),
  )
}

/** Returns the memories of a filter that the change concerns, last said first. */
export async function matchingSelection(visit: Visit, kind: BulkKind, query: ListQuery): Promise<Selection> {
  const { entered, viewer } = visit
  const wanted =
    isDecision(kind) && query.status === undefined ? { ...query, status: "queued" as const } : query
  const filter = await filterOf(visit, wanted)
  if (filter === null) return cut(visit, kind, [])
  const found = await listMemories(entered.db, viewer, filter, { after: null, limit: LOOKED_AT + 1 })
  return { ...cut(visit, kind, found.slice(0, LOOKED_AT)), isCut: found.length > LOOKED_AT }
}

function cut(visit: Visit, kind: BulkKind, found: readonly FoundMemory[]): Selection {
  const applicable = found.filter((one) => appliesTo(visit, kind, one))
  return {
    concerned: applicable.slice(0, MOST),
    applicable: applicable.length,
    looked: found.length,
    isCut: false,
  }
}

/** The notice of the next page, and the id that undoes the change; `null` if it cannot be undone. */
interface BulkOutcome {
  done: NoticeName
  undoId: string | null
  /** How many of the memories expired by it. */
  expired?: number
}

/**
 * Changes the memories as they were shown, all or none. Sent twice with one `undoId`, it changes them once. Refuses what
 * is not the visitor's to change.
 */
export async function changeSelection(
  visit: Visit,
  kind: BulkKind,
  { shown, undoId }: { shown: readonly ChosenMemory[]; undoId: string },
): Promise<BulkOutcome> {
  const { entered, guildId, viewer, person } = visit
  const before = await findUndoable(entered.db, guildId, undoId)
  if (before !== null) return { done: kind.done, undoId: before.userId === person.id ? undoId : null }
  const ids = shown.map(({ id }) => id)
  const found = await findMemories(entered.db, viewer, ids)
  if (![...found.values()].every((one) => mayEdit(visit, one))) throw new Refused({ reason: "not_yours" })
  const isAsShown = shown.every(({ id, version }) => {
    const one = found.get(id)
    return one !== undefined && one.memory.version === version && appliesTo(visit, kind, one)
  })
  if (!isAsShown) return { done: "selection_changed", undoId: null }
  if (kind.change === null) return outcomeOf(kind, await forgetForVisit(visit, ids, undoId))
  const problem = await applyChange(visit, kind.change, { shown, undoId })
  if (problem !== null) return { done: problem, undoId: null }
  const isUndoable = (await findUndoable(entered.db, guildId, undoId)) !== null
  const { atOnce } = expiriesOf(kind, [...found.values()], visit.now)
  return { ...outcomeOf(kind, isUndoable ? undoId : null), expired: atOnce }
}

/** `undoId`: `null` for a change that is too large to be undone. */
function outcomeOf({ done }: BulkKind, undoId: string | null): BulkOutcome {
  return { done: undoId === null ? "done_for_good" : done, undoId }
}

/** Returns the notice of why nothing was changed, or `null` if it was. */
async function applyChange(
  visit: Visit,
  change: SharedChange,
  { shown, undoId }: { shown: readonly ChosenMemory[]; undoId: string },
): Promise<NoticeName | null> {
  const { entered, guildId, viewer, runtime } = visit
  const isDeciding = "status" in change
  if (!isDeciding && isMemoryPaused(runtime, entered)) throw new Refused({ reason: "read_only" })
  const refused = await correctMany(entered.db, viewer, {
    shown,
    change,
    by: editorOf(visit, undoId),
    readersOf: readerKeys(entered.structure),
  })
  if (refused?.reason === "busy") return "selection_changed"
  if (refused?.reason === "not_waiting") return "approvals_conflict"
  if (refused) throw new Refused(refused)
  const isRejection = isDeciding && change.status === "superseded"
  followWrites(runtime, guildId, isRejection ? { outcome: "rejected", count: shown.length } : null)
  return null
}
