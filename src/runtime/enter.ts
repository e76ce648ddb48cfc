/**
 * Enters a guild, the first step of every entry point: reads its settings, policy and structure in one round
 * trip, and caches them while they are valid.
 */

import type { Channel, Membership, Structure } from "../access/permissions.ts"
import { membershipOf, membershipQuery, structureOf, structureQueries } from "../access/structure-rows.ts"
import { Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, guildDatabase } from "../memory/db/database.ts"
import { type Guild, guildFromRows, guildQuery, openGuild, stampQuery } from "../policy/guild.ts"
import type { CachePremise } from "../recall/find/lookups.ts"
import { readSettings } from "../settings.ts"

export interface Entered {
  db: Database
  guild: Guild
  structure: Structure
  /** The channels that accepted at least one message. */
  channels: readonly Channel[]
  /** People loaded while this structure was current: their roles are part of it. */
  people: Map<Id, Membership>
}

/**
 * `viewerId`: the person whose roles are needed. `anew`: read the guild again, because the cached one was
 * found to be outdated.
 */
export interface EnterOptions {
  viewerId?: Id | null
  anew?: boolean
  /** Enters a guild also while a backup is restored: for what must not wait, such as an opt-out. Nothing may be read. */
  whileRestoring?: boolean
}

/**
 * Takes one round trip, or two if the guild's structure changed. Refuses an unknown guild. Also reads the
 * roles of `viewerId`.
 */
export async function enter(
  env: Env,
  guildId: Id,
  { viewerId = null, anew = false, whileRestoring = false }: EnterOptions = {},
): Promise<Entered> {
  const before = anew ? null : lastEntered(env, guildId)
  const known = before && (await reuseEntered(env, before, viewerId))
  const entered = known ?? (await loadGuild(env, guildId, viewerId))
  if (entered.guild.restoring && !whileRestoring) throw new Refused({ reason: "restoring" })
  return entered
}

async function loadGuild(env: Env, guildId: Id, viewerId: Id | null): Promise<Entered> {
  const db = guildDatabase(env, guildId)
  const [guildRows, memberRows, ...rows] = await db.batch([
    guildQuery(db, guildId),
    membershipQuery(db, guildId, viewerId),
    ...structureQueries(db, guildId),
  ])
  const guild = guildFromRows(guildRows)
  if (guild === null) throw new Refused({ reason: "unknown_guild", guildId })
  const structure = structureOf(guildId, rows)
  const channels = structure.channels.filter(({ heard }) => heard)
  const entered = { db, guild, structure, channels, people: new Map() }
  return cacheEntered(env, withPerson(entered, membershipOf(memberRows)))
}

/** Returns `null` if the guild changed. */
async function reuseEntered(env: Env, before: Entered, viewerId: Id | null): Promise<Entered | null> {
  const { db, guild } = before
  const [guildRows, memberRows] = await db.batch([
    guildQuery(db, guild.id),
    membershipQuery(db, guild.id, viewerId),
  ])
  const now = guildFromRows(guildRows)
  if (now === null || now.stamp !== guild.stamp) return null
  return cacheEntered(env, withPerson({ ...before, guild: now }, membershipOf(memberRows)))
}

/**
 * Read in one batch with the guild's stamp, so valid as long as the stamp. A missing or departed member is
 * not cached: nothing would check again.
 */
function withPerson(entered: Entered, member: Membership | null): Entered {
  if (member !== null && !member.left) {
    if (entered.people.size >= MAX_PEOPLE) entered.people.clear()
    entered.people.set(member.id, member)
  }
  return entered
}

/**
 * Enters a guild that is not leaving. While a guild is leaving, nothing is accepted, remembered or recalled
 * until it is restored.
 */
export async function enterActive(env: Env, guildId: Id, entering: EnterOptions = {}): Promise<Entered> {
  const entered = await enter(env, guildId, entering)
  const { leavingAt } = entered.guild
  if (leavingAt !== null) throw new Refused({ reason: "leaving", until: new Date(leavingAt).toISOString() })
  return entered
}

/**
 * Enters a guild, and creates it if it is unknown: settings made for it then apply from the first message on.
 */
export async function enterOrCreate(
  env: Env,
  guildId: Id,
  now: Time,
  options: EnterOptions = {},
): Promise<Entered> {
  try {
    return await enter(env, guildId, options)
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.reason !== "unknown_guild") throw error
    await openGuild(guildDatabase(env, guildId), guildId, { now, mode: readSettings(env).NEW_GUILDS })
    return enter(env, guildId)
  }
}

/**
 * Recently entered guilds, by database. A hint only: callers check the guild's stamp together with what they
 * read (`premiseOf`).
 */
const recentGuilds = new WeakMap<D1Database, Map<Id, Entered>>()
const MAX_GUILDS = 500
const MAX_PEOPLE = 10_000

function cacheEntered(env: Env, entered: Entered): Entered {
  const known = recentGuilds.get(env.DB) ?? new Map<Id, Entered>()
  if (known.size >= MAX_GUILDS) known.clear()
  recentGuilds.set(env.DB, known.set(entered.guild.id, entered))
  return entered
}

/**
 * Returns the guild as it was last entered here; `null` if it never was, or if it was leaving or restored. It may have
 * changed since.
 */
export function lastEntered(env: Env, guildId: Id): Entered | null {
  const known = recentGuilds.get(env.DB)?.get(guildId) ?? null
  return known?.guild.leavingAt === null && !known.guild.restoring ? known : null
}

/** Returns the condition under which `entered` is still valid. */
export function premiseOf({ guild }: Entered): CachePremise {
  return { query: stampQuery(guild.id), holds: (stamp) => stamp === guild.stamp }
}
