/** Ends a restore: replays the journal into the loaded guild, and opens the guild once its erasures are done. */
import { sql } from "drizzle-orm"
import { removeUnsupported } from "../../backup/import.ts"
import { hashOf } from "../../domain/hash.ts"
import { DEPLOYMENT } from "../../domain/ids.ts"
import type { Id, Time } from "../../domain/types.ts"
import { endRestoredLinks } from "../../identity/links.ts"
import { type BatchStatement, runBatch } from "../../memory/db/database.ts"
import { RESTORING } from "../../memory/db/schema.ts"
import { auditRow } from "../../memory/write/audit.ts"
import { queueStrayRemovals } from "../../memory/write/vectors.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import { notifyChannels } from "../channels.ts"
import type { ErasureContext } from "../context.ts"
import { NOTHING_YET, refuseUntil } from "../jobs.ts"
import type { JournalEntry } from "../journal.ts"
import { RESTORE, type RestoreDeps, readRestore, scopeOf } from "./load.ts"

/** Replays the journal: consents at once, erasures as jobs that run before the guild opens. */
export async function replayJournal(
  guildId: Id,
  { db, state, journal, now }: Omit<RestoreDeps, "days">,
  deployment: readonly JournalEntry[],
): Promise<void> {
  const known = readRestore(state)
  if (known === null) return
  const entries = [...journal.since(known.startedAt), ...deployment]
  const tidy = guildId === DEPLOYMENT ? [] : removeUnsupported(scopeOf(guildId, known))
  const ended = new Map(entries.filter(({ kind }) => kind === "unlink").map((entry) => [entry.target, entry]))
  const unlinked = await endRestoredLinks(db, guildId, ended)
  const statements = [...tidy, ...unlinked, ...entries.flatMap((entry) => replayed(guildId, entry))]
  for (let at = 0; at < statements.length; at += AT_ONCE)
    await runBatch(db, statements.slice(at, at + AT_ONCE))
  journal.add(
    entries
      .filter(({ kind }) => kind === "person" || kind === "channel")
      .map((one) => ({ ...one, doneAt: null })),
  )
  // From here on windows are read again: what people say now waits for nothing, and erasures need them to end.
  await runBatch(db, [
    sql`UPDATE guilds SET leaving_at = NULL WHERE id = ${guildId} AND leaving_at = ${RESTORING}`,
    auditRow(db, { actor: "admin", now }, { guildId, action: "backup.restore", target: guildId }),
  ])
  state.set(RESTORE, { ...known, phase: guildId === DEPLOYMENT ? "done" : "erasing" })
}

const AT_ONCE = 50

function replayed(guildId: Id, { kind, target, at, value }: JournalEntry): BatchStatement[] {
  if (kind === "objection")
    return value === null
      ? [sql`DELETE FROM objections WHERE user_id = ${target}`]
      : [sql`INSERT INTO objections (user_id, at) VALUES (${target}, ${at}) ON CONFLICT DO NOTHING`]
  if (kind === "consent")
    return [
      sql`INSERT INTO members (guild_id, id, name, seen_at, consent, consent_at) VALUES (${guildId}, ${target}, '', ${at}, ${value}, ${at})
        ON CONFLICT (guild_id, id) DO UPDATE SET consent = excluded.consent, consent_at = excluded.consent_at
        WHERE coalesce(members.consent_at, 0) <= excluded.consent_at`,
    ]
  if (kind === "guild" || kind === "unlink") return []
  const id = `e_${hashOf([guildId, kind, target, String(at)])}`
  return [
    ...(kind === "person" ? [refuseUntil(guildId, target, at)] : []),
    sql`INSERT INTO erasures (id, guild_id, kind, target, state, report, requested_by, requested_at)
      VALUES (${id}, ${guildId}, ${kind}, ${target}, 'waiting', ${JSON.stringify(NOTHING_YET)}, 'restore', ${at})
      ON CONFLICT (id) DO UPDATE SET state = 'waiting', step = NULL, target = excluded.target, finished_at = NULL`,
  ]
}

const PAGE = 1_000

/**
 * Opens the guild: messages deleted since the backup are retracted again, vectors of rows that are gone are
 * removed, and the channels read the guild anew. Throws if something is unfinished; then the guild stays closed.
 */
export async function openRestored(
  context: Pick<ErasureContext, "db" | "channel" | "index">,
  { guildId, state, now }: { guildId: Id; state: StateRows; now: Time },
): Promise<void> {
  const known = readRestore(state)
  if (known === null) return
  const { db, index } = context
  await retractDeleted(context, guildId)
  for (const kind of ["memory", "note"] as const)
    for (let after = 0, more = true; more; ) {
      const held: number[] = await index().held(kind, after, PAGE)
      const rows = held.map((seq) => ({ kind, seq }))
      if (rows.length > 0) await queueStrayRemovals(db, guildId, rows, { spent: [], now })
      after = held.at(-1) ?? after
      more = held.length === PAGE
    }
  await db.run(sql`UPDATE guilds SET restoring = NULL, structure = structure + 1 WHERE id = ${guildId}`)
  for (let cursor: string | null = ""; cursor !== null; )
    cursor = (await notifyChannels({ ...context, job: { guildId } }, cursor)).next
  await index().wake(guildId)
  state.set(RESTORE, { ...known, phase: "done" })
}

/** The channels remember which messages were deleted, also before the restore wrote what rests on them. */
async function retractDeleted(
  { db, channel }: Pick<ErasureContext, "db" | "channel">,
  guildId: Id,
): Promise<void> {
  for (let after = ""; ; ) {
    const rows = await db.all<{ id: Id; channelId: Id | null }>(
      sql`SELECT message_id AS id, min(channel_id) AS channelId FROM evidence INDEXED BY evidence_message
        WHERE guild_id = ${guildId} AND message_id > ${after} GROUP BY message_id ORDER BY message_id LIMIT ${PAGE}`,
    )
    const channels = new Set(rows.flatMap(({ channelId }) => channelId ?? []))
    for (const id of channels) {
      const ids = rows.flatMap((row) => (row.channelId === id ? row.id : []))
      if ((await channel(id).retractDeleted(guildId, ids)) > 0)
        throw new Error(`channel ${id} has not retracted its deleted messages yet`)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.id
  }
}
