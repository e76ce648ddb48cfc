/**
 * Takes facts out of the notes of the conversations they were learned in. Of a forgotten fact, each sentence that
 * mentions it is deleted. A corrected fact stands in its new words where it stood in the old ones, and one that was not
 * saved, or was rejected later, stands nowhere.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Memory, Note, Verdict } from "../../domain/types.ts"
import { endSentence } from "../../text/display.ts"
import { sentenceSegments } from "../../text/sentence-segments.ts"
import { stems } from "../../text/stems.ts"
import type { Database } from "../db/database.ts"
import { type NoteText, removeNotes, rewordNotes, UNTITLED } from "../db/rows.ts"
import { noteSources, notes } from "../db/schema.ts"

/** Removes everything that shares a meaningful word with a fact. Names do not count. Pure. */
function withoutFacts(note: NoteText, facts: readonly string[]): NoteText {
  const names = new Set(note.participants.flatMap((person) => stems(person.name)))
  const telling = new Set(facts.flatMap(stems).filter((stem) => !names.has(stem)))
  const tells = (text: string) => stems(text).some((stem) => telling.has(stem))
  const parts = sentenceSegments(note.summary).flatMap((segment) => segment.split(/(?<=;\s)/))
  return {
    title: tells(note.title) ? UNTITLED : note.title,
    summary: parts
      .filter((part) => !tells(part))
      .join("")
      .trim(),
    participants: note.participants.map((person) =>
      person.line !== null && tells(person.line) ? { ...person, line: null } : person,
    ),
  }
}

/**
 * Returns the statements that remove memories from the notes and records of their windows, and the row
 * numbers of those notes.
 */
export async function redactNotes(
  db: Database,
  guildId: Id,
  gone: readonly Memory[],
): Promise<{ statements: SQL[]; notes: number[] }> {
  const ids = JSON.stringify(gone.map(({ id }) => id))
  const learnedIn = windowsOf(ids)
  const affected = await notesOf(db, guildId, learnedIn)
  const facts = gone.map((memory) => memory.fact)
  const clusters = await clustersMentioning(db, guildId, { of: affected, facts })
  const changed = affected
    .map((note) => ({ ...note, ...withoutFacts(note, facts) }))
    .filter((note, index) => JSON.stringify(note) !== JSON.stringify(affected[index]))
  const statements = [
    ...rewordNotes(guildId, changed),
    ...(clusters.length > 0 ? removeNotes(clusters) : []),
    sql`UPDATE windows SET verdicts = (SELECT json_group_array(CASE WHEN v.value->>'memoryId' IN (SELECT value FROM json_each(${ids}))
        THEN json_set(v.value, '$.fact', NULL) ELSE json(v.value) END) FROM json_each(verdicts) v)
      WHERE guild_id = ${guildId} AND id IN ${learnedIn}`,
    sql`INSERT INTO forgotten (guild_id, message_id) SELECT DISTINCT guild_id, message_id FROM evidence
      WHERE memory_id IN (SELECT value FROM json_each(${ids})) AND message_id IS NOT NULL ON CONFLICT DO NOTHING`,
  ]
  return { statements, notes: changed.map(({ seq }) => seq) }
}

/** Selects the windows in which memories were learned. `ids` is a JSON array. */
function windowsOf(ids: string): SQL {
  return sql`(SELECT window_id FROM evidence WHERE memory_id IN (SELECT value FROM json_each(${ids})) AND window_id IS NOT NULL)`
}

function notesOf(db: Database, guildId: Id, windows: SQL) {
  return db
    .select()
    .from(notes)
    .where(sql`guild_id = ${guildId} AND id IN (SELECT 'n_' || window_id FROM ${windows})`)
}

/** A memory whose words change in notes; `null` takes them out. */
interface Restating {
  memory: Memory
  fact: string | null
}

/**
 * Returns the statements that put the new words of memories in the place of the old ones in notes, or nothing for `null`,
 * and the row numbers of those notes. Clusters made of them are rewritten too.
 */
export async function restateNotes(
  db: Database,
  guildId: Id,
  restating: readonly Restating[],
): Promise<{ statements: SQL[]; notes: number[] }> {
  const all = restating.filter(({ memory, fact }) => fact !== memory.fact)
  if (all.length === 0) return { statements: [], notes: [] }
  const of = await notesOf(db, guildId, windowsOf(JSON.stringify(all.map(({ memory }) => memory.id))))
  const affected = [...of, ...(await clustersOf(db, guildId, of))]
  const changed = affected
    .map((note) => all.reduce((left, { memory, fact }) => restated(left, memory.fact, fact), note))
    .filter((note, index) => JSON.stringify(note) !== JSON.stringify(affected[index]))
  return { statements: rewordNotes(guildId, changed), notes: changed.map(({ seq }) => seq) }
}

/**
 * Puts `after` where `before` stands word for word, or nothing for `null`. A line about a person that holds its predicate
 * is dropped. Pure.
 */
function restated<T extends NoteText>(note: T, before: string, after: string | null): T {
  const summary =
    after === null
      ? note.summary.replaceAll(endSentence(before), "").replaceAll("  ", " ").trim()
      : note.summary.replaceAll(before, () => after)
  return {
    ...note,
    summary,
    title:
      after === null && note.title.includes(before)
        ? UNTITLED
        : note.title.replaceAll(before, () => after ?? ""),
    participants: note.participants.map((person) => {
      const predicate = before.replace(`${person.name} `, "")
      return person.line?.includes(predicate) ? { ...person, line: null } : person
    }),
  }
}

/** Takes the facts out of a note that its window proposed and the policy did not save. Pure. */
export function withoutUnsaved(note: Note, verdicts: readonly Verdict[]): Note {
  const unsaved = verdicts.filter(({ kind, reason }) => kind !== "accepted" && !STAYS.has(reason))
  return unsaved.reduce((left, { fact }) => (fact === null ? left : restated(left, fact, null)), note)
}

/** Reasons that say nothing against the fact: it is known, or there was no room for it. */
const STAYS = new Set([
  "already_known",
  "window_full",
  "hour_full",
  "subject_full",
  "fact_too_long",
  "read_only",
])

/**
 * Returns clusters made of these notes whose own words mention a fact. They are deleted; the next night may
 * make new ones from the rest.
 */
async function clustersMentioning(
  db: Database,
  guildId: Id,
  { of, facts }: { of: readonly { id: string }[]; facts: readonly string[] },
): Promise<number[]> {
  const rows = await clustersOf(db, guildId, of)
  const without = rows.map((row) => ({ ...row, ...withoutFacts(row, facts) }))
  return rows
    .filter((row, index) => JSON.stringify(row) !== JSON.stringify(without[index]))
    .map(({ seq }) => seq)
}

function clustersOf(db: Database, guildId: Id, of: readonly { id: string }[]) {
  const ids = JSON.stringify(of.map(({ id }) => id))
  return db
    .select()
    .from(notes)
    .where(
      sql`guild_id = ${guildId} AND kind = 'topic_cluster' AND id IN (SELECT ${noteSources.clusterId} FROM ${noteSources}
        WHERE guild_id = ${guildId} AND source_id IN (SELECT value FROM json_each(${ids})))`,
    )
}
