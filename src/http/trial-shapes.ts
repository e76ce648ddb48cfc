/** A trial and its report as the API shows them. */
import { z } from "@hono/zod-openapi"
import { TYPES } from "../domain/types.ts"
import { type ArmCounts, GuardrailsSchema, junkRate, rejectedShare } from "../policy/guardrails.ts"
import { TRIAL_STAGES } from "../policy/trial.ts"
import type { ArmRecalls } from "../policy/trial-counts.ts"
import { TRIAL_OUTCOMES } from "../policy/trial-end.ts"
import type { TrialReport } from "../policy/trial-report.ts"
import type { Trial } from "../policy/trials.ts"
import { iso } from "./present.ts"

const text = z.string().nullable()
const count = z.int()

export const TrialSchema = z
  .object({
    id: z.string(),
    version: count.openapi({ description: "The candidate's version." }),
    base_version: count.openapi({ description: "The version in force that it is compared with." }),
    stage: z.enum(TRIAL_STAGES).openapi({
      description:
        "`shadow`: the candidate judges every claim and acts on none. `rollout`: it decides a share of windows and recalls.",
    }),
    share: z.number(),
    guardrails: GuardrailsSchema,
    author: z.string(),
    note: text,
    started_at: z.string(),
    stage_at: z.string().openapi({ description: "When the present stage began." }),
    ended_at: text.openapi({ description: "`null` while it runs." }),
    ended_by: text,
    outcome: z.enum(TRIAL_OUTCOMES).nullable(),
    reason: text.openapi({
      description:
        "The guardrail that ended it, or `policy_changed`; `null` if a person stopped or adopted it.",
    }),
  })
  .openapi("PolicyTrial")

const VERDICTS = ["accepted", "shadowed", "queued", "rejected"] as const
const Decisions = {
  type: z.enum(TYPES).nullable(),
  verdict: z.enum(VERDICTS).openapi({ description: "By the policy in force." }),
  reason: z.string(),
  trial_verdict: z.enum(VERDICTS).openapi({ description: "By the candidate." }),
  trial_reason: z.string(),
}
const ArmSchema = z.object({
  claims: count,
  kept: count,
  judged: count.openapi({ description: "Of those kept: judged by people." }),
  bad: count.openapi({ description: "Of those kept: rejected, corrected, forgotten or called wrong." }),
  rejected_share: z
    .number()
    .nullable()
    .openapi({ description: "`bad` / `judged`; null if nothing was judged." }),
  junk_rate: z.number().nullable().openapi({ description: "`bad` / `kept`; null if nothing was kept." }),
  recalls: z
    .object({ logged: count, judged: count, useful: count })
    .openapi({ description: "Logged recalls, those that feedback judged, and the useful ones of these." }),
  tokens: z.number().nullable().openapi({ description: "Mean of a window's model calls." }),
  latency_ms: z.number().nullable(),
})
export const TrialReportSchema = TrialSchema.extend({
  judged: z.object({
    claims: count.openapi({ description: "Decided by the policy in force, and judged by the candidate." }),
    same: count,
    would_accept: count.openapi({ description: "Accepted by the candidate alone." }),
    would_reject: count,
    would_queue: count,
    would_shadow: count,
  }),
  decisions: z.array(z.object({ ...Decisions, claims: count })).openapi({
    description: "Each pair of decisions, by type, with its number of claims.",
  }),
  examples: z
    .array(
      z.object({
        ...Decisions,
        at: z.string(),
        memory: z.union([z.object({ id: z.string(), fact: z.string() }), z.null()]).openapi({
          description:
            "The memory that the claim was written to. `null` if it left none, as rejected claims do, or the reader may not read it: the log holds no words.",
        }),
      }),
    )
    .openapi({ description: "The latest claims on which both differ, those with a memory first." }),
  arms: z.object({ live: ArmSchema, candidate: ArmSchema }).openapi({
    description: "What each side of a rollout decided since the day it began.",
  }),
  leaks: count.openapi({ description: "Claims refused to protect somebody that the candidate keeps." }),
  broken: text.openapi({ description: "The guardrail that is broken now; `null` for none." }),
})

export function presentTrial(trial: Trial): z.output<typeof TrialSchema> {
  const { baseVersion, startedAt, stageAt, endedAt, endedBy, ...rest } = trial
  return {
    ...rest,
    base_version: baseVersion,
    started_at: iso(startedAt),
    stage_at: iso(stageAt),
    ended_at: endedAt === null ? null : iso(endedAt),
    ended_by: endedBy,
  }
}

export function presentTrialReport(trial: Trial, report: TrialReport): z.output<typeof TrialReportSchema> {
  const { judged, decisions, examples, live, candidate, recalls, leaks, broken } = report
  return {
    ...presentTrial(trial),
    judged: {
      claims: judged.claims,
      same: judged.same,
      would_accept: judged.wouldAccept,
      would_reject: judged.wouldReject,
      would_queue: judged.wouldQueue,
      would_shadow: judged.wouldShadow,
    },
    decisions: decisions.map(({ claims, ...one }) => ({ ...presentDecisions(one), claims })),
    examples: examples.map(({ at, memory, ...one }) => ({ ...presentDecisions(one), at: iso(at), memory })),
    arms: { live: presentArm(live, recalls.live), candidate: presentArm(candidate, recalls.candidate) },
    leaks,
    broken,
  }
}

function presentDecisions({
  trialVerdict,
  trialReason,
  ...rest
}: Omit<TrialReport["decisions"][number], "claims">) {
  return { ...rest, trial_verdict: trialVerdict, trial_reason: trialReason }
}

function presentArm(arm: ArmCounts, recalls: ArmRecalls): z.output<typeof ArmSchema> {
  const { latencyMs, ...rest } = arm
  return {
    ...rest,
    rejected_share: arm.judged === 0 ? null : rejectedShare(arm),
    junk_rate: arm.kept === 0 ? null : junkRate(arm),
    recalls,
    latency_ms: latencyMs,
  }
}
