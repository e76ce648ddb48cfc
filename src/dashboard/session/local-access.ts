/**
 * Signing in without Discord, on one's own machine. Each of four conditions holds it shut in a deployment: the variable
 * that only `npm start` sets, the absence of a client secret of Discord, a loopback name in the address, which no
 * deployment is reached by, and a loopback client, which Cloudflare names in a header that no client can set.
 */
import { sql } from "drizzle-orm"
import type { Id } from "../../domain/types.ts"
import { deploymentDatabase } from "../../memory/db/health-queries.ts"
import type { Settings } from "../../settings.ts"

const LOOPBACK_NAMES = new Set(["localhost", "127.0.0.1", "[::1]"])
const LOOPBACK_CLIENTS = new Set(["127.0.0.1", "::1"])

/** Returns true if a request may sign in as anybody. `client`: the header `cf-connecting-ip`. */
export function mayActAsAnybody(
  { LOCAL_SIGN_IN, DISCORD_CLIENT_SECRET }: Pick<Settings, "LOCAL_SIGN_IN" | "DISCORD_CLIENT_SECRET">,
  { url, client }: { url: string; client: string | undefined },
): boolean {
  if (!LOCAL_SIGN_IN || DISCORD_CLIENT_SECRET !== undefined) return false
  return LOOPBACK_NAMES.has(new URL(url).hostname) && (client === undefined || LOOPBACK_CLIENTS.has(client))
}

export interface LocalPerson {
  id: Id
  name: string
  guilds: { id: Id; name: string }[]
}

const MOST = 500

/** Returns people of all guilds on this machine by name, each with their guilds: the one with this id, or the first 500. */
export async function localPeople(
  bindings: { DB: D1Database },
  id: Id | null = null,
): Promise<LocalPerson[]> {
  const rows = await deploymentDatabase(bindings).all<{
    id: Id
    name: string
    guildId: Id
    guildName: string | null
  }>(
    sql`SELECT members.id, members.name, guilds.id AS guildId, guilds.name AS guildName FROM members
      JOIN guilds ON guilds.id = members.guild_id
      WHERE (${id} IS NULL OR members.id = ${id}) AND members.left_at IS NULL AND members.bot IS NOT 1 AND members.name <> '' ORDER BY members.name COLLATE NOCASE LIMIT ${MOST}`,
  )
  const people = new Map<Id, LocalPerson>()
  for (const { id, name, guildId, guildName } of rows) {
    const known = people.get(id) ?? { id, name, guilds: [] }
    known.guilds.push({ id: guildId, name: guildName ?? `Server ${guildId}` })
    people.set(id, known)
  }
  return [...people.values()]
}
