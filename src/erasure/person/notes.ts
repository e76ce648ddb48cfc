/**
 * Erases a person from a guild's notes, page by page. Notes of conversations they took part in, and notes
 * that repeat them, are deleted; others no longer name them.
 */
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Time } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { type NoteText, removeNotes, rewordNotes, UNTITLED } from "../../memory/db/rows.ts"
import { notes } from "../../memory/db/schema.ts"
import { stems } from "../../text/stems.ts"
import type { ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"
import { type ErasedPerson, erasedPersonOf, type PersonRedactor, redactorFor } from "./traces.ts"

const AT_ONCE = 200
const CursorAt = /^(-?\d+) (\d+)$/

const Participants = z.array(z.object({ id: z.string(), name: z.string(), line: z.string().nullable() }))

type NoteRow = NoteText & { seq: number; id: string; toAt: Time }

interface NotePlan {
  removed: NoteRow[]
  reworded: NoteRow[]
}

/** Pure. @internal */
export function planNotes(rows: readonly NoteRow[], person: ErasedPerson): NotePlan {
  const plan: NotePlan = { removed: [], reworded: [] }
  const { userId } = person.traces
  for (const row of rows) {
    const people = row.participants.map(({ id }) => id)
    const redactor = redactorFor(person, people)
    const texts = [row.title, row.summary, ...row.participants.map(({ line }) => line ?? "")]
    if (people.includes(userId) || texts.some((text) => redactor.repeats(text, row.toAt))) {
      plan.removed.push(row)
      continue
    }
    if (texts.some((text) => redactor.redact(text, row.toAt) !== text))
      plan.reworded.push(withoutPerson(row, redactor))
  }
  return plan
}

/**
 * Removes sentences that name the person, and a title with words found only in those sentences. What others
 * did stays.
 */
function withoutPerson(row: NoteRow, redactor: PersonRedactor): NoteRow {
  const sentencesOfNote = [row.summary, ...row.participants.map(({ line }) => line ?? "")].flatMap(sentences)
  const isKept = (text: string) => redactor.redact(text, row.toAt) === text
  const keptSentences = sentencesOfNote.filter(isKept)
  const [removedSentences, left] = [
    sentencesOfNote.filter((sentence) => !keptSentences.includes(sentence)),
    new Set(keptSentences.flatMap(stems)),
  ]
  const lost = new Set(removedSentences.flatMap(stems).filter((stem) => !left.has(stem)))
  const without = (text: string) => sentences(text).filter(isKept).join(" ")
  const tells = !isKept(row.title) || stems(row.title).some((stem) => lost.has(stem))
  return {
    ...row,
    title: tells ? UNTITLED : row.title,
    summary: without(row.summary),
    participants: row.participants.map((one) => ({ ...one, line: (one.line && without(one.line)) || null })),
  }
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?…])\s+/u)
}

/** Collects the notes of the page that will go, and topics made from them. */
export async function collectNotes(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job, tracesStore } = context
  const { rows, next } = await readPage(context, cursor)
  const ids = planNotes(rows, await erasedPersonOf(context)).removed.map(({ id }) => id)
  const topics = await db.all<{ id: string }>(
    sql`SELECT DISTINCT cluster_id AS id FROM note_sources WHERE guild_id = ${job.guildId} AND source_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  )
  tracesStore.addAffected("note", [...ids, ...topics.map(({ id }) => id)])
  return { next }
}

export async function eraseNotes(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job } = context
  const { rows, next } = await readPage(context, cursor)
  const plan = planNotes(rows, await erasedPersonOf(context))
  const statements = [
    ...(plan.removed.length > 0 ? removeNotes(plan.removed.map(({ seq }) => seq)) : []),
    ...rewordNotes(job.guildId, plan.reworded),
  ]
  context.tracesStore.addAffected(
    "note",
    plan.removed.map(({ id }) => id),
  )
  if (statements.length > 0) await runBatch(db, statements)
  return { next, counts: { reworded: plan.reworded.length } }
}

/**
 * Counts the notes of the page that still mention the person, and at last those that went. A conversation that was read
 * again without the person has a new note of the same id, so no id is looked up.
 */
export async function checkNotes(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(context, cursor)
  const plan = planNotes(rows, await erasedPersonOf(context))
  const left = plan.removed.length + plan.reworded.length
  return next === null
    ? { next, left, totals: { notes: context.tracesStore.affected("note").length } }
    : { next, left }
}

async function readPage(
  { db, job }: ErasureContext,
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
