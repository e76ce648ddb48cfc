/** The phase that keeps memory small: what has had its time goes, and what nothing holds any more. One part that fails does not keep the others from theirs. */
import { describeError } from "../../domain/errors.ts"
import type { Memory, Subject } from "../../domain/types.ts"
import { memoriesOverCaps } from "../../memory/facts/gate.ts"
import { activeMemoriesOf, subjectsWithMoreThan } from "../../memory/read/subjects.ts"
import { removeIfUnchanged } from "../../memory/write/correct.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { landStep } from "../ledger/runs.ts"
import { compact } from "./compact.ts"
import { orphans } from "./orphans.ts"
import { channels, purge } from "./purge.ts"

// Brings subjects back under the policy's caps, where it was lowered or a person's word brought something back.

/** Subjects a step looks at, and memories it lets go of, so many in one batch. */
const SUBJECTS = 20
const MEMORIES = 500
const BATCH = 50
const MOST_STEPS = 200

/** What the next step goes on after; `done` where there is none. */
interface Went {
  after: Subject | null
  done: boolean
}

const caps: NightPhase = async (steps, tools, plan) => {
  let after: Subject | null = null
  for (let n = 1; n <= MOST_STEPS; n++) {
    const from: Subject | null = after
    const went: Went = await steps.do(`caps ${n}`, () =>
      capsStep(tools, plan, { step: `caps ${n}`, after: from }),
    )
    if (went.done) return
    after = went.after
  }
}

async function capsStep(
  tools: NightDeps,
  plan: NightPlan,
  { step, after }: { step: string; after: Subject | null },
): Promise<Went> {
  const { db } = tools
  const { guildId, runId } = plan
  const startedAt = tools.now()
  const { settings, policy } = (await tools.enter()).guild
  const { gate } = policy
  // Where people decide what is written, and where nothing is, nothing is taken away by itself either.
  if (tools.readOnly || settings.read_only || gate.mode !== "auto") return { after: null, done: true }
  const over = Math.min(gate.max_memories_per_subject, gate.max_expiring_per_person)
  const subjects = await subjectsWithMoreThan(db, guildId, { over, after, limit: SUBJECTS })
  const surplus = (await activeMemoriesOf(db, guildId, subjects)).flatMap((active) =>
    memoriesOverCaps(active, gate),
  )
  const gone = await letGo(tools, surplus.slice(0, MEMORIES))
  if (gone > 0)
    await landStep(db, { guildId, runId, step, startedAt, now: tools.now(), counts: { gone }, usage: [] })
  // What is left of these is looked at again.
  if (surplus.length > MEMORIES) return { after, done: false }
  return { after: subjects.at(-1) ?? null, done: subjects.length < SUBJECTS }
}

/** How many went. What was said again meanwhile stays, and those beside it, until the next night. */
async function letGo({ db, guildId }: NightDeps, surplus: readonly Memory[]): Promise<number> {
  let gone = 0
  for (let start = 0; start < surplus.length; start += BATCH) {
    const batch = surplus.slice(start, start + BATCH)
    if (await removeIfUnchanged(db, guildId, batch)) gone += batch.length
  }
  return gone
}

const PARTS: Record<string, NightPhase> = { purge, compact, caps, channels, orphans }

export const keeping: NightPhase = async (steps, tools, plan) => {
  const failures: string[] = []
  for (const [name, part] of Object.entries(PARTS)) {
    try {
      await part(steps, tools, plan)
    } catch (error) {
      failures.push(`${name}: ${describeError(error)}`)
    }
  }
  // Named only now: the night writes it down, and the next one does what was left.
  if (failures.length > 0) throw new Error(failures.join("; "))
}
