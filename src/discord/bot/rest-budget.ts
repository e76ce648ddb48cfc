/**
 * Shares Discord's limits for one bot among all Durable Objects of a deployment, by leases of requests. Pure.
 * https://discord.com/developers/docs/topics/rate-limits: 50 requests a second, and 10,000 refused requests
 * (401, 403, 429) in ten minutes ban the address.
 */
import { z } from "zod"
import { MINUTE } from "../../domain/calendar.ts"
import type { Time } from "../../domain/types.ts"

/** Together below 50, so that the limit is seldom reached. */
const REPAIRS_PER_SECOND = 35
const ANSWERS_PER_SECOND = 10
/** How long a lease holds, unless its share is smaller than one request. */
const LEASE_MS = 5_000
/** The most requests for answers in one lease: a typing indicator, the answer and repeats. */
const ANSWERS_PER_LEASE = 5
/** With this many refused requests in ten minutes, all leases end until fewer remain. @internal */
export const MOST_REFUSED = 2_000
const REFUSED_SPAN_MS = 10 * MINUTE

/** `repair`: waits for its share. `answer`: a person waits, so part of the limit is reserved. */
export interface RestAsk {
  holder: string
  use: "repair" | "answer"
  /** Requests that Discord refused since the holder last asked. */
  refused: number
  /** How long Discord refuses everything; 0 if it does not. */
  limitedForMs: number
}

/** Durations, not times: the clocks of two objects differ. */
export type RestLease =
  | { kind: "lease"; requests: number; everyMs: number; forMs: number }
  | { kind: "later"; inMs: number }

export const StoredRestBudget = z.object({
  limitedUntil: z.number(),
  /** Refused requests by the minute in which they were reported. */
  refused: z.record(z.string(), z.int()),
  /** Shares of repairs by holder. One that waits for its share has none yet. */
  shares: z.record(z.string(), z.object({ perSecond: z.number(), until: z.number(), askedAt: z.number() })),
  answers: z.object({ left: z.number(), at: z.number() }),
})
export type RestBudget = z.output<typeof StoredRestBudget>

export const FULL_REST_BUDGET: RestBudget = {
  limitedUntil: 0,
  refused: {},
  shares: {},
  answers: { left: ANSWERS_PER_SECOND, at: 0 },
}

/** Records what the holder reports and grants it a lease, or says when to ask again. */
export function grantRest(
  before: RestBudget,
  ask: RestAsk,
  now: Time,
): { budget: RestBudget; lease: RestLease } {
  const budget = recordReport(before, ask, now)
  const closedUntil = Math.max(budget.limitedUntil, refusedUntil(budget.refused, now))
  if (closedUntil > now) return { budget, lease: { kind: "later", inMs: closedUntil - now } }
  return ask.use === "repair" ? grantShare(budget, ask.holder, now) : grantAnswers(budget, now)
}

function recordReport(budget: RestBudget, { refused, limitedForMs }: RestAsk, now: Time): RestBudget {
  const minute = String(Math.floor(now / MINUTE) * MINUTE)
  const recent = Object.entries(budget.refused).filter(([at]) => Number(at) > now - REFUSED_SPAN_MS - MINUTE)
  const counts = Object.fromEntries(recent)
  if (refused > 0) counts[minute] = (counts[minute] ?? 0) + refused
  const limitedUntil = limitedForMs > 0 ? now + limitedForMs : 0
  return { ...budget, refused: counts, limitedUntil: Math.max(budget.limitedUntil, limitedUntil) }
}

/** Returns until when too many requests were refused; 0 if they were not. */
function refusedUntil(refused: RestBudget["refused"], now: Time): Time {
  const counts = Object.entries(refused).map(([at, count]) => ({
    endsAt: Number(at) + MINUTE + REFUSED_SPAN_MS,
    count,
  }))
  const live = counts.filter(({ endsAt }) => endsAt > now).sort((a, b) => a.endsAt - b.endsAt)
  let left = live.reduce((sum, { count }) => sum + count, 0)
  let until = 0
  for (const { endsAt, count } of live) {
    if (left < MOST_REFUSED) break
    until = endsAt
    left -= count
  }
  return until
}

/** Grants an equal share of what no current lease holds. */
function grantShare(budget: RestBudget, holder: string, now: Time): { budget: RestBudget; lease: RestLease } {
  const others = Object.entries(budget.shares).filter(
    ([name, { askedAt, until }]) => name !== holder && (until > now || askedAt > now - 2 * LEASE_MS),
  )
  const held = others.filter(([, { until }]) => until > now)
  const share = REPAIRS_PER_SECOND / (others.length + 1)
  const free = REPAIRS_PER_SECOND - held.reduce((sum, [, { perSecond }]) => sum + perSecond, 0)
  const isEnough = free >= share / 2
  const perSecond = Math.min(share, free)
  const forMs = isEnough ? Math.max(LEASE_MS, 1_000 / perSecond) : 0
  const own = { perSecond: isEnough ? perSecond : 0, until: now + forMs, askedAt: now }
  const next = { ...budget, shares: { ...Object.fromEntries(others), [holder]: own } }
  if (!isEnough)
    return {
      budget: next,
      lease: { kind: "later", inMs: Math.min(...held.map(([, { until }]) => until)) - now },
    }
  const requests = Math.max(1, Math.floor((perSecond * forMs) / 1_000))
  return { budget: next, lease: { kind: "lease", requests, everyMs: 1_000 / perSecond, forMs } }
}

/** Grants up to a few requests from those that accrue each second. */
function grantAnswers(budget: RestBudget, now: Time): { budget: RestBudget; lease: RestLease } {
  const accrued = ((now - budget.answers.at) / 1_000) * ANSWERS_PER_SECOND
  const left = Math.min(ANSWERS_PER_SECOND, budget.answers.left + Math.max(0, accrued))
  const requests = Math.min(ANSWERS_PER_LEASE, Math.floor(left))
  const next = { ...budget, answers: { left: left - requests, at: now } }
  if (requests === 0)
    return { budget: next, lease: { kind: "later", inMs: ((1 - left) / ANSWERS_PER_SECOND) * 1_000 } }
  return { budget: next, lease: { kind: "lease", requests, everyMs: 0, forMs: 2 * LEASE_MS } }
}
