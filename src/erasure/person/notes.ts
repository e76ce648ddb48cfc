/** The notes of a guild, page by page: those a person took part in go, as do those that repeat them; others no longer name them. */
import { sql } from "drizzle-orm"
import { z } from "zod"
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

export type NoteRow = NoteText & { seq: number }

export interface NotePlan {
  gone: number[]
  reworded: NoteRow[]
}

/** Pure. */
export function planNotes(rows: readonly NoteRow[], person: ErasedPerson): NotePlan {
  const plan: NotePlan = { gone: [], reworded: [] }
  const { userId } = person.traces
  for (const row of rows) {
    const people = row.participants.map(({ id }) => id)
    const eyes = redactorFor(person, people)
    const texts = [row.title, row.summary, ...row.participants.map(({ line }) => line ?? "")]
    if (people.includes(userId) || texts.some(eyes.repeats)) {
      plan.gone.push(row.seq)
      continue
    }
    if (texts.some((text) => eyes.redact(text) !== text)) plan.reworded.push(unnamed(row, eyes))
  }
  return plan
}

/** Sentences that name them go, and a title with words from those alone. What others did stays. */
function unnamed(row: NoteRow, eyes: PersonRedactor): NoteRow {
  const told = [row.summary, ...row.participants.map(({ line }) => line ?? "")].flatMap(sentences)
  const staying = told.filter((sentence) => eyes.redact(sentence) === sentence)
  const [gone, left] = [
    told.filter((sentence) => !staying.includes(sentence)),
    new Set(staying.flatMap(stems)),
  ]
  const lost = new Set(gone.flatMap(stems).filter((stem) => !left.has(stem)))
  const without = (text: string) =>
    sentences(text)
      .filter((sentence) => eyes.redact(sentence) === sentence)
      .join(" ")
  const tells = eyes.redact(row.title) !== row.title || stems(row.title).some((stem) => lost.has(stem))
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

export async function eraseNotes(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job } = erasing
  const { rows, next } = await readPage(erasing, cursor)
  const plan = planNotes(rows, await erasedPersonOf(erasing))
  const statements = [
    ...(plan.gone.length > 0 ? removeNotes(plan.gone) : []),
    ...rewordNotes(job.guildId, plan.reworded),
  ]
  if (statements.length > 0) await runBatch(db, statements)
  return { next, counts: { notes: plan.gone.length, reworded: plan.reworded.length } }
}

/** How many notes of the page still tell of the person. */
export async function checkNotes(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(erasing, cursor)
  const plan = planNotes(rows, await erasedPersonOf(erasing))
  return { next, left: plan.gone.length + plan.reworded.length }
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
