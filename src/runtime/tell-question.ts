/** Reports a recall or an answer after it was given: to Analytics Engine, and to the guild's own counts. */
import { describeError } from "../domain/errors.ts"
import { type Metric, measureInto } from "../domain/metrics.ts"
import type { CountedQuestion, QuestionOutcome } from "../domain/question-counts.ts"
import type { ShownItems } from "../domain/shown-lately.ts"
import type { Id } from "../domain/types.ts"
import { AfterAnswers } from "./after-answers.ts"
import type { Runtime } from "./models.ts"

/** Counts after the answer, questions of a moment in one call of the guild's index. `metric` holds what goes to Analytics Engine alone. */
export function tellQuestion(
  runtime: Runtime,
  guildId: Id,
  question: QuestionOutcome & { shown?: ShownItems | null },
  metric: Omit<Metric, "event" | "guildId" | "reason" | "ms">,
): void {
  const { shown = null, ...counted } = question
  const { event, degraded, ms } = counted
  const reason = degraded.join(" ") || null
  measureInto(runtime.env.ANALYTICS)({ outcome: question.outcome, ...metric, event, guildId, reason, ms })
  counts.add(runtime, guildId, { question: counted, shown })
}

const counts = new AfterAnswers<CountedQuestion>(async ({ env }, guildId, questions) => {
  try {
    await env.INDEXES.getByName(guildId).countQuestions(questions)
  } catch (error) {
    // Fallback: they are not counted.
    console.warn({ event: "stats.not_counted", guild: guildId, error: describeError(error) })
  }
})
