/**
 * Spending caps: whether a guild's models may be called, from its caps and what was spent. Logs a reached cap
 * once a day.
 */
import { nextUtcDay, nextUtcMonth } from "../domain/calendar.ts"
import type { Id, Time } from "../domain/types.ts"
import type { Database } from "../memory/db/database.ts"
import { type Spending, type Spent, spendingOf, spentQuery } from "../memory/write/usage.ts"
import { guildFromRows, guildQuery } from "./guild.ts"
import type { GuildSettings } from "./settings.ts"

/** The caps that a guild sets itself. */
export const GUILD_CAPS = ["daily_tokens", "daily_neurons", "monthly_usd"] as const
export type GuildCap = (typeof GUILD_CAPS)[number]

/** `deployment_usd`: the operator's cap for all guilds together in a UTC month. */
export const CAPS = [...GUILD_CAPS, "deployment_usd"] as const
export type Cap = (typeof CAPS)[number]
export type Caps = Pick<GuildSettings, GuildCap> & { deployment_usd: number | null }

/** Joins a guild's caps with the operator's. */
export function capsOf(settings: Pick<GuildSettings, GuildCap>, deploymentCapUsd: number | null): Caps {
  return { ...settings, deployment_usd: deploymentCapUsd }
}

/**
 * Purpose of a model call: `listening` reads messages; `rest` is everything else (questions, vectors,
 * digests, nightly runs).
 */
export type Use = "listening" | "rest"

/**
 * Share of each cap reserved for listening: messages that no model reads today are read by rules for good;
 * everything else can wait or be skipped.
 */
const RESERVE = 0.2

/** Permission for a model call; otherwise the cap that forbids it, and until when. */
export type Allowance = { ok: true } | { ok: false; cap: Cap; until: Time }

/** `reserve`: only listening continues. `past`: no calls. */
export type SpendState =
  | { state: "within" }
  /** Of the caps reached, the one that resets last, and when it resets. */
  | { state: "reserve" | "past"; cap: Cap; until: Time }

export interface CapState {
  limit: number
  spent: number
  /** Never below 0. */
  left: number
}

/** @internal */
export function hasCaps(caps: Caps): boolean {
  return CAPS.some((cap) => caps[cap] !== null)
}

/** The last call may exceed a cap, because its cost is known only afterwards. */
export function checkCaps(caps: Caps, spending: Spending, { use, now }: { use: Use; now: Time }): Allowance {
  const share = use === "listening" ? 1 : 1 - RESERVE
  const reached = CAPS.filter((cap) => {
    const limit = caps[cap]
    return limit !== null && spentOf(cap, spending) >= limit * share
  })
  const [longest] = reached
    .map((cap) => ({ cap, until: resetAt(cap, now) }))
    .sort((one, other) => other.until - one.until)
  return longest === undefined ? { ok: true } : { ok: false, ...longest }
}

export function spendStateOf(caps: Caps, spending: Spending, now: Time): SpendState {
  const listening = checkCaps(caps, spending, { use: "listening", now })
  if (!listening.ok) return { state: "past", cap: listening.cap, until: listening.until }
  const rest = checkCaps(caps, spending, { use: "rest", now })
  return rest.ok ? { state: "within" } : { state: "reserve", cap: rest.cap, until: rest.until }
}

/** Returns each cap that the guild set, with what is left of it. What other guilds spend is not told. */
export function capStates(
  caps: Pick<Caps, GuildCap>,
  spending: Spending,
): Partial<Record<GuildCap, CapState>> {
  return Object.fromEntries(
    GUILD_CAPS.flatMap((cap) => {
      const limit = caps[cap]
      const spent = spentOf(cap, spending)
      return limit === null ? [] : [[cap, { limit, spent, left: Math.max(0, limit - spent) }]]
    }),
  )
}

function spentOf(cap: Cap, { today, month, deploymentUsd }: Spending): number {
  const measures: Record<Cap, Spent[keyof Spent]> = {
    daily_tokens: today.tokens,
    daily_neurons: today.neurons,
    monthly_usd: month.usd,
    deployment_usd: deploymentUsd,
  }
  return measures[cap] ?? 0
}

/** Returns when a cap resets: at the next midnight, or on the first of the next month, in UTC. */
function resetAt(cap: Cap, now: Time): Time {
  return cap === "monthly_usd" || cap === "deployment_usd" ? nextUtcMonth(now) : nextUtcDay(now)
}

// Checks the guild's caps before a model call.

/**
 * The purpose and time of a call, the operator's cap, and the guild's caps if they are known; otherwise they are read
 * along with the spend.
 */
interface CallCheck {
  use: Use
  now: Time
  deploymentCapUsd: number | null
  guildCaps?: Pick<Caps, GuildCap>
}

/** One round trip; none if there are no caps. An unknown guild has none. Throws on an outage. */
export async function allowance(
  db: Database,
  guildId: Id,
  { use, now, deploymentCapUsd, guildCaps }: CallCheck,
): Promise<Allowance> {
  if (guildCaps && !hasCaps(capsOf(guildCaps, deploymentCapUsd))) return { ok: true }
  const spentToday = spentQuery(db, guildId, now)
  const [spentRows, guildRows] = guildCaps
    ? [await spentToday, []]
    : await db.batch([spentToday, guildQuery(db, guildId)])
  const limits = guildCaps ?? guildFromRows(guildRows)?.settings
  if (limits === undefined) return { ok: true }
  const caps = capsOf(limits, deploymentCapUsd)
  return logReachedCap(guildId, checkCaps(caps, spendingOf(spentRows), { use, now }), use)
}

/** Last logged caps, by guild. */
const loggedCaps = new Map<Id, Set<string>>()
const MOST_LOGGED = 1_000

/**
 * Logs a reached cap the first time it stops this use in this isolate, until the cap resets. Returns
 * `allowed` unchanged.
 */
export function logReachedCap(guildId: Id, allowed: Allowance, use: Use): Allowance {
  if (allowed.ok) return allowed
  const { cap, until } = allowed
  const known = loggedCaps.get(guildId) ?? new Set()
  const mark = `${cap} ${use} ${until}`
  if (known.has(mark)) return allowed
  if (loggedCaps.size >= MOST_LOGGED) loggedCaps.clear()
  // Drops marks of past days.
  loggedCaps.set(guildId, known.size > 20 ? new Set([mark]) : known.add(mark))
  console.warn({ event: "spend.cap", guild: guildId, cap, use, until: new Date(until).toISOString() })
  return allowed
}
