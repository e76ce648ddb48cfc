/** The records of windows, page by page: what was decided stays, in which words about whom does not. */
import { sql } from "drizzle-orm"
import { operator } from "../../access/audience.ts"
import type { Verdict } from "../../domain/types.ts"
import { land } from "../../memory/db/database.ts"
import { listWindows } from "../../memory/read/windows.ts"
import type { Page } from "../plan.ts"
import type { Erasing } from "../tools.ts"
import { eyesAmong, type Person, personOf } from "./traces.ts"

const AT_ONCE = 200
const CursorAt = /^(-?\d+) (\S+)$/

export interface WindowRow {
  id: string
  verdicts: Verdict[]
}

/** The records that tell of the person, worded without them. Pure. */
export function planWindows(rows: readonly WindowRow[], person: Person, pseudonym: string): WindowRow[] {
  return rows.flatMap(({ id, verdicts }) => {
    const without = verdicts.map((verdict) => anonymous(verdict, person, pseudonym))
    return without.every((verdict, index) => verdict === verdicts[index]) ? [] : [{ id, verdicts: without }]
  })
}

function anonymous(verdict: Verdict, person: Person, pseudonym: string): Verdict {
  const { fact, subject } = verdict
  if (subject.scope === "user" && subject.id === person.traces.userId)
    return { ...verdict, fact: null, subject: { ...subject, id: pseudonym } }
  if (fact === null) return verdict
  const eyes = eyesAmong(person, [subject.id])
  if (eyes.quotes(fact)) return { ...verdict, fact: null }
  const without = eyes.without(fact)
  return without === fact ? verdict : { ...verdict, fact: without }
}

export async function eraseVerdicts(erasing: Erasing, cursor: string | null): Promise<Page> {
  const { rows, next } = await readPage(erasing, cursor)
  const changed = planWindows(rows, await personOf(erasing), erasing.pseudonym)
  if (changed.length > 0)
    await land(erasing.db, [
      sql`UPDATE windows SET verdicts = j.value->>'verdicts' FROM json_each(${JSON.stringify(changed)}) j WHERE windows.id = j.value->>'id'`,
    ])
  return { next, counts: { windows: changed.length } }
}

/** How many records of the page still tell of the person. */
export async function checkWindows(erasing: Erasing, cursor: string | null): Promise<Page> {
  const { rows, next } = await readPage(erasing, cursor)
  return { next, left: planWindows(rows, await personOf(erasing), erasing.pseudonym).length }
}

/** Latest first, as they are listed. */
async function readPage(
  { db, job }: Erasing,
  cursor: string | null,
): Promise<{ rows: WindowRow[]; next: string | null }> {
  const [, at, id] = CursorAt.exec(cursor ?? "") ?? []
  const before = at === undefined || id === undefined ? null : { at: Number(at), id }
  const rows = await listWindows(db, operator(job.guildId), { channelId: null, before, limit: AT_ONCE })
  const last = rows.at(-1)
  return { rows, next: last && rows.length === AT_ONCE ? `${last.lastAt} ${last.id}` : null }
}
