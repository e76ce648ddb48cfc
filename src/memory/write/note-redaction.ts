/**
 * Removes forgotten facts from the notes of the conversations they were learned in: each sentence that
 * mentions one is deleted, the rest stays.
 */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Memory } from "../../domain/types.ts"
import { stems } from "../../text/stems.ts"
import type { Database } from "../db/database.ts"
import { type NoteText, removeNotes, rewordNotes, UNTITLED } from "../db/rows.ts"
import { noteSources, notes } from "../db/schema.ts"

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** Removes everything that shares a meaningful word with a fact. Names do not count. Pure. */
function withoutFacts(note: NoteText, facts: readonly string[]): NoteText {
  const names = new Set(note.participants.flatMap((person) => stems(person.name)))
  const telling = new Set(facts.flatMap(stems).filter((stem) => !names.has(stem)))
  const tells = (text: string) => stems(text).some((stem) => telling.has(stem))
  const parts = [...sentences.segment(note.summary)].flatMap(({ segment }) => segment.split(/(?<=;\s)/))
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
  const learnedIn = sql`(SELECT window_id FROM evidence WHERE memory_id IN (SELECT value FROM json_each(${ids})) AND window_id IS NOT NULL)`
  const affected = await db
    .select()
    .from(notes)
    .where(sql`guild_id = ${guildId} AND id IN (SELECT 'n_' || window_id FROM ${learnedIn})`)
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

/**
 * Returns clusters made of these notes whose own words mention a fact. They are deleted; the next night may
 * make new ones from the rest.
 */
async function clustersMentioning(
  db: Database,
  guildId: Id,
  { of, facts }: { of: readonly { id: string }[]; facts: readonly string[] },
): Promise<number[]> {
  const ids = JSON.stringify(of.map(({ id }) => id))
  const rows = await db
    .select()
    .from(notes)
    .where(
      sql`guild_id = ${guildId} AND kind = 'topic_cluster' AND id IN (SELECT ${noteSources.clusterId} FROM ${noteSources}
        WHERE guild_id = ${guildId} AND source_id IN (SELECT value FROM json_each(${ids})))`,
    )
  const without = rows.map((row) => ({ ...row, ...withoutFacts(row, facts) }))
  return rows
    .filter((row, index) => JSON.stringify(row) !== JSON.stringify(without[index]))
    .map(({ seq }) => seq)
}
