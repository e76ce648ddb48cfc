/** Merges what is known twice of channels, of the guild and of other subjects that are no people. Words alone decide, and no model is asked. */

import { peersOf } from "../../access/audience.ts"
import type { Structure } from "../../access/permissions.ts"
import type { Subject } from "../../domain/types.ts"
import { land } from "../../memory/db/database.ts"
import { placesSpokenOf } from "../../memory/read/subjects.ts"
import { conflict } from "../../memory/write/commit.ts"
import {
  consolidated,
  consolidationStatements,
  type Rule,
  readGrounded,
} from "../../memory/write/consolidate.ts"
import { alreadyDone, stepStatements } from "../ledger/runs.ts"
import type { Phase } from "../steps.ts"
import type { Plan, Tools } from "../tools.ts"
import { duplicates } from "./duplicates.ts"

const SUBJECTS = 200
const ATTEMPTS = 12

/** Only subjects of which something was said since the last night: of the others nothing has become double. */
export const compact: Phase = async (steps, tools, plan) => {
  const since = plan.days[0]?.from ?? plan.at
  const subjects = await steps.do("compact", () =>
    placesSpokenOf(tools.db, plan.guildId, { since, most: SUBJECTS }),
  )
  for (const [index, subject] of subjects.entries()) {
    const step = `compact ${index + 1}`
    await steps.do(step, () => merge(tools, plan, { step, subject }))
  }
}

async function merge(
  tools: Tools,
  { guildId, runId, timezone }: Plan,
  { step, subject }: { step: string; subject: Subject },
): Promise<void> {
  const { db } = tools
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const startedAt = tools.now()
    const { guild, structure } = await tools.enter()
    const { settings, policy } = guild
    if (tools.readOnly || settings.read_only || !settings.night.enabled || policy.gate.mode !== "auto") return
    const known = await readGrounded(db, guildId, [subject], settings.consent === "opt_in")
    const result = consolidated(known, duplicates(known), ruleOf(structure, { timezone, now: startedAt }))
    if (result.done.length === 0) return
    const counts = { merged: result.done.length, refused: result.refused.length }
    const done = { guildId, runId, step, startedAt, now: tools.now(), counts, usage: [] }
    try {
      await land(db, [...consolidationStatements(guildId, known, result), ...stepStatements(done)])
      return
    } catch (error) {
      if (alreadyDone(error)) return
      if (conflict(error) !== "stale") throw error
    }
  }
  throw new Error(`step ${step} of ${runId} met other writers each time`)
}

function ruleOf(structure: Structure, { timezone, now }: { timezone: string; now: number }): Rule {
  return {
    now,
    timezone,
    // Nothing is promoted or reworded here.
    promoteDays: Number.MAX_SAFE_INTEGER,
    unfit: () => true,
    samePeers: ([first = null, ...others]) => {
      const peers = peersOf(structure, first)
      return others.every((id) => peers.includes(id))
    },
  }
}
