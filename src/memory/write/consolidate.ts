/** What consolidation reads and writes of memories: all that is live of some subjects, and what was decided of it as one batch. */
import { type SQL, sql } from "drizzle-orm"
import type { Id, Memory, Subject } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { evidence, memories } from "../db/schema.ts"
import type { StoredEvidence } from "../facts/known.ts"
import type { Consolidation, MemoryEvidence } from "../facts/operations.ts"
import { BOTH_HOLD_IDS } from "../read/both-hold.ts"
import { factNamesObjector, joinedMemberObjects } from "../read/consent-sql.ts"
import { changedSince, refileEvidence, rewordEvidence, rewriteMemories, rollBackIf } from "./statements.ts"

export { consolidateMemories, operationMemoryIds } from "../facts/consolidated.ts"

/** Everything active about these subjects with all its evidence. Left out: what is about, rests on words of, or names who does not want to be remembered. Shown to nobody, so without a viewer. */
export async function readMemoryEvidence(
  db: Database,
  guildId: Id,
  subjects: readonly Subject[],
  optIn: boolean,
): Promise<MemoryEvidence[]> {
  const [rows, rests] = await db.batch(memoryEvidenceQueries(db, guildId, { subjects, optIn }))
  return memoryEvidenceIn(rows, rests)
}

/** The same as queries, to be asked in one batch with others; `groundedIn` reads their answers. */
export function memoryEvidenceQueries(
  db: Database,
  guildId: Id,
  { subjects, optIn }: { subjects: readonly Subject[]; optIn: boolean },
) {
  const pairs = sql`SELECT value->>'scope', value->>'id' FROM json_each(${JSON.stringify(subjects)})`
  const mine = sql`memories.guild_id = ${guildId} AND memories.status = 'active' AND (memories.scope, memories.subject_id) IN (${pairs})`
  const facts = sql`(SELECT group_concat(fact, char(10)) FROM memories WHERE ${mine})`
  const told = sql`${mine} AND NOT ${untellable(guildId, { optIn, facts })}`
  return [
    db.select({ row: memories, beside: BOTH_HOLD_IDS }).from(memories).where(told).orderBy(memories.seq),
    // Of all of them: who is left out above is not looked for twice.
    db.select().from(evidence).where(sql`memory_id IN (SELECT id FROM memories WHERE ${mine})`),
  ] as const
}

/** The answers of `groundedQueries`. */
export function memoryEvidenceIn(
  rows: readonly { row: typeof memories.$inferSelect; beside: string }[],
  rests: readonly StoredEvidence[],
): MemoryEvidence[] {
  const byMemory = Map.groupBy(rests, ({ memoryId }) => memoryId)
  return rows.map(({ row, beside }) => ({
    memory: fromRow(row),
    evidence: byMemory.get(row.id) ?? [],
    // Of this database's own ids.
    beside: JSON.parse(beside) as string[],
  }))
}

/** "May not be told of": its subject objects, somebody who said it does, or it names somebody who does. */
function untellable(guildId: Id, { optIn, facts }: { optIn: boolean; facts: SQL }): SQL {
  const silent = (person: SQL) =>
    sql`EXISTS (SELECT 1 FROM (SELECT ${person} AS id) p LEFT JOIN members m ON m.guild_id = ${guildId} AND m.id = p.id
      WHERE ${joinedMemberObjects(optIn, sql`p.id`)})`
  const viewer = { guildId, userId: null }
  return sql`((memories.scope = 'user' AND ${silent(sql`memories.subject_id`)})
    OR EXISTS (SELECT 1 FROM evidence said WHERE said.memory_id = memories.id AND ${silent(sql`said.author_id`)})
    OR ${factNamesObjector(viewer, { among: facts })})`
}

/**
 * The statements that write what was decided of `known`; none where nothing was. Their guard has the whole batch undo itself if one of the
 * memories that were read changed since, or somebody concerned began to object.
 */
export function consolidationStatements(
  guildId: Id,
  known: readonly MemoryEvidence[],
  result: Consolidation,
): SQL[] {
  if (result.changed.length === 0) return []
  return [
    guard(guildId, known),
    ...rewriteMemories(result.changed),
    ...result.rewordings.flatMap(({ before, next }) => rewordEvidence(before, next)),
    ...result.refilings.map(refileEvidence),
    ...(result.evidence.length > 0 ? [copied(guildId, result.evidence)] : []),
  ]
}

function guard(guildId: Id, known: readonly MemoryEvidence[]): SQL {
  const read = known.map(({ memory }) => ({ id: memory.id, version: memory.version }))
  const people = JSON.stringify([...new Set(known.flatMap(peopleOf))])
  return rollBackIf(
    guildId,
    sql`${changedSince(read)} OR EXISTS (SELECT 1 FROM json_each(${people}) person
        LEFT JOIN members m ON m.guild_id = ${guildId} AND m.id = person.value
        WHERE ${joinedMemberObjects(false)} OR (m.consent IS NOT 'in' AND (SELECT settings->>'consent' FROM guilds WHERE id = ${guildId}) = 'opt_in'))
      OR EXISTS (SELECT 1 FROM guilds WHERE id = ${guildId} AND leaving_at IS NOT NULL)`,
  )
}

function peopleOf({ memory, evidence }: MemoryEvidence): Id[] {
  const subject: Memory["subject"] = memory.subject
  return [...(subject.scope === "user" ? [subject.id] : []), ...evidence.map(({ authorId }) => authorId)]
}

function copied(guildId: Id, copies: readonly StoredEvidence[]): SQL {
  return sql`INSERT INTO evidence (memory_id, ref, guild_id, message_id, channel_id, author_id, window_id, excerpt, said_at, method, model, prompt_hash, source, fact, certainty, filing)
    SELECT value->>'memoryId', value->>'ref', ${guildId}, value->>'messageId', value->>'channelId', value->>'authorId', value->>'windowId',
      value->>'excerpt', value->>'saidAt', value->>'method', value->>'model', value->>'promptHash', value->>'source', value->>'fact', value->>'certainty', value->>'filing'
    FROM json_each(${JSON.stringify(copies)}) WHERE true ON CONFLICT DO NOTHING`
}

export type { Consolidation, ConsolidationRule } from "../facts/operations.ts"
