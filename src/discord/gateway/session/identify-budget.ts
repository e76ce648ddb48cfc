/** How often the bot may identify: so many sessions a day in all, and one per five seconds in each bucket of shards. Pure. */
import { DAY } from "../../../domain/calendar.ts"
import type { Time } from "../../../domain/types.ts"
/** Discord's five seconds, and how far a shard may be from its appointed time. */
export const IDENTIFY_SPACING_MS = 6_000
export const IDENTIFY_LATENESS_MS = 1_000
/** For longer than this no appointment is made: whoever asks comes again. */
const AHEAD_MS = 60_000

export interface IdentifyBudget {
  total: number
  remaining: number
  /** When `remaining` is `total` again. */
  resetAt: Time
  maxConcurrency: number
  /** The last appointment of each bucket. */
  lastAt: Record<string, Time>
}

/** What Discord says of the sessions that may be begun; appointments made before stay. */
export function toIdentifyBudget(
  limit: { total: number; remaining: number; reset_after: number; max_concurrency: number },
  before: IdentifyBudget | null,
  now: Time,
): IdentifyBudget {
  return {
    total: limit.total,
    // What was admitted and has not identified yet is not in Discord's count.
    remaining: Math.min(limit.remaining, before && now < before.resetAt ? before.remaining : limit.remaining),
    resetAt: now + limit.reset_after,
    maxConcurrency: Math.max(1, limit.max_concurrency),
    lastAt:
      before?.maxConcurrency === Math.max(1, limit.max_concurrency)
        ? before.lastAt
        : everyBucketLately(before, limit.max_concurrency),
  }
}

/** Which appointments count for which bucket is not known once there is another number of them: all wait for the latest. */
function everyBucketLately(before: IdentifyBudget | null, buckets: number): Record<string, Time> {
  const last = Math.max(0, ...Object.values(before?.lastAt ?? {}))
  return Object.fromEntries(Array.from({ length: last === 0 ? 0 : buckets }, (_, bucket) => [bucket, last]))
}

/** Appoints a shard's next identify. */
export function reserveIdentify(
  budget: IdentifyBudget,
  shard: number,
  now: Time,
): { budget: IdentifyBudget; slot: IdentifySlot } {
  const over = now >= budget.resetAt
  const renewed = over ? { ...budget, remaining: budget.total, resetAt: now + DAY } : budget
  if (renewed.remaining <= 0) return { budget: renewed, slot: { kind: "later", at: renewed.resetAt } }
  const bucket = String(shard % renewed.maxConcurrency)
  const at = Math.max(now, (renewed.lastAt[bucket] ?? 0) + IDENTIFY_SPACING_MS)
  if (at > now + AHEAD_MS) return { budget: renewed, slot: { kind: "later", at: at - AHEAD_MS / 2 } }
  const lastAt = { ...renewed.lastAt, [bucket]: at }
  return { budget: { ...renewed, remaining: renewed.remaining - 1, lastAt }, slot: { kind: "at", at } }
}

/** `at`: identify then, and no more than `LATENESS_MS` later. `later`: nothing is reserved; ask again then. */
export type IdentifySlot = { kind: "at" | "later"; at: Time }
