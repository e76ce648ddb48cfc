/** The time series of a guild's statistics, as `GET …/stats` returns it. Shapes only. */
import { z } from "@hono/zod-openapi"
import { LATENCY_BOUNDS_MS } from "../../domain/question-counts.ts"
import type { GuildSeries } from "../../runtime/guild-stats.ts"
import type { ClaimSums, QuestionSums, SeriesRange, Sums } from "../../runtime/stats-series.ts"

const byName = (description: string) => z.record(z.string(), z.int()).openapi({ description })

const ClaimSumsSchema = z.object({
  kept: z.int().openapi({ description: "Accepted claims that state something." }),
  ended: z.int().openapi({ description: "Accepted claims by which something known ended." }),
  shadowed: z.int(),
  queued: z.int().openapi({ description: "Claims that waited for a person's approval." }),
  rejected: z.int().openapi({ description: "Claims that were refused by a check or by the policy." }),
  labels: byName(
    "What people did with memories, by label, on the day when they did it: the claims behind them may be older.",
  ),
})

const QuestionSumsSchema = z.object({
  count: z.int(),
  degraded: byName("Questions that had to do without a source or a model, by its name."),
  histogram: z.array(z.int()).openapi({ description: "Numbers by latency: see `latency_bounds_ms`." }),
  p50_ms: z.number().nullable().openapi({ description: "Estimated from the histogram." }),
  p95_ms: z.number().nullable(),
})

const SumsSchema = z
  .object({
    windows: z.object({
      count: z.int(),
      methods: byName("Windows by what read them: `model` or `rule`."),
      fallbacks: byName("Windows that rules read although a model is bound, by reason."),
    }),
    claims: ClaimSumsSchema.extend({
      junk: z.int().openapi({
        description: "Sum of the labels `rejected`, `corrected`, `forgotten` and `wrong`.",
      }),
      junk_rate: z.number().nullable().openapi({
        description:
          "`junk` divided by `kept`; null if nothing was kept. May exceed 1, because labels come later than claims.",
      }),
      by: z
        .array(ClaimSumsSchema.extend({ type: z.string().nullable(), scope: z.string().nullable() }))
        .openapi({
          description:
            "By type and scope of the claim; null if a refused or forgotten claim does not keep it.",
        }),
    }),
    recalls: QuestionSumsSchema.extend({
      useful: z.int().openapi({ description: "Recalls with an item of a score of at least 0.25." }),
      weak: z.int().openapi({ description: "Recalls with items of lower scores alone." }),
      empty: z.int(),
    }),
    answers: QuestionSumsSchema.extend({
      methods: byName("Answers by what worded them: `model` or `rules`."),
      judged: byName("What people said of answers: `right`, `wrong` or `outdated`."),
    }),
  })
  .openapi("StatsSums")

export const SeriesSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    step: z.enum(["day", "week"]),
    latency_bounds_ms: z.array(z.int()).openapi({
      description: "Upper bounds of a histogram's numbers. Its last number counts what took longer than all.",
    }),
    complete: z.boolean().openapi({
      description: "False if recalls and answers since the last night could not be read.",
    }),
    points: z.array(SumsSchema.safeExtend({ from: z.string(), to: z.string() })),
    total: SumsSchema,
  })
  .openapi("StatsSeries")

export function presentSeries(
  { from, to, step }: SeriesRange,
  { points, total, complete }: GuildSeries,
): z.output<typeof SeriesSchema> {
  return {
    ...{ from, to, step, complete },
    latency_bounds_ms: LATENCY_BOUNDS_MS,
    points: points.map((point) => ({ from: point.from, to: point.to, ...presentSums(point) })),
    total: presentSums(total),
  }
}

function presentSums({ windows, claims, recalls, answers }: Sums): z.output<typeof SumsSchema> {
  const { junk, junkRate, by } = claims
  return {
    windows,
    claims: {
      ...presentClaims(claims),
      junk,
      junk_rate: junkRate,
      by: by.map((some) => ({ type: some.type, scope: some.scope, ...presentClaims(some) })),
    },
    recalls: {
      ...presentQuestions(recalls),
      useful: recalls.byOutcome.useful ?? 0,
      weak: recalls.byOutcome.weak ?? 0,
      empty: recalls.byOutcome.empty ?? 0,
    },
    answers: {
      ...presentQuestions(answers),
      methods: answers.byOutcome,
      judged: answers.judged,
    },
  }
}

function presentClaims({ kept, ended, shadowed, queued, rejected, labels }: ClaimSums): ClaimSums {
  return { kept, ended, shadowed, queued, rejected, labels }
}

function presentQuestions({ count, degraded, histogram, p50, p95 }: QuestionSums) {
  return { count, degraded, histogram, p50_ms: p50, p95_ms: p95 }
}
