/** Entering a guild, as every door does first: its settings, policy and structure, read in one round trip, and remembered as long as they hold. */

import type { Channel, Membership, Structure } from "../access/permissions.ts"
import { membershipOf, membershipQuery, structureOf, structureQueries } from "../access/structure-rows.ts"
import { Refused } from "../domain/errors.ts"
import type { Id, Time } from "../domain/types.ts"
import { type Database, guildDatabase } from "../memory/db/database.ts"
import { type Guild, guildFromRows, guildQuery, openGuild, stampQuery } from "../policy/guild.ts"
import type { CachePremise } from "../recall/find/lookups.ts"

export interface Entered {
  db: Database
  guild: Guild
  structure: Structure
  /** Those in which something was heard. */
  channels: readonly Channel[]
  /** Those for whom it was asked while the structure was this one: their roles are part of it. */
  people: Map<Id, Membership>
}

/** Whom a request reads for, and whether what is remembered of the guild was found to be of the past. */
export interface EnterOptions {
  viewerId?: Id | null
  anew?: boolean
}

/** One round trip, or two where the guild's structure changed since; refuses an unknown guild. The roles of `viewerId` are read with it. */
export async function enter(
  env: Env,
  guildId: Id,
  { viewerId = null, anew = false }: EnterOptions = {},
): Promise<Entered> {
  const before = anew ? null : lastEntered(env, guildId)
  return (
    (before && (await enteredAgain(env, before, viewerId))) ?? (await enteredAnew(env, guildId, viewerId))
  )
}

async function enteredAnew(env: Env, guildId: Id, viewerId: Id | null): Promise<Entered> {
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
  return keepInMind(env, withPerson(entered, membershipOf(memberRows)))
}

/** null where it is no longer what it was. */
async function enteredAgain(env: Env, before: Entered, viewerId: Id | null): Promise<Entered | null> {
  const { db, guild } = before
  const [guildRows, memberRows] = await db.batch([
    guildQuery(db, guild.id),
    membershipQuery(db, guild.id, viewerId),
  ])
  const now = guildFromRows(guildRows)
  if (now === null || now.stamp !== guild.stamp) return null
  return keepInMind(env, withPerson({ ...before, guild: now }, membershipOf(memberRows)))
}

/** Read in one batch with the guild's stamp, so true as long as that holds. That somebody is unknown or has left is not kept in mind: nothing else would ask again. */
function withPerson(entered: Entered, member: Membership | null): Entered {
  if (member !== null && !member.left) {
    if (entered.people.size >= MOST_PEOPLE) entered.people.clear()
    entered.people.set(member.id, member)
  }
  return entered
}

/** The same, where it is not to be erased: then nothing is heard, remembered or recalled until it is restored. */
export async function enterActive(env: Env, guildId: Id, entering: EnterOptions = {}): Promise<Entered> {
  const entered = await enter(env, guildId, entering)
  const { leavingAt } = entered.guild
  if (leavingAt !== null) throw new Refused({ reason: "leaving", until: new Date(leavingAt).toISOString() })
  return entered
}

/** The same of a guild of which nothing was heard yet, made known by this: what people decide for it holds from the first word on. */
export async function enterOrCreate(env: Env, guildId: Id, now: Time): Promise<Entered> {
  try {
    return await enter(env, guildId)
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.reason !== "unknown_guild") throw error
    await openGuild(guildDatabase(env, guildId), guildId, now)
    return enter(env, guildId)
  }
}

/** Guilds lately entered, by database. A hint only: whoever uses it asks for the guild's stamp beside what it reads (`premiseOf`). */
const lately = new WeakMap<D1Database, Map<Id, Entered>>()
const MOST_LATELY = 500
const MOST_PEOPLE = 10_000

function keepInMind(env: Env, entered: Entered): Entered {
  const known = lately.get(env.DB) ?? new Map<Id, Entered>()
  if (known.size >= MOST_LATELY) known.clear()
  lately.set(env.DB, known.set(entered.guild.id, entered))
  return entered
}

/** The guild as it was when it was last entered here; null where it never was. It may have changed since. */
export function lastEntered(env: Env, guildId: Id): Entered | null {
  const known = lately.get(env.DB)?.get(guildId) ?? null
  return known?.guild.leavingAt === null ? known : null
}

/** What has to hold for `entered` still to be true. */
export function premiseOf({ guild }: Entered): CachePremise {
  return { query: stampQuery(guild.id), holds: (stamp) => stamp === guild.stamp }
}
