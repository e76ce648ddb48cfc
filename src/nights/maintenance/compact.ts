/**
 * Merges repeated memories about channels, the guild and other subjects that are not people. Words alone
 * decide; no model is called.
 */

import { channelsWithSameReaders, readerKeys } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import type { Subject } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import type { MemoryEvidence, Operation } from "../../memory/facts/operations.ts"
import { splitByReaders } from "../../memory/facts/strata.ts"
import { nonPersonSubjectsSince } from "../../memory/read/subjects.ts"
import { batchConflict } from "../../memory/write/commit.ts"
import {
  type ConsolidationRule,
  consolidateMemories,
  consolidationStatements,
  readMemoryEvidence,
} from "../../memory/write/consolidate.ts"
import { relate } from "../../text/similarity.ts"
import { stems } from "../../text/stems.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { isStepAlreadyDone, stepStatements } from "../ledger/runs.ts"

const SUBJECTS = 200
const ATTEMPTS = 12

/**
 * Covers only subjects about which something was said since the last run. The others have no new duplicates.
 */
export const compact: NightPhase = async (steps, deps, plan) => {
  const since = plan.days[0]?.from ?? plan.at
  const subjects = await steps.do("compact", () =>
    nonPersonSubjectsSince(deps.db, plan.guildId, { since, most: SUBJECTS }),
  )
  for (const [index, subject] of subjects.entries()) {
    const step = `compact ${index + 1}`
    await steps.do(step, () => mergeDuplicates(deps, plan, { step, subject }))
  }
}

async function mergeDuplicates(
  deps: NightDeps,
  { guildId, runId, timezone }: NightPlan,
  { step, subject }: { step: string; subject: Subject },
): Promise<void> {
  const { db } = deps
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const startedAt = deps.now()
    const { guild, structure } = await deps.enter()
    const { settings, policy } = guild
    if (deps.readOnly || settings.read_only || !settings.night.enabled || policy.gate.mode !== "auto") return
    const known = await readMemoryEvidence(db, guildId, [subject], settings.consent === "opt_in")
    const result = consolidateMemories(
      known,
      splitByReaders(known, readerKeys(structure)).flatMap((part) => duplicates(part.known)),
      ruleOf(structure, { timezone, now: startedAt }),
    )
    if (result.done.length === 0) return
    const counts = { merged: result.done.length, refused: result.refused.length }
    const done = { guildId, runId, step, startedAt, now: deps.now(), counts, usage: [] }
    try {
      await runBatch(db, [...consolidationStatements(guildId, known, result), ...stepStatements(done)])
      return
    } catch (error) {
      if (isStepAlreadyDone(error)) return
      if (batchConflict(error) !== "stale") throw error
    }
  }
  throw new Error(`step ${step} of ${runId} conflicted with other writers on every attempt`)
}

function ruleOf(
  structure: Structure,
  { timezone, now }: { timezone: string; now: number },
): ConsolidationRule {
  return {
    now,
    timezone,
    // Nothing is promoted or reworded here.
    promoteDays: Number.MAX_SAFE_INTEGER,
    unfit: () => true,
    samePeers: ([first = null, ...others]) => {
      const peers = channelsWithSameReaders(structure, first)
      return others.every((id) => peers.includes(id))
    },
  }
}

// Finds memories of one subject that say no more than others. Pure: it proposes; memory/facts/consolidated.ts
// decides.

/** Maximum memories compared with each other, the latest: 20,000 pairs. */
const MOST_COMPARED = 200

/**
 * Proposes a merge for each memory that another one states in as many words. If both state each other, the
 * one with more statements stays, then the older.
 * @internal
 */
export function duplicates(known: readonly MemoryEvidence[]): Operation[] {
  const byWeight = [...known]
    .sort((a, b) => b.memory.lastSaidAt - a.memory.lastSaidAt)
    .slice(0, MOST_COMPARED)
    .map(({ memory }) => memory)
    .sort((a, b) => b.evidenceCount - a.evidenceCount || a.saidAt - b.saidAt)
  const merged = new Set<string>()
  const into = new Map<string, string[]>()
  for (const whole of byWeight)
    for (const part of byWeight) {
      if (part.id === whole.id || merged.has(part.id) || merged.has(whole.id) || into.has(part.id)) continue
      if (!saysAll(whole.fact, part.fact)) continue
      merged.add(part.id)
      into.set(whole.id, [...(into.get(whole.id) ?? []), part.id])
    }
  // One merge at a time, so that a refused one does not stop the others.
  return [...into].flatMap(([id, from]) =>
    from.map((one): Operation => ({ kind: "merge", into: id, from: [one] })),
  )
}

/**
 * Returns true if the texts are nearly the same and the part has no word that the whole lacks. A much shorter
 * part may say more: "cats are allowed" is not "cats are allowed in the garden".
 */
function saysAll(whole: string, part: string): boolean {
  const words = new Set(stems(whole))
  return relate(whole, part) === "same" && stems(part).every((stem) => words.has(stem))
}
