/** Erases a person from a guild's memories, page by page: what they said, and what is known of them. */
import { type SQL, sql } from "drizzle-orm"
import type { Memory } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { jsonPages } from "../../memory/db/json-pages.ts"
import { fromRow } from "../../memory/db/rows.ts"
import { evidence, memories } from "../../memory/db/schema.ts"
import { retractMessages, retractToldWords } from "../../memory/removal/retract.ts"
import { unlogMemories } from "../../memory/write/claim-log.ts"
import { deleteMemories, guardVersions, rewriteMemories } from "../../memory/write/statements.ts"
import type { ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"
import { countTouched, type MemoryPlan, type MemoryWithEvidence, planMemories } from "./memory-plan.ts"
import { erasedPersonOf } from "./traces.ts"

const AT_ONCE = 200

const CursorAt = /^(-?\d+) (\d+)$/

/** Collects the memories of the page that lose statements or are about the person. */
export async function collectMemories(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { kept, next } = await readPage(context, cursor)
  noteAffected(context, planMemories(kept, await erasedPersonOf(context)))
  return { next }
}

function noteAffected({ tracesStore }: ErasureContext, { removed, weakened }: MemoryPlan): void {
  tracesStore.addAffected("memory", [...removed, ...weakened])
}

export async function eraseMemories(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const person = await erasedPersonOf(context)
  const first = await readPage(context, cursor)
  const plan = planMemories(first.kept, person)
  const statements = new Set(plan.messages).size + plan.withoutMessage.length
  noteAffected(context, plan)
  await removeStatements(context, plan)
  // Reads the page again, because retraction has rebuilt what is left.
  const remaining = statements > 0 ? (await readPage(context, cursor)).kept : first.kept
  const again = planMemories(remaining, person)
  const duplicates = await reword(context, again, remaining)
  return {
    next: first.next,
    counts: {
      statements,
      reworded: again.memories.length + again.evidence.length - duplicates,
    },
  }
}

/** Counts the memories of the page that still mention the person, and at last those that are gone. */
export async function checkMemories(context: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { kept, next } = await readPage(context, cursor)
  const left = countTouched(planMemories(kept, await erasedPersonOf(context)))
  return next === null ? { next, left, totals: { memories: await countGone(context) } } : { next, left }
}

/** The channels have retracted their messages: `check_channels` waited for them. */
async function countGone({ db, tracesStore }: ErasureContext): Promise<number> {
  let gone = 0
  for (const page of jsonPages(tracesStore.affected("memory"))) {
    const rows = await db.all<{ gone: number }>(
      sql`SELECT count(*) AS gone FROM json_each(${page}) j WHERE NOT EXISTS (SELECT 1 FROM memories WHERE id = j.value)`,
    )
    gone += rows[0]?.gone ?? 0
  }
  return gone
}

async function readPage(
  { db, job }: ErasureContext,
  cursor: string | null,
): Promise<{ kept: MemoryWithEvidence[]; next: string | null }> {
  const [, at = String(Number.MIN_SAFE_INTEGER), seq = "0"] = CursorAt.exec(cursor ?? "") ?? []
  const rows = await db
    .select()
    .from(memories)
    .where(sql`guild_id = ${job.guildId} AND (last_said_at, seq) > (${Number(at)}, ${Number(seq)})`)
    .orderBy(sql`last_said_at, seq`)
    .limit(AT_ONCE)
  const ids = JSON.stringify(rows.map((row) => row.id))
  const stored = await db
    .select()
    .from(evidence)
    .where(sql`memory_id IN (SELECT value FROM json_each(${ids}))`)
  const byMemory = Map.groupBy(stored, (item) => item.memoryId)
  const last = rows.at(-1)
  return {
    kept: rows.map((row) => ({ memory: fromRow(row), evidence: byMemory.get(row.id) ?? [] })),
    next: last && rows.length === AT_ONCE ? `${last.lastSaidAt} ${last.seq}` : null,
  }
}

/**
 * Removes memories about the person, and statements by them or repeating them; retraction rebuilds what
 * rested on those.
 */
async function removeStatements({ db, job, now }: ErasureContext, plan: MemoryPlan): Promise<void> {
  if (plan.removed.length > 0)
    await runBatch(db, [...unlogMemories(plan.removed), ...deleteMemories(plan.removed)])
  await retractToldWords(db, job.guildId, plan.withoutMessage, now())
  await retractMessages(db, job.guildId, { messages: [...new Set(plan.messages)] }, now())
}

/**
 * Rewords memories and evidence. Deletes a memory whose new wording another memory of its subject already
 * has, and returns how many.
 */
async function reword(
  { db, job, tracesStore }: ErasureContext,
  plan: MemoryPlan,
  kept: readonly MemoryWithEvidence[],
): Promise<number> {
  if (plan.memories.length === 0 && plan.evidence.length === 0) return 0
  const taken = await db.all<{ id: string }>(
    sql`SELECT j.value->>'id' AS id FROM json_each(${keysOf(plan.memories)}) j JOIN memories m ON m.guild_id = ${job.guildId}
      AND m.scope = j.value->>'scope' AND m.subject_id = j.value->>'subjectId' AND m.fact_key = j.value->>'factKey' AND m.id <> j.value->>'id'`,
  )
  const duplicateIds = new Set([...taken.map(({ id }) => id), ...duplicatesOnPage(plan.memories)])
  const reworded = plan.memories.filter(({ id }) => !duplicateIds.has(id))
  const before = kept
    .map(({ memory }) => memory)
    .filter(({ id }) => plan.memories.some((one) => one.id === id))
  tracesStore.addAffected("memory", [...duplicateIds])
  await runBatch(db, [
    ...(before.length > 0 ? [guardVersions(job.guildId, before)] : []),
    ...(duplicateIds.size > 0 ? deleteMemories([...duplicateIds]) : []),
    ...(reworded.length > 0
      ? [...queueVectorRemovals(reworded), ...rewriteMemories(reworded), ...clearEmbeddings(reworded)]
      : []),
    ...(plan.evidence.length > 0 ? [rewordEvidence(plan.evidence)] : []),
  ])
  return duplicateIds.size
}

function keysOf(changed: readonly Memory[]): string {
  return JSON.stringify(
    changed.map(({ id, subject, factKey }) => ({ id, scope: subject.scope, subjectId: subject.id, factKey })),
  )
}

/** Returns the ids of those whose fact key an earlier one of the same page has. */
function duplicatesOnPage(changed: readonly Memory[]): string[] {
  const seen = new Set<string>()
  return changed
    .filter(({ subject, factKey }) => {
      const key = JSON.stringify([subject.scope, subject.id, factKey])
      return seen.has(key) || !seen.add(key)
    })
    .map(({ id }) => id)
}

function rewordEvidence(items: MemoryPlan["evidence"]): SQL {
  return sql`UPDATE OR REPLACE evidence SET ref = j.value->>'to', excerpt = j.value->>'excerpt', fact = j.value->>'fact'
    FROM json_each(${JSON.stringify(items)}) j WHERE evidence.memory_id = j.value->>'memoryId' AND evidence.ref = j.value->>'ref'`
}

/** The vector of the old wording goes at once, even if no model is there to make a new one. */
function queueVectorRemovals(changed: readonly Memory[]): SQL[] {
  return [
    sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT guild_id, 'memory', seq FROM memories
      WHERE id IN (SELECT value FROM json_each(${ids(changed)})) AND embedded_with IS NOT NULL ON CONFLICT DO NOTHING`,
  ]
}

function clearEmbeddings(changed: readonly Memory[]): SQL[] {
  return [
    sql`UPDATE memories SET embedded_with = NULL WHERE id IN (SELECT value FROM json_each(${ids(changed)}))`,
  ]
}

function ids(changed: readonly Memory[]): string {
  return JSON.stringify(changed.map(({ id }) => id))
}
