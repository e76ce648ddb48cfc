/** What is kept of memories that a person changes, so that it can be put back (undo.ts): rows as they were, taken down by the batch that changes them. It is worded in SQL, so nothing can come between. */
import { getTableColumns, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id, Memory } from "../../domain/types.ts"
import { fromRow, type MemoryRow } from "../db/rows.ts"
import { evidence, memories } from "../db/schema.ts"
import { bothHoldPairs } from "../read/both-hold.ts"
import type { AuditActor } from "./audit.ts"

/** For so long it can be taken back. */
export const UNDO_MS = 600_000
/** D1 takes 2 MB a value: what may come near that, with all its signs and names, cannot be taken back. */
const HEAVIEST = 1_000_000

/** Who changes memories. */
export interface MemoryEditor extends AuditActor {
  /** Under which id they can take that back; without one, they cannot. */
  undo?: { id: string; userId: Id }
  /** Whose own the memories have to be (own.ts); without one, anybody's may be changed. */
  owner?: Id
}

/** What a batch is about to change: ids of memories that go and that change, those whose evidence is reworded, and notes. */
export interface PlannedChange {
  gone: readonly string[]
  changed: readonly string[]
  reworded: readonly string[]
  notes: readonly number[]
}

/** The statements that keep what `change` is going to change: the first as it was, the last what it was left as. */
export function withUndo(
  guildId: Id,
  { undo, now }: MemoryEditor,
  stake: PlannedChange,
  change: readonly Landing[],
): Landing[] {
  if (undo === undefined) return [...change]
  const before = sql`INSERT INTO undo (id, guild_id, user_id, body, premises, expires_at)
    SELECT ${undo.id}, ${guildId}, ${undo.userId}, ${asItWas(guildId, stake)}, '{}', ${now + UNDO_MS}
    FROM (SELECT ${weightOf(stake)} AS weight) WHERE weight <= ${HEAVIEST} ON CONFLICT DO NOTHING`
  const after = sql`UPDATE undo SET premises = ${asLeft(stake)} WHERE id = ${undo.id} AND premises = '{}'`
  return [before, ...change, after]
}

type Landing = SQL | { toSQL(): { sql: string; params: unknown[] } }

function asItWas(guildId: Id, { gone, changed, reworded, notes }: PlannedChange): SQL {
  const going = among(gone)
  return sql`json_object(
    'gone', (SELECT json_group_array(${rowArray(memories)}) FROM memories WHERE id IN ${going}),
    'changed', (SELECT json_group_array(${rowArray(memories)}) FROM memories WHERE id IN ${among(changed)}),
    'evidence', (SELECT json_group_array(${rowArray(evidence)}) FROM evidence WHERE memory_id IN ${going}),
    'reworded', (SELECT json_group_array(${rowArray(evidence)}) FROM evidence WHERE memory_id IN ${among(reworded)}),
    'pairs', ${bothHoldPairs(guildId, among([...gone, ...changed]))},
    'notes', (SELECT json_group_array(json_object('seq', seq, 'id', id, 'title', title, 'summary', summary, 'participants', json(participants)))
      FROM notes WHERE seq IN ${among(notes)}),
    'verdicts', (SELECT json_group_array(json_object('in', w.id, 'at', v.key, 'memory', v.value->>'memoryId', 'fact', v.value->>'fact'))
      FROM windows w, json_each(w.verdicts) v WHERE w.guild_id = ${guildId} AND v.value->>'fact' IS NOT NULL AND v.value->>'memoryId' IN ${going}
        AND w.id IN (SELECT window_id FROM evidence WHERE memory_id IN ${going})),
    'marks', (SELECT json_group_array(DISTINCT e.message_id) FROM evidence e WHERE e.memory_id IN ${going} AND e.message_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM forgotten f WHERE f.guild_id = ${guildId} AND f.message_id = e.message_id)))`
}

/** Bytes of all that is to be kept, roughly: asked first, as a value too long would fail the whole batch. */
function weightOf({ gone, changed, reworded, notes }: PlannedChange): SQL {
  const bytes = (...columns: string[]) =>
    sql.raw(columns.map((column) => `length(CAST(coalesce(${column}, '') AS BLOB))`).join(" + "))
  return sql`(SELECT coalesce(sum(500 + ${bytes("fact", "fact_key", "topics", "retired_by")}), 0) FROM memories
      WHERE id IN ${among([...gone, ...changed])})
    + (SELECT coalesce(sum(500 + 2 * (${bytes("excerpt", "fact")})), 0) FROM evidence WHERE memory_id IN ${among([...gone, ...reworded])})
    + (SELECT coalesce(sum(200 + ${bytes("title", "summary", "participants")}), 0) FROM notes WHERE seq IN ${among(notes)})`
}

/** The audit's last row is this very deed's: the batch is one transaction. `beside`: what is in a pair with what was changed. */
function asLeft({ changed, notes }: PlannedChange): SQL {
  return sql`json_object(
    'versions', (SELECT json_group_array(json_object('id', id, 'version', version)) FROM memories WHERE id IN ${among(changed)}),
    'beside', (SELECT json_group_array(json_object('id', id, 'version', version)) FROM memories WHERE id NOT IN ${among(changed)}
      AND id IN (SELECT side.value FROM json_each(undo.body, '$.pairs') pair, json_each(pair.value) side)),
    'notes', (SELECT json_group_array(json_object('seq', seq, 'title', title, 'summary', summary, 'participants', participants))
      FROM notes WHERE seq IN ${among(notes)}),
    'deed', (SELECT max(seq) FROM audit))`
}

function among(ids: readonly (string | number)[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** A row as a JSON array of all its columns. D1 takes at most 32 arguments a function, too few for names beside the values. */
function rowArray(table: typeof memories | typeof evidence): SQL {
  return sql`json_array(${sql.join(columnNames(table), sql`, `)})`
}

export function columnNames(table: typeof memories | typeof evidence): SQL[] {
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

/** The columns `body` and `premises` of what can be put back. */
export const UndoBodySchema = z.object({
  gone: z.array(cells),
  changed: z.array(cells),
  evidence: z.array(cells),
  reworded: z.array(cells),
  // Kept before there were any, it has none.
  pairs: z.array(z.tuple([z.string(), z.string()])).default([]),
  notes: z.array(NoteSchema),
  verdicts: z.array(z.object({ in: z.string(), at: z.int(), memory: z.string(), fact: z.string() })),
  marks: z.array(z.string()),
})
const versions = z.array(z.object({ id: z.string(), version: z.int() }))
export const UndoPremisesSchema = z.object({
  versions,
  beside: versions.default([]),
  notes: z.array(
    z.object({ seq: z.int(), title: z.string(), summary: z.string(), participants: z.string() }),
  ),
  deed: z.int(),
})
/** What stands there once it was put back: by which press, and which memories. */
export const UndoneSchema = z.object({ undone: z.string(), ids: z.array(z.string()) })

/** A memory of its kept cells. */
export function memoryFromCells(row: z.output<typeof cells>): Memory {
  const columns = Object.entries(getTableColumns(memories))
  const named = columns.map(([key, column], nth) => {
    const cell = row[nth] ?? null
    return [key, cell === null ? null : column.mapFromDriverValue(cell)]
  })
  // The cells were taken from the table's own columns, in their order.
  return fromRow(Object.fromEntries(named) as MemoryRow)
}

/** But what went along because it was merged: nobody is told of one fact twice. */
export function distinctMemories(gone: readonly Memory[]): Memory[] {
  const ids = new Set(gone.map(({ id }) => id))
  return gone.filter((memory) => !memory.merged || !ids.has(memory.supersededBy ?? ""))
}

/** Nothing of a guild can be put back any more. */
export function voidUndo(guildId: Id): SQL {
  return sql`DELETE FROM undo WHERE guild_id = ${guildId}`
}

/** The SQL of "holds something that rests on one of these messages, or was read in one of these windows". */
export function undoRowsCiting(guildId: Id, ids: readonly string[]): SQL {
  return sql`guild_id = ${guildId}
    AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) j WHERE instr(undo.body, '"' || j.value || '"') > 0)`
}
