/** Converts between rows and domain objects, and writes changed or deleted notes. */
import { type InferSelectModel, type SQL, sql } from "drizzle-orm"
import type { Id, Memory } from "../../domain/types.ts"
import { indexTerms } from "../../text/stems.ts"
import { jsonPages } from "./json-pages.ts"
import type { memories, notes } from "./schema.ts"

export type MemoryRow = InferSelectModel<typeof memories>

export function fromRow(row: MemoryRow): Memory {
  const { seq: _, embeddedWith: __, scope, subjectId, ...rest } = row
  return { ...rest, subject: { scope, id: subjectId } }
}

/** Returns a memory as the flat JSON object that `json_each` unpacks into columns. */
export function toRow(memory: Memory): Omit<MemoryRow, "seq" | "embeddedWith"> {
  const { subject, ...rest } = memory
  return { ...rest, scope: subject.scope, subjectId: subject.id }
}

/** Returns the text that full-text search indexes: the fact and its topics. */
export function searchText(memory: Pick<Memory, "fact" | "topics">): string {
  return `${memory.fact} ${memory.topics.join(" ")}`
}

// Notes: rewording and removal, with full text and vectors. Other files decide what to remove.

/** The text of a note. */
export type NoteText = Pick<typeof notes.$inferSelect, "title" | "summary" | "participants">

/** The title of a conversation whose own title could not be kept. */
export const UNTITLED = "A conversation"

/** Returns the full-text terms of a note: title, summary and participants' names. */
export function noteTerms(guildId: Id, { title, summary, participants }: NoteText): string {
  return indexTerms(guildId, `${title} ${summary} ${participants.map((person) => person.name).join(" ")}`)
}

/** Deletes notes and their full text. Triggers delete their vectors, people and digests. */
export function removeNotes(seqs: readonly number[]): SQL[] {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(seqs)}))`
  return [sql`DELETE FROM note_terms WHERE rowid IN ${list}`, sql`DELETE FROM notes WHERE seq IN ${list}`]
}

/**
 * Replaces the text of notes. The vector of the former text is removed at once, whether or not a model is
 * available to make a new one.
 */
export function rewordNotes(guildId: Id, rows: readonly (NoteText & { seq: number })[]): SQL[] {
  const changed = rows.map(({ seq, title, summary, participants }) => ({
    ...{ seq, title, summary, participants },
    terms: noteTerms(guildId, { title, summary, participants }),
  }))
  return jsonPages(changed).flatMap(rewordPage)
}

function rewordPage(changed: string): SQL[] {
  const seqs = sql`(SELECT value->>'seq' FROM json_each(${changed}))`
  return [
    sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT guild_id, 'note', seq FROM notes
      WHERE seq IN ${seqs} AND embedded_with IS NOT NULL ON CONFLICT DO NOTHING`,
    sql`DELETE FROM note_terms WHERE rowid IN ${seqs}`,
    sql`UPDATE notes SET title = j.value->>'title', summary = j.value->>'summary', participants = j.value->>'participants'
      FROM json_each(${changed}) j WHERE notes.seq = j.value->>'seq'`,
    sql`UPDATE notes SET embedded_with = NULL WHERE seq IN ${seqs}`,
    sql`INSERT INTO note_terms (rowid, terms) SELECT n.seq, j.value->>'terms' FROM json_each(${changed}) j JOIN notes n ON n.seq = j.value->>'seq'`,
  ]
}
