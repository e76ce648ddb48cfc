/** Changes that people make to memories: correct, approve, retire, forget. Each writes an audit row. */
import { sql } from "drizzle-orm"
import type { Refusal } from "../../domain/errors.ts"
import type { Id, Memory, Viewer } from "../../domain/types.ts"
import { type BatchStatement, type Database, runBatch } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { memories } from "../db/schema.ts"
import { hasFactKey, separateKey } from "../facts/fact-key.ts"
import { mergedInto, releaseContested, withReplacedAt } from "../facts/states.ts"
import { areOwn, readableAmong } from "../read/manage.ts"
import { affectedOthers, type ReadersOf, replacedBy } from "./affected-others.ts"
import { auditRow } from "./audit.ts"
import { correctionLabels, forgetClaims, labelClaims } from "./claim-labels.ts"
import { batchConflict } from "./commit.ts"
import { applyCorrection, type Correction } from "./correction.ts"
import { redactNotes, restateNotes } from "./note-redaction.ts"
import { voidDrafts } from "./run-drafts.ts"
import { deleteMemories, guardVersions, rewordEvidence, rewriteMemories } from "./statements.ts"
import { type MemoryEditor, withUndo } from "./undo-rows.ts"

/**
 * Applies a correction to a memory the viewer may read. Returns `null` if done. Refuses if the memory is not
 * theirs to change, if another memory they may read already says so, or if others keep writing about it.
 */
export async function correct(
  db: Database,
  viewer: Viewer,
  { id: memoryId, change, by, readersOf }: { id: string; change: Correction; by: MemoryEditor } & ReadersOf,
): Promise<Refusal | null> {
  const all = await ofSubjects(db, viewer.guildId, [memoryId])
  const others = all.filter(({ id }) => id !== memoryId)
  const memory = all.find(({ id }) => id === memoryId)
  if (!memory) return { reason: "unknown_memory", memoryId }
  if (!(await mayChangeAll(db, viewer.guildId, [memoryId], by))) return { reason: "not_yours" }
  const next = applyCorrection(memory, change)
  const clashes = others.filter((other) => hasFactKey(other, next.factKey))
  const merged = mergedInto([memoryId], others)
  const along = next.fact === memory.fact ? [] : merged
  if (clashes.length > 0 && change.fact !== undefined) {
    const known = clashes.filter((clash) => !along.includes(clash)).map(({ id }) => id)
    const [clash] = await readableAmong(db, viewer, known)
    if (clash !== undefined) return { reason: "duplicate_fact", memoryId: clash }
    // The viewer may not learn of a memory they cannot read, so the two get separate keys. The same applies
    // to a memory merged into this one.
    next.factKey = separateKey(next.factKey, memory.id)
  }
  const { guildId } = memory
  const affected =
    change.status === undefined ? [] : await affectedOthers(db, { before: memory, next, others, readersOf })
  // Merged memories have the wording that was corrected: said again, it does not count for the new one.
  const after = [...affected, ...along.map((other) => replacedBy(other, memoryId))]
  const changed = withReplacedAt([next, ...after], by.now)
  // Words sent again as they are were not corrected.
  const fields = Object.keys(change).filter((field) => field !== "fact" || next.fact !== memory.fact)
  const detail = { fields }
  const row = auditRow(db, by, { guildId, action: actionOf(change), target: memoryId, detail })
  const worded = rewordEvidence(memory, next, { along, correctedAt: by.now })
  const labeled = correctionLabels({ before: memory, next, change }, { merged, others })
  const isRejected = change.status === "superseded" && memory.status !== "superseded"
  const restating = await restateNotes(db, guildId, [{ memory, fact: isRejected ? null : next.fact }])
  const planned = {
    gone: [],
    changed: changed.map(({ id }) => id),
    labeled: labeled.map(({ id }) => id),
    reworded: worded.length > 0 ? [memoryId] : [],
    notes: restating.notes,
  }
  const labels = labelClaims(guildId, labeled, by)
  const rewritten = [...rewriteMemories(changed), ...worded, ...restating.statements]
  const statements = withUndo(guildId, by, planned, [row, ...rewritten, ...labels])
  const done = await runIfUnchanged(db, guildId, [memory, ...statesBefore(after, others)], statements)
  return done ? null : { reason: "busy" }
}

/** Names a change in the audit log: a decision on the review queue is not a correction. */
export function actionOf({ status }: Correction): "memory.correct" | "memory.approve" | "memory.reject" {
  if (status === "active") return "memory.approve"
  return status === "superseded" ? "memory.reject" : "memory.correct"
}

/**
 * Deletes memories and everything merged into them: facts, evidence, full text, and what notes and records
 * say of them. Their messages are not read again. The audit row keeps ids only. Refuses all of them if one is
 * not the person's to change. Returns `null` if done.
 */
export async function forgetMemories(
  db: Database,
  guildId: Id,
  ids: string[],
  by: MemoryEditor,
): Promise<Refusal | null> {
  if (ids.length === 0) return null
  const row = auditRow(db, by, { guildId, action: "memory.forget", target: ids.join(" ") })
  for (let attempt = 0; attempt < 5; attempt++) {
    const mine = await ofSubjects(db, guildId, ids)
    const all = [...ids, ...mergedInto(ids, mine).map(({ id }) => id)]
    const freed = releaseContested(new Set(all), mine)
    const gone = mine.filter(({ id }) => all.includes(id))
    if (gone.length === 0) return null
    if (!(await mayChangeAll(db, guildId, all, by))) return { reason: "not_yours" }
    const redaction = await redactNotes(db, guildId, gone)
    const planned = {
      gone: gone.map(({ id }) => id),
      changed: freed.map(({ id }) => id),
      labeled: [],
      reworded: [],
      notes: redaction.notes,
    }
    const drafts = voidDrafts(guildId, by.now)
    const forgotten = forgetClaims(all, { undoId: by.undo?.id ?? null, now: by.now })
    const rewritten = [...forgotten, ...deleteMemories(all), ...rewriteMemories(freed)]
    const change = [row, ...redaction.statements, ...rewritten, ...drafts]
    const statements = withUndo(guildId, by, planned, change)
    // The forgotten memories must be unchanged too: a later window may have put them in another note.
    if (await runIfUnchanged(db, guildId, [...gone, ...statesBefore(freed, mine)], statements)) return null
  }
  throw new Error(
    `forgetting ${ids.length} memories in guild ${guildId} conflicted with other writes on every attempt`,
  )
}

/**
 * Deletes memories and everything merged into them, with evidence and full text, after `first` in the same batch.
 * Returns false, changing nothing, if one of them changed since it was read.
 */
export async function removeIfUnchanged(
  db: Database,
  guildId: Id,
  due: readonly Memory[],
  first: readonly BatchStatement[] = [],
): Promise<boolean> {
  const called = due.map(({ id }) => id)
  const mine = await ofSubjects(db, guildId, called)
  const along = mergedInto(called, mine)
  const ids = [...called, ...along.map(({ id }) => id)]
  const freed = releaseContested(new Set(ids), mine)
  const expected = [...due, ...along, ...statesBefore(freed, mine)]
  return runIfUnchanged(db, guildId, expected, [...first, ...deleteMemories(ids), ...rewriteMemories(freed)])
}

/** Runs after the memories were read: any later statement changes their version, and the batch fails. */
export async function mayChangeAll(
  db: Database,
  guildId: Id,
  ids: readonly string[],
  { owner }: MemoryEditor,
): Promise<boolean> {
  return owner === undefined || (await areOwn(db, guildId, ids, owner))
}

/** Returns all memories of the subjects of these. Never shown to anyone, so without a viewer. */
export async function ofSubjects(db: Database, guildId: Id, ids: string[]): Promise<Memory[]> {
  const rows = await db
    .select()
    .from(memories)
    .where(
      sql`guild_id = ${guildId} AND (scope, subject_id) IN
        (SELECT scope, subject_id FROM memories WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`,
    )
  return rows.map(fromRow)
}

/** Returns the states `changed` was made from. */
export function statesBefore(changed: readonly Memory[], from: readonly Memory[]): Memory[] {
  return from.filter(({ id }) => changed.some((memory) => memory.id === id))
}

/** Runs the batch unless one of these memories changed since it was read. Returns false if one did. */
export async function runIfUnchanged(
  db: Database,
  guildId: Id,
  expected: readonly Memory[],
  statements: BatchStatement[],
): Promise<boolean> {
  try {
    await runBatch(db, [guardVersions(guildId, expected), ...statements])
    return true
  } catch (error) {
    if (batchConflict(error) === "stale") return false
    throw error
  }
}
