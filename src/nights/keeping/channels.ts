/** Has each channel let go of its messages. Its alarm does that; here is made good what a lost alarm or a setting that did not reach it left. */
import { DAY } from "../../domain/calendar.ts"
import { whatFailed } from "../../domain/errors.ts"
import type { Id } from "../../domain/types.ts"
import { channelsHeard } from "../../memory/read/windows.ts"
import { landStep } from "../ledger/runs.ts"
import type { Phase } from "../steps.ts"
import type { Plan, Tools } from "../tools.ts"
import { isSweep } from "./sweep.ts"

/** Twice as long as messages are kept at most. */
const LATELY_MS = 60 * DAY
const AT_ONCE = 50
/** 10,000 channels and threads. */
const MOST_STEPS = 200

export const channels: Phase = async (steps, tools, plan) => {
  const since = isSweep(plan) ? null : plan.at - LATELY_MS
  const ids = await steps.do("channels", () => channelsHeard(tools.db, plan.guildId, since))
  for (let n = 0; n < Math.min(MOST_STEPS, Math.ceil(ids.length / AT_ONCE)); n++) {
    const some = ids.slice(n * AT_ONCE, (n + 1) * AT_ONCE)
    await steps.do(`channels ${n + 1}`, () => tidy(tools, plan, { step: `channels ${n + 1}`, ids: some }))
  }
}

async function tidy(
  tools: Tools,
  { guildId, runId }: Plan,
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
      error: whatFailed(failed[0]?.reason),
    })
  if (messages === 0 && failed.length === 0) return
  const counts = { channels: ids.length, messages, failed: failed.length }
  const key = { guildId, runId, step }
  await landStep(tools.db, { ...key, startedAt, now: tools.now(), counts, usage: [] })
}
