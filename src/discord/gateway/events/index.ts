/** What the gateway tells, one small function an event: each takes it to the domain, and may be run again. */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import { storeRole, storeRoleRemoval } from "../../../access/structure.ts"
import { RoleShape } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import type { Runtime } from "../../../runtime/models"
import { channelDeleted, channelTold, guildChanged, guildCreated, guildLeft } from "./guilds.ts"
import { memberRemoved, memberTold } from "./members.ts"
import { messageDeleted, messageEdited, messageSaid, messagesDeleted } from "./messages.ts"
import { databaseOf, type Kind, type Own, ofGuild, structural } from "./telling.ts"
import { threadMembersTold, threadsListed, threadTold } from "./threads.ts"

// Roles of a guild.

const Told = z.object({ guild_id: Snowflake, role: RoleShape })
const Gone = z.object({ guild_id: Snowflake, role_id: Snowflake })

/** GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE. */
const roleTold = structural(ofGuild, Told, (telling, { guild_id, role }) =>
  storeRole(databaseOf(telling, guild_id), guild_id, role),
)

const roleDeleted = structural(ofGuild, Gone, (telling, { guild_id, role_id }) =>
  storeRoleRemoval(databaseOf(telling, guild_id), guild_id, role_id),
)

export type { Own } from "./telling.ts"

const KINDS: Readonly<Record<string, Kind>> = {
  GUILD_CREATE: guildCreated,
  GUILD_UPDATE: guildChanged,
  GUILD_DELETE: guildLeft,
  GUILD_ROLE_CREATE: roleTold,
  GUILD_ROLE_UPDATE: roleTold,
  GUILD_ROLE_DELETE: roleDeleted,
  CHANNEL_CREATE: channelTold,
  CHANNEL_UPDATE: channelTold,
  CHANNEL_DELETE: channelDeleted,
  THREAD_CREATE: threadTold,
  THREAD_UPDATE: threadTold,
  THREAD_DELETE: channelDeleted,
  THREAD_LIST_SYNC: threadsListed,
  THREAD_MEMBERS_UPDATE: threadMembersTold,
  GUILD_MEMBER_ADD: memberTold,
  GUILD_MEMBER_UPDATE: memberTold,
  GUILD_MEMBER_REMOVE: memberRemoved,
  MESSAGE_CREATE: messageSaid,
  MESSAGE_UPDATE: messageEdited,
  MESSAGE_DELETE: messageDeleted,
  MESSAGE_DELETE_BULK: messagesDeleted,
}

/** Takes an event to where it belongs; what we have no use for is nothing. Throws where a service is down: it is then handed over again. */
export async function handle(ground: Runtime, event: GatewayDispatchPayload, own: Own): Promise<void> {
  await KINDS[event.t]?.act({ ground, own, now: Date.now() }, event.d)
}

/** Events of one lane are handled one after another; those of different lanes beside each other. null: nothing is done with it. */
export function laneOf(event: GatewayDispatchPayload): string | null {
  return KINDS[event.t]?.lane(event.d) ?? null
}
