/** Lets go of what has had its time, in steps of half a minute. How long anything is kept is decided in privacy/retention.ts. */

import { DAY, dayNumber } from "../../domain/calendar.ts"
import { describeError } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import { channelsHeard } from "../../memory/read/windows.ts"
import { type DeletedCounts, purgePages, purgeRecord } from "../../memory/removal/purge.ts"
import { cutoffsOf } from "../../privacy/retention.ts"
import type { NightDeps, NightPhase, NightPlan } from "../deps.ts"
import { listRunSteps } from "../ledger/run-reading.ts"
import { findStepCounts, landStep } from "../ledger/runs.ts"

const STEP_MS = 25_000
/** A page takes a handful of queries; one invocation may make 1,000. */
const PAGES = 100
/** A million rows and more. What is left goes in the next night. */
const MOST_STEPS = 200

/** Counted in a step that left something over. */
const MORE = "more"

export const purge: NightPhase = async (steps, tools, plan) => {
  for (let n = 1; n <= MOST_STEPS; n++)
    if (await steps.do(`purge ${n}`, () => purgeStep(tools, plan, `purge ${n}`))) return
}

/** True where nothing is left. The day is marked, and what went in all its steps noted, together with the last one. */
async function purgeStep(tools: NightDeps, plan: NightPlan, step: string): Promise<boolean> {
  const { db } = tools
  const key = { guildId: plan.guildId, runId: plan.runId, step }
  const before = await findStepCounts(db, key)
  if (before !== null) return before[MORE] === undefined
  const { guild } = await tools.enter()
  const startedAt = tools.now()
  const retention = cutoffsOf(guild.settings.retention, plan.at)
  const work = { guildId: plan.guildId, before: retention, day: plan.day, now: startedAt }
  let pages = 0
  const purged = await purgePages(db, work, () => pages++ < PAGES && tools.now() < startedAt + STEP_MS)
  const notes = purged.done
    ? purgeRecord(db, work, { gone: total([...(await earlier(tools, plan)), purged.gone]), done: true })
    : []
  const counts = purged.done ? purged.gone : { ...purged.gone, [MORE]: 1 }
  await landStep(db, { ...key, startedAt, now: tools.now(), counts, usage: [] }, notes)
  return purged.done
}

async function earlier({ db }: NightDeps, { runId }: NightPlan): Promise<DeletedCounts[]> {
  const done = await listRunSteps(db, [runId])
  return done
    .filter(({ step }) => step.startsWith("purge "))
    .map(({ counts: { [MORE]: _, ...gone } }) => gone)
}

function total(of: readonly DeletedCounts[]): DeletedCounts {
  const sum: DeletedCounts = {}
  for (const gone of of) for (const [kind, rows] of Object.entries(gone)) sum[kind] = (sum[kind] ?? 0) + rows
  return sum
}

// When all is looked through that a night otherwise takes on trust. Pure.

/** Once in seven nights, on the guild's own day of the week: looking through everything costs a read for each row. */
export function isSweep({ guildId, day }: Pick<NightPlan, "guildId" | "day">): boolean {
  return dayNumber(day) % 7 === Number(BigInt(guildId) % 7n)
}

// Has each channel let go of its messages. Its alarm does that; here is made good what a lost alarm or a setting that did not reach it left.

/** Twice as long as messages are kept at most. */
const LATELY_MS = 60 * DAY
const AT_ONCE = 50
/** 10,000 channels and threads. */
const MOST_CHANNEL_STEPS = 200

export const channels: NightPhase = async (steps, tools, plan) => {
  const since = isSweep(plan) ? null : plan.at - LATELY_MS
  const ids = await steps.do("channels", () => channelsHeard(tools.db, plan.guildId, since))
  for (let n = 0; n < Math.min(MOST_CHANNEL_STEPS, Math.ceil(ids.length / AT_ONCE)); n++) {
    const some = ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE)
    await steps.do(`channels ${n + 1}`, () => tidy(tools, plan, { step: `channels ${n + 1}`, ids: some }))
  }
}

async function tidy(
  tools: NightDeps,
  { guildId, runId }: NightPlan,
  { step, ids }: { step: string; ids: readonly Id[] },
): Promise<void> {
  const startedAt = tools.now()
  const tidied = await Promise.allSettled(ids.map((id) => tools.tidyChannel(id)))
  const messages = tidied.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0)
  const failed = tidied.filter((one) => one.status === "rejected")
  if (failed.length > 0)
    // The fallback is the next night; the channel's own alarm may be sooner.
    console.warn({
      event: "channels.not_tidied",
      guild: guildId,
      channels: failed.length,
      error: describeError(failed[0]?.reason),
    })
  if (messages === 0 && failed.length === 0) return
  const counts = { channels: ids.length, messages, failed: failed.length }
  const key = { guildId, runId, step }
  await landStep(tools.db, { ...key, startedAt, now: tools.now(), counts, usage: [] })
}
