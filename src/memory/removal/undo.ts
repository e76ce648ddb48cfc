/**
 * Undoes a change that a person made: restores the memories they deleted or corrected, exactly as they were.
 * Works once, within ten minutes, for that person and for those who manage the guild, and only if nothing
 * involved has changed since.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Refusal } from "../../domain/errors.ts"
import type { Id, Memory, Time } from "../../domain/types.ts"
import { relate } from "../../text/similarity.ts"
import { type BatchStatement, type Database, runBatch } from "../db/database.ts"
import { rewordNotes } from "../db/rows.ts"
import { memories, notes, undo as undoTable } from "../db/schema.ts"
import { restoreBothHold } from "../read/both-hold.ts"
import { auditRow, memberActor } from "../write/audit.ts"
import { batchConflict } from "../write/commit.ts"
import { changedSince, indexMemories, rewriteMemories, rollBackIf } from "../write/statements.ts"
import {
  distinctMemories,
  memoryFromCells,
  UNDO_MS,
  type UndoBody,
  UndoBodySchema,
  UndoneSchema,
  type UndoPremises,
  UndoPremisesSchema,
} from "../write/undo-rows.ts"
import {
  restoreClaims,
  restoreEvidence,
  restoreLabels,
  restoreMemories,
  restoreVerdicts,
  restoreWordings,
  unmarkForgotten,
} from "./restore-rows.ts"

/** A request to undo a change. */
export interface UndoRequest {
  id: string
  userId: Id
  /** True if the person may undo changes made by others. */
  manages: boolean
  /** Id of the button press. A repeated press gets the same answer. */
  press: string
  now: Time
}

/** A change that can be undone, with the former state of the memories it deleted and changed. */
export interface Undoable {
  userId: Id
  gone: Memory[]
  changed: Memory[]
}

/** Returns `null` if there is no undo row: too old, too large to store, used or voided. */
export async function findUndoable(db: Database, guildId: Id, id: string): Promise<Undoable | null> {
  const row = await findRow(db, guildId, id)
  const kept = row && UndoBodySchema.safeParse(row.body).data
  if (!row || !kept) return null
  return {
    userId: row.userId,
    gone: distinctMemories(kept.gone.map(memoryFromCells)),
    changed: kept.changed.map(memoryFromCells),
  }
}

/**
 * Returns true while a person can undo a change: theirs, or as a manager anybody's, in time, and with what it changed still as it left it. A fact
 * learned since that says otherwise is found only by the undo itself.
 */
export async function isUndoOpen(
  db: Database,
  guildId: Id,
  { id, userId, manages, now }: Omit<UndoRequest, "press">,
): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM undo WHERE id = ${id} AND guild_id = ${guildId} AND (user_id = ${userId} OR ${manages}) AND expires_at > ${now}
      AND body->>'undone' IS NULL AND NOT EXISTS (SELECT 1 FROM json_each(undo.premises, '$.versions') j
        LEFT JOIN memories m ON m.id = j.value->>'id' WHERE m.version IS NOT j.value->>'version')`,
  )
  return rows.length > 0
}

const ATTEMPTS = 5

/** Restores the former state and returns the restored ids. Retries if a write came between. */
export async function undoChange(
  db: Database,
  guildId: Id,
  asking: UndoRequest,
): Promise<{ ids: string[] } | Refusal> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await findRow(db, guildId, asking.id)
    if (row === null || (row.userId !== asking.userId && !asking.manages)) return { reason: "undo_over" }
    const done = UndoneSchema.safeParse(row.body).data
    if (done) return done.undone === asking.press ? { ids: done.ids } : { reason: "undo_over" }
    if (row.expiresAt <= asking.now) return { reason: "undo_over" }
    const state = { kept: UndoBodySchema.parse(row.body), left: UndoPremisesSchema.parse(row.premises) }
    const changedAt = row.expiresAt - UNDO_MS
    if (await hasLaterStatement(db, guildId, { gone: state.kept.gone.map(memoryFromCells), changedAt }))
      return { reason: "undo_over" }
    const ids = [
      ...distinctMemories(state.kept.gone.map(memoryFromCells)),
      ...state.kept.changed.map(memoryFromCells),
    ].map(({ id }) => id)
    const statements = await restoreStatements(db, guildId, asking, { ...state, ids })
    if (await tryBatch(db, statements)) return { ids }
  }
  return { reason: "undo_over" }
}

async function findRow(db: Database, guildId: Id, id: string) {
  const rows = await db.select().from(undoTable).where(sql`id = ${id} AND guild_id = ${guildId}`)
  return rows[0] ?? null
}

/** Returns true if a fact learned since says the same, the opposite or another value: the later one stands. */
async function hasLaterStatement(
  db: Database,
  guildId: Id,
  { gone, changedAt }: { gone: readonly Memory[]; changedAt: Time },
): Promise<boolean> {
  const subjects = JSON.stringify(gone.map(({ subject }) => subject))
  const rows = await db
    .select({ scope: memories.scope, subjectId: memories.subjectId, fact: memories.fact })
    .from(memories)
    .where(
      sql`guild_id = ${guildId} AND (scope, subject_id) IN (SELECT value->>'scope', value->>'id' FROM json_each(${subjects}))
        AND created_at > ${changedAt} AND status = 'active'`,
    )
  return rows.some(({ scope, subjectId, fact }) =>
    gone
      .filter(({ subject }) => subject.scope === scope && subject.id === subjectId)
      .some((memory) => relate(fact, memory.fact) !== "unrelated"),
  )
}

/** `kept`: the state before the change; `left`: the state it left (undo-rows.ts); `ids`: what to restore. */
interface State {
  kept: UndoBody
  left: UndoPremises
  ids: string[]
}

async function restoreStatements(
  db: Database,
  guildId: Id,
  undoing: UndoRequest,
  { kept, left, ids }: State,
): Promise<BatchStatement[]> {
  const { id, userId, press, now } = undoing
  const by = { actor: memberActor(userId), now }
  const notes = await unchangedNotes(db, left.notes)
  const keptNotes = kept.notes.filter(({ seq }) => notes.some((note) => note.seq === seq))
  const gone = kept.gone.map(memoryFromCells)
  return [
    rollBackIfChanged(guildId, undoing, { gone, notes, versions: left.versions }),
    sql`UPDATE undo SET body = json_object('undone', ${press}, 'ids', json(${JSON.stringify(ids)})), premises = '{}' WHERE id = ${id}`,
    ...(gone.length > 0
      ? [restoreMemories(kept.gone), restoreEvidence(kept.evidence), ...indexMemories(gone)]
      : []),
    ...rewriteMemories(formerStates({ kept, left })),
    // Comes after the rewrite: if a memory is reworded, a trigger deletes its pairs in `both_hold`.
    ...(kept.pairs.length > 0 ? [restoreBothHold(guildId, kept.pairs, left.beside)] : []),
    ...(kept.reworded.length > 0 ? [restoreWordings(kept.reworded)] : []),
    ...restoreClaims(guildId, kept.claims),
    ...restoreLabels(guildId, kept.labels, left.labels),
    ...rewordNotes(guildId, keptNotes),
    ...(kept.verdicts.length > 0 ? [restoreVerdicts(guildId, kept.verdicts)] : []),
    ...(kept.marks.length > 0 ? [unmarkForgotten(guildId, kept.marks, left.deed)] : []),
    auditRow(db, by, {
      guildId,
      action: "memory.undo",
      target: ids.join(" "),
      // The row of the change in the audit log.
      detail: { undoes: left.deed },
    }),
  ]
}

/** Rolls the undo back if anything differs from the state the change left, or if the undo row is void. */
function rollBackIfChanged(
  guildId: Id,
  { id, now }: UndoRequest,
  { gone, notes, versions }: { gone: Memory[]; notes: NoteLeft[]; versions: State["left"]["versions"] },
): SQL {
  const expected = [...gone.map((memory) => ({ id: memory.id, version: 0 })), ...versions]
  return rollBackIf(
    guildId,
    sql`${changedSince(expected)} OR ${notesChanged(notes)}
      OR NOT EXISTS (SELECT 1 FROM undo WHERE id = ${id} AND body->>'undone' IS NULL AND expires_at > ${now})`,
  )
}

/** Returns the former states as new versions, because others may have read the version in between. */
function formerStates({ kept, left }: Pick<State, "kept" | "left">): Memory[] {
  const versions = new Map(left.versions.map((one) => [one.id, one.version]))
  return kept.changed
    .map(memoryFromCells)
    .map((memory) => ({ ...memory, version: (versions.get(memory.id) ?? memory.version) + 1 }))
}

type NoteLeft = State["left"]["notes"][number]

/** Returns the notes that still have the text the change left. Others have lost more since. */
async function unchangedNotes(db: Database, left: readonly NoteLeft[]): Promise<NoteLeft[]> {
  const seqs = JSON.stringify(left.map(({ seq }) => seq))
  const participants = sql<string>`participants`
  const rows = await db
    .select({ seq: notes.seq, title: notes.title, summary: notes.summary, participants })
    .from(notes)
    .where(sql`seq IN (SELECT value FROM json_each(${seqs}))`)
  return left.filter((note) =>
    rows.some(
      (row) =>
        row.seq === note.seq &&
        row.title === note.title &&
        row.summary === note.summary &&
        row.participants === note.participants,
    ),
  )
}

function notesChanged(same: readonly NoteLeft[]): SQL {
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(same)}) j LEFT JOIN notes n ON n.seq = j.value->>'seq'
    WHERE n.title IS NOT j.value->>'title' OR n.summary IS NOT j.value->>'summary' OR n.participants IS NOT j.value->>'participants')`
}

async function tryBatch(db: Database, statements: BatchStatement[]): Promise<boolean> {
  try {
    await runBatch(db, statements)
    return true
  } catch (error) {
    if (batchConflict(error) === "stale") return false
    throw error
  }
}
