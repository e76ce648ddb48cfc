/** Removes what nothing holds any more: rows of owners that are gone, vectors of rows that are gone. In a sound database there is nothing, and no row is written. */

import { DAY } from "../../domain/calendar.ts"
import { removeLeftovers, removeOrphans } from "../../memory/read/orphans.ts"
import { queueStrayRemovals, readEmbeddingHome } from "../../memory/write/vectors.ts"
import type { VectorKind } from "../../vectors/vector-index.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import type { Counts } from "../ledger/run-spent.ts"
import { landStep } from "../ledger/runs.ts"
import { isSweep } from "./purge.ts"

/** A night that was begun so long ago will not go on. */
const GIVEN_UP_MS = 2 * DAY
/** Vectors asked about in one query, and so many queries a step. */
const PAGE = 1_000
const PAGES = 20
const MOST_STEPS = 100

export const orphans: NightPhase = async (steps, tools, plan) => {
  await steps.do("orphans", async () => {
    const { guildId, runId, at } = plan
    const startedAt = tools.now()
    const leftovers = await removeLeftovers(tools.db, guildId, { runId, before: at - GIVEN_UP_MS })
    const rows = isSweep(plan) ? await removeOrphans(tools.db, guildId) : {}
    await noted(tools, plan, { step: "orphans", startedAt, counts: { ...leftovers, ...rows } })
  })
  if (isSweep(plan)) for (const kind of ["memory", "note"] as const) await strays(kind)(steps, tools, plan)
}

/** What the guild's own index holds without a row that says so is to be removed. Vectorize cannot be asked what it holds. */
function strays(kind: VectorKind): NightPhase {
  return async (steps, tools, plan) => {
    let after: number | null = 0
    for (let n = 1; n <= MOST_STEPS && after !== null; n++) {
      const at: { kind: VectorKind; after: number } = { kind, after }
      after = await steps.do(`${kind} vectors ${n}`, () =>
        look(tools, plan, { ...at, step: `${kind} vectors ${n}` }),
      )
    }
  }
}

/** Looks at a stretch of the index; the number to go on after, or null where it ends. */
async function look(
  tools: NightDeps,
  plan: NightPlan,
  from: { step: string; kind: VectorKind; after: number },
): Promise<number | null> {
  const { db, guildId } = tools
  // Where nothing was ever embedded, there is no index to ask.
  if ((await readEmbeddingHome(db, guildId)) === null) return null
  const startedAt = tools.now()
  let [after, found]: [number | null, number] = [from.after, 0]
  for (let page = 0; page < PAGES && after !== null; page++) {
    const seqs: number[] = await tools.heldVectors(from.kind, after, PAGE)
    const rows = seqs.map((seq) => ({ kind: from.kind, seq }))
    if (rows.length > 0) found += await queueStrayRemovals(db, guildId, rows, { spent: [], now: tools.now() })
    after = seqs.length === PAGE ? (seqs.at(-1) ?? null) : null
  }
  await noted(tools, plan, { step: from.step, startedAt, counts: { vectors: found } })
  return after
}

/** A step that found nothing leaves no row. */
async function noted(
  { db, now }: NightDeps,
  { guildId, runId }: NightPlan,
  { step, startedAt, counts }: { step: string; startedAt: number; counts: Counts },
): Promise<void> {
  const found = Object.fromEntries(Object.entries(counts).filter(([, rows]) => rows > 0))
  if (Object.keys(found).length > 0)
    await landStep(db, { guildId, runId, step, startedAt, now: now(), counts: found, usage: [] })
}
