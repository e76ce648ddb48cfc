/** Which guild an event is about. Pure: it reads no more than that of an event nobody has parsed yet. */
import { GatewayDispatchEvents as Event, type GatewayDispatchPayload } from "discord-api-types/v10"
import { z } from "zod"
import type { Id } from "../../../domain/types.ts"

const About = z.object({ guild_id: z.string() })
const Itself = z.object({ id: z.string(), unavailable: z.boolean().optional() })

/** null: none, or none that can be told. */
export function guildOf(event: GatewayDispatchPayload): Id | null {
  const itself = isOfGuild(event) ? Itself.safeParse(event.d).data?.id : undefined
  return itself ?? About.safeParse(event.d).data?.guild_id ?? null
}

/** A guild the bot came into, or was removed from; null: neither. An outage is not a removal. */
export function guildMove(event: GatewayDispatchPayload): { id: Id; isThere: boolean } | null {
  if (event.t !== Event.GuildCreate && event.t !== Event.GuildDelete) return null
  const guild = Itself.safeParse(event.d).data
  if (guild === undefined || guild.unavailable === true) return null
  return { id: guild.id, isThere: event.t === Event.GuildCreate }
}

function isOfGuild({ t }: GatewayDispatchPayload): boolean {
  return t === Event.GuildCreate || t === Event.GuildUpdate || t === Event.GuildDelete
}
