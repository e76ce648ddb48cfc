/** Tuned thresholds and drift, as their routes return them. Shapes only. */
import { z } from "@hono/zod-openapi"
import { TYPES } from "../../domain/types.ts"
import { DRIFT_MEASURES, type WeekDrift } from "../../policy/lab/drift.ts"
import { explainThreshold } from "../../policy/lab/explain.ts"
import type { Aim } from "../../policy/lab/mixture-test.ts"
import type { ReplayReport } from "../../policy/lab/reports.ts"
import type { TypeThreshold } from "../../policy/lab/thresholds.ts"
import { CertificateSchema, presentCertificate } from "./replay-schemas.ts"

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
    holdout: z.union([CertificateSchema, z.null()]).openapi({
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
