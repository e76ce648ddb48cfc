/** The notes of a guild, page by page: those a person took part in go, as do those that repeat them; others no longer name them. */
import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import { land } from "../../memory/database.ts"
import { notes } from "../../memory/schema.ts"
import { indexTerms, stems } from "../../memory/terms.ts"
import type { Page } from "../plan.ts"
import type { Erasing } from "../tools.ts"
import { type Eyes, eyesAmong, type Person, personOf } from "./traces.ts"

const AT_ONCE = 200
const CursorAt = /^(-?\d+) (\d+)$/

const Participants = z.array(z.object({ id: z.string(), name: z.string(), line: z.string().nullable() }))

export interface NoteRow {
  seq: number
  title: string
  summary: string
  participants: z.output<typeof Participants>
}

export interface NotePlan {
  gone: number[]
  reworded: NoteRow[]
}

/** Pure. */
export function planNotes(rows: readonly NoteRow[], person: Person): NotePlan {
  const plan: NotePlan = { gone: [], reworded: [] }
  const { userId } = person.traces
  for (const row of rows) {
    const people = row.participants.map(({ id }) => id)
    const eyes = eyesAmong(person, people)
    const texts = [row.title, row.summary, ...row.participants.map(({ line }) => line ?? "")]
    if (people.includes(userId) || texts.some(eyes.quotes)) {
      plan.gone.push(row.seq)
      continue
    }
    if (texts.some((text) => eyes.without(text) !== text)) plan.reworded.push(unnamed(row, eyes))
  }
  return plan
}

/** Sentences that name them go, and a title with words from those alone. What others did stays. */
function unnamed(row: NoteRow, eyes: Eyes): NoteRow {
  const told = [row.summary, ...row.participants.map(({ line }) => line ?? "")].flatMap(sentences)
  const staying = told.filter((sentence) => eyes.without(sentence) === sentence)
  const [gone, left] = [
    told.filter((sentence) => !staying.includes(sentence)),
    new Set(staying.flatMap(stems)),
  ]
  const lost = new Set(gone.flatMap(stems).filter((stem) => !left.has(stem)))
  const without = (text: string) =>
    sentences(text)
      .filter((sentence) => eyes.without(sentence) === sentence)
      .join(" ")
  const tells = eyes.without(row.title) !== row.title || stems(row.title).some((stem) => lost.has(stem))
  return {
    ...row,
    title: tells ? "A conversation" : row.title,
    summary: without(row.summary),
    participants: row.participants.map((one) => ({ ...one, line: (one.line && without(one.line)) || null })),
  }
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+/u)
}

export async function eraseNotes(erasing: Erasing, cursor: string | null): Promise<Page> {
  const { db, job } = erasing
  const { rows, next } = await readPage(erasing, cursor)
  const plan = planNotes(rows, await personOf(erasing))
  const statements = [
    ...(plan.gone.length > 0 ? notesGone(plan.gone) : []),
    ...(plan.reworded.length > 0 ? notesReworded(job.guildId, plan.reworded) : []),
  ]
  if (statements.length > 0) await land(db, statements)
  return { next, counts: { notes: plan.gone.length, reworded: plan.reworded.length } }
}

/** How many notes of the page still tell of the person. */
export async function checkNotes(erasing: Erasing, cursor: string | null): Promise<Page> {
  const { rows, next } = await readPage(erasing, cursor)
  const plan = planNotes(rows, await personOf(erasing))
  return { next, left: plan.gone.length + plan.reworded.length }
}

async function readPage(
  { db, job }: Erasing,
  cursor: string | null,
): Promise<{ rows: NoteRow[]; next: string | null }> {
  const [, at = String(Number.MIN_SAFE_INTEGER), seq = "0"] = CursorAt.exec(cursor ?? "") ?? []
  const rows = await db
    .select()
    .from(notes)
    .where(sql`guild_id = ${job.guildId} AND (to_at, seq) > (${Number(at)}, ${Number(seq)})`)
    .orderBy(sql`to_at, seq`)
    .limit(AT_ONCE)
  const last = rows.at(-1)
  return {
    rows: rows.map((row) => ({ ...row, participants: Participants.parse(row.participants) })),
    next: last && rows.length === AT_ONCE ? `${last.toAt} ${last.seq}` : null,
  }
}

/** Notes go with their full text; triggers take their vectors and digests along. */
export function notesGone(seqs: readonly number[]): SQL[] {
  const list = sql`(SELECT value FROM json_each(${JSON.stringify(seqs)}))`
  return [sql`DELETE FROM note_terms WHERE rowid IN ${list}`, sql`DELETE FROM notes WHERE seq IN ${list}`]
}

function notesReworded(guildId: string, rows: readonly NoteRow[]): SQL[] {
  const changed = JSON.stringify(
    rows.map((row) => ({
      ...row,
      terms: indexTerms(
        guildId,
        `${row.title} ${row.summary} ${row.participants.map((person) => person.name).join(" ")}`,
      ),
    })),
  )
  const seqs = sql`(SELECT value->>'seq' FROM json_each(${changed}))`
  return [
    // A vector of former words goes at once, whether or not a model is there to make another.
    sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT guild_id, 'note', seq FROM notes
      WHERE seq IN ${seqs} AND embedded_with IS NOT NULL ON CONFLICT DO NOTHING`,
    sql`DELETE FROM note_terms WHERE rowid IN ${seqs}`,
    sql`UPDATE notes SET title = j.value->>'title', summary = j.value->>'summary', participants = j.value->>'participants'
      FROM json_each(${changed}) j WHERE notes.seq = j.value->>'seq'`,
    sql`UPDATE notes SET embedded_with = NULL WHERE seq IN ${seqs}`,
    sql`INSERT INTO note_terms (rowid, terms) SELECT n.seq, j.value->>'terms' FROM json_each(${changed}) j JOIN notes n ON n.seq = j.value->>'seq'`,
  ]
}
