/** Reports of the policy lab, as its routes return them. Shapes only. */
import { z } from "@hono/zod-openapi"
import { TYPES } from "../../domain/types.ts"
import type { Certificate } from "../../policy/lab/certify.ts"
import { DRIFT_MEASURES, type WeekDrift } from "../../policy/lab/drift.ts"
import type { PolicyEstimate } from "../../policy/lab/estimate.ts"
import { explainThreshold } from "../../policy/lab/explain.ts"
import type { Aim } from "../../policy/lab/mixture-test.ts"
import type { ReplayReport } from "../../policy/lab/reports.ts"
import { SCORE_WEIGHTS } from "../../policy/lab/score.ts"
import type { TypeThreshold } from "../../policy/lab/thresholds.ts"

import { iso } from "../present.ts"

const EstimateSchema = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .openapi("Estimate", { description: "An estimate with its 95 % interval." })

const CertificateSchema = z
  .object({
    verdict: z.enum(["certified", "refused", "not_yet"]),
    reasons: z.array(z.enum(["unsafe", "lower_score", "lower_quality"])).openapi({
      description: "Why it is refused; empty otherwise.",
    }),
    unsafe: z.array(z.string()).openapi({
      description: "Fields that loosen a protection, and protections that the replay saw lifted.",
    }),
    same: z.boolean().openapi({ description: "True if both policies decide alike." }),
    more: z.int().nullable().openapi({
      description:
        "With `not_yet`: further labeled claims of this set that would tell, if they came out as those so far; null if too many.",
    }),
    days: z.int().nullable().openapi({ description: "Days until then at the pace of the log." }),
  })
  .openapi("Certificate")

const PolicyEstimateSchema = z
  .object({
    accepted: z.int(),
    outcomes: z.int().openapi({ description: "Labeled claims among those accepted." }),
    quality: EstimateSchema.nullable().openapi({
      description: "Share of good memories among those accepted, weighted by propensity; null if none is.",
    }),
    naive: EstimateSchema.nullable().openapi({
      description: "The plain share of the labels, for comparison: biased.",
    }),
    good_per_100: EstimateSchema.openapi({ description: "Good memories for each 100 claims." }),
    score: EstimateSchema.openapi({ description: "Points for each 100 claims: see `score_weights`." }),
    tokens_per_kept: z.number().nullable(),
    latency_ms_per_kept: z.number().nullable(),
    unknown: z.number().openapi({
      description: "Share of the accepted claims of whose kind no outcome is known: all good or all bad.",
    }),
  })
  .openapi("PolicyEstimate")

export const ReplaySchema = z
  .object({
    set: z.enum(["holdout", "tuning", "all"]),
    from: z.string().nullable().openapi({ description: "The earliest claim replayed." }),
    truncated: z.boolean().openapi({ description: "True if older claims of these days were left out." }),
    replayed: z.int().openapi({ description: "Claims replayed." }),
    evaluated: z.int().openapi({ description: "Claims of the set." }),
    reproduced: z.object({ rows: z.int(), same: z.int() }).openapi({
      description:
        "Claims that the policy in force decided, and those of them that replay to their own verdict and reason.",
    }),
    certificate: CertificateSchema,
    live: PolicyEstimateSchema,
    candidate: PolicyEstimateSchema,
    difference: z.object({
      quality: EstimateSchema.nullable(),
      good_per_100: EstimateSchema,
      score: EstimateSchema,
    }),
    gained: z.int().openapi({ description: "Claims that only the candidate accepts." }),
    lost: z.int().openapi({ description: "Claims that only the policy in force accepts." }),
    decided: z.int().openapi({ description: "Labeled claims among both." }),
    changes: z.array(
      z.object({
        type: z.enum(TYPES).nullable(),
        live: z.string().openapi({ example: "rejected:low_confidence" }),
        candidate: z.string(),
        claims: z.int(),
      }),
    ),
    not_replayed: z.array(z.string()).openapi({
      description: "Fields in which the candidate differs and which a replay of the gate cannot judge.",
    }),
    score_weights: z.object({
      good: z.number(),
      bad: z.number(),
      kilotokens: z.number(),
      seconds: z.number(),
    }),
  })
  .openapi("ReplayReport")

export function presentReplay(
  report: ReplayReport,
  about: Pick<z.output<typeof ReplaySchema>, "set" | "truncated"> & { from: number | null },
): z.output<typeof ReplaySchema> {
  const { comparison, certificate, replayed, evaluated, reproduced, changes, notReplayed } = report
  const { live, candidate, difference, gained, lost, decided } = comparison
  return {
    ...{ ...about, from: about.from === null ? null : iso(about.from) },
    ...{ replayed, evaluated, reproduced, changes, gained, lost, decided },
    certificate: presentCertificate(certificate),
    live: presentEstimate(live),
    candidate: presentEstimate(candidate),
    difference: {
      quality: difference.quality,
      good_per_100: difference.goodPer100,
      score: difference.score,
    },
    not_replayed: notReplayed,
    score_weights: SCORE_WEIGHTS,
  }
}

function presentEstimate(one: PolicyEstimate): z.output<typeof PolicyEstimateSchema> {
  const { goodPer100, tokensPerKept, latencyPerKept, ...plain } = one
  return {
    ...plain,
    good_per_100: goodPer100,
    tokens_per_kept: tokensPerKept,
    latency_ms_per_kept: latencyPerKept,
  }
}

function presentCertificate(given: Certificate): z.output<typeof CertificateSchema> {
  const none = { reasons: [], unsafe: [], same: false, more: null, days: null }
  return { ...none, ...given }
}

const ThresholdSchema = z
  .object({
    type: z.enum(TYPES),
    live: z.number().openapi({ description: "The threshold in force." }),
    verdict: z.enum(["certified", "refused", "not_yet"]),
    threshold: z.number().nullable().openapi({ description: "The lowest that passed." }),
    at: z.number().nullable().openapi({ description: "Without one: the threshold that was tested first." }),
    more: z.int().nullable().openapi({
      description: "Labeled claims that are missing at `at`; null if there is no telling.",
    }),
    explanation: z.string(),
    tested: z.array(
      z.object({
        threshold: z.number(),
        claims: z.int(),
        outcomes: z.int(),
        bad: z.int(),
        p_value: z.number(),
      }),
    ),
  })
  .openapi("TunedThreshold")

export const TuneSchema = z
  .object({
    alpha: z.number(),
    delta: z.number(),
    from: z.string().nullable(),
    truncated: z.boolean(),
    rows: z.int().openapi({ description: "Claims that tuning saw: none of those held out." }),
    thresholds: z.array(ThresholdSchema),
    patch: z.record(z.string(), z.unknown()).nullable().openapi({
      description: "The certified thresholds as a merge patch to the policy; null if they are in force.",
    }),
    holdout: CertificateSchema.nullable().openapi({
      description: "The proposal on the claims that tuning did not see; null without a proposal.",
    }),
    applied: z
      .object({
        outcome: z.enum(["changed", "nothing", "refused", "stale"]).openapi({
          description:
            "`nothing`: there was no proposal. `refused`: the held-out claims speak against it. `stale`: the policy changed in the meantime.",
        }),
        version: z.int().openapi({ description: "The version in force." }),
      })
      .nullable()
      .openapi({ description: "null unless `apply` was true." }),
  })
  .openapi("TuneReport")

export function presentThreshold(one: TypeThreshold, aim: Aim): z.output<typeof ThresholdSchema> {
  return {
    type: one.type,
    live: one.live,
    verdict: one.kind,
    threshold: one.kind === "certified" ? one.threshold : null,
    at: one.kind === "certified" ? null : one.at,
    more: one.kind === "not_yet" ? one.more : null,
    explanation: explainThreshold(one, aim),
    tested: one.tested.map(({ pValue, ...evidence }) => ({ ...evidence, p_value: pValue })),
  }
}

export function presentHoldout(report: ReplayReport | null): z.output<typeof CertificateSchema> | null {
  return report === null ? null : presentCertificate(report.certificate)
}

const MeasureSchema = z.object({ value: z.number(), limit: z.number(), alarm: z.boolean() })

export const DriftSchema = z
  .object({
    weeks: z.array(
      z.object({
        week: z.string().openapi({ description: "The Monday it begins with, by the guild's calendar." }),
        policy_version: z.int(),
        claims: z.int(),
        state: z.enum(["learning", "compared"]).openapi({
          description: "`learning`: too few claims or earlier weeks to compare with.",
        }),
        against: z.object({ weeks: z.int(), policy_version: z.int() }).nullable(),
        measures: z.record(z.string(), MeasureSchema).openapi({
          description:
            "`kinds_psi`, `kinds_cosine` and `confidence_psi`, each with the limit beyond which it raises the alarm.",
        }),
        centroid_cosine: z.number().nullable(),
        alarms: z.array(z.enum(DRIFT_MEASURES)),
      }),
    ),
  })
  .openapi("DriftReport")

export function presentWeek(drift: WeekDrift): z.output<typeof DriftSchema>["weeks"][number] {
  const { week, policyVersion, claims } = drift
  const base = { week, policy_version: policyVersion, claims }
  if (drift.kind === "learning")
    return { ...base, state: "learning", against: null, measures: {}, centroid_cosine: null, alarms: [] }
  const { against, measures, centroid, alarms } = drift
  return {
    ...base,
    state: "compared",
    against: { weeks: against.weeks, policy_version: against.policyVersion },
    measures,
    centroid_cosine: centroid,
    alarms,
  }
}
