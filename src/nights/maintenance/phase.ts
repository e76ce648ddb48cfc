/**
 * The phase that keeps memory small: it purges expired data, merges duplicates, enforces caps and removes
 * orphans. A part that fails does not stop the others.
 */
import { placeReaders } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id, Memory, Subject } from "../../domain/types.ts"
import { memoriesOverCaps } from "../../memory/facts/gate.ts"
import { capPart } from "../../memory/facts/known.ts"
import { activeMemoriesOf, type StatedMemory, subjectsWithMoreThan } from "../../memory/read/subjects.ts"
import { removeIfUnchanged } from "../../memory/write/correct.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { landStep } from "../ledger/runs.ts"
import { compact } from "./compact.ts"
import { orphans } from "./orphans.ts"
import { pruneChannels, purge } from "./purge.ts"
import { week } from "./week.ts"

// Enforces the policy's caps per subject, after a cap was lowered or a person restored a memory.

/** Subjects and removed memories per step, and memories per batch. */
const SUBJECTS = 20
const MEMORIES = 500
const BATCH = 50
const MOST_STEPS = 200

/** Start of the next step; `done` if there is none. */
interface CapsProgress {
  after: Subject | null
  done: boolean
}

const caps: NightPhase = async (steps, deps, plan) => {
  let after: Subject | null = null
  for (let n = 1; n <= MOST_STEPS; n++) {
    const from: Subject | null = after
    const progress: CapsProgress = await steps.do(`caps ${n}`, () =>
      capsStep(deps, plan, { step: `caps ${n}`, after: from }),
    )
    if (progress.done) return
    after = progress.after
  }
}

async function capsStep(
  deps: NightDeps,
  plan: NightPlan,
  { step, after }: { step: string; after: Subject | null },
): Promise<CapsProgress> {
  const { db } = deps
  const { guildId, runId } = plan
  const startedAt = deps.now()
  const { guild, structure } = await deps.enter()
  const { settings, policy } = guild
  const { gate } = policy
  // If people decide what is written, or nothing may be written, nothing is removed automatically either.
  if (deps.readOnly || settings.read_only || gate.mode !== "auto") return { after: null, done: true }
  const over = Math.min(gate.max_memories_per_subject, gate.max_expiring_per_person)
  const subjects = await subjectsWithMoreThan(db, guildId, { over, after, limit: SUBJECTS })
  const surplus = (await activeMemoriesOf(db, guildId, subjects)).flatMap((active) =>
    surplusByReaders(active, gate, structure),
  )
  const removed = await removeSurplus(deps, surplus.slice(0, MEMORIES))
  if (removed > 0)
    await landStep(db, {
      guildId,
      runId,
      step,
      startedAt,
      now: deps.now(),
      counts: { gone: removed },
      usage: [],
    })
  // The next step handles the rest of these subjects.
  if (surplus.length > MEMORIES) return { after, done: false }
  return { after: subjects.at(-1) ?? null, done: subjects.length < SUBJECTS }
}

/** Returns a subject's memories over the caps. Each group of readers has caps of its own. */
function surplusByReaders(
  active: readonly StatedMemory[],
  rule: Parameters<typeof memoriesOverCaps>[1],
  structure: Structure,
): Memory[] {
  const surplus = new Map<string, Memory>()
  const done = new Set<Id | null>()
  for (const place of active.flatMap(({ channels }) => channels)) {
    if (done.has(place)) continue
    const readers = placeReaders(structure, place)
    for (const id of [place, ...readers.same]) done.add(id)
    const here = active.map(({ memory, channels }) => ({ ...memory, cap: capPart(channels, readers) }))
    for (const memory of memoriesOverCaps(here, rule)) surplus.set(memory.id, memory)
  }
  return [...surplus.values()]
}

/**
 * Returns how many were removed. A batch with a memory that was said again in the meantime stays until the
 * next run.
 */
async function removeSurplus({ db, guildId }: NightDeps, surplus: readonly Memory[]): Promise<number> {
  let removed = 0
  for (let start = 0; start < surplus.length; start += BATCH) {
    const batch = surplus.slice(start, start + BATCH)
    if (await removeIfUnchanged(db, guildId, batch)) removed += batch.length
  }
  return removed
}

// The week is counted before its rows can be purged.
const PARTS: Record<string, NightPhase> = { week, purge, compact, caps, channels: pruneChannels, orphans }

export const maintenance: NightPhase = async (steps, deps, plan) => {
  const failures: string[] = []
  for (const [name, part] of Object.entries(PARTS)) {
    try {
      await part(steps, deps, plan)
    } catch (error) {
      failures.push(`${name}: ${describeError(error)}`)
    }
  }
  // Thrown after all parts ran. The run records it, and the next run does what was left.
  if (failures.length > 0) throw new Error(failures.join("; "))
}
