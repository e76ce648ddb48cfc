/** Decisions of a manager on the review queue. The rules are those of `/keepsake review`. */
import { readerKeys } from "../../../access/audience.ts"
import { Refused } from "../../../domain/errors.ts"
import { findMemory } from "../../../memory/read/manage.ts"
import { findUndoable } from "../../../memory/removal/undo.ts"
import { correct } from "../../../memory/write/correct.ts"
import { type Decision, decideReviewItem, readCandidates } from "../../../memory/write/review-decisions.ts"
import type { MemoryEditor } from "../../../memory/write/undo-rows.ts"
import { checkMemoryContent } from "../../../privacy/content-check.ts"
import { followWrites } from "../../../runtime/channels.ts"
import { type NoticeName, undoIdOf } from "../../kit/notices.ts"
import { checkNewWords } from "../../memories/fact-field.ts"
import type { Visit } from "../../session/visit.ts"

/** The notice of the next page. */
export interface Decided {
  done: NoticeName
  /** `null` if it cannot be undone. */
  undoId: string | null
}

/** The item as the page showed it, and the form's `act`. */
export interface ReviewForm {
  id: string
  version: number
  act: string
}

const CHANGED: Decided = { done: "changed_meanwhile", undoId: null }

const DONE: Record<Decision, NoticeName> = {
  approve: "approved",
  keep: "approved",
  other: "approved",
  both: "approved_both",
  reject: "rejected",
}

/** Decides on an item as it was shown. Sent twice with one `act`, it decides once. */
export async function decideForVisit(
  visit: Visit,
  { id, version, act }: ReviewForm,
  decision: Decision,
): Promise<Decided> {
  const { entered, guildId, viewer, runtime } = visit
  const before = await undoableOf(visit, act)
  if (before !== null) return { done: DONE[decision], undoId: before }
  const found = await findMemory(entered.db, viewer, id)
  // A decision on one of several people is several changes, and an undo would take back one of them.
  const isOne = found === null || !(await readCandidates(entered.db, viewer, [found])).has(id)
  const refused = await decideReviewItem(entered.db, viewer, {
    waiting: { id, version },
    decision,
    by: editorOf(visit, isOne ? act : null),
    readersOf: readerKeys(entered.structure),
  })
  if (refused?.reason === "not_waiting" || refused?.reason === "unknown_memory") return CHANGED
  if (refused) throw new Refused(refused)
  followWrites(runtime, guildId, decision === "reject" ? { outcome: "rejected", count: 1 } : null)
  return { done: DONE[decision], undoId: await undoableOf(visit, act) }
}

/** Rewording by a manager also approves the memory. */
export async function rewordForVisit(
  visit: Visit,
  { id, version, act }: ReviewForm,
  fact: string,
): Promise<Decided> {
  const { entered, guildId, viewer, runtime } = visit
  const before = await undoableOf(visit, act)
  if (before !== null) return { done: "edited", undoId: before }
  const found = await findMemory(entered.db, viewer, id)
  if (found === null || found.memory.version !== version) return CHANGED
  checkNewWords(fact, found)
  const unfit = checkMemoryContent(found, [fact], entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const refused = await correct(entered.db, viewer, {
    id,
    change: { fact, status: "active" },
    by: editorOf(visit, act),
    readersOf: readerKeys(entered.structure),
  })
  if (refused?.reason === "duplicate_fact") return { done: "known_already", undoId: null }
  if (refused) throw new Refused(refused)
  followWrites(runtime, guildId)
  return { done: "edited", undoId: await undoableOf(visit, act) }
}

function editorOf({ by, person }: Visit, act: string | null): MemoryEditor {
  return act === null ? by : { ...by, undo: { id: undoIdOf(act), userId: person.id } }
}

/** Returns the id that undoes what this form did; `null` if it did nothing yet, or that cannot be undone. */
async function undoableOf({ entered, guildId, person }: Visit, act: string): Promise<string | null> {
  const found = await findUndoable(entered.db, guildId, undoIdOf(act))
  return found?.userId === person.id ? undoIdOf(act) : null
}
