/**
 * Stores the former state of memories that a person changes, so that `undo.ts` can restore it. The batch that
 * changes them also stores it, in SQL, so nothing can come between.
 */
import { getTableColumns, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { CLAIM_LABELS } from "../../domain/claim-labels.ts"
import type { Id, Memory } from "../../domain/types.ts"
import { fromRow, type MemoryRow } from "../db/rows.ts"
import { claimLog, evidence, memories } from "../db/schema.ts"
import { bothHoldPairs } from "../read/both-hold.ts"
import type { AuditActor } from "./audit.ts"

/** A change can be undone for this many milliseconds. */
export const UNDO_MS = 600_000
/** D1 limits a value to 2 MB. A change that may come near it, with quotes and names, cannot be undone. */
const MAX_BYTES = 1_000_000

/** The author of a change to memories. */
export interface MemoryEditor extends AuditActor {
  /** The id under which they can undo the change. Omitted if they cannot. */
  undo?: { id: string; userId: Id }
  /** The person who must own the memories (`areOwn`). If omitted, anyone's may be changed. */
  owner?: Id
}

/**
 * The rows a batch is about to change: memories to delete and to change, memories whose claims are labeled or whose
 * evidence is reworded, and notes.
 */
export interface PlannedChange {
  gone: readonly string[]
  changed: readonly string[]
  labeled: readonly string[]
  reworded: readonly string[]
  notes: readonly number[]
}

/** Wraps `change` in the statements that store the state before it and the state it leaves. */
export function withUndo(
  guildId: Id,
  { undo, now }: MemoryEditor,
  planned: PlannedChange,
  change: readonly Landing[],
): Landing[] {
  if (undo === undefined) return [...change]
  const before = sql`INSERT INTO undo (id, guild_id, user_id, body, premises, expires_at)
    SELECT ${undo.id}, ${guildId}, ${undo.userId}, ${stateBefore(guildId, planned)}, '{}', ${now + UNDO_MS}
    FROM (SELECT ${approximateBytes(planned)} AS weight) WHERE weight <= ${MAX_BYTES} ON CONFLICT DO NOTHING`
  const after = sql`UPDATE undo SET premises = ${stateAfter(planned)} WHERE id = ${undo.id} AND premises = '{}'`
  return [before, ...change, after]
}

type Landing = SQL | { toSQL(): { sql: string; params: unknown[] } }

function stateBefore(guildId: Id, { gone, changed, labeled, reworded, notes }: PlannedChange): SQL {
  const going = inList(gone)
  return sql`json_object(
    'gone', (SELECT json_group_array(${rowArray(memories)}) FROM memories WHERE id IN ${going}),
    'changed', (SELECT json_group_array(${rowArray(memories)}) FROM memories WHERE id IN ${inList(changed)}),
    'evidence', (SELECT json_group_array(${rowArray(evidence)}) FROM evidence WHERE memory_id IN ${going}),
    'reworded', (SELECT json_group_array(${rowArray(evidence)}) FROM evidence WHERE memory_id IN ${inList(reworded)}),
    'pairs', ${bothHoldPairs(guildId, inList([...gone, ...changed]))},
    'labels', ${claimLabels(labeled)},
    'claims', (SELECT json_group_array(json_object('at', at, 'id', id, 'remainder', lower(hex(randomblob(12))), 'cells', ${claimCells()}))
      FROM claim_log WHERE memory_id IN ${going}),
    'notes', (SELECT json_group_array(json_object('seq', seq, 'id', id, 'title', title, 'summary', summary, 'participants', json(participants)))
      FROM notes WHERE seq IN ${inList(notes)}),
    'verdicts', (SELECT json_group_array(json_object('in', w.id, 'at', v.key, 'memory', v.value->>'memoryId', 'fact', v.value->>'fact'))
      FROM windows w, json_each(w.verdicts) v WHERE w.guild_id = ${guildId} AND v.value->>'fact' IS NOT NULL AND v.value->>'memoryId' IN ${going}
        AND w.id IN (SELECT window_id FROM evidence WHERE memory_id IN ${going})),
    'marks', (SELECT json_group_array(DISTINCT e.message_id) FROM evidence e WHERE e.memory_id IN ${going} AND e.message_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.guild_id = ${guildId} AND f.message_id = e.message_id)))`
}

/** Selects the labels of the claims that wrote these memories, by time and id, as a JSON array of arrays. */
function claimLabels(ids: readonly string[]): SQL {
  return sql`(SELECT json_group_array(json_array(at, id, label, labeled_on)) FROM claim_log WHERE memory_id IN ${inList(ids)})`
}

/** Selects a logged claim as two JSON arrays, because it has more columns than a function takes arguments. */
function claimCells(): SQL {
  const names = columnNames(claimLog)
  const part = (from: number, to?: number) => sql`json_array(${sql.join(names.slice(from, to), sql`, `)})`
  return sql`json_array(${part(0, 30)}, ${part(30)})`
}

/** Approximate size in bytes. Checked first, because a value that is too long would fail the whole batch. */
function approximateBytes({ gone, changed, labeled, reworded, notes }: PlannedChange): SQL {
  const bytes = (...columns: string[]) =>
    sql.raw(columns.map((column) => `length(CAST(coalesce(${column}, '') AS BLOB))`).join(" + "))
  return sql`(SELECT coalesce(sum(500 + ${bytes("fact", "fact_key", "topics", "retired_by")}), 0) FROM memories
      WHERE id IN ${inList([...gone, ...changed])})
    + (SELECT coalesce(sum(500 + 2 * (${bytes("excerpt", "fact")})), 0) FROM evidence WHERE memory_id IN ${inList([...gone, ...reworded])})
    + (SELECT 100 * count(*) FROM claim_log WHERE memory_id IN ${inList(labeled)})
    + (SELECT coalesce(sum(1000 + ${bytes("gate")}), 0) FROM claim_log WHERE memory_id IN ${inList(gone)})
    + (SELECT coalesce(sum(200 + ${bytes("title", "summary", "participants")}), 0) FROM notes WHERE seq IN ${inList(notes)})`
}

/**
 * The last audit row belongs to this change, because the batch is one transaction. `beside` lists the
 * memories paired with the changed ones.
 */
function stateAfter({ changed, labeled, notes }: PlannedChange): SQL {
  return sql`json_object(
    'labels', ${claimLabels(labeled)},
    'versions', (SELECT json_group_array(json_object('id', id, 'version', version)) FROM memories WHERE id IN ${inList(changed)}),
    'beside', (SELECT json_group_array(json_object('id', id, 'version', version)) FROM memories WHERE id NOT IN ${inList(changed)}
      AND id IN (SELECT side.value FROM json_each(undo.body, '$.pairs') pair, json_each(pair.value) side)),
    'notes', (SELECT json_group_array(json_object('seq', seq, 'title', title, 'summary', summary, 'participants', participants))
      FROM notes WHERE seq IN ${inList(notes)}),
    'deed', (SELECT max(seq) FROM audit))`
}

function inList(ids: readonly (string | number)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/**
 * Returns a row as a JSON array of all its columns. D1 allows at most 32 arguments per function, too few for
 * column names as well.
 */
function rowArray(table: typeof memories | typeof evidence): SQL {
  return sql`json_array(${sql.join(columnNames(table), sql`, `)})`
}

export function columnNames(table: typeof memories | typeof evidence | typeof claimLog): SQL[] {
  return Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name).getSQL())
}

const cells = z.array(z.union([z.string(), z.number(), z.null()]))
const NoteSchema = z.object({
  seq: z.int(),
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  participants: z.array(z.object({ id: z.string(), name: z.string(), line: z.string().nullable() })),
})

/** Time, id, label and day of a logged claim. */
const labels = z
  .array(z.tuple([z.int(), z.string(), z.enum(CLAIM_LABELS).nullable(), z.string().nullable()]))
  // Missing in rows stored before claims had labels.
  .default([])

/** The columns `body` and `premises` of an undo row. */
export const UndoBodySchema = z.object({
  gone: z.array(cells),
  changed: z.array(cells),
  evidence: z.array(cells),
  reworded: z.array(cells),
  // Missing in rows stored before pairs existed.
  pairs: z.array(z.tuple([z.string(), z.string()])).default([]),
  labels,
  /** Logged claims of deleted memories, and the id of what is left of each. Missing in older rows too. */
  claims: z
    .array(z.object({ at: z.int(), id: z.string(), remainder: z.string(), cells: z.tuple([cells, cells]) }))
    .default([]),
  notes: z.array(NoteSchema),
  verdicts: z.array(z.object({ in: z.string(), at: z.int(), memory: z.string(), fact: z.string() })),
  marks: z.array(z.string()),
})
export type UndoBody = z.output<typeof UndoBodySchema>
const versions = z.array(z.object({ id: z.string(), version: z.int() }))
export const UndoPremisesSchema = z.object({
  versions,
  beside: versions.default([]),
  labels,
  notes: z.array(
    z.object({ seq: z.int(), title: z.string(), summary: z.string(), participants: z.string() }),
  ),
  deed: z.int(),
})
export type UndoPremises = z.output<typeof UndoPremisesSchema>
/** The body after an undo: the button press that did it, and the restored memories. */
export const UndoneSchema = z.object({ undone: z.string(), ids: z.array(z.string()) })

/** Converts stored cells to a memory. */
export function memoryFromCells(row: z.output<typeof cells>): Memory {
  const columns = Object.entries(getTableColumns(memories))
  const named = columns.map(([key, column], nth) => {
    const cell = row[nth] ?? null
    return [key, cell === null ? null : column.mapFromDriverValue(cell)]
  })
  // The cells come from the table's own columns, in order.
  return fromRow(Object.fromEntries(named) as MemoryRow)
}

/**
 * Leaves out memories that were deleted only because they were merged into another: nobody sees one fact
 * twice.
 */
export function distinctMemories(gone: readonly Memory[]): Memory[] {
  const ids = new Set(gone.map(({ id }) => id))
  return gone.filter((memory) => !memory.merged || !ids.has(memory.supersededBy ?? ""))
}

/** Deletes all undo rows of a guild. */
export function voidUndo(guildId: Id): SQL {
  return sql`DELETE FROM undo WHERE guild_id = ${guildId}`
}

/**
 * Returns the condition "the undo row contains one of these ids": messages it rests on, or windows they were
 * read in.
 */
export function undoRowsCiting(guildId: Id, ids: readonly string[]): SQL {
  return sql`guild_id = ${guildId}
    AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) j WHERE instr(undo.body, '"' || j.value || '"') > 0)`
}
