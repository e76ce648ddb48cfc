/** Ends a window: stores its outcome, and measures it. */
import { costUsd } from "../../ai/cost.ts"
import type { Measure } from "../../domain/metrics.ts"
import type { Fallback, Time, Verdict } from "../../domain/types.ts"
import type { ChannelPlace } from "../store/registry.ts"
import type { SealedWindow, WindowOutcome, WindowRows } from "../store/window-rows.ts"

/** The result of a window. */
export interface WindowResult {
  method: string
  messages: number
  firstAt: Time | null
  title: string | null
  verdicts: Verdict[]
  fallback?: Fallback | null
}
export const NO_RESULT: WindowResult = {
  method: "none",
  messages: 0,
  firstAt: null,
  title: null,
  verdicts: [],
}

interface FinishDeps {
  windows: Pick<WindowRows, "save">
  place: Pick<ChannelPlace, "guildId" | "channelId">
  measure: Measure
}

export function finish(window: SealedWindow, deps: FinishDeps, result: WindowResult): "done" {
  const claims = { accepted: 0, shadowed: 0, queued: 0, rejected: 0 }
  for (const verdict of result.verdicts) claims[verdict.kind] += 1
  const outcome: WindowOutcome = {
    id: window.id,
    messages: result.messages,
    from_at: result.firstAt === null ? null : new Date(result.firstAt).toISOString(),
    title: result.title,
    method: result.method,
    claims,
  }
  deps.windows.save({ ...window, state: "done", extraction: null, outcome })
  const usage = [...window.spent, ...(window.extraction?.usage ?? [])]
  deps.measure({
    event: "window",
    guildId: deps.place.guildId,
    place: deps.place.channelId,
    outcome: result.method,
    reason: result.fallback ?? null,
    model: window.extraction?.model ?? null,
    count: result.messages,
    usage,
    usd: usage.reduce((sum, one) => sum + (costUsd(one) ?? 0), 0),
    kept: claims.accepted,
    rejected: claims.rejected,
  })
  return "done"
}
