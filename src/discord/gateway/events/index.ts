/** The table of event handlers. Each passes an event to the domain and is safe to repeat. */
import type { GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import { storeRole, storeRoleRemoval } from "../../../access/structure.ts"
import { Snowflake } from "../../../domain/ids.ts"
import { isKnownGuild } from "../../../policy/guild.ts"
import { type Runtime, servesGuild } from "../../../runtime/models.ts"
import {
  type BotIdentity,
  type EventContext,
  type EventHandler,
  type EventOutcome,
  eventDatabase,
  guildQueueKey,
  structureHandler,
} from "./event-context.ts"
import { channelDeleted, channelUpserted, guildCreated, guildLeft, guildUpdated } from "./guilds.ts"
import { LenientRole } from "./lenient-shapes.ts"
import { memberRemoved, memberUpserted } from "./members.ts"
import { messageCreated, messageDeleted, messageEdited, messagesDeleted } from "./messages.ts"
import { pinsChanged, withoutPins } from "./pins.ts"
import { scheduledEventChanged, scheduledEventDeleted } from "./scheduled-events.ts"
import { threadListSynced, threadMembersUpdated, threadUpserted } from "./threads.ts"

// Roles of a guild.

const RoleEvent = z.object({ guild_id: Snowflake, role: LenientRole })
const Gone = z.object({ guild_id: Snowflake, role_id: Snowflake })

/** GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE. */
const roleUpserted = structureHandler(guildQueueKey, RoleEvent, (context, { guild_id, role }) =>
  storeRole(eventDatabase(context, guild_id), guild_id, role),
)

const roleDeleted = structureHandler(guildQueueKey, Gone, (context, { guild_id, role_id }) =>
  storeRoleRemoval(eventDatabase(context, guild_id), guild_id, role_id),
)

export type { BotIdentity } from "./event-context.ts"

const HANDLERS: Readonly<Record<string, EventHandler>> = {
  GUILD_CREATE: guildCreated,
  GUILD_UPDATE: guildUpdated,
  GUILD_DELETE: guildLeft,
  GUILD_ROLE_CREATE: roleUpserted,
  GUILD_ROLE_UPDATE: roleUpserted,
  GUILD_ROLE_DELETE: roleDeleted,
  CHANNEL_CREATE: channelUpserted,
  CHANNEL_UPDATE: channelUpserted,
  CHANNEL_DELETE: channelDeleted,
  THREAD_CREATE: threadUpserted,
  THREAD_UPDATE: threadUpserted,
  THREAD_DELETE: channelDeleted,
  THREAD_LIST_SYNC: threadListSynced,
  THREAD_MEMBERS_UPDATE: threadMembersUpdated,
  GUILD_MEMBER_ADD: memberUpserted,
  GUILD_MEMBER_UPDATE: memberUpserted,
  GUILD_MEMBER_REMOVE: memberRemoved,
  MESSAGE_CREATE: messageCreated,
  MESSAGE_UPDATE: messageEdited,
  MESSAGE_DELETE: withoutPins(messageDeleted),
  MESSAGE_DELETE_BULK: withoutPins(messagesDeleted),
  CHANNEL_PINS_UPDATE: pinsChanged,
  GUILD_SCHEDULED_EVENT_CREATE: scheduledEventChanged,
  GUILD_SCHEDULED_EVENT_UPDATE: scheduledEventChanged,
  GUILD_SCHEDULED_EVENT_DELETE: scheduledEventDeleted,
}

/** Events that end something. They also count for a guild that is stored but not served any more. */
const ENDINGS = [
  ...["MESSAGE_DELETE", "MESSAGE_DELETE_BULK", "CHANNEL_DELETE", "THREAD_DELETE", "GUILD_DELETE"],
  "GUILD_SCHEDULED_EVENT_DELETE",
]
const OfGuild = z.object({ guild_id: Snowflake })
const GuildItself = z.object({ id: Snowflake }).transform(({ id }) => ({ guild_id: id }))

/** Returns true if the deployment serves the event's guild, or must still delete what it stored of it. */
async function isHeard(context: EventContext, { t, d }: GatewayDispatchPayload): Promise<boolean> {
  const shape = /^GUILD_(?:CREATE|UPDATE|DELETE)$/.test(t) ? GuildItself : OfGuild
  const guildId = shape.safeParse(d).data?.guild_id ?? null
  if (servesGuild(context.runtime, guildId)) return true
  return (
    guildId !== null && ENDINGS.includes(t) && (await isKnownGuild(eventDatabase(context, guildId), guildId))
  )
}

/** Handles an event; ignores unknown types and guilds that are not served. Throws if a service is down: the event is then handled again. */
export async function handleEvent(
  runtime: Runtime,
  event: GatewayDispatchPayload,
  bot: BotIdentity,
): Promise<EventOutcome> {
  const context = { runtime, bot, now: Date.now() }
  if (!(await isHeard(context, event))) return "handled"
  return (await HANDLERS[event.t]?.handle(context, event.d)) ?? "handled"
}

/**
 * Events with the same key are handled one after another, others in parallel. Returns `null` if the event is
 * ignored. Throws if its ids are unreadable.
 */
export function eventQueueKey(event: GatewayDispatchPayload): string | null {
  return HANDLERS[event.t]?.queueKey(event.d) ?? null
}
