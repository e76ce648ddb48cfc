/** Last steps of a person's erasure in the database: digests, keys, the record of who did what, and their own row. */
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { voidUndo } from "../../memory/write/undo-rows.ts"
import { DONE, type ErasureContext } from "../context.ts"
import { refuseUntil } from "../jobs.ts"
import type { ErasurePage } from "../plan.ts"
import { erasedPersonOf, redactorFor } from "./traces.ts"

const AT_ONCE = 200

/** From now on what they said until they asked is refused, wherever it comes from. Who asked by opting out did not say so yet. */
export async function refuseWords({ db, job }: ErasureContext): Promise<ErasurePage> {
  await runBatch(db, [refuseUntil(job.guildId, job.target, job.requestedAt)])
  return DONE
}

interface DigestRow {
  user_id: Id
  kind: string
  audience: string
  body: string
}

/** Digests of them, and of others that tell of them. Of those who shared a conversation with them they went with its note. */
export async function eraseDigests(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job } = erasing
  const after = JSON.parse(cursor ?? '["", "", ""]') as string[]
  const rows = await db.all<DigestRow>(
    sql`SELECT user_id, kind, audience, body FROM digests WHERE guild_id = ${job.guildId}
      AND (user_id, kind, audience) > (${after[0]}, ${after[1]}, ${after[2]}) ORDER BY user_id, kind, audience LIMIT ${AT_ONCE}`,
  )
  const person = await erasedPersonOf(erasing)
  const gone = rows.filter(
    (row) => row.user_id === job.target || redactorFor(person, [row.user_id]).redact(row.body) !== row.body,
  )
  if (gone.length > 0)
    await runBatch(db, [
      sql`DELETE FROM digests WHERE guild_id = ${job.guildId} AND (user_id, kind, audience) IN
        (SELECT value->>'user_id', value->>'kind', value->>'audience' FROM json_each(${JSON.stringify(gone.map(({ body: _, ...key }) => key))}))`,
    ])
  const last = rows.at(-1)
  const next =
    last && rows.length === AT_ONCE ? JSON.stringify([last.user_id, last.kind, last.audience]) : null
  return { next, counts: { digests: gone.length } }
}

/**
 * Keys bound to them end; the record of who did what says a pseudonym; their row keeps their id, their word on consent and
 * when they were erased, which is what refuses their old messages from now on.
 */
export async function eraseTraces(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { db, job, pseudonym, now } = erasing
  if (cursor === null) {
    const results = await runBatch(db, [
      sql`UPDATE members SET name = '', roles = NULL, bot = NULL, seen_at = coalesce(erased_at, seen_at)
        WHERE guild_id = ${job.guildId} AND id = ${job.target}`,
      sql`UPDATE api_keys SET revoked_at = coalesce(revoked_at, ${now()}), user_id = ${pseudonym}, name = ${pseudonym}
        WHERE guild_id = ${job.guildId} AND user_id = ${job.target}`,
      // What others forgot while the steps before were under way may hold their words.
      voidUndo(job.guildId),
      sql`UPDATE policies SET actor = ${`member ${pseudonym}`} WHERE guild_id = ${job.guildId} AND actor = ${`member ${job.target}`}`,
    ])
    return { next: "0", counts: { keys: results[1]?.meta.changes ?? 0 } }
  }
  return pseudonymize(erasing, Number(cursor))
}

async function pseudonymize({ db, job, pseudonym }: ErasureContext, after: number): Promise<ErasurePage> {
  const rows = await db.all<{ seq: number; actor: string; target: string; detail: string | null }>(
    sql`SELECT seq, actor, target, detail FROM audit INDEXED BY audit_recent WHERE guild_id = ${job.guildId} AND seq > ${after}
      AND instr(actor || ' ' || target || ' ' || coalesce(detail, ''), ${job.target}) > 0 ORDER BY seq LIMIT ${AT_ONCE}`,
  )
  // Whole ids only: another's, or a key's, may hold the same digits.
  const id = new RegExp(`(?<!\\w)${job.target}(?!\\w)`, "g")
  const without = (text: string) => text.replaceAll(id, pseudonym)
  const changed = rows
    .map((row) => ({
      ...row,
      actor: without(row.actor),
      target: without(row.target),
      detail: row.detail && without(row.detail),
    }))
    .filter((row, index) => JSON.stringify(row) !== JSON.stringify(rows[index]))
  if (changed.length > 0) await runBatch(db, [rewritten(changed)])
  const last = rows.at(-1)
  return {
    next: last && rows.length === AT_ONCE ? String(last.seq) : null,
    counts: { audit: changed.length },
  }
}

function rewritten(rows: readonly object[]): SQL {
  return sql`UPDATE audit SET actor = j.value->>'actor', target = j.value->>'target', detail = j.value->>'detail'
    FROM json_each(${JSON.stringify(rows)}) j WHERE audit.seq = j.value->>'seq'`
}

/** Vectors that must go do so elsewhere: the guild's index is woken, and waited for. */
export async function awaitVectors({
  db,
  job,
  index,
}: Pick<ErasureContext, "db" | "job" | "index">): Promise<ErasurePage> {
  const rows = await db.all<{ left: number }>(
    sql`SELECT count(*) AS "left" FROM (SELECT 1 FROM vector_removals WHERE guild_id = ${job.guildId} LIMIT 1)`,
  )
  if ((rows[0]?.left ?? 0) === 0) return DONE
  await index().wake(job.guildId)
  return { next: null, waits: "waits until the vector index has let go" }
}
