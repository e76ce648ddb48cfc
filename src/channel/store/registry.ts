/**
 * Registers a channel and its guild in the database, and keeps what the channel must know about its guild.
 */

import { sql } from "drizzle-orm"
import { z } from "zod"
import { DAY } from "../../domain/calendar.ts"
import type { Id, Time } from "../../domain/types.ts"
import type { Database } from "../../memory/db/database.ts"
import { channels } from "../../memory/db/schema.ts"
import { openGuild } from "../../policy/guild.ts"
import { type ChannelMode, DEFAULT_SETTINGS } from "../../policy/settings.ts"
import type { StateRows } from "../../runtime/object/state-rows.ts"
import type { Conversations, WindowRule } from "../window/window-rule.ts"
import {
  type ErasedScope,
  type GuildSnapshot,
  GuildSnapshotSchema,
  hearingChanges,
  mayHear,
  modeInSnapshot,
  NOTHING_ERASED,
  readGuildSnapshot,
} from "./guild-snapshot.ts"
import { outOfCharacter } from "./out-of-character.ts"

/** Information delivered about a channel. A missing field leaves the stored value unchanged. */
const ChannelInfoSchema = z.object({
  name: z.string().optional(),
  topic: z.string().optional(),
  parentId: z.string().optional(),
  audience: z.enum(["everyone", "restricted"]).optional(),
})
export type ChannelInfo = z.output<typeof ChannelInfoSchema>

/** The channel's identity as stored in its own object. */
const ChannelSchema = z.object({
  place: z.object({ guildId: z.string(), channelId: z.string(), name: z.string().nullable() }),
  info: ChannelInfoSchema,
})
export type ChannelIdentity = z.output<typeof ChannelSchema>

const TTL_MS = 60_000

/** Periods in which the channel was off, as far as it was informed. The last one may be open. */
const OffSchema = z.array(z.object({ from: z.number(), until: z.number().nullable() }))
const MOST_STRETCHES = 50

/** A channel's knowledge of itself and its guild, kept in its own storage and refreshed from the database. */
export class ChannelRegistry {
  readonly #state: StateRows
  readonly #newGuilds: ChannelMode
  readonly #onHearing: (people: readonly Id[] | "all") => void
  #channel: ChannelIdentity | null
  #snapshot: GuildSnapshot | null
  #off: z.output<typeof OffSchema>

  /**
   * `newGuilds`: the default mode of channels in a guild that this channel is the first of. `onHearing` is
   * called with the people who may be heard from now on, or no longer.
   */
  constructor(
    state: StateRows,
    newGuilds: ChannelMode,
    onHearing: (people: readonly Id[] | "all") => void = () => {},
  ) {
    this.#onHearing = onHearing
    this.#newGuilds = newGuilds
    this.#state = state
    this.#channel = state.get("channel", ChannelSchema)
    this.#snapshot = state.get("briefing", GuildSnapshotSchema)
    this.#off = state.get("off", OffSchema) ?? []
  }

  /** `null` if the channel never accepted a message. */
  get place(): ChannelIdentity["place"] | null {
    return this.#channel?.place ?? null
  }

  /** The time without messages after which a window closes. */
  get lullMs(): number {
    return ruleOf(this.#snapshot).lullMs
  }

  /** `conversations` keeps conversations that overlap whole, unless the guild wants windows of a fixed size. */
  rule(conversations: Conversations): WindowRule {
    const { strict_windows } = this.#snapshot?.settings ?? DEFAULT_SETTINGS
    return { ...ruleOf(this.#snapshot), ...(strict_windows ? {} : { conversations }) }
  }

  /** 0 deletes text once it is processed. */
  get retentionMs(): number {
    return (this.#snapshot?.settings ?? DEFAULT_SETTINGS).retention_days * DAY
  }

  /** The erasures this channel knows of: erased messages must not be accepted again. */
  get erased(): ErasedScope {
    return this.#snapshot?.erased ?? NOTHING_ERASED
  }

  /** Returns the part of a member's message that the channel's mode lets through. */
  heard(content: string): string {
    return this.mode === "roleplay" ? outOfCharacter(content) : content
  }

  /** The channel's mode, as far as this channel knows. */
  get mode(): ChannelMode {
    const { place } = this
    return this.#snapshot === null || place === null
      ? "full"
      : modeInSnapshot(this.#snapshot, place.channelId)
  }

  /**
   * Returns true if the channel was off when a message was said. Such a message is rejected later too, from
   * any source.
   */
  wasOff(at: Time): boolean {
    return this.#off.some(({ from, until }) => at >= from && (until === null || at < until))
  }

  /** Returns true if a person's messages may be kept and shown, as far as this channel knows. */
  hears(userId: Id): boolean {
    return this.#snapshot === null || mayHear(this.#snapshot, userId)
  }

  /**
   * Returns the guild's settings and consents, at most a minute old. Stores new channel information in the
   * database.
   */
  async currentSnapshot(
    db: Database,
    where: { guildId: Id; channelId: Id },
    info: ChannelInfo | null,
    now: Time,
  ): Promise<GuildSnapshot> {
    const known = this.#channel?.info
    const isNew = known === undefined || (info !== null && hasNewInfo(known, info))
    const stale = this.#snapshot === null || now - this.#snapshot.loadedAt > TTL_MS
    if (!isNew && !stale && this.#snapshot) return this.#snapshot
    try {
      return await this.#reload(db, where, isNew ? { ...known, ...info } : null, now)
    } catch (error) {
      // Fallback for a database outage: the last snapshot. A channel's first message needs the database.
      if (this.#snapshot === null || isNew) throw error
      return this.#snapshot
    }
  }

  /** Reloads settings and consents at once. */
  async refresh(db: Database, now: Time): Promise<void> {
    if (this.#channel !== null) await this.#reload(db, this.#channel.place, null, now)
  }

  async #reload(
    db: Database,
    where: { guildId: Id; channelId: Id },
    info: ChannelInfo | null,
    now: Time,
  ): Promise<GuildSnapshot> {
    // A known channel without new information only reads the guild.
    if (info !== null) await upsertChannel(db, where, info, { now, newGuilds: this.#newGuilds })
    const snapshot = await readGuildSnapshot(db, where, { receivedParent: null, now })
    const changed = !sameSnapshot(this.#snapshot, snapshot)
    const people = changed ? hearingChanges(this.#snapshot, snapshot) : []
    this.#snapshot = snapshot
    if (people.length > 0) this.#onHearing(people)
    // An unchanged snapshot is not written each minute. An object that wakes with an older one reloads it.
    if (changed) this.#state.set("briefing", snapshot)
    if (info) {
      this.#channel = { place: { ...where, name: info.name ?? null }, info }
      this.#state.set("channel", this.#channel)
    }
    this.#recordMode(now)
    return snapshot
  }

  #recordMode(now: Time): void {
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

/** Stores the channel and its guild in the database. */
async function upsertChannel(
  db: Database,
  { guildId, channelId }: { guildId: Id; channelId: Id },
  info: ChannelInfo,
  { now, newGuilds }: { now: Time; newGuilds: ChannelMode },
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
        // Once the guild's structure contains the channel, messages cannot change its parent: the parent
        // decides who can read it.
        parentId: sql`CASE WHEN type IS NULL THEN coalesce(excluded.parent_id, parent_id) ELSE parent_id END`,
        audience: sql`coalesce(excluded.audience, audience)`,
        updatedAt: now,
      },
    })
  await db.batch([openGuild(db, guildId, { now, mode: newGuilds }), upsert])
}

/** Compares two snapshots without their load times. Order counts: at worst a row is written again. */
function sameSnapshot(before: GuildSnapshot | null, next: GuildSnapshot): boolean {
  const said = (snapshot: GuildSnapshot) => JSON.stringify({ ...snapshot, loadedAt: 0 })
  return before !== null && said(before) === said(next)
}

function hasNewInfo(known: ChannelInfo, info: ChannelInfo): boolean {
  const keys = Object.keys(ChannelInfoSchema.shape) as (keyof ChannelInfo)[]
  return keys.some((key) => info[key] !== undefined && info[key] !== known[key])
}

/** Returns the window rule of a guild's settings, or the defaults if none are known. */
function ruleOf(snapshot: GuildSnapshot | null): WindowRule {
  const { lull_seconds, max_messages, max_minutes } = snapshot?.settings ?? DEFAULT_SETTINGS
  return { lullMs: lull_seconds * 1_000, maxMessages: max_messages, maxMs: max_minutes * 60_000 }
}

export interface ChannelPlace {
  guildId: Id
  channelId: Id
  name: string | null
}
