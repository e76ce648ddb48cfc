/** The records of windows, page by page: what was decided stays, in which words about whom does not. */
import { sql } from "drizzle-orm"
import { operatorViewer } from "../../access/audience.ts"
import type { Verdict } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { listWindows } from "../../memory/read/windows.ts"
import type { ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"
import { type ErasedPerson, erasedPersonOf, redactorFor } from "./traces.ts"

const AT_ONCE = 200
const CursorAt = /^(-?\d+) (\S+)$/

export interface WindowRow {
  id: string
  verdicts: Verdict[]
}

/** The records that tell of the person, worded without them. Pure. */
export function planWindows(
  rows: readonly WindowRow[],
  person: ErasedPerson,
  pseudonym: string,
): WindowRow[] {
  return rows.flatMap(({ id, verdicts }) => {
    const without = verdicts.map((verdict) => anonymous(verdict, person, pseudonym))
    return without.every((verdict, index) => verdict === verdicts[index]) ? [] : [{ id, verdicts: without }]
  })
}

function anonymous(verdict: Verdict, person: ErasedPerson, pseudonym: string): Verdict {
  const { fact, subject } = verdict
  if (subject.scope === "user" && subject.id === person.traces.userId)
    return { ...verdict, fact: null, subject: { ...subject, id: pseudonym } }
  if (fact === null) return verdict
  const eyes = redactorFor(person, [subject.id])
  if (eyes.repeats(fact)) return { ...verdict, fact: null }
  const without = eyes.redact(fact)
  return without === fact ? verdict : { ...verdict, fact: without }
}

export async function eraseVerdicts(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(erasing, cursor)
  const changed = planWindows(rows, await erasedPersonOf(erasing), erasing.pseudonym)
  if (changed.length > 0)
    await runBatch(erasing.db, [
      sql`UPDATE windows SET verdicts = j.value->>'verdicts' FROM json_each(${JSON.stringify(changed)}) j WHERE windows.id = j.value->>'id'`,
    ])
  return { next, counts: { windows: changed.length } }
}

/** How many records of the page still tell of the person. */
export async function checkWindows(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { rows, next } = await readPage(erasing, cursor)
  return { next, left: planWindows(rows, await erasedPersonOf(erasing), erasing.pseudonym).length }
}

/** Latest first, as they are listed. */
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
