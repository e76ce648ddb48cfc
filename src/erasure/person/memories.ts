/** The memories of a guild, page by page, without what one person said and what is known of them. */
import { type SQL, sql } from "drizzle-orm"
import type { Memory } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import { fromRow } from "../../memory/db/rows.ts"
import { evidence, memories } from "../../memory/db/schema.ts"
import { retractMessages, retractToldWords } from "../../memory/removal/retract.ts"
import { deleteMemories, guardVersions, rewriteMemories } from "../../memory/write/statements.ts"
import type { ErasureContext } from "../context.ts"
import type { ErasurePage } from "../plan.ts"
import { countTouched, type MemoryPlan, type MemoryWithEvidence, planMemories } from "./memory-plan.ts"
import { erasedPersonOf } from "./traces.ts"

const AT_ONCE = 200

const CursorAt = /^(-?\d+) (\d+)$/

export async function eraseMemories(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const person = await erasedPersonOf(erasing)
  const first = await readPage(erasing, cursor)
  const plan = planMemories(first.kept, person)
  const statements = new Set(plan.messages).size + plan.told.length
  await dropWhole(erasing, plan)
  // What remains of the others is as it is now: retraction has rebuilt them.
  const rest = statements > 0 ? (await readPage(erasing, cursor)).kept : first.kept
  const again = planMemories(rest, person)
  const dropped = await reword(erasing, again, rest)
  return {
    next: first.next,
    counts: {
      memories: plan.gone.length + dropped,
      statements,
      reworded: again.memories.length + again.rests.length - dropped,
    },
  }
}

/** How many memories of the page still tell of the person. */
export async function checkMemories(erasing: ErasureContext, cursor: string | null): Promise<ErasurePage> {
  const { kept, next } = await readPage(erasing, cursor)
  return { next, left: countTouched(planMemories(kept, await erasedPersonOf(erasing))) }
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
  const rests = await db
    .select()
    .from(evidence)
    .where(sql`memory_id IN (SELECT value FROM json_each(${ids}))`)
  const byMemory = Map.groupBy(rests, (rest) => rest.memoryId)
  const last = rows.at(-1)
  return {
    kept: rows.map((row) => ({ memory: fromRow(row), rests: byMemory.get(row.id) ?? [] })),
    next: last && rows.length === AT_ONCE ? `${last.lastSaidAt} ${last.seq}` : null,
  }
}

/** Memories about them, and statements by them or repeating them; what rested on those is rebuilt. */
async function dropWhole({ db, job, now }: ErasureContext, plan: MemoryPlan): Promise<void> {
  if (plan.gone.length > 0) await runBatch(db, deleteMemories(plan.gone))
  await retractToldWords(db, job.guildId, plan.told, now())
  await retractMessages(db, job.guildId, { messages: [...new Set(plan.messages)] }, now())
}

/** Words memories and evidence anew. A memory whose new words another of its subject has already goes; returns how many did. */
async function reword(
  { db, job }: ErasureContext,
  plan: MemoryPlan,
  kept: readonly MemoryWithEvidence[],
): Promise<number> {
  if (plan.memories.length === 0 && plan.rests.length === 0) return 0
  const taken = await db.all<{ id: string }>(
    sql`SELECT j.value->>'id' AS id FROM json_each(${keysOf(plan.memories)}) j JOIN memories m ON m.guild_id = ${job.guildId}
      AND m.scope = j.value->>'scope' AND m.subject_id = j.value->>'subjectId' AND m.fact_key = j.value->>'factKey' AND m.id <> j.value->>'id'`,
  )
  const double = new Set([...taken.map(({ id }) => id), ...doubles(plan.memories)])
  const worded = plan.memories.filter(({ id }) => !double.has(id))
  const before = kept
    .map(({ memory }) => memory)
    .filter(({ id }) => plan.memories.some((one) => one.id === id))
  await runBatch(db, [
    ...(before.length > 0 ? [guardVersions(job.guildId, before)] : []),
    ...(double.size > 0 ? deleteMemories([...double]) : []),
    ...(worded.length > 0
      ? [...letVectorsGo(worded), ...rewriteMemories(worded), ...withoutVectors(worded)]
      : []),
    ...(plan.rests.length > 0 ? [evidenceReworded(plan.rests)] : []),
  ])
  return double.size
}

function keysOf(changed: readonly Memory[]): string {
  return JSON.stringify(
    changed.map(({ id, subject, factKey }) => ({ id, scope: subject.scope, subjectId: subject.id, factKey })),
  )
}

/** Those that would have the key of an earlier one of the same page. */
function doubles(changed: readonly Memory[]): string[] {
  const seen = new Set<string>()
  return changed
    .filter(({ subject, factKey }) => {
      const key = JSON.stringify([subject.scope, subject.id, factKey])
      return seen.has(key) || !seen.add(key)
    })
    .map(({ id }) => id)
}

function evidenceReworded(rests: MemoryPlan["rests"]): SQL {
  return sql`UPDATE OR REPLACE evidence SET ref = j.value->>'to', excerpt = j.value->>'excerpt', fact = j.value->>'fact'
    FROM json_each(${JSON.stringify(rests)}) j WHERE evidence.memory_id = j.value->>'memoryId' AND evidence.ref = j.value->>'ref'`
}

/** A vector of former words goes at once, whether or not a model is there to make another. */
function letVectorsGo(changed: readonly Memory[]): SQL[] {
  return [
    sql`INSERT INTO vector_removals (guild_id, kind, seq) SELECT guild_id, 'memory', seq FROM memories
      WHERE id IN (SELECT value FROM json_each(${ids(changed)})) AND embedded_with IS NOT NULL ON CONFLICT DO NOTHING`,
  ]
}

function withoutVectors(changed: readonly Memory[]): SQL[] {
  return [
    sql`UPDATE memories SET embedded_with = NULL WHERE id IN (SELECT value FROM json_each(${ids(changed)}))`,
  ]
}

function ids(changed: readonly Memory[]): string {
  return JSON.stringify(changed.map(({ id }) => id))
}
