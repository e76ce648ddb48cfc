/** Changes that a visitor makes to memories: forget, correct, undo. The rules are those of Discord's commands. */
import { readerKeys } from "../../access/audience.ts"
import { Refused } from "../../domain/errors.ts"
import { findMemories, findMemory } from "../../memory/read/manage.ts"
import type { FoundMemory } from "../../memory/read/search.ts"
import { findUndoable, undoChange } from "../../memory/removal/undo.ts"
import { correct, forgetMemories } from "../../memory/write/correct.ts"
import type { Correction } from "../../memory/write/correction.ts"
import type { MemoryEditor } from "../../memory/write/undo-rows.ts"
import { checkMemoryContent } from "../../privacy/content-check.ts"
import { followWrites } from "../../runtime/channels.ts"
import { isMemoryPaused } from "../../runtime/models.ts"
import type { Visit } from "../session/visit.ts"

/** Returns the memory; refuses one that the visitor may not read like one that does not exist. */
export async function memoryForVisit({ entered, viewer }: Visit, id: string): Promise<FoundMemory> {
  const found = await findMemory(entered.db, viewer, id)
  if (found === null) throw new Refused({ reason: "unknown_memory", memoryId: id })
  return found
}

/**
 * Returns true if the visitor may correct and forget a memory, as far as the evidence shows that they may read. What
 * they may not read is checked when they do it.
 */
export function mayEdit({ person, isManager }: Visit, { memory, evidence }: FoundMemory): boolean {
  if (isManager) return true
  if (memory.subject.scope === "user" && memory.subject.id === person.id) return true
  return memory.evidenceCount <= evidence.length && evidence.every((one) => one.authorId === person.id)
}

/** Names the visitor as the author of a change that `undoId` undoes; of a member, only of what is theirs. */
export function editorOf({ person, by, isManager }: Visit, undoId: string): MemoryEditor {
  return { ...by, undo: { id: undoId, userId: person.id }, ...(isManager ? {} : { owner: person.id }) }
}

/**
 * Forgets memories that the visitor may read. Returns the id that undoes it, or null if it cannot be undone. Sent twice
 * with one `undoId`, it forgets once. Refuses all of them if one is not theirs.
 */
export async function forgetForVisit(
  visit: Visit,
  ids: readonly string[],
  undoId: string,
): Promise<string | null> {
  const { entered, guildId, person, runtime } = visit
  const before = await findUndoable(entered.db, guildId, undoId)
  if (before !== null) return before.userId === person.id ? undoId : null
  const found = await findMemories(entered.db, visit.viewer, ids)
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new Refused({ reason: "unknown_memory", memoryId: missing })
  if (![...found.values()].every((one) => mayEdit(visit, one))) throw new Refused({ reason: "not_yours" })
  const refused = await forgetMemories(entered.db, guildId, [...ids], editorOf(visit, undoId))
  if (refused) throw new Refused(refused)
  followWrites(runtime, guildId, { outcome: "forgotten", count: ids.length })
  return (await findUndoable(entered.db, guildId, undoId)) === null ? null : undoId
}

/**
 * Corrects a memory. Returns `known_already` if another one that the visitor may read says the same, and
 * `done_for_good` if the correction is too large to be undone.
 */
export async function correctForVisit(
  visit: Visit,
  { id, change, undoId }: { id: string; change: Correction; undoId: string },
): Promise<"done" | "done_for_good" | "known_already"> {
  const { entered, guildId, runtime, viewer } = visit
  if ((await findUndoable(entered.db, guildId, undoId)) !== null) return "done"
  const found = await memoryForVisit(visit, id)
  if (!mayEdit(visit, found)) throw new Refused({ reason: "not_yours" })
  if (isMemoryPaused(runtime, entered)) throw new Refused({ reason: "read_only" })
  const unfit = checkMemoryContent(found, [change.fact ?? ""], entered.guild.policy.sensitive)
  if (unfit) throw new Refused(unfit)
  const readersOf = readerKeys(entered.structure)
  const refused = await correct(entered.db, viewer, { id, change, by: editorOf(visit, undoId), readersOf })
  if (refused?.reason === "duplicate_fact") return "known_already"
  if (refused) throw new Refused(refused)
  followWrites(runtime, guildId)
  return (await findUndoable(entered.db, guildId, undoId)) === null ? "done_for_good" : "done"
}

/**
 * Undoes a change of the visitor, or as a manager anybody's. Returns how many memories it restored. Refuses one that is
 * over ten minutes old or overtaken.
 */
export async function undoForVisit(visit: Visit, undoId: string, act: string): Promise<number> {
  const { entered, guildId, person, isManager, now, runtime } = visit
  const request = { id: undoId, userId: person.id, manages: isManager, press: act, now }
  const result = await undoChange(entered.db, guildId, request)
  if ("reason" in result) throw new Refused(result)
  followWrites(runtime, guildId)
  return result.ids.length
}
