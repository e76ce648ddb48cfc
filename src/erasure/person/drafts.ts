/** What models said at night and nobody wrote yet, without what it tells of the person; and who had nights begun. */
import { sql } from "drizzle-orm"
import { land } from "../../memory/db/database.ts"
import { draftsVoided } from "../../memory/write/run-drafts.ts"
import type { Page } from "../plan.ts"
import { DONE, type Erasing } from "../tools.ts"
import { eyesAmong, type Person, personOf } from "./traces.ts"

/** All of it goes: a night whose step is under way asks again, of what is left by then. */
export async function eraseDrafts({ db, job, now, pseudonym }: Erasing): Promise<Page> {
  const results = await land(db, [
    sql`SELECT count(*) AS drafts FROM run_drafts WHERE guild_id = ${job.guildId}`,
    ...draftsVoided(job.guildId, now()),
    // Whoever had one begun stands there as in the record of who did what.
    sql`UPDATE runs SET requested_by = replace(requested_by, ${job.target}, ${pseudonym})
      WHERE guild_id = ${job.guildId} AND instr(requested_by, ${job.target}) > 0`,
  ])
  // As the first statement words it.
  const [first] = (results[0]?.results ?? []) as { drafts: number }[]
  return { ...DONE, counts: { drafts: first?.drafts ?? 0 } }
}

/** How many tell of the person: a night may have read of them before they asked, and have heard back since. */
export async function checkDrafts(erasing: Erasing): Promise<Page> {
  const { db, job } = erasing
  const rows = await db.all<{ body: string }>(
    sql`SELECT body FROM run_drafts WHERE guild_id = ${job.guildId}`,
  )
  const person = await personOf(erasing)
  return { next: null, left: rows.filter(({ body }) => tellsOf(body, person)).length }
}

/** Their id, their name, or words of theirs, in any of the texts. */
export function tellsOf(body: string, person: Person): boolean {
  const { without } = eyesAmong(person, [])
  return textsIn(JSON.parse(body)).some((text) => text === person.traces.userId || without(text) !== text)
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}
