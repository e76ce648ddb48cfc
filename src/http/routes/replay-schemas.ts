/** The report of a replay, as its route returns it. Shapes only. */
import { z } from "@hono/zod-openapi"
import { TYPES } from "../../domain/types.ts"
import { CANDIDATE_REFUSALS, type Certificate } from "../../policy/lab/certify.ts"
import type { PolicyEstimate } from "../../policy/lab/estimate.ts"
import type { LabSet } from "../../policy/lab/outcomes.ts"
import { SCORE_WEIGHTS } from "../../policy/lab/score.ts"
import type { CandidateReplay } from "../../runtime/replay-candidate.ts"
import { iso } from "../present.ts"

const EstimateSchema = z
  .object({ value: z.number(), low: z.number(), high: z.number() })
  .openapi("Estimate", { description: "An estimate with its 95 % interval." })

export const CertificateSchema = z
  .object({
    verdict: z.enum(["certified", "refused", "not_yet"]),
    reasons: z.array(z.enum(CANDIDATE_REFUSALS)).openapi({
      description: "Why it is refused; empty otherwise.",
    }),
    unsafe: z.array(z.string()).openapi({
      description: "Fields that loosen a protection, and protections that the replay saw lifted.",
    }),
    same: z
      .boolean()
      .openapi({ description: "True if every claim gets the same verdict under both policies." }),
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
    quality: z.union([EstimateSchema, z.null()]).openapi({
      description: "Share of good memories among those accepted, weighted by propensity; null if none is.",
    }),
    naive: z.union([EstimateSchema, z.null()]).openapi({
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

const RecallScoreSchema = z
  .object({
    recalls: z.int(),
    rated: z.int().openapi({ description: "Recalls of which something shown has an outcome." }),
    coverage: z.number().openapi({ description: "Share of the memories shown that have an outcome." }),
    useful: z.number().nullable().openapi({ description: "Share of what was shown that is useful." }),
    tokens: z.number(),
    latency_ms: z.number(),
    repetition: z.number().openapi({
      description: "Share of what was shown that was shown in the same place within three hours before.",
    }),
    entropy: z.number().openapi({ description: "Shannon entropy of what is shown, in bits." }),
  })
  .openapi("RecallScore")

const RecallsSchema = z
  .object({
    rows: z.int(),
    skipped: z.int().openapi({ description: "Recalls that a reranker ordered: they cannot be replayed." }),
    live: RecallScoreSchema,
    candidate: RecallScoreSchema,
    changed: z.int().openapi({ description: "Recalls that would show something else, or in another order." }),
    difference: z
      .object({ estimate: z.number(), lower: z.number(), upper: z.number(), pairs: z.int() })
      .nullable()
      .openapi({ description: "Of `useful` over the recalls rated under both, with its 95 % interval." }),
  })
  .openapi("RecallComparison")

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
      quality: z.union([EstimateSchema, z.null()]),
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
      description: "Fields in which the candidate differs and which no replay can judge.",
    }),
    recalls: RecallsSchema,
    score_weights: z.object({
      good: z.number(),
      bad: z.number(),
      kilotokens: z.number(),
      seconds: z.number(),
    }),
  })
  .openapi("ReplayReport")

export function presentReplay(
  { log, report, recalls }: CandidateReplay,
  set: LabSet,
): z.output<typeof ReplaySchema> {
  const { comparison, certificate, replayed, evaluated, reproduced, changes, notReplayed } = report
  const { live, candidate, difference, gained, lost, decided } = comparison
  return {
    ...{ set, truncated: log.truncated, from: log.from === null ? null : iso(log.from) },
    ...{ replayed, evaluated, reproduced, changes, gained, lost, decided },
    certificate: presentCertificate(certificate),
    recalls,
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

export function presentCertificate(given: Certificate): z.output<typeof CertificateSchema> {
  const none = { reasons: [], unsafe: [], same: false, more: null, days: null }
  return { ...none, ...given }
}
