/** Lets go of what has had its time, in steps of half a minute. How long anything is kept is decided in privacy/retention.ts. */
import { conclusion, type Gone, purgePages } from "../../memory/removal/purge.ts"
import { cutoffsOf } from "../../privacy/retention.ts"
import { stepsOf } from "../ledger/run-reading.ts"
import { landStep, stepDone } from "../ledger/runs.ts"
import type { Phase } from "../steps.ts"
import type { Plan, Tools } from "../tools.ts"

const STEP_MS = 25_000
/** A page takes a handful of queries; one invocation may make 1,000. */
const PAGES = 100
/** A million rows and more. What is left goes in the next night. */
const MOST_STEPS = 200

/** Counted in a step that left something over. */
const MORE = "more"

export const purge: Phase = async (steps, tools, plan) => {
  for (let n = 1; n <= MOST_STEPS; n++)
    if (await steps.do(`purge ${n}`, () => purgeStep(tools, plan, `purge ${n}`))) return
}

/** True where nothing is left. The day is marked, and what went in all its steps noted, together with the last one. */
async function purgeStep(tools: Tools, plan: Plan, step: string): Promise<boolean> {
  const { db } = tools
  const key = { guildId: plan.guildId, runId: plan.runId, step }
  const before = await stepDone(db, key)
  if (before !== null) return before[MORE] === undefined
  const { guild } = await tools.enter()
  const startedAt = tools.now()
  const retention = cutoffsOf(guild.settings.retention, plan.at)
  const work = { guildId: plan.guildId, before: retention, day: plan.day, now: startedAt }
  let pages = 0
  const purged = await purgePages(db, work, () => pages++ < PAGES && tools.now() < startedAt + STEP_MS)
  const notes = purged.done
    ? conclusion(db, work, { gone: total([...(await earlier(tools, plan)), purged.gone]), done: true })
    : []
  const counts = purged.done ? purged.gone : { ...purged.gone, [MORE]: 1 }
  await landStep(db, { ...key, startedAt, now: tools.now(), counts, usage: [] }, notes)
  return purged.done
}

async function earlier({ db }: Tools, { runId }: Plan): Promise<Gone[]> {
  const done = await stepsOf(db, [runId])
  return done
    .filter(({ step }) => step.startsWith("purge "))
    .map(({ counts: { [MORE]: _, ...gone } }) => gone)
}

function total(of: readonly Gone[]): Gone {
  const sum: Gone = {}
  for (const gone of of) for (const [kind, rows] of Object.entries(gone)) sum[kind] = (sum[kind] ?? 0) + rows
  return sum
}
