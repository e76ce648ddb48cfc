/** Deletes expired data in steps of half a minute. privacy/retention.ts decides how long data is kept. */

import { DAY, dayNumber } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import { channelsHeard } from "../../memory/read/windows.ts"
import { type DeletedCounts, purgePages, purgeRecord } from "../../memory/removal/purge.ts"
import { cutoffsOf } from "../../privacy/retention.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { listRunSteps } from "../ledger/run-reading.ts"
import { findStepCounts, landStep } from "../ledger/runs.ts"
import { storeFinishedDays } from "./store-days.ts"

const STEP_MS = 25_000
/** A page takes a handful of queries; one invocation may make 1,000. */
const PAGES = 100
/** Enough for more than a million rows. The next run deletes the rest. */
const MOST_STEPS = 200

/** Count that marks a step which left rows over. */
const MORE = "more"

export const purge: NightPhase = async (steps, deps, plan) => {
  for (let n = 1; n <= MOST_STEPS; n++)
    if (await steps.do(`purge ${n}`, () => purgeStep(deps, plan, n))) return
}

/**
 * Returns true if nothing is left. The last step also marks the day as purged and records the totals of all
 * steps.
 */
async function purgeStep(deps: NightDeps, plan: NightPlan, n: number): Promise<boolean> {
  const { db } = deps
  const step = `purge ${n}`
  const key = { guildId: plan.guildId, runId: plan.runId, step }
  const before = await findStepCounts(db, key)
  if (before !== null) return before[MORE] === undefined
  const { guild } = await deps.enter()
  if (n === 1) await storeFinishedDays(deps, plan)
  const startedAt = deps.now()
  const retention = cutoffsOf(guild.settings.retention, plan.at)
  const work = { guildId: plan.guildId, before: retention, day: plan.day, now: startedAt }
  let pages = 0
  const purged = await purgePages(db, work, () => pages++ < PAGES && deps.now() < startedAt + STEP_MS)
  const notes = purged.done
    ? purgeRecord(db, work, {
        gone: sumCounts([...(await countsOfEarlierSteps(deps, plan)), purged.gone]),
        done: true,
      })
    : []
  const counts = purged.done ? purged.gone : { ...purged.gone, [MORE]: 1 }
  await landStep(db, { ...key, startedAt, now: deps.now(), counts, usage: [] }, notes)
  return purged.done
}

async function countsOfEarlierSteps({ db }: NightDeps, { runId }: NightPlan): Promise<DeletedCounts[]> {
  const done = await listRunSteps(db, [runId])
  return done
    .filter(({ step }) => step.startsWith("purge "))
    .map(({ counts: { [MORE]: _, ...gone } }) => gone)
}

function sumCounts(of: readonly DeletedCounts[]): DeletedCounts {
  const sum: DeletedCounts = {}
  for (const gone of of) for (const [kind, rows] of Object.entries(gone)) sum[kind] = (sum[kind] ?? 0) + rows
  return sum
}

// The weekly sweep, which checks what other runs take on trust. Pure.

/**
 * Returns true once in seven nights, on the guild's own weekday: checking everything costs a read per row.
 */
export function isSweep({ guildId, day }: Pick<NightPlan, "guildId" | "day">): boolean {
  return dayNumber(day) % 7 === Number(BigInt(guildId) % 7n)
}

// Message retention in channels. Each channel's alarm enforces it; this repairs a lost alarm or a setting
// that did not arrive.

/** Twice the longest time that messages are kept. */
const RECENTLY_HEARD_MS = 60 * DAY
const AT_ONCE = 50
/** Enough for 10,000 channels and threads. */
const MOST_CHANNEL_STEPS = 200

export const pruneChannels: NightPhase = async (steps, deps, plan) => {
  const since = isSweep(plan) ? null : plan.at - RECENTLY_HEARD_MS
  const ids = await steps.do("channels", () => channelsHeard(deps.db, plan.guildId, since))
  for (let n = 0; n < Math.min(MOST_CHANNEL_STEPS, Math.ceil(ids.length / AT_ONCE)); n++) {
    const some = ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE)
    await steps.do(`channels ${n + 1}`, () =>
      tidyChannels(deps, plan, { step: `channels ${n + 1}`, ids: some }),
    )
  }
}

async function tidyChannels(
  deps: NightDeps,
  { guildId, runId }: NightPlan,
  { step, ids }: { step: string; ids: readonly Id[] },
): Promise<void> {
  const startedAt = deps.now()
  const tidied = await Promise.allSettled(ids.map((id) => deps.tidyChannel(id)))
  const messages = tidied.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0)
  const failed = tidied.filter((one) => one.status === "rejected")
  if (failed.length > 0)
    // Fallback: the next run; the channel's own alarm may come sooner.
    console.warn({
      event: "channels.not_tidied",
      guild: guildId,
      channels: failed.length,
      error: describeError(failed[0]?.reason),
    })
  if (messages === 0 && failed.length === 0) return
  const counts = { channels: ids.length, messages, failed: failed.length }
  const key = { guildId, runId, step }
  await landStep(deps.db, { ...key, startedAt, now: deps.now(), counts, usage: [] })
}
