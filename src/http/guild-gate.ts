/** What most routes need first: the guild they speak of, its channels, and viewers for it. Unknown ones are refused here. */
import type { Context } from "hono"
import { wakeIndex } from "../embedding/wake.ts"
import { readSettings } from "../env.ts"
import { Refused } from "../errors.ts"
import { type Database, guildDatabase } from "../memory/database.ts"
import { type Guild, guildOf, guildQuery, stampQuery } from "../policy/guild.ts"
import type { Channel, Membership, Structure } from "../privacy/permissions.ts"
import { membershipOf, membershipQuery, structureOf, structureQueries } from "../privacy/structure-rows.ts"
import type { Premise } from "../recall/lookups.ts"
import type { Id } from "../vocabulary.ts"
import { iso } from "./present.ts"
import type { App } from "./principal.ts"

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
interface Entering {
  viewerId?: Id | null
  anew?: boolean
}

/** One round trip, or two where the guild's structure changed since; refuses an unknown guild. The roles of `viewerId` are read with it. */
export async function enter(
  c: Context<App>,
  guildId: Id,
  { viewerId = null, anew = false }: Entering = {},
): Promise<Entered> {
  const before = anew ? null : lastEntered(c, guildId)
  return (before && (await enteredAgain(c, before, viewerId))) ?? (await enteredAnew(c, guildId, viewerId))
}

async function enteredAnew(c: Context<App>, guildId: Id, viewerId: Id | null): Promise<Entered> {
  const db = guildDatabase(c.env, guildId)
  const [guildRows, memberRows, ...rows] = await db.batch([
    guildQuery(db, guildId),
    membershipQuery(db, guildId, viewerId),
    ...structureQueries(db, guildId),
  ])
  const guild = guildOf(guildRows)
  if (guild === null) throw new Refused({ reason: "unknown_guild", guildId })
  const structure = structureOf(guildId, rows)
  const channels = structure.channels.filter(({ heard }) => heard)
  const entered = { db, guild, structure, channels, people: new Map() }
  return keepInMind(c, withPerson(entered, membershipOf(memberRows)))
}

/** null where it is no longer what it was. */
async function enteredAgain(c: Context<App>, before: Entered, viewerId: Id | null): Promise<Entered | null> {
  const { db, guild } = before
  const [guildRows, memberRows] = await db.batch([
    guildQuery(db, guild.id),
    membershipQuery(db, guild.id, viewerId),
  ])
  const now = guildOf(guildRows)
  if (now === null || now.stamp !== guild.stamp) return null
  return keepInMind(c, withPerson({ ...before, guild: now }, membershipOf(memberRows)))
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
export async function enterStaying(c: Context<App>, guildId: Id, entering: Entering = {}): Promise<Entered> {
  const entered = await enter(c, guildId, entering)
  const { leavingAt } = entered.guild
  if (leavingAt !== null) throw new Refused({ reason: "leaving", until: iso(leavingAt) })
  return entered
}

/** Guilds lately entered, by database. A hint only: whoever uses it asks for the guild's stamp beside what it reads (`premiseOf`). */
const lately = new WeakMap<D1Database, Map<Id, Entered>>()
const MOST_LATELY = 500
const MOST_PEOPLE = 10_000

function keepInMind(c: Context<App>, entered: Entered): Entered {
  const known = lately.get(c.env.DB) ?? new Map<Id, Entered>()
  if (known.size >= MOST_LATELY) known.clear()
  lately.set(c.env.DB, known.set(entered.guild.id, entered))
  return entered
}

/** The guild as it was when it was last entered here; null where it never was. It may have changed since. */
export function lastEntered(c: Context<App>, guildId: Id): Entered | null {
  const known = lately.get(c.env.DB)?.get(guildId) ?? null
  return known?.guild.leavingAt === null ? known : null
}

/** What has to hold for `entered` still to be true. */
export function premiseOf({ guild }: Entered): Premise {
  return { query: stampQuery(guild.id), holds: (stamp) => stamp === guild.stamp }
}

/** The channel's object; refuses a channel that was never heard. */
export function channelOf(c: Context<App>, { guild, channels }: Entered, channelId: Id) {
  if (!channels.some((channel) => channel.id === channelId))
    throw new Refused({ reason: "unknown_channel", channelId })
  return channelStub(c.env, guild.id, channelId)
}

/** The object is named by guild and channel: a channel id sent for another guild reaches another object. */
export function channelStub(env: App["Bindings"], guildId: Id, channelId: Id) {
  return env.CHANNELS.getByName(`${guildId}:${channelId}`)
}

/** Tells every channel of the guild that settings or consents changed. */
export async function refreshChannels(c: Context<App>, entered: Entered): Promise<void> {
  const AT_ONCE = 50
  for (let start = 0; start < entered.channels.length; start += AT_ONCE) {
    const group = entered.channels.slice(start, start + AT_ONCE)
    await Promise.all(group.map((channel) => channelStub(c.env, entered.guild.id, channel.id).refresh()))
  }
}

/** Lets the guild's vector index follow what a route has just written, after the answer is sent. */
export function followWrites(c: Context<App>, guildId: Id): void {
  c.executionCtx.waitUntil(wakeIndex(c.env, readSettings(c.env), guildId, "removed"))
}
