/**
 * Erases a person from the records of windows, page by page: decisions stay, words about the person do not.
 */
import { sql } from "drizzle-orm"
import { operatorViewer } from "../../access/audience.ts"
import type { Time, Verdict } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { listWindows } from "../../memory/read/windows.ts"
import type { ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"
import { type ErasedPerson, erasedPersonOf, redactorFor } from "./traces.ts"

const AT_ONCE = 200
const CursorAt = /^(-?\d+) (\S+)$/

/** @internal */
export interface WindowRow {
  id: string
  lastAt: Time
  verdicts: Verdict[]
}

/** Returns the records that mention the person, reworded without them. Pure. @internal */
export function planWindows(
  rows: readonly WindowRow[],
  person: ErasedPerson,
  pseudonym: string,
): WindowRow[] {
  return rows.flatMap(({ id, lastAt, verdicts }) => {
    const without = verdicts.map((verdict) => withoutPerson(verdict, lastAt, { person, pseudonym }))
    return without.every((verdict, index) => verdict === verdicts[index])
      ? []
      : [{ id, lastAt, verdicts: without }]
  })
}

function withoutPerson(
  verdict: Verdict,
  lastAt: Time,
  { person, pseudonym }: { person: ErasedPerson; pseudonym: string },
): Verdict {
  const { fact, subject } = verdict
  if (subject.scope === "user" && subject.id === person.traces.userId)
    return { ...verdict, fact: null, subject: { ...subject, id: pseudonym } }
  if (fact === null) return verdict
  const redactor = redactorFor(person, [subject.id])
  if (redactor.repeats(fact, lastAt)) return { ...verdict, fact: null }
  const without = redactor.redact(fact, lastAt)
  return without === fact ? verdict : { ...verdict, fact: without }
}

export async function eraseVerdicts(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(context, cursor)
  const changed = planWindows(rows, await erasedPersonOf(context), context.pseudonym)
  if (changed.length > 0)
    await runBatch(context.db, [
      sql`UPDATE windows SET verdicts = j.value->>'verdicts' FROM json_each(${JSON.stringify(changed)}) j WHERE windows.id = j.value->>'id'`,
    ])
  return { next, counts: { windows: changed.length } }
}

/** Counts the records of the page that still mention the person, and at first the logged claims about them. */
export async function checkWindows(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(context, cursor)
  const claims = cursor === null ? await countClaims(context) : 0
  return { next, left: claims + planWindows(rows, await erasedPersonOf(context), context.pseudonym).length }
}

async function countClaims({ db, job }: ErasureContext): Promise<number> {
  const rows = await db.all<{ claims: number }>(
    sql`SELECT count(*) AS claims FROM claim_log WHERE guild_id = ${job.guildId} AND scope = 'user' AND subject_id = ${job.target}`,
  )
  return rows[0]?.claims ?? 0
}

/** Latest first, like `listWindows`. */
async function readPage(
  { db, job }: ErasureContext,
  cursor: string | null,
): Promise<{ rows: WindowRow[]; next: string | null }> {
  const [, at, id] = CursorAt.exec(cursor ?? "") ?? []
  const before = at === undefined || id === undefined ? null : { at: Number(at), id }
  const rows = await listWindows(db, operatorViewer(job.guildId), { channelId: null, before, limit: AT_ONCE })
  const last = rows.at(-1)
  return { rows, next: last && rows.length === AT_ONCE ? `${last.lastAt} ${last.id}` : null }
}
