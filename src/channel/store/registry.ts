/** Makes a channel and its guild known to the database, and keeps what the channel must know of its guild. */
import { sql } from "drizzle-orm"
import { z } from "zod"
import { DAY } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { channels } from "../../memory/db/schema.ts"
import { openGuild } from "../../policy/guild.ts"
import { type ChannelMode, DEFAULT_SETTINGS } from "../../policy/settings.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import type { WindowRule } from "../window/window-rule.ts"
import {
  type ErasedScope,
  type GuildSnapshot,
  GuildSnapshotSchema,
  mayHear,
  modeInSnapshot,
  NOTHING_ERASED,
  readGuildSnapshot,
} from "./guild-snapshot.ts"

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
export type ChannelIdentity = z.output<typeof ChannelSchema>

const TTL_MS = 60_000

/** Stretches of time in which the channel was off, as far as it was told; the last may go on. */
const OffSchema = z.array(z.object({ from: z.number(), until: z.number().nullable() }))
const MOST_STRETCHES = 50

/** What a channel knows of itself and its guild; kept in its own storage, refreshed from the database. */
export class ChannelRegistry {
  readonly #state: StateRows
  #channel: ChannelIdentity | null
  #briefing: GuildSnapshot | null
  #off: z.output<typeof OffSchema>

  constructor(state: StateRows) {
    this.#state = state
    this.#channel = state.get("channel", ChannelSchema)
    this.#briefing = state.get("briefing", GuildSnapshotSchema)
    this.#off = state.get("off", OffSchema) ?? []
  }

  /** null: nothing was ever heard here. */
  get place(): ChannelIdentity["place"] | null {
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
  get erased(): ErasedScope {
    return this.#briefing?.erased ?? NOTHING_ERASED
  }

  /** What is done with what is said here, as far as is known. */
  get mode(): ChannelMode {
    const { place } = this
    return this.#briefing === null || place === null
      ? "full"
      : modeInSnapshot(this.#briefing, place.channelId)
  }

  /** Whether the channel was off when something was said: then it is not heard later either, whoever brings it. */
  wasOff(at: Time): boolean {
    return this.#off.some(({ from, until }) => at >= from && (until === null || at < until))
  }

  /** Whether someone's words may be heard and shown, as far as is known here. */
  hears(userId: Id): boolean {
    return this.#briefing === null || mayHear(this.#briefing, userId)
  }

  /** The guild's settings and consents as of a minute ago at most. Tells the database what is new of the channel. */
  async currentSnapshot(
    db: Database,
    where: { guildId: Id; channelId: Id },
    info: ChannelInfo | null,
    now: Time,
  ): Promise<GuildSnapshot> {
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
  ): Promise<GuildSnapshot> {
    // Of a known channel with nothing new told, the guild is only read.
    if (told !== null) await tell(db, where, told, now)
    const briefing = await readGuildSnapshot(db, where, { toldParent: null, now })
    const changed = !sameBriefing(this.#briefing, briefing)
    this.#briefing = briefing
    // The same is not written each minute: whoever wakes with an older one reads it anew.
    if (changed) this.#state.set("briefing", briefing)
    if (told) {
      this.#channel = { place: { ...where, name: told.name ?? null }, info: told }
      this.#state.set("channel", this.#channel)
    }
    this.#noteMode(now)
    return briefing
  }

  #noteMode(now: Time): void {
    const last = this.#off.at(-1)
    const isOff = this.mode === "off"
    if (isOff === (last?.until === null)) return
    const next = isOff
      ? [...this.#off, { from: now, until: null }]
      : this.#off.map((one) => (one === last ? { ...one, until: now } : one))
    this.#off = next.slice(-MOST_STRETCHES)
    this.#state.set("off", this.#off)
  }
}

/** Makes the channel and its guild known, with what is told of it. */
async function tell(
  db: Database,
  { guildId, channelId }: { guildId: Id; channelId: Id },
  info: ChannelInfo,
  now: Time,
): Promise<void> {
  const upsert = db
    .insert(channels)
    .values({
      guildId,
      id: channelId,
      name: info.name ?? null,
      topic: info.topic ?? null,
      parentId: info.parentId ?? null,
      audience: info.audience ?? null,
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
  await db.batch([openGuild(db, guildId, now), upsert])
}

/** Whether two briefings say the same, whenever they were read. Order counts: at worst a row is written. */
function sameBriefing(before: GuildSnapshot | null, next: GuildSnapshot): boolean {
  const said = (briefing: GuildSnapshot) => JSON.stringify({ ...briefing, loadedAt: 0 })
  return before !== null && said(before) === said(next)
}

/** Whether anything is told that was not known. */
function isNews(known: ChannelInfo, told: ChannelInfo): boolean {
  const keys = Object.keys(ChannelInfoSchema.shape) as (keyof ChannelInfo)[]
  return keys.some((key) => told[key] !== undefined && told[key] !== known[key])
}

/** The window rule of a guild's settings; the defaults before any are known. */
function ruleOf(briefing: GuildSnapshot | null): WindowRule {
  const { lull_seconds, max_messages, max_minutes } = briefing?.settings ?? DEFAULT_SETTINGS
  return { lullMs: lull_seconds * 1_000, maxMessages: max_messages, maxMs: max_minutes * 60_000 }
}

export interface ChannelPlace {
  guildId: Id
  channelId: Id
  name: string | null
}
