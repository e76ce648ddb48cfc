/**
 * The data points of Workers Analytics Engine: ids, kinds and numbers, never a name or anyone's words. The one place that
 * knows the columns; docs/OPERATING.md describes them and `docs/dashboard.json` reads them.
 */
import { DEPLOYMENT } from "./ids.ts"
import type { Id, Usage } from "./types.ts"

/** @internal */
export const METRICS = ["window", "recall", "answer", "removed", "night", "gateway", "failure"] as const

/**
 * One event. A field that an event does not have is empty or 0.
 * - `window`: a conversation was read and written. `outcome`: the method, `reason`: why rules read it, `place`: the channel.
 * - `recall`, `answer`: a question. `outcome`: the method of an answer, `reason`: what degraded it.
 * - `removed`: kept facts that a person forgot or a manager rejected; `outcome` says which.
 * - `night`: a night ended. `failed` counts its failed phases.
 * - `gateway`: a shard, every five minutes. `place`: its number, `ms`: the latency of its heartbeat, `waiting`: events
 * received and not handled, `failed`: reconnects since its first start.
 * - `failure`: something failed and is tried again. `reason` names it.
 */
export interface Metric {
  event: (typeof METRICS)[number]
  /** `null`: the deployment. */
  guildId: Id | null
  outcome?: string
  reason?: string | null
  /** A channel, a shard. */
  place?: string
  model?: string | null
  ms?: number
  /** Messages of a window, items of a recall, facts removed. */
  count?: number
  usage?: readonly Usage[]
  usd?: number
  /** Claims of a window. */
  kept?: number
  rejected?: number
  waiting?: number
  failed?: number
}

export type DataPoint = { indexes: [string]; blobs: string[]; doubles: number[] }

/** The blobs and doubles in their order: `blob1` is `event`. @internal */
export const BLOBS = ["event", "outcome", "reason", "place", "model"] as const
/** @internal */
export const DOUBLES = [
  ...["ms", "count", "input_tokens", "output_tokens", "usd"],
  ...["kept", "rejected", "waiting", "failed"],
] as const

/**
 * The index is the guild: Analytics Engine samples each guild by itself, so a busy one does not hide the others.
 * @internal
 */
export function toDataPoint(metric: Metric): DataPoint {
  const { event, guildId, usage = [] } = metric
  const sum = (of: (one: Usage) => number) => usage.reduce((all, one) => all + of(one), 0)
  return {
    indexes: [guildId ?? DEPLOYMENT],
    blobs: [event, metric.outcome, metric.reason, metric.place, metric.model].map((text) => text ?? ""),
    doubles: [
      ...[metric.ms, metric.count, sum((one) => one.inputTokens), sum((one) => one.outputTokens), metric.usd],
      ...[metric.kept, metric.rejected, metric.waiting, metric.failed],
    ].map((number) => number ?? 0),
  }
}

/** Writes data points. Nobody waits for it, and nothing depends on it. */
export type Measure = (metric: Metric) => void

/** Returns what writes into the dataset; it does nothing without one. */
export function measureInto(dataset: { writeDataPoint(point: DataPoint): void } | undefined): Measure {
  return (metric) => {
    try {
      dataset?.writeDataPoint(toDataPoint(metric))
    } catch {
      // Fallback: the event is not counted. An invocation may write 25.
    }
  }
}
