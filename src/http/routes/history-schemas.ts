/** Imports of old messages as the API shows them. */
import { z } from "@hono/zod-openapi"
import type { Time } from "../../domain/types.ts"
import { type HistoryChannel, JOB_REASONS, JOB_STATES, SKIP_REASONS } from "../../history/job-rows.ts"
import type { HistoryProgress } from "../../runtime/history-jobs.ts"
import { iso } from "../present.ts"

const SpanSchema = (number: z.ZodNumber) => z.object({ low: number, high: number })

export const HistorySchema = z
  .object({
    id: z.string(),
    kind: z.enum(["discord", "export", "package"]),
    state: z.enum(JOB_STATES),
    reason: z.enum(JOB_REASONS).nullable(),
    since: z.string().nullable(),
    excluded: z.array(z.string()),
    estimate: z
      .object({
        messages: z.int(),
        channels: z.int(),
        uncounted: z.int(),
        calls: SpanSchema(z.int()),
        usd: SpanSchema(z.number()).nullable(),
        seconds: z.int(),
        basis: z.enum(["own", "documented", "rules"]),
      })
      .nullable(),
    cap_usd: z.number().nullable(),
    spent_usd: z.number(),
    calls: z.int(),
    facts: z.int(),
    progress: z.object({
      channels: z.int(),
      done: z.int(),
      skipped: z.int(),
      counted: z.int(),
      total: z.int(),
      read: z.int(),
      accepted: z.int(),
      duplicates: z.int(),
      rejected: z.int(),
    }),
    requested_by: z.string(),
    requested_at: z.string(),
    updated_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .openapi("History")

export const HistoryChannelSchema = z
  .object({
    channel_id: z.string(),
    name: z.string().nullable(),
    parent_id: z.string().nullable(),
    state: z.enum(["counting", "waiting", "reading", "done", "skipped"]),
    reason: z.enum(SKIP_REASONS).nullable(),
    total: z.int().nullable(),
    read: z.int(),
    accepted: z.int(),
    duplicates: z.int(),
    rejected: z.record(z.string(), z.int()),
  })
  .openapi("HistoryChannel")

export function presentHistory({
  job,
  sums: { bots: _, ...progress },
}: HistoryProgress): z.output<typeof HistorySchema> {
  const at = (time: Time | null) => (time === null ? null : iso(time))
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    reason: job.reason,
    since: at(job.since),
    excluded: [...job.excluded],
    estimate: job.estimate,
    cap_usd: job.capUsd,
    spent_usd: job.spentUsd,
    calls: job.calls,
    facts: job.facts,
    progress,
    requested_by: job.requestedBy,
    requested_at: iso(job.requestedAt),
    updated_at: iso(job.updatedAt),
    finished_at: at(job.finishedAt),
  }
}

export function presentHistoryChannel(one: HistoryChannel): z.output<typeof HistoryChannelSchema> {
  const { channelId, parentId, cursor: _, ...shown } = one
  return { channel_id: channelId, parent_id: parentId, ...shown }
}
