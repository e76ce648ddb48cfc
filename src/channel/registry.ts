/** Makes a channel and its guild known to the database, and keeps what the channel must know of its guild. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { StateRows } from "../durable/state-rows.ts"
import type { Database } from "../memory/database.ts"
import { channels, members, objections } from "../memory/schema.ts"
import { guildOf, guildQuery, openGuild } from "../policy/guild.ts"
import { DEFAULT_SETTINGS, type GuildSettings, SettingsSchema } from "../policy/settings.ts"
import { mayRemember } from "../privacy/consent.ts"
import type { Id, Time } from "../vocabulary.ts"
import { type Erased, ErasedSchema, NOTHING_ERASED, readErased } from "./erased.ts"
import type { WindowRule } from "./window-rule.ts"

const DAY = 86_400_000

/** What is told of a channel; a field left out stays as it was. */
const ChannelInfoSchema = z.object({
  name: z.string().optional(),
  topic: z.string().optional(),
  parentId: z.string().optional(),
  audience: z.enum(["everyone", "restricted"]).optional(),
})
export type ChannelInfo = z.output<typeof ChannelInfoSchema>

/** A channel as it knows itself. */
const ChannelSchema = z.object({
  place: z.object({ guildId: z.string(), channelId: z.string(), name: z.string().nullable() }),
  info: ChannelInfoSchema,
})
export type Channel = z.output<typeof ChannelSchema>

/** What a channel holds of its guild between refreshes. */
const BriefingSchema = z.object({
  settings: SettingsSchema,
  /** Those who said something about consent. */
  consents: z.record(z.string(), z.enum(["in", "out"])),
  erased: ErasedSchema,
  /** Those who object in the whole deployment. */
  objecting: z.array(z.string()).default([]),
  loadedAt: z.number(),
})
export type Briefing = z.output<typeof BriefingSchema>

const TTL_MS = 60_000

/** What a channel knows of itself and its guild; kept in its own storage, refreshed from the database. */
export class Registry {
  readonly #state: StateRows
  #channel: Channel | null
  #briefing: Briefing | null

  constructor(state: StateRows) {
    this.#state = state
    this.#channel = state.get("channel", ChannelSchema)
    this.#briefing = state.get("briefing", BriefingSchema)
  }

  /** null: nothing was ever heard here. */
  get place(): Channel["place"] | null {
    return this.#channel?.place ?? null
  }

  get rule(): WindowRule {
    return ruleOf(this.#briefing)
  }

  /** 0 keeps nothing once it is read. */
  get retentionMs(): number {
    return (this.#briefing?.settings ?? DEFAULT_SETTINGS).retention_days * DAY
  }

  /** What must not be heard again, as far as is known here. */
  get erased(): Erased {
    return this.#briefing?.erased ?? NOTHING_ERASED
  }

  /** Whether someone's words may be heard and shown, as far as is known here. */
  hears(userId: Id): boolean {
    return this.#briefing === null || mayHear(this.#briefing, userId)
  }

  /** The guild's settings and consents as of a minute ago at most. Tells the database what is new of the channel. */
  async briefed(
    db: Database,
    where: { guildId: Id; channelId: Id },
    info: ChannelInfo | null,
    now: Time,
  ): Promise<Briefing> {
    const known = this.#channel?.info
    const news = known === undefined || (info !== null && isNews(known, info))
    const stale = this.#briefing === null || now - this.#briefing.loadedAt > TTL_MS
    if (!news && !stale && this.#briefing) return this.#briefing
    try {
      return await this.#renew(db, where, news ? { ...known, ...info } : null, now)
    } catch (error) {
      // The fallback for a database outage is the last briefing; a channel's first message cannot do without.
      if (this.#briefing === null || news) throw error
      return this.#briefing
    }
  }

  /** Takes over settings and consents at once. */
  async refresh(db: Database, now: Time): Promise<void> {
    if (this.#channel !== null) await this.#renew(db, this.#channel.place, null, now)
  }

  async #renew(
    db: Database,
    where: { guildId: Id; channelId: Id },
    told: ChannelInfo | null,
    now: Time,
  ): Promise<Briefing> {
    const briefing = await brief(db, where, told, now)
    this.#briefing = briefing
    this.#state.set("briefing", briefing)
    if (told) {
      this.#channel = { place: { ...where, name: told.name ?? null }, info: told }
      this.#state.set("channel", this.#channel)
    }
    return briefing
  }
}

async function brief(
  db: Database,
  place: { guildId: Id; channelId: Id },
  info: ChannelInfo | null,
  now: Time,
): Promise<Briefing> {
  const { guildId, channelId } = place
  const upsert = db
    .insert(channels)
    .values({
      guildId,
      id: channelId,
      name: info?.name ?? null,
      topic: info?.topic ?? null,
      parentId: info?.parentId ?? null,
      audience: info?.audience ?? null,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [channels.guildId, channels.id],
      set: {
        name: sql`coalesce(excluded.name, name)`,
        topic: sql`coalesce(excluded.topic, topic)`,
        // Once the guild's structure tells of it, messages do not: who may read it hangs on its parent.
        parentId: sql`CASE WHEN type IS NULL THEN coalesce(excluded.parent_id, parent_id) ELSE parent_id END`,
        audience: sql`coalesce(excluded.audience, audience)`,
        updatedAt: now,
      },
    })
  const guild = guildQuery(db, guildId)
  const consenting = db
    .select({ id: members.id, consent: members.consent })
    .from(members)
    .where(sql`guild_id = ${guildId} AND consent IS NOT NULL`)
  // Of a known channel with nothing new told, the guild is only read.
  if (info !== null) await db.batch([openGuild(db, guildId, now), upsert])
  const [[guildRows, consentRows, objectionRows], erased] = await Promise.all([
    db.batch([guild, consenting, db.select({ id: objections.userId }).from(objections)]),
    readErased(db, place),
  ])
  const consents = consentRows.flatMap((row) =>
    row.consent === null ? [] : [[row.id, row.consent] as const],
  )
  const settings: GuildSettings = guildOf(guildRows)?.settings ?? DEFAULT_SETTINGS
  const objecting = objectionRows.map(({ id }) => id)
  return { settings, consents: Object.fromEntries(consents), objecting, erased, loadedAt: now }
}

/** Whether someone's words may be heard at all. */
export function mayHear(briefing: Briefing, userId: Id): boolean {
  const said = { consent: briefing.consents[userId] ?? null, objects: briefing.objecting.includes(userId) }
  return mayRemember(said, briefing.settings.consent === "opt_in")
}

/** Whether anything is told that was not known. */
function isNews(known: ChannelInfo, told: ChannelInfo): boolean {
  const keys = Object.keys(ChannelInfoSchema.shape) as (keyof ChannelInfo)[]
  return keys.some((key) => told[key] !== undefined && told[key] !== known[key])
}

/** The window rule of a guild's settings; the defaults before any are known. */
function ruleOf(briefing: Briefing | null): WindowRule {
  const { lull_seconds, max_messages, max_minutes } = briefing?.settings ?? DEFAULT_SETTINGS
  return { lullMs: lull_seconds * 1_000, maxMessages: max_messages, maxMs: max_minutes * 60_000 }
}
