/**
 * Limits the answers that a model words for one person in an hour. Beyond the limit an answer is quoted, as without a
 * model. The guild's Responder counts; nothing is written to the database.
 */
import { HOUR } from "../domain/calendar.ts"
import { describeError } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"

/** A person's answer. A repeat with the same `id` is counted once. */
export interface QuotaRequest {
  id: string
  person: Id
  /** Answers in an hour. */
  limit: number
}

/** `until`: when the next answer may be worded by a model. */
export type QuotaResult = { ok: true } | { ok: false; until: Time }

/**
 * Decides from the times of the person's answers, in any order. Answers count for an hour each, so the limit holds for
 * every hour and not only for those of the clock. `limit` is at least 1. Pure.
 */
export function decideQuota(answeredAt: readonly Time[], limit: number, now: Time): QuotaResult {
  const recent = answeredAt.filter((at) => at > now - HOUR).sort((one, other) => one - other)
  const holding = recent[recent.length - limit]
  return holding === undefined ? { ok: true } : { ok: false, until: holding + HOUR }
}

/** An answer that quotes because of the quota. `until` is `null` if nobody could be asked what is left of it. */
export interface OverQuota {
  limit: number
  until: Time | null
}

/** Counts one answer of the person. Returns `null` if a model may word it. Never throws. */
export async function takeAnswer(
  { RESPONDERS }: Pick<Env, "RESPONDERS">,
  guildId: Id,
  asked: QuotaRequest,
): Promise<OverQuota | null> {
  const { limit } = asked
  if (limit === 0) return { limit, until: null }
  try {
    const result = await RESPONDERS.getByName(guildId).takeAnswer(asked)
    return result.ok ? null : { limit, until: result.until }
  } catch (error) {
    // Fallback: the answer quotes. A quota that nobody can count must not cost without end.
    console.warn({ event: "quota.unknown", guild: guildId, error: describeError(error) })
    return { limit, until: null }
  }
}
