/** Builds Discord guilds in which mods read #mods and everyone reads #general, and delivers them. */
import { ok } from "./http.ts"

const SEE = 1n << 10n
const READ = SEE | (1n << 16n)
const MANAGE_THREADS = 1n << 34n

export const MODS = "71"
export const OWNER = "99"
export const GENERAL = "200"
export const OFFTOPIC = "210"
export const MOD_ROOM = "100"

type Json = Record<string, unknown>

export function overwrite(id: string, type: 0 | 1, { allow = 0n, deny = 0n }): Json {
  return { id, type, allow: String(allow), deny: String(deny) }
}

/** Overwrites for a channel that only holders of these roles can see. */
export function only(guild: string, ...roles: string[]): Json[] {
  return [overwrite(guild, 0, { deny: SEE }), ...roles.map((role) => overwrite(role, 0, { allow: SEE }))]
}

export function textChannel(id: string, permission_overwrites: Json[] = [], more: Json = {}): Json {
  return { id, type: 0, name: `channel-${id}`, position: 3, permission_overwrites, ...more }
}

export function member(id: string, roles: string[], name = `member-${id}`): Json {
  return {
    user: { id, username: name, global_name: null, discriminator: "0" },
    nick: null,
    roles,
    deaf: false,
  }
}

/** Builds a guild with two public channels and one for mods, plus `channels` and `more`. */
export function guildStructure(guild: string, channels: Json[] = [], more: Json = {}): Json {
  const roles = [
    { id: guild, name: "@everyone", permissions: String(READ), color: 0 },
    { id: MODS, name: "mods", permissions: String(MANAGE_THREADS), tags: {} },
    { id: "72", name: "a bot's", permissions: String(READ | 8n), tags: { bot_id: "555" } },
  ]
  return {
    guild: { id: guild, owner_id: OWNER, roles, name: "A guild", features: [] },
    channels: [
      textChannel(GENERAL),
      textChannel(OFFTOPIC),
      textChannel(MOD_ROOM, only(guild, MODS)),
      ...channels,
    ],
    ...more,
  }
}

export function tell<T = Json>(guild: string, told: Json): Promise<T> {
  return ok<T>("PUT", `/v1/guilds/${guild}/structure`, told)
}
