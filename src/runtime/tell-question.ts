/** Reports a recall or an answer after it was given: to Analytics Engine, and to the guild's own counts. */
import { describeError } from "../domain/errors.ts"
import { type Metric, measureInto } from "../domain/metrics.ts"
import type { QuestionOutcome } from "../domain/question-counts.ts"
import type { Id } from "../domain/types.ts"
import type { Runtime } from "./models.ts"

/** Runs after the answer, as one call of the guild's index. `metric` holds what goes to Analytics Engine alone. */
export function tellQuestion(
  { env, waitUntil }: Runtime,
  guildId: Id,
  question: QuestionOutcome,
  metric: Omit<Metric, "event" | "guildId" | "reason" | "ms">,
): void {
  const { event, degraded, ms } = question
  const reason = degraded.join(" ") || null
  measureInto(env.ANALYTICS)({ outcome: question.outcome, ...metric, event, guildId, reason, ms })
  waitUntil(countQuestion(env, guildId, question))
}

async function countQuestion(env: Env, guildId: Id, question: QuestionOutcome): Promise<void> {
  try {
    await env.INDEXES.getByName(guildId).countQuestion(question)
  } catch (error) {
    // Fallback: it is not counted.
    console.warn({ event: "stats.not_counted", guild: guildId, error: describeError(error) })
  }
}
