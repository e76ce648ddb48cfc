/** Reads the active memories of subjects for consolidation and writes its result as one batch. */
import { type SQL, sql } from "drizzle-orm"
import { NO_AUTHOR } from "../../domain/events.ts"
import type { Id, Memory, Subject } from "../../domain/types.ts"
import type { Database } from "../db/database.ts"
import { fromRow } from "../db/rows.ts"
import { evidence, memories } from "../db/schema.ts"
import type { StoredEvidence } from "../facts/known.ts"
import type { Consolidation, MemoryEvidence } from "../facts/operations.ts"
import { BOTH_HOLD_IDS } from "../read/both-hold.ts"
import { factNamesObjector, joinedMemberObjects } from "../read/consent-sql.ts"
import { changedSince, refileEvidence, rewordEvidence, rewriteMemories, rollBackIf } from "./statements.ts"

export { consolidateMemories } from "../facts/consolidated.ts"
export { operationMemoryIds } from "../facts/operations.ts"

/**
 * Returns all active memories of these subjects with all their evidence, except memories that are about,
 * stated by, or name someone who objects. Never shown to anyone, so without a viewer.
 */
export async function readMemoryEvidence(
  db: Database,
  guildId: Id,
  subjects: readonly Subject[],
  optIn: boolean,
): Promise<MemoryEvidence[]> {
  const [rows, evidenceRows] = await db.batch(memoryEvidenceQueries(db, guildId, { subjects, optIn }))
  return memoryEvidenceIn(rows, evidenceRows)
}

/**
 * Returns the queries of `readMemoryEvidence`, to run in a batch with others. `memoryEvidenceIn` reads their
 * rows.
 */
export function memoryEvidenceQueries(
  db: Database,
  guildId: Id,
  { subjects, optIn }: { subjects: readonly Subject[]; optIn: boolean },
) {
  const pairs = sql`SELECT value->>'scope', value->>'id' FROM json_each(${JSON.stringify(subjects)})`
  const mine = sql`memories.guild_id = ${guildId} AND memories.status = 'active' AND (memories.scope, memories.subject_id) IN (${pairs})`
  const facts = sql`(SELECT group_concat(fact, char(10)) FROM memories WHERE ${mine})`
  const usable = sql`${mine} AND NOT ${mustNotBeUsed(guildId, { optIn, facts })}`
  return [
    db.select({ row: memories, beside: BOTH_HOLD_IDS }).from(memories).where(usable).orderBy(memories.seq),
    // Includes the memories left out above, so that objectors are not looked up twice.
    db.select().from(evidence).where(sql`memory_id IN (SELECT id FROM memories WHERE ${mine})`),
  ] as const
}

/** Combines the rows of `memoryEvidenceQueries`. */
export function memoryEvidenceIn(
  rows: readonly { row: typeof memories.$inferSelect; beside: string }[],
  evidenceRows: readonly StoredEvidence[],
): MemoryEvidence[] {
  const byMemory = Map.groupBy(evidenceRows, ({ memoryId }) => memoryId)
  return rows.map(({ row, beside }) => ({
    memory: fromRow(row),
    evidence: byMemory.get(row.id) ?? [],
    // Ids of this database.
    beside: JSON.parse(beside) as string[],
  }))
}

/**
 * Returns the condition "must not be used": the subject or a speaker objects, or the memory names someone who
 * does.
 */
function mustNotBeUsed(guildId: Id, { optIn, facts }: { optIn: boolean; facts: SQL }): SQL {
  const objects = (person: SQL) =>
    sql`EXISTS (SELECT 1 FROM (SELECT ${person} AS id) p LEFT JOIN members m ON m.guild_id = ${guildId} AND m.id = p.id
      WHERE ${joinedMemberObjects(optIn, sql`p.id`)})`
  const viewer = { guildId, userId: null }
  return sql`((memories.scope = 'user' AND ${objects(sql`memories.subject_id`)})
    OR EXISTS (SELECT 1 FROM evidence said WHERE said.memory_id = memories.id AND ${objects(sql`said.author_id`)})
    OR ${factNamesObjector(viewer, { among: facts })})`
}

/**
 * Returns the statements that write a consolidation of `known`; none if nothing changed. The batch rolls
 * itself back if one of the memories changed since it was read, or if someone concerned has objected since.
 */
export function consolidationStatements(
  guildId: Id,
  known: readonly MemoryEvidence[],
  result: Consolidation,
): SQL[] {
  if (result.changed.length === 0) return []
  return [
    guardUnchanged(guildId, known),
    ...rewriteMemories(result.changed),
    ...result.rewordings.flatMap(({ before, next }) => rewordEvidence(before, next)),
    ...result.refilings.map(refileEvidence),
    ...(result.evidence.length > 0 ? [insertCopies(guildId, result.evidence)] : []),
  ]
}

function guardUnchanged(guildId: Id, known: readonly MemoryEvidence[]): SQL {
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
  return [
    ...(subject.scope === "user" ? [subject.id] : []),
    ...evidence.map(({ authorId }) => authorId),
  ].filter((id) => id !== NO_AUTHOR)
}

function insertCopies(guildId: Id, copies: readonly StoredEvidence[]): SQL {
  return sql`INSERT INTO evidence (memory_id, ref, guild_id, message_id, channel_id, author_id, window_id, excerpt, said_at, method, model, prompt_hash, source, fact, certainty, filing, event_id)
    SELECT value->>'memoryId', value->>'ref', ${guildId}, value->>'messageId', value->>'channelId', value->>'authorId', value->>'windowId',
      value->>'excerpt', value->>'saidAt', value->>'method', value->>'model', value->>'promptHash', value->>'source', value->>'fact', value->>'certainty', value->>'filing', value->>'eventId'
    FROM json_each(${JSON.stringify(copies)}) WHERE true ON CONFLICT DO NOTHING`
}

export type { Consolidation, ConsolidationRule } from "../facts/operations.ts"
