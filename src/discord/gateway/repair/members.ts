/**
 * Repairs members after missed events: lists them page by page, or forgets their roles if Discord does not
 * list members.
 */
import { z } from "zod"
import { applyMemberPage, forgetMemberRoles } from "../../../access/structure-repair.ts"
import { Snowflake } from "../../../domain/ids.ts"
import { receivesMemberEvents } from "../../../runtime/models.ts"
import { LenientMember, lenientArray } from "../events/lenient-shapes.ts"
import { clearRecentMembers, memberChangedSince } from "../events/members.ts"
import { discordRefusal, type RepairDeps, repairDatabase } from "./deps.ts"
import type { GuildRepair } from "./repair-rows.ts"

/** Discord's limit per request. */
const PAGE = 1_000

const Ids = z.array(z.object({ user: z.object({ id: Snowflake }) }))

/** Processes one page. Returns the cursor of the next one, or `null` after the last. */
export async function repairMembers(
  deps: RepairDeps,
  { guildId, cursor }: GuildRepair,
): Promise<string | null> {
  const page = receivesMemberEvents(deps.runtime) ? await fetchPage(deps, guildId, cursor ?? "0") : null
  const db = repairDatabase(deps, guildId)
  if (page === null) {
    await forgetMemberRoles(db, guildId)
    // The next message of each author updates them.
    clearRecentMembers()
    return null
  }
  await applyMemberPage(db, guildId, page)
  return page.until
}

/** Returns `null` if Discord does not list members to the bot. */
async function fetchPage({ discord }: RepairDeps, guildId: string, after: string) {
  const askedAt = Date.now()
  const query = new URLSearchParams({ limit: String(PAGE), after })
  let body: unknown
  try {
    body = await discord.get(`/guilds/${guildId}/members`, { query })
  } catch (error) {
    if (discordRefusal(error) === "forbidden") return null
    throw error
  }
  const present = Ids.parse(body).map(({ user }) => user.id)
  const last = present.at(-1)
  if (last === undefined && after === "0") throw new Error("a guild without members")
  return {
    members: lenientArray(LenientMember).parse(body),
    present,
    after,
    until: present.length < PAGE ? null : (last ?? null),
    now: Date.now(),
    isOld: (id: string) => memberChangedSince(guildId, id, askedAt),
  }
}
