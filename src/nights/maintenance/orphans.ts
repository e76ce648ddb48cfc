/**
 * Removes orphans: rows whose owner is gone, and vectors whose row is gone. A sound database has none, and no
 * row is written.
 */

import { DAY } from "../../domain/calendar.ts"
import { removeLeftovers, removeOrphans } from "../../memory/read/orphans.ts"
import { queueStrayRemovals, readEmbeddingHome } from "../../memory/write/vectors.ts"
import type { VectorKind } from "../../vectors/vector-index.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { landStep } from "../ledger/runs.ts"
import { isSweep } from "./purge.ts"

/** A run that started this long ago will not go on. */
const GIVEN_UP_MS = 2 * DAY
/** Vectors checked per query, and queries per step. */
const PAGE = 1_000
const PAGES = 20
const MOST_STEPS = 100

export const orphans: NightPhase = async (steps, deps, plan) => {
  await steps.do("orphans", async () => {
    const { guildId, runId, at } = plan
    const startedAt = deps.now()
    const leftovers = await removeLeftovers(deps.db, guildId, { runId, before: at - GIVEN_UP_MS })
    const rows = isSweep(plan) ? await removeOrphans(deps.db, guildId) : {}
    await recordStep(deps, plan, { step: "orphans", startedAt, counts: { ...leftovers, ...rows } })
  })
  if (isSweep(plan))
    for (const kind of ["memory", "note"] as const) await strayVectors(kind)(steps, deps, plan)
}

/**
 * Queues vectors for removal that the guild's own index holds without a matching row. Vectorize cannot list
 * what it holds.
 */
function strayVectors(kind: VectorKind): NightPhase {
  return async (steps, deps, plan) => {
    let after: number | null = 0
    for (let n = 1; n <= MOST_STEPS && after !== null; n++) {
      const at: { kind: VectorKind; after: number } = { kind, after }
      after = await steps.do(`${kind} vectors ${n}`, () =>
        checkVectors(deps, plan, { ...at, step: `${kind} vectors ${n}` }),
      )
    }
  }
}

/** Checks a stretch of the index. Returns the number to go on after, or `null` at its end. */
async function checkVectors(
  deps: NightDeps,
  plan: NightPlan,
  from: { step: string; kind: VectorKind; after: number },
): Promise<number | null> {
  const { db, guildId } = deps
  // If nothing was ever embedded, there is no index to ask.
  if ((await readEmbeddingHome(db, guildId)) === null) return null
  const startedAt = deps.now()
  let [after, found]: [number | null, number] = [from.after, 0]
  for (let page = 0; page < PAGES && after !== null; page++) {
    const seqs: number[] = await deps.heldVectors(from.kind, after, PAGE)
    const rows = seqs.map((seq) => ({ kind: from.kind, seq }))
    if (rows.length > 0) found += await queueStrayRemovals(db, guildId, rows, { spent: [], now: deps.now() })
    after = seqs.length === PAGE ? (seqs.at(-1) ?? null) : null
  }
  await recordStep(deps, plan, { step: from.step, startedAt, counts: { vectors: found } })
  return after
}

/** A step that found nothing writes no row. */
async function recordStep(
  { db, now }: NightDeps,
  { guildId, runId }: NightPlan,
  { step, startedAt, counts }: { step: string; startedAt: number; counts: Counts },
): Promise<void> {
  const found = Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0))
  if (Object.keys(found).length > 0)
    await landStep(db, { guildId, runId, step, startedAt, now: now(), counts: found, usage: [] })
}
