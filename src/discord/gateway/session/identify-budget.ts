/**
 * Limits how often the bot identifies: a daily total of sessions, and one per five seconds in each bucket of
 * shards. Pure.
 */
import { DAY } from "../../../domain/calendar.ts"
import type { Time } from "../../../domain/types.ts"
/** Discord's five seconds, plus the time by which a shard may miss its slot. @internal */
export const IDENTIFY_SPACING_MS = 6_000
export const IDENTIFY_LATENESS_MS = 1_000
/** Slots are reserved at most this far ahead. A shard beyond that asks again later. */
const AHEAD_MS = 60_000

export interface IdentifyBudget {
  total: number
  remaining: number
  /** When `remaining` returns to `total`. */
  resetAt: Time
  maxConcurrency: number
  /** The last reserved slot of each bucket. */
  lastAt: Record<string, Time>
}

/** Combines Discord's session limits with the slots reserved before. */
export function toIdentifyBudget(
  limit: { total: number; remaining: number; reset_after: number; max_concurrency: number },
  before: IdentifyBudget | null,
  now: Time,
): IdentifyBudget {
  return {
    total: limit.total,
    // Discord's count does not include shards that have a slot and have not identified yet.
    remaining: Math.min(limit.remaining, before && now < before.resetAt ? before.remaining : limit.remaining),
    resetAt: now + limit.reset_after,
    maxConcurrency: Math.max(1, limit.max_concurrency),
    lastAt:
      before?.maxConcurrency === Math.max(1, limit.max_concurrency)
        ? before.lastAt
        : latestForEveryBucket(before, limit.max_concurrency),
  }
}

/**
 * If the number of buckets changes, it is unknown which slots belong to which bucket: all wait for the
 * latest.
 */
function latestForEveryBucket(before: IdentifyBudget | null, buckets: number): Record<string, Time> {
  const last = Math.max(0, ...Object.values(before?.lastAt ?? {}))
  return Object.fromEntries(Array.from({ length: last === 0 ? 0 : buckets }, (_, bucket) => [bucket, last]))
}

/** Reserves a shard's next slot to identify. */
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

/**
 * `at`: identify then, at most `IDENTIFY_LATENESS_MS` later. `later`: nothing is reserved; ask again then.
 */
export type IdentifySlot = { kind: "at" | "later"; at: Time }
