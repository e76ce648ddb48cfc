/** REST routes of guilds, channels, roles, threads and members. */
import { ApiError, missingAccess, missingPermissions, unknown } from "./api-error.ts"
import { INTENTS } from "./dispatch.ts"
import type { Guild } from "./guild.ts"
import { scheduledView } from "./happenings.ts"
import type { Exchange, Route } from "./http.ts"
import { PERMISSIONS, permissionsOf, sees } from "./permissions.ts"
import {
  activeThreadsView,
  archivedThreadsView,
  channelsView,
  guildView,
  membersView,
  searchView,
  threadMembersView,
} from "./views.ts"
import type { World } from "./world.ts"

export function guildRoutes(world: World, granted: () => number): Route[] {
  const guild = ({ params }: Exchange) => guildFor(world, params.guild ?? "")
  const get = (path: string, view: (exchange: Exchange) => unknown): Route => ({
    method: "GET",
    path,
    answer: (exchange) => ({ status: 200, body: view(exchange) }),
  })
  return [
    get("/guilds/:guild", (call) =>
      guildView(world, guild(call).id, call.query.get("with_counts") === "true"),
    ),
    get("/guilds/:guild/channels", (call) => channelsView(world, guild(call).id)),
    get("/guilds/:guild/roles", (call) => [...guild(call).roles.values()]),
    get("/guilds/:guild/roles/:role", (call) => {
      const role = guild(call).roles.get(call.params.role ?? "")
      if (!role) throw new ApiError(404, 10011, "Unknown Role")
      return role
    }),
    get("/guilds/:guild/threads/active", (call) => activeThreadsView(world, guild(call).id)),
    get("/guilds/:guild/scheduled-events", (call) => scheduledView(guild(call), world.bot.id)),
    get("/guilds/:guild/members", (call) => {
      if ((granted() & INTENTS.members) === 0) throw missingAccess()
      const limit = Number(call.query.get("limit") ?? 1)
      if (!(limit >= 1 && limit <= 1000)) throw outOfRange("limit", 1000)
      return membersView(guild(call), { after: call.query.get("after") ?? "0", limit })
    }),
    get("/guilds/:guild/members/:user", (call) => {
      const member = guild(call).members.get(call.params.user ?? "")
      if (!member) throw unknown.member()
      return member
    }),
    get("/channels/:channel", (call) => channelFor(world, call.params.channel ?? "")),
    get("/channels/:channel/thread-members", (call) => {
      const at = placeFor(world, call.params.channel ?? "")
      if ((granted() & INTENTS.members) === 0) throw missingAccess()
      return threadMembersView(world, at.id, call.params.channel ?? "")
    }),
    get("/channels/:channel/thread-members/:user", (call) => {
      const at = placeFor(world, call.params.channel ?? "")
      const member = at.threadMembers.get(call.params.channel ?? "")?.get(call.params.user ?? "")
      if (!member) throw unknown.member()
      return member
    }),
    {
      method: "GET",
      path: "/guilds/:guild/messages/search",
      answer: (call) => {
        const limit = Number(call.query.get("limit") ?? 25)
        if (!(limit >= 1 && limit <= 25)) throw outOfRange("limit", 25)
        return searchView(world, guild(call).id, call.query)
      },
    },
    ...ARCHIVES.map(([path, list]) =>
      get(`/channels/:channel/${path}`, ({ params, query }) => {
        const channel = params.channel ?? ""
        const bits = permissionsOf(placeFor(world, channel), world.bot.id, channel)
        if ((bits & PERMISSIONS.history) === 0n) throw missingAccess()
        if (list === "private" && (bits & PERMISSIONS.manageThreads) === 0n) throw missingPermissions()
        return archivedThreadsView(world, channel, {
          list,
          before: query.get("before"),
          limit: Number(query.get("limit") ?? 50),
        })
      }),
    ),
    get("/users/@me/guilds", () =>
      [...world.guilds.values()].filter((one) => one.joined).map((one) => guildView(world, one.id)),
    ),
  ]
}

/** Discord's three lists of archived threads. */
export const ARCHIVES = [
  ["threads/archived/public", "public"],
  ["threads/archived/private", "private"],
  ["users/@me/threads/archived/private", "joined"],
] as const

/** Returns a guild the bot is in. */
export function guildFor(world: World, id: string): Guild {
  const guild = world.guilds.get(id)
  if (!guild) throw unknown.guild()
  if (!guild.joined) throw missingAccess()
  return guild
}

/** Returns the guild with a channel or thread the bot sees. */
export function placeFor(world: World, channelId: string): Guild {
  const guild = world.guildWith(channelId)
  if (!guild) throw unknown.channel()
  if (!guild.joined || !sees(guild, world.bot.id, channelId)) throw missingAccess()
  return guild
}

function channelFor(world: World, id: string) {
  const guild = placeFor(world, id)
  const thread = guild.threads.get(id)
  return thread ? world.ownView(guild, thread) : guild.channels.get(id)
}

export function outOfRange(field: string, most: number): ApiError {
  const message = `int value should be between 1 and ${most}.`
  return new ApiError(400, 50035, "Invalid Form Body", {
    [field]: { _errors: [{ code: "NUMBER_TYPE_RANGE", message }] },
  })
}
