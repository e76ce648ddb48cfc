/** The world's guilds and users: adding and removing them, and turning changes into dispatches. */
import type { APIUser, GatewayGuildCreateDispatchData } from "discord-api-types/v10"
import { type DataOf, type Dispatch, type EventName, INTENTS, type WorldEvent } from "./dispatch.ts"
import { basisOf, type Cause } from "./documented.ts"
import { EVERYONE_PERMISSIONS, type Guild, guildOf, memberOf, roleOf, type Thread } from "./guild.ts"
import { sees } from "./permissions.ts"
import { SnowflakeClock } from "./snowflake.ts"

export interface WorldOptions {
  now?: () => number
  botId?: string
  applicationId?: string
  botName?: string
  /** Also sends what Discord's documentation leaves open. */
  undocumented?: boolean
}

/** The result of a change, and the events it causes. */
export interface Change<Made> {
  made: Made
  dispatches: Dispatch[]
}

export interface NewGuild {
  id?: string
  name?: string
  ownerId?: string
  everyone?: bigint
  /** Permissions of the bot's own role; by default all but administrator. */
  botPermissions?: bigint
  largeFrom?: number
}

export class GuildWorld {
  readonly clock: SnowflakeClock
  readonly bot: APIUser
  readonly applicationId: string
  readonly guilds = new Map<string, Guild>()
  readonly users = new Map<string, APIUser>()
  /** Events that Discord's documentation leaves open are sent too. */
  readonly undocumented: boolean
  private readonly listeners = new Set<(dispatch: Dispatch) => void>()

  constructor(options: WorldOptions = {}) {
    this.clock = new SnowflakeClock(options.now)
    this.undocumented = options.undocumented ?? false
    this.applicationId = options.applicationId ?? options.botId ?? this.clock.next()
    this.bot = this.addUser(options.botName ?? "Keepsake", {
      id: options.botId ?? this.applicationId,
      bot: true,
    })
  }

  /** Calls the listener for every dispatch. Returns a function that removes it. */
  listen(listener: (dispatch: Dispatch) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  addUser(name: string, more: { id?: string; bot?: boolean } = {}): APIUser {
    const id = more.id ?? this.clock.next()
    const user: APIUser = {
      id,
      username: name.toLowerCase().replaceAll(" ", "_"),
      global_name: more.bot ? null : name,
      discriminator: more.bot ? "0001" : "0",
      avatar: null,
      public_flags: 0 as NonNullable<APIUser["public_flags"]>, // Discord's enum has no name for none.
      ...(more.bot && { bot: true }),
    }
    this.users.set(id, user)
    return user
  }

  /** Adds a guild the bot is in, with its owner, the role @everyone and the bot's own. */
  addGuild(told: NewGuild = {}): Change<Guild> {
    const id = told.id ?? this.clock.next()
    const owner =
      this.users.get(told.ownerId ?? "") ??
      this.addUser("Owner", told.ownerId === undefined ? {} : { id: told.ownerId })
    const everyone = roleOf(id, {
      name: "@everyone",
      permissions: told.everyone ?? EVERYONE_PERMISSIONS,
      position: 0,
    })
    const own = roleOf(this.clock.next(), {
      name: this.bot.username,
      botId: this.bot.id,
      permissions: told.botPermissions ?? EVERYONE_PERMISSIONS | (1n << 13n) | (1n << 34n),
    })
    const joinedAt = this.clock.iso()
    const guild: Guild = {
      id,
      name: told.name ?? `Guild ${id.slice(-4)}`,
      ownerId: owner.id,
      roles: new Map([everyone, own].map((role) => [role.id, role])),
      channels: new Map(),
      threads: new Map(),
      threadMembers: new Map(),
      members: new Map([
        [owner.id, memberOf(owner, { joinedAt })],
        [this.bot.id, memberOf(this.bot, { joinedAt, roles: [own.id] })],
      ]),
      messages: new Map(),
      scheduled: new Map(),
      pins: new Map(),
      unavailable: false,
      joined: true,
      largeFrom: told.largeFrom ?? 50,
      unindexed: 0,
    }
    this.guilds.set(id, guild)
    return this.change(guild, "guild joined", () => [guild, tell(id, "GUILD_CREATE", this.guildCreate(id))])
  }

  /**
   * GUILD_CREATE as a session receives it. The session's large_threshold may decide when a guild is large.
   * Without presences, the bot is the only member included.
   */
  guildCreate(guildId: string, largeFrom?: number): GatewayGuildCreateDispatchData {
    const guild = this.guild(guildId)
    const own = guild.members.get(this.bot.id)
    const threads = [...guild.threads.values()].filter(
      (thread) => thread.thread_metadata?.archived !== true && sees(guild, this.bot.id, thread.id),
    )
    return {
      ...guildOf(guild),
      joined_at: own?.joined_at ?? this.clock.iso(),
      large: guild.members.size > (largeFrom ?? guild.largeFrom),
      unavailable: false,
      member_count: guild.members.size,
      voice_states: [],
      members: own ? [own] : [],
      channels: [...guild.channels.values()],
      threads: threads.map((thread) => this.ownView(guild, thread)),
      presences: [],
      stage_instances: [],
      guild_scheduled_events: [...guild.scheduled.values()].filter(
        ({ channel_id }) => channel_id === null || sees(guild, this.bot.id, channel_id),
      ),
      soundboard_sounds: [],
    }
  }

  changeGuild(guildId: string, change: { name?: string; ownerId?: string }): Change<Guild> {
    const guild = this.guild(guildId)
    return this.change(guild, "guild changed", () => {
      Object.assign(guild, change)
      return [guild, tell(guildId, "GUILD_UPDATE", guildOf(guild))]
    })
  }

  /** Starts an outage: the guild exists, but nothing of it is sent. */
  loseGuild(guildId: string): Change<Guild> {
    const guild = this.guild(guildId)
    const change = this.change(guild, "guild unavailable", () => [
      guild,
      tell(guildId, "GUILD_DELETE", { id: guildId, unavailable: true }),
    ])
    guild.unavailable = true
    return change
  }

  /** Ends an outage, or invites the bot again. */
  bringGuild(guildId: string): Change<Guild> {
    const guild = Object.assign(this.guild(guildId), { unavailable: false, joined: true })
    if (!guild.members.has(this.bot.id))
      guild.members.set(this.bot.id, memberOf(this.bot, { joinedAt: this.clock.iso() }))
    return this.change(guild, "guild joined", () => [
      guild,
      tell(guildId, "GUILD_CREATE", this.guildCreate(guildId)),
    ])
  }

  /** Removes the bot from the guild. */
  leaveGuild(guildId: string): Change<Guild> {
    const guild = this.guild(guildId)
    const gone = { id: guildId } as DataOf<"GUILD_DELETE"> // Discord leaves `unavailable` out where it is no outage.
    const change = this.change(guild, "guild left", () => [guild, tell(guildId, "GUILD_DELETE", gone)])
    guild.joined = false
    guild.members.delete(this.bot.id)
    return change
  }

  guild(id: string): Guild {
    return found(this.guilds, id)
  }

  /** Returns the guild of a channel or thread. */
  guildWith(channelId: string): Guild | undefined {
    return [...this.guilds.values()].find((one) => one.channels.has(channelId) || one.threads.has(channelId))
  }

  /** A thread as the bot sees it: with its own membership if it has one. */
  ownView(guild: Guild, thread: Thread): Thread {
    const own = guild.threadMembers.get(thread.id)?.get(this.bot.id)
    return own ? { ...thread, member: own } : thread
  }

  /**
   * Makes a change and sends those of its events that Discord's documentation names for the cause. Channels that become visible to the bot are sent with their threads.
   */
  protected change<Made>(guild: Guild, cause: Cause, make: () => [Made, ...WorldEvent[]]): Change<Made> {
    const seen = [...guild.channels.keys()].map((id) => [id, sees(guild, this.bot.id, id)] as const)
    const [made, ...events] = make()
    const gained = seen.filter(([id, before]) => !before && sees(guild, this.bot.id, id)).map(([id]) => id)
    if (gained.length > 0) events.push(this.threadListSync(guild, gained))
    const sent = events
      .map((event): Dispatch => ({ ...event, basis: basisOf(cause, event.t) }))
      .filter(({ basis }) => this.undocumented || basis.standing === "documented")
    const dispatches = guild.joined && !guild.unavailable ? sent : []
    for (const dispatch of dispatches) for (const listener of this.listeners) listener(dispatch)
    return { made, dispatches }
  }

  private threadListSync(guild: Guild, channelIds: string[]): WorldEvent {
    const threads = [...guild.threads.values()].filter(
      (one) =>
        channelIds.includes(one.parent_id) &&
        one.thread_metadata?.archived !== true &&
        sees(guild, this.bot.id, one.id),
    )
    const members = threads.flatMap((one) => guild.threadMembers.get(one.id)?.get(this.bot.id) ?? [])
    return tell(guild.id, "THREAD_LIST_SYNC", {
      guild_id: guild.id,
      channel_ids: channelIds,
      threads,
      members,
    })
  }
}

/** Builds an event for sessions with one of these intents. The guilds intent is the default. */
export function tell<Name extends EventName>(
  guildId: string,
  t: Name,
  d: DataOf<Name>,
  intents: number = INTENTS.guilds,
): WorldEvent {
  return { t, d, guildId, intents } as unknown as WorldEvent // A name and its data are one member of the union.
}

/** Returns the value. A missing one is a mistake of the test. */
export function found<Value>(values: Map<string, Value>, id: string): Value {
  const value = values.get(id)
  if (value === undefined) throw new Error(`The fake Discord has no ${id} there`)
  return value
}
