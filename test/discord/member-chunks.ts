/** The gateway's answer to a request for members: chunks of up to a thousand. */
import type { APIGuildMember, GatewayGuildMembersChunkDispatchData } from "discord-api-types/v10"
import { INTENTS } from "./dispatch.ts"
import { type Loose, textOf } from "./loose.ts"
import type { World } from "./world.ts"

const CHUNK = 1000
const MOST_IDS = 100

export function chunksOf(world: World, data: Loose, intents: number): GatewayGuildMembersChunkDispatchData[] {
  const guild = world.guilds.get(String(data.guild_id))
  if (!guild?.joined) return []
  const all = [...guild.members.values()]
  const asked = data.user_ids === undefined ? null : [data.user_ids].flat().map(String).slice(0, MOST_IDS)
  const query = textOf(data.query) ?? ""
  const limit = Number(data.limit ?? 0)
  // Asking for all members needs the intent; so does asking for more than a hundred.
  const whole = asked === null && query === "" && limit === 0
  if (whole && (intents & INTENTS.members) === 0) return []
  const most = whole ? all.length : Math.min(limit, 100)
  const members = asked
    ? asked.flatMap((id) => guild.members.get(id) ?? [])
    : all.filter((one) => startsWith(one, query)).slice(0, most)
  const not_found = asked?.filter((id) => !guild.members.has(id)) ?? []
  const count = Math.max(1, Math.ceil(members.length / CHUNK))
  return Array.from({ length: count }, (_, index) => ({
    guild_id: guild.id,
    members: members.slice(index * CHUNK, (index + 1) * CHUNK),
    chunk_index: index,
    chunk_count: count,
    ...(not_found.length > 0 && { not_found }),
    ...(data.nonce !== undefined && { nonce: String(data.nonce) }),
  }))
}

function startsWith(member: APIGuildMember, query: string): boolean {
  const names = [member.user.username, member.user.global_name, member.nick]
  return names.some((name) => name?.toLowerCase().startsWith(query.toLowerCase()))
}
