/** Reads a part of an export: checks it against the checksums, parses its rows, and groups them. Pure. */
import type { RowLine } from "../backup/format.ts"
import { eventText } from "../domain/events.ts"
import { sha256 } from "../domain/hash.ts"
import type { Id } from "../domain/types.ts"
import { ALONG, chainHash, TRAVEL } from "./format.ts"
import { type Mapping, mapRows } from "./mapping.ts"
import { columnsIn, parseRows, type RowFault } from "./rows.ts"
import type { RowGroup } from "./settle.ts"
import type { PartKeys } from "./target.ts"

/** Returns true if the parts' hashes make the hash of the whole. */
export function makeWhole(parts: readonly string[], whole: string): boolean {
  return parts.length > 0 && parts.reduce(chainHash, "") === whole
}

/** The rows of a part, as the target would hold them. */
export interface ImportedPart {
  memories: RowGroup[]
  notes: RowGroup[]
  /** Rows that belong to no other, by table. */
  others: RowLine[]
  /** Rows that are only to be read. */
  records: RowLine[]
}

export type PartRead = { part: ImportedPart } | { damaged: true } | { fault: RowFault }

/** Parses a part's text: all of its lines, without the one that ends it. */
export function readPart(
  text: string,
  expected: { sha256: string; isFirst: boolean },
  mapping: Mapping,
): PartRead {
  if (sha256(text) !== expected.sha256) return { damaged: true }
  const lines = text.split("\n").filter((line) => line !== "")
  const first = expected.isFirst ? 1 : 0
  const rows = parseRows(lines.slice(first), first + 1)
  if (!Array.isArray(rows)) return { fault: rows }
  return { part: groupsOf(rows, mapping) }
}

function groupsOf(rows: readonly RowLine[], mapping: Mapping): ImportedPart {
  const part: ImportedPart = { memories: [], notes: [], others: [], records: [] }
  for (const [index, line] of mapRows(mapping, rows).entries()) {
    const row = rows[index] ?? line
    if (row.table === "memories" || row.table === "notes")
      part[row.table].push({ sourceId: `${row.row.id}`, line, along: [] })
    else if (row.table === ALONG.memories.table) addAlong(part.memories, line, "memory_id")
    else if (row.table === ALONG.notes.table) addAlong(part.notes, line, "cluster_id")
    else if (TRAVEL[row.table] === "page") part.others.push(line)
    else part.records.push(line)
  }
  return part
}

/** A row that follows none of its kind belongs to nothing, and is left out. */
function addAlong(groups: readonly RowGroup[], line: RowLine, column: string): void {
  const group = groups.at(-1)
  if (group !== undefined && group.line.row.id === line.row[column]) group.along.push(line)
}

/** Returns what has to be read of the target to settle a part. */
export function keysOf({ memories, notes, others }: ImportedPart): PartKeys {
  const facts = memories.map(({ line }) => columnsIn("memories", line.row))
  const statements = memories.flatMap(({ along }) => along.map(({ row }) => columnsIn("evidence", row)))
  const told = notes.map(({ line }) => columnsIn("notes", line.row))
  const people: Id[] = [
    ...facts.flatMap(({ scope, subject_id }) => (scope === "user" ? subject_id : [])),
    ...statements.map(({ author_id }) => author_id),
    ...told.flatMap(({ participants }) => participants.map(({ id }) => id)),
    ...others.flatMap(peopleOf),
  ]
  const happened = others.flatMap(({ table, row }) => (table === "events" ? columnsIn("events", row) : []))
  return {
    memories: facts,
    events: happened.map(({ id, message_id: messageId }) => ({ id, messageId })),
    attributions: others.some(({ table }) => table === "identity_links"),
    noteIds: notes.flatMap(({ line, along }) => [
      `${line.row.id}`,
      ...along.map(({ row }) => `${row.source_id}`),
    ]),
    messageIds: statements.flatMap(({ message_id }) => message_id ?? []),
    people: [...new Set(people)],
    texts: [
      ...facts.flatMap(({ fact, topics }) => [fact, ...topics]),
      ...statements.flatMap(({ excerpt, fact }) => [excerpt, fact ?? ""]),
      ...told.flatMap(({ title, summary, participants }) => [
        title,
        summary,
        ...participants.flatMap(({ name, line }) => [name, line ?? ""]),
      ]),
      ...happened.map(({ content }) => eventText(content ?? "")),
    ],
  }
}

/** The people in a row that stands alone. */
function peopleOf({ table, row }: RowLine): Id[] {
  if (table === "answer_labels") return [`${row.user_id}`]
  if (table === "identity_links") return [`${row.account_id}`, `${row.person_id}`]
  return table === "events" && row.scope === "user" ? [`${row.scope_id}`] : []
}

/** Returns the messages of a part by the channel that would know of their deletion. */
export function messagesByChannel({ memories }: ImportedPart): Map<Id, Id[]> {
  const rows = memories.flatMap(({ along }) => along.map(({ row }) => columnsIn("evidence", row)))
  const said = rows.flatMap(({ channel_id: channel, message_id: message }) =>
    channel === null || message === null ? [] : [{ channel, message }],
  )
  const groups = Map.groupBy(said, ({ channel }) => channel)
  return new Map([...groups].map(([channel, all]) => [channel, all.map(({ message }) => message)]))
}
