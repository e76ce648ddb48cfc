/** What most routes need first: the guild they speak of, its channels, and viewers for it. Unknown ones are refused here. */
import type { Context } from "hono"
import { wakeIndex } from "../embedding/wake.ts"
import { readSettings } from "../env.ts"
import { Refused } from "../errors.ts"
import { type Database, guildDatabase } from "../memory/database.ts"
import { type Guild, guildOf, guildQuery, stampQuery } from "../policy/guild.ts"
import { type ChannelAudience, channelsQuery, operator, viewerAt } from "../privacy/audience.ts"
import type { Premise } from "../recall/lookups.ts"
import type { Id, Viewer } from "../vocabulary.ts"
import type { App } from "./principal.ts"

export interface Entered {
  db: Database
  guild: Guild
  channels: ChannelAudience[]
}

/** One round trip; refuses an unknown guild. */
export async function enter(c: Context<App>, guildId: Id): Promise<Entered> {
  const db = guildDatabase(c.env, guildId)
  const [guildRows, channels] = await db.batch([guildQuery(db, guildId), channelsQuery(db, guildId)])
  const guild = guildOf(guildRows)
  if (guild === null) throw new Refused({ reason: "unknown_guild", guildId })
  return keepInMind(c, { db, guild, channels })
}

/** Guilds lately entered, by database. A hint only: whoever uses it asks for the guild's stamp beside what it reads (`premiseOf`). */
const lately = new WeakMap<D1Database, Map<Id, Entered>>()
const MOST_LATELY = 500

function keepInMind(c: Context<App>, entered: Entered): Entered {
  const known = lately.get(c.env.DB) ?? new Map<Id, Entered>()
  if (known.size >= MOST_LATELY) known.clear()
  lately.set(c.env.DB, known.set(entered.guild.id, entered))
  return entered
}

/** The guild as it was when it was last entered here; null where it never was. It may have changed since. */
export function lastEntered(c: Context<App>, guildId: Id): Entered | null {
  return lately.get(c.env.DB)?.get(guildId) ?? null
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

/** Management reads: the place given, or the operator who sees all. */
export function manager(entered: Entered, channelId: Id | undefined): Viewer {
  return channelId === undefined
    ? operator(entered.guild.id)
    : viewerAt(entered.guild.id, channelId, entered.channels)
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
