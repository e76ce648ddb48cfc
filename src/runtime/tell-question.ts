/** Reports a recall or an answer after it was given: to Analytics Engine, and to the guild's own counts. */
import { describeError } from "../domain/errors.ts"
import { type Metric, measureInto } from "../domain/metrics.ts"
import type { QuestionOutcome } from "../domain/question-counts.ts"
import type { ShownItems } from "../domain/shown-lately.ts"
import type { Id } from "../domain/types.ts"
import type { Runtime } from "./models.ts"

/** Runs after the answer, as one call of the guild's index. `metric` holds what goes to Analytics Engine alone. */
export function tellQuestion(
  { env, waitUntil }: Runtime,
  guildId: Id,
  question: QuestionOutcome & { shown?: ShownItems | null },
  metric: Omit<Metric, "event" | "guildId" | "reason" | "ms">,
): void {
  const { shown = null, ...counted } = question
  const { event, degraded, ms } = counted
  const reason = degraded.join(" ") || null
  measureInto(env.ANALYTICS)({ outcome: question.outcome, ...metric, event, guildId, reason, ms })
  waitUntil(countQuestion(env, guildId, { counted, shown }))
}

async function countQuestion(
  env: Env,
  guildId: Id,
  { counted, shown }: { counted: QuestionOutcome; shown: ShownItems | null },
): Promise<void> {
  try {
    await env.INDEXES.getByName(guildId).countQuestion(counted, shown)
  } catch (error) {
    // Fallback: it is not counted.
    console.warn({ event: "stats.not_counted", guild: guildId, error: describeError(error) })
  }
}
