/** Memories between their rows and the noun. */
import { type InferSelectModel, type SQL, sql } from "drizzle-orm"
import type { Id, Memory } from "../../domain/types.ts"
import { indexTerms } from "../../text/stems.ts"
import type { memories, notes } from "./schema.ts"

export type MemoryRow = InferSelectModel<typeof memories>

export function fromRow(row: MemoryRow): Memory {
  const { seq: _, embeddedWith: __, scope, subjectId, ...rest } = row
  return { ...rest, subject: { scope, id: subjectId } }
}

/** A memory as the flat JSON object that `json_each` unpacks into columns. */
export function toRow(memory: Memory): Omit<MemoryRow, "seq" | "embeddedWith"> {
  const { subject, ...rest } = memory
  return { ...rest, scope: subject.scope, subjectId: subject.id }
}

/** What full text is searched in: the fact and its topics. */
export function searchText(memory: Pick<Memory, "fact" | "topics">): string {
  return `${memory.fact} ${memory.topics.join(" ")}`
}

// Notes as they are worded anew or taken away, with their full text and their vectors. What is to go is decided elsewhere.

/** What a note says. */
export type NoteText = Pick<typeof notes.$inferSelect, "title" | "summary" | "participants">

/** The title of a conversation whose own title could not be kept. */
export const UNTITLED = "A conversation"

/** What a note is found by. */
export function noteTerms(guildId: Id, { title, summary, participants }: NoteText): string {
  return indexTerms(guildId, `${title} ${summary} ${participants.map((person) => person.name).join(" ")}`)
}

/** Notes go with their full text; triggers take their vectors, people and digests along. */
export function removeNotes(seqs: readonly number[]): SQL[] {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(seqs)}))`
  return [sql`DELETE FROM note_terms WHERE rowid IN ${list}`, sql`DELETE FROM notes WHERE seq IN ${list}`]
}

/** Notes say this from now on. A vector of former words goes at once, whether or not a model is there to make another. */
export function rewordNotes(guildId: Id, rows: readonly (NoteText & { seq: number })[]): SQL[] {
  if (rows.length === 0) return []
  const changed = JSON.stringify(
    rows.map(({ seq, title, summary, participants }) => ({
      ...{ seq, title, summary, participants },
      terms: noteTerms(guildId, { title, summary, participants }),
    })),
  )
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
