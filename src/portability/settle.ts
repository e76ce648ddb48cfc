/**
 * Decides what an import does with the rows of a part: add them, merge them, leave what is there, or refuse
 * them. What people decided in the target stays. Pure.
 */
import type { RowLine } from "../backup/format.ts"
import type { Id, Memory } from "../domain/types.ts"
import { separateKey } from "../memory/facts/fact-key.ts"
import type { StoredEvidence } from "../memory/facts/known.ts"
import { mergeMemories } from "../memory/facts/merge.ts"
import type { MemoryEvidence } from "../memory/facts/operations.ts"
import { rebuildFromStatements, statementsOf } from "../memory/facts/rebuild.ts"
import type { SensitiveRule } from "../privacy/sensitive.ts"
import { exportedColumns, memoryIn, statementColumns, statementIn } from "./columns.ts"
import {
  firstOf,
  type ImportRefusal,
  refusedChannel,
  refusedName,
  refusedPerson,
  refusedWords,
} from "./refusals.ts"
import { columnsIn } from "./rows.ts"
import { plainKey, type Target } from "./target.ts"

export interface SettleRule {
  sensitive: SensitiveRule
  /** A key of a channel's readers; `null` stands for words told directly. */
  readersOf(channelId: Id | null): string
  /** Messages that their channels know to be deleted. */
  deleted: ReadonlySet<Id>
  /** May bring rows of the whole deployment. */
  isOperator: boolean
  /** Nothing was written, so the conversations of a topic may be missing. */
  isDryRun: boolean
  /** Who imports, as in the audit log. */
  importer: string
}

type RowOutcome = "added" | "merged" | "same" | "skipped" | ImportRefusal

export interface SettledRow {
  table: RowLine["table"]
  outcome: RowOutcome
  /** Of a memory or note, as the source names it. */
  id: string | null
}

/** The rows to write, and the outcome of each row of the part. */
export interface Settled {
  lines: RowLine[]
  /** Memories of the target that took statements over. */
  merged: { before: Memory; next: Memory }[]
  fresh: Memory[]
  rows: SettledRow[]
}

/** A memory or note as the source has it and as the target would, with the rows that belong to it. */
export interface RowGroup {
  sourceId: string
  line: RowLine
  along: RowLine[]
}

export function settleMemory(group: RowGroup, target: Target, rule: SettleRule): Settled {
  const memory = memoryIn(columnsIn("memories", group.line.row))
  const statements = group.along.map((line) => ({ line, row: statementIn(columnsIn("evidence", line.row)) }))
  const refusals = statements.map(({ row }) => refusedStatement(memory, row, target, rule))
  const kept = statements.filter((_, index) => refusals[index] === null)
  const reason =
    refusedMemory(memory, target, rule) ?? (kept.length === 0 ? (firstOf(refusals) ?? "no_statement") : null)
  if (reason !== null) return refused(group, reason)
  const known = matchOf(memory, kept, target, rule)
  const lost = refusals.map((one) => ({ table: "evidence" as const, outcome: one, id: group.sourceId }))
  const counted = lost.flatMap((one) => (one.outcome === null ? [] : [{ ...one, outcome: one.outcome }]))
  const settled =
    known === null ? addMemory(group, memory, kept, target) : mergeInto(known, group, memory, kept, target)
  return { ...settled, rows: [...settled.rows, ...counted] }
}

interface Statement {
  line: RowLine
  row: StoredEvidence
}

function refusedMemory(
  memory: Memory,
  target: Target,
  { sensitive, isOperator }: SettleRule,
): ImportRefusal | null {
  const { subject, fact, topics } = memory
  if (subject.scope === "global" && !isOperator) return "global"
  if (target.foreign.has(memory.id)) return "id_taken"
  const about = { people: [], ofGroup: subject.scope !== "user" }
  return firstOf([
    subject.scope === "user"
      ? refusedPerson(target, subject.id, { from: memory.lastSaidAt, to: memory.lastSaidAt })
      : null,
    refusedName(target, [fact, ...topics]),
    refusedWords([fact, ...topics], sensitive, about),
  ])
}

function refusedStatement(
  { subject }: Memory,
  row: StoredEvidence,
  target: Target,
  { deleted }: SettleRule,
): ImportRefusal | null {
  const span = { from: row.saidAt, to: row.saidAt }
  if (row.messageId !== null && target.forgotten.has(row.messageId)) return "forgotten"
  if (row.messageId !== null && deleted.has(row.messageId)) return "deleted"
  return firstOf([
    refusedChannel(target, row.channelId, row.saidAt),
    refusedPerson(target, row.authorId, span),
    subject.scope === "user" ? refusedPerson(target, subject.id, span) : null,
    refusedName(target, [row.excerpt, row.fact ?? ""]),
  ])
}

/** The target's memory of the same fact, read by exactly the same people, or the row itself if it is there. */
function matchOf(
  memory: Memory,
  kept: readonly Statement[],
  target: Target,
  rule: SettleRule,
): MemoryEvidence | null {
  const own = target.known.get(memory.id)
  if (own !== undefined) return own
  const readers = (rows: readonly StoredEvidence[]) =>
    [...new Set(rows.map(({ channelId }) => rule.readersOf(channelId)))].sort().join(" ")
  const mine = readers(kept.map(({ row }) => row))
  const all = [...target.known.values()].filter((one) => isSameFact(one.memory, memory))
  return all.find(({ evidence }) => readers(evidence) === mine) ?? null
}

function isSameFact(one: Memory, other: Memory): boolean {
  return (
    one.subject.scope === other.subject.scope &&
    one.subject.id === other.subject.id &&
    plainKey(one.factKey) === plainKey(other.factKey)
  )
}

/** Adds a memory as it is, or as its remaining statements make it. */
function addMemory(
  { line, along, sourceId }: RowGroup,
  memory: Memory,
  kept: readonly Statement[],
  target: Target,
): Settled {
  const isWhole = kept.length === along.length
  const evidence = kept.map(({ row }) => row)
  const saying = statementsOf(memory, evidence).filter(({ wordings }) => wordings.length > 0)
  if (saying.length === 0 && !isWhole) return refused({ line, along, sourceId }, "no_statement")
  const rebuilt = isWhole ? memory : { ...rebuildFromStatements(memory, saying), factKey: memory.factKey }
  const isTaken = [...target.known.values()].some(
    (one) => isSameFact(one.memory, memory) && one.memory.factKey === memory.factKey,
  )
  const next = isTaken ? { ...rebuilt, factKey: separateKey(plainKey(memory.factKey), memory.id) } : rebuilt
  target.known.set(next.id, { memory: next, evidence })
  const row = next === memory ? line.row : exportedColumns(next)
  return {
    lines: [{ table: "memories", row }, ...kept.map((one) => one.line)],
    merged: [],
    fresh: [next],
    rows: [outcome("memories", "added", sourceId), ...kept.map(() => outcome("evidence", "added", sourceId))],
  }
}

/** Adds the statements that the target's memory lacks, if both are active. */
function mergeInto(
  known: MemoryEvidence,
  group: RowGroup,
  memory: Memory,
  kept: readonly Statement[],
  target: Target,
): Settled {
  const refs = new Set(known.evidence.map(({ ref }) => ref))
  const news = kept.filter(({ row }) => !refs.has(row.ref))
  const [id, same] = [group.sourceId, kept.length - news.length]
  const unchanged = Array.from({ length: same }, () => outcome("evidence", "same", id))
  if (news.length === 0) return { ...NOTHING, rows: [outcome("memories", "same", id), ...unchanged] }
  if (known.memory.status !== "active" || memory.status !== "active") return refused(group, "decided_here")
  const { into, copies } = mergeMemories(known, [{ memory, evidence: news.map(({ row }) => row) }])
  target.known.set(into.memory.id, into)
  return {
    lines: news.map(({ line }, index) => {
      const copy = copies[index]
      return { table: "evidence" as const, row: copy ? statementColumns(line.row, copy) : line.row }
    }),
    merged: [{ before: known.memory, next: into.memory }],
    fresh: [],
    rows: [
      outcome("memories", "merged", id),
      ...unchanged,
      ...news.map(() => outcome("evidence", "added", id)),
    ],
  }
}

export function settleNote(group: RowGroup, target: Target, rule: SettleRule): Settled {
  const note = columnsIn("notes", group.line.row)
  const texts = [note.title, note.summary, ...note.participants.flatMap(({ line }) => line ?? [])]
  const names = note.participants.map(({ name }) => name)
  const sources = group.along.map(({ row }) => `${row.source_id}`)
  const isTopic = note.kind === "topic_cluster"
  const lacks =
    isTopic && (sources.length === 0 || (!rule.isDryRun && sources.some((id) => !target.notes.has(id))))
  if (target.notes.has(note.id)) {
    const rows = [
      outcome("notes", "same", group.sourceId),
      ...sources.map(() => outcome("note_sources", "same", null)),
    ]
    return { ...NOTHING, rows }
  }
  const reason = firstOf([
    target.foreign.has(note.id) ? "id_taken" : null,
    refusedChannel(target, note.channel_id, note.from_at),
    ...note.participants.map(({ id }) => refusedPerson(target, id, { from: note.from_at, to: note.to_at })),
    refusedName(target, [...texts, ...names]),
    refusedWords(texts, rule.sensitive, { people: names, ofGroup: true }),
    lacks ? "no_source" : null,
  ])
  if (reason !== null) return refused(group, reason)
  target.notes.add(note.id)
  return {
    ...NOTHING,
    lines: [group.line, ...group.along],
    rows: [
      outcome("notes", "added", group.sourceId),
      ...sources.map(() => outcome("note_sources", "added", null)),
    ],
  }
}

const NOTHING: Settled = { lines: [], merged: [], fresh: [], rows: [] }

function outcome(table: RowLine["table"], what: RowOutcome, id: string | null): SettledRow {
  return { table, outcome: what, id }
}

function refused({ line, along, sourceId }: RowGroup, reason: ImportRefusal): Settled {
  return { ...NOTHING, rows: [line, ...along].map(({ table }) => outcome(table, reason, sourceId)) }
}
