/** Merges what is known twice of channels, of the guild and of other subjects that are no people. Words alone decide, and no model is asked. */

import { channelsWithSameReaders } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import type { Subject } from "../../domain/types.ts"
import { runBatch } from "../../memory/db/database.ts"
import type { MemoryEvidence, Operation } from "../../memory/facts/operations.ts"
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

/** Only subjects of which something was said since the last night: of the others nothing has become double. */
export const compact: NightPhase = async (steps, tools, plan) => {
  const since = plan.days[0]?.from ?? plan.at
  const subjects = await steps.do("compact", () =>
    nonPersonSubjectsSince(tools.db, plan.guildId, { since, most: SUBJECTS }),
  )
  for (const [index, subject] of subjects.entries()) {
    const step = `compact ${index + 1}`
    await steps.do(step, () => merge(tools, plan, { step, subject }))
  }
}

async function merge(
  tools: NightDeps,
  { guildId, runId, timezone }: NightPlan,
  { step, subject }: { step: string; subject: Subject },
): Promise<void> {
  const { db } = tools
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const startedAt = tools.now()
    const { guild, structure } = await tools.enter()
    const { settings, policy } = guild
    if (tools.readOnly || settings.read_only || !settings.night.enabled || policy.gate.mode !== "auto") return
    const known = await readMemoryEvidence(db, guildId, [subject], settings.consent === "opt_in")
    const result = consolidateMemories(
      known,
      duplicates(known),
      ruleOf(structure, { timezone, now: startedAt }),
    )
    if (result.done.length === 0) return
    const counts = { merged: result.done.length, refused: result.refused.length }
    const done = { guildId, runId, step, startedAt, now: tools.now(), counts, usage: [] }
    try {
      await runBatch(db, [...consolidationStatements(guildId, known, result), ...stepStatements(done)])
      return
    } catch (error) {
      if (isStepAlreadyDone(error)) return
      if (batchConflict(error) !== "stale") throw error
    }
  }
  throw new Error(`step ${step} of ${runId} met other writers each time`)
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

// Which memories of one subject say no more than others of it. Pure: it proposes; memory/facts/consolidated.ts decides.

/** Compared with each other at most, the latest: 20,000 pairs. */
const MOST = 200

/** A merge for each memory that another one says in as many words; of two that say each other, the one with more statements stays, then the older. */
export function duplicates(known: readonly MemoryEvidence[]): Operation[] {
  const byWeight = [...known]
    .sort((a, b) => b.memory.lastSaidAt - a.memory.lastSaidAt)
    .slice(0, MOST)
    .map(({ memory }) => memory)
    .sort((a, b) => b.evidenceCount - a.evidenceCount || a.saidAt - b.saidAt)
  const gone = new Set<string>()
  const into = new Map<string, string[]>()
  for (const whole of byWeight)
    for (const part of byWeight) {
      if (part.id === whole.id || gone.has(part.id) || gone.has(whole.id) || into.has(part.id)) continue
      if (!holds(whole.fact, part.fact)) continue
      gone.add(part.id)
      into.set(whole.id, [...(into.get(whole.id) ?? []), part.id])
    }
  // One at a time: what is refused of one keeps no other from going.
  return [...into].flatMap(([id, from]) =>
    from.map((one): Operation => ({ kind: "merge", into: id, from: [one] })),
  )
}

/** The same by nearly all words, with none in the part that the whole lacks. A part that is much shorter may say more: "cats are allowed" is not "cats are allowed in the garden". */
function holds(whole: string, part: string): boolean {
  const words = new Set(stems(whole))
  return relate(whole, part) === "same" && stems(part).every((stem) => words.has(stem))
}
