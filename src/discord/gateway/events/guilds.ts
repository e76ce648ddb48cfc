/** Guilds: entered, changed, left. An outage is none of these. */
import { z } from "zod"
import { guildSet, structureTold } from "../../../access/structure.ts"
import { ChannelShape, MemberShape, RoleShape } from "../../../access/structure-shapes.ts"
import { Snowflake } from "../../../domain/ids.ts"
import { openGuild } from "../../../policy/guild.ts"
import { keepGuild, leaveGuild } from "../../../runtime/leaving.ts"
import { hearsOfMembers } from "../../../runtime/means.ts"
import { by, databaseOf, ofItself, readable, structural, type Telling } from "./telling.ts"
import { ActiveThreads } from "./threads.ts"

/** Of a guild in an outage its id alone is told. */
const Away = z.object({ id: Snowflake, unavailable: z.literal(true) })

export const WholeShape = z.object({
  id: Snowflake,
  owner_id: Snowflake,
  roles: readable(RoleShape),
  channels: readable(ChannelShape),
  threads: ActiveThreads.default([]),
  members: readable(MemberShape).default([]),
})

/** GUILD_CREATE: with each session, after an outage, and when we are invited. */
export const guildCreated = structural(ofItself, z.union([Away, WholeShape]), async (telling, guild) => {
  if (!("unavailable" in guild)) await guildTold(telling, guild)
})

/** The whole guild as it is now. One that is to be erased is not told of. */
export async function guildTold(telling: Telling, guild: z.output<typeof WholeShape>): Promise<void> {
  const { id, owner_id, roles, ...rest } = guild
  const db = databaseOf(telling, id)
  await openGuild(db, id, telling.now)
  if (!(await keepGuild(telling.ground, id, by(telling)))) return
  const told = { ...rest, guild: { id, owner_id, roles }, members_complete: false }
  const membersFollowed = hearsOfMembers(telling.ground)
  await structureTold(db, id, told, { now: telling.now, membersFollowed })
}

const Changed = z.object({ id: Snowflake, owner_id: Snowflake, roles: readable(RoleShape) })

/** GUILD_UPDATE. */
export const guildChanged = structural(ofItself, Changed, (telling, { id, ...guild }) =>
  guildSet(databaseOf(telling, id), id, guild),
)

const Left = z.object({ id: Snowflake, unavailable: z.boolean().nullish() })

/** GUILD_DELETE: we were removed, unless the guild is out of reach only. */
export const guildLeft = structural(ofItself, Left, async (telling, { id, unavailable }) => {
  if (!unavailable) await leaveGuild(telling.ground, id, by(telling))
})
