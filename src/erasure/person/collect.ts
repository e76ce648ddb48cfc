/** First steps of a person's erasure: what they are called, and what they said, as keys. Nothing is removed yet, so that nothing is lost where one of them is cut off. */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import { eachChannel } from "../channels.ts"
import type { Page } from "../plan.ts"
import { DONE, type Erasing } from "../tools.ts"

const AT_ONCE = 1_000

/** Names as members and in the conversations they took part in. */
export async function collectNames({ db, job, said }: Erasing): Promise<Page> {
  const rows = await db.all<{ name: string | null }>(
    sql`SELECT name FROM members WHERE guild_id = ${job.guildId} AND id = ${job.target}
      UNION SELECT p.value->>'name' FROM note_people np JOIN notes n ON n.seq = np.note_seq, json_each(n.participants) p
        WHERE np.guild_id = ${job.guildId} AND np.user_id = ${job.target} AND p.value->>'id' = ${job.target}`,
  )
  said.addNames(rows.flatMap((row) => row.name ?? []))
  return DONE
}

/** What the evidence of memories keeps of their words: some of it is older than any channel remembers. */
export async function collectExcerpts(
  { db, job, said, salt }: Erasing,
  cursor: string | null,
): Promise<Page> {
  // Raw for INDEXED BY: by row number the planner would walk every guild's evidence.
  const rows = await db.all<{ row: number; excerpt: string }>(
    sql`SELECT rowid AS row, excerpt FROM evidence INDEXED BY evidence_message
      WHERE guild_id = ${job.guildId} AND author_id = ${job.target} AND rowid > ${Number(cursor ?? 0)} ORDER BY rowid LIMIT ${AT_ONCE}`,
  )
  said.addTexts(
    rows.map((row) => row.excerpt),
    salt,
  )
  const last = rows.at(-1)
  return { next: last && rows.length === AT_ONCE ? String(last.row) : null }
}

/** What channels keep of their words and names. */
export async function collectMessages(erasing: Erasing, cursor: string | null): Promise<Page> {
  const { job, said, salt } = erasing
  return eachChannel(erasing, cursor, async (id) => {
    for (let after: Id | null = null; ; ) {
      const page: { names: string[]; runs: Float64Array; next: Id | null } = await erasing
        .channel(id)
        .tracesOf({ userId: job.target, until: job.requestedAt, salt, after })
      said.addNames(page.names)
      said.addRuns(page.runs)
      if (page.next === null) return {}
      after = page.next
    }
  })
}
