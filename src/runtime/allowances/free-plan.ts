/**
 * The daily allowances of Workers Free, and what a day's work takes of them. Pure. The counts come from rows that are
 * written anyway; all but neurons are estimated from what one message, window, answer and night's step took when
 * `npm run eval -- free-plan` measured them.
 */
import { DAY, HOUR } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

/**
 * Sources: the pricing and limits pages of Workers, Durable Objects, D1 and Workers AI at developers.cloudflare.com,
 * autumn 2026. What exceeds an allowance fails until 00:00 UTC.
 */
export const FREE_DAILY = {
  neurons: 10_000,
  workerRequests: 100_000,
  objectRequests: 100_000,
  gbSeconds: 13_000,
  objectRowsWritten: 100_000,
  objectRowsRead: 5_000_000,
  d1RowsWritten: 100_000,
  d1RowsRead: 5_000_000,
} as const

export type DailyAllowance = keyof typeof FREE_DAILY
/** @internal */
export const ALLOWANCES = Object.keys(FREE_DAILY) as DailyAllowance[]
/** @internal */
export type Amounts = Partial<Record<DailyAllowance, number>>

/** A Durable Object is billed for 128 MB, however much it uses. @internal */
export const OBJECT_GB = 0.128

/** Kinds of work whose number is known or counted. @internal */
export const DAY_WORK = ["message", "window", "answer", "nightStep", "cronRound", "shardHour"] as const
/** @internal */
export type Work = (typeof DAY_WORK)[number]

/** The part of each allowance that one of each takes, without neurons. @internal */
export const TAKES: Readonly<Record<Work, Amounts>> = {
  message: {
    objectRequests: 1.11,
    gbSeconds: 0.002,
    objectRowsWritten: 2.2,
    objectRowsRead: 5.3,
    d1RowsRead: 0.5,
  },
  window: {
    ...{ objectRequests: 4.3, gbSeconds: 0.72, objectRowsWritten: 25.5, objectRowsRead: 455 },
    ...{ d1RowsWritten: 17.5, d1RowsRead: 1_850 },
  },
  answer: {
    ...{ workerRequests: 1, objectRequests: 10, gbSeconds: 1.05 },
    ...{ objectRowsWritten: 8, objectRowsRead: 2_150 },
    ...{ d1RowsWritten: 2, d1RowsRead: 4_700 },
  },
  nightStep: {
    ...{ objectRequests: 3.3, gbSeconds: 0.14, objectRowsWritten: 13.7, objectRowsRead: 62 },
    ...{ d1RowsWritten: 3.4, d1RowsRead: 290 },
  },
  // From their schedules: an alarm every 30 seconds, heartbeats, and thirteen rounds an hour.
  cronRound: { workerRequests: 1, objectRequests: 1, gbSeconds: 0.01, d1RowsWritten: 2, d1RowsRead: 100 },
  shardHour: { objectRequests: 125, gbSeconds: OBJECT_GB * 3_600, objectRowsWritten: 360 },
}

/** A day's work so far. */
export type DayWork = Record<Work, number>

/** Cron rounds an hour: the hourly one, and twelve of five minutes. @internal */
export const ROUNDS_AN_HOUR = 13

export interface AllowanceUse {
  allowance: DailyAllowance
  used: number
  /** The allowance without the part that the connection to Discord takes in a whole day. */
  limit: number
  /** True if Keepsake counted it; otherwise it is estimated. */
  isCounted: boolean
}

/** Returns what some work takes. @internal */
export function takenBy(work: Partial<DayWork>, takes = TAKES): Amounts {
  const sums: Amounts = {}
  for (const kind of DAY_WORK)
    for (const allowance of ALLOWANCES)
      sums[allowance] = (sums[allowance] ?? 0) + (work[kind] ?? 0) * (takes[kind][allowance] ?? 0)
  return sums
}

/** Returns each allowance with what is used of it. `hasShard`: a shard is connected, and stays so all day. */
export function allowanceUses(
  work: DayWork,
  { neurons, hasShard }: { neurons: number; hasShard: boolean },
): AllowanceUse[] {
  const used = { ...takenBy({ ...work, shardHour: 0 }), neurons }
  const reserved = takenBy({ shardHour: hasShard ? DAY / HOUR : 0 })
  return ALLOWANCES.map((allowance) => ({
    allowance,
    used: used[allowance] ?? 0,
    limit: Math.max(0, FREE_DAILY[allowance] - (reserved[allowance] ?? 0)),
    isCounted: allowance === "neurons",
  }))
}

/** Optional work stops here, so that the rest of the day is left to required work. */
export const OPTIONAL_SHARE = 0.8

/** Returns the allowance of which most is used. */
export function scarcest(uses: readonly AllowanceUse[]): AllowanceUse | null {
  const share = ({ used, limit }: AllowanceUse) => used / Math.max(1, limit)
  return uses.reduce<AllowanceUse | null>(
    (most, one) => (most === null || share(one) > share(most) ? one : most),
    null,
  )
}

/** Returns true if `share` of any allowance is used. */
export function isUsed(uses: readonly AllowanceUse[], share: number): boolean {
  return uses.some(({ used, limit }) => used >= limit * share)
}

/**
 * Purposes of model calls that go on until the last neuron: a message that no model reads today is read by rules for
 * good. Everything else can wait or do without.
 */
const REQUIRED_PURPOSES = ["extraction"]

/** Returns true if a model may be called for this purpose. `billsNeurons`: the model is one of Workers AI. */
export function mayCallModel(
  uses: readonly AllowanceUse[],
  purpose: string,
  { billsNeurons }: { billsNeurons: boolean },
): boolean {
  const spent = uses.filter(({ allowance }) => allowance === "neurons")
  if (billsNeurons && isUsed(spent, 1)) return false
  return REQUIRED_PURPOSES.includes(purpose) || !isUsed(uses, OPTIONAL_SHARE)
}

/** Returns the cron rounds since midnight. */
export function roundsUntil(midnight: Time, now: Time): number {
  return Math.floor(((now - midnight) / HOUR) * ROUNDS_AN_HOUR)
}
