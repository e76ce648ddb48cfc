/** Guilds: entered, changed, left. An outage is none of these. */
import { z } from "zod"
import { keepGuild, leaveGuild } from "../../guild/leaving.ts"
import { openGuild } from "../../policy/guild.ts"
import { guildSet, structureTold } from "../../privacy/structure.ts"
import { ChannelShape, MemberShape, RoleShape, Snowflake } from "../../privacy/structure-shapes.ts"
import { by, databaseOf, kind, ofItself, readable } from "./telling.ts"
import { ActiveThreads } from "./threads.ts"

/** Of a guild in an outage its id alone is told. */
const Away = z.object({ id: Snowflake, unavailable: z.literal(true) })

const Whole = z.object({
  id: Snowflake,
  owner_id: Snowflake,
  roles: readable(RoleShape),
  channels: readable(ChannelShape),
  threads: ActiveThreads.default([]),
  members: readable(MemberShape).default([]),
})

/** GUILD_CREATE: with each session, after an outage, and when we are invited. */
export const guildCreated = kind(ofItself, z.union([Away, Whole]), async (telling, guild) => {
  if ("unavailable" in guild) return
  const { id, owner_id, roles, ...rest } = guild
  const db = databaseOf(telling, id)
  await openGuild(db, id, telling.now)
  if (!(await keepGuild(telling.ground, id, by(telling)))) return
  const told = { ...rest, guild: { id, owner_id, roles }, members_complete: false }
  await structureTold(db, id, told, telling.now)
})

const Changed = z.object({ id: Snowflake, owner_id: Snowflake, roles: readable(RoleShape) })

/** GUILD_UPDATE. */
export const guildChanged = kind(ofItself, Changed, (telling, { id, ...guild }) =>
  guildSet(databaseOf(telling, id), id, guild),
)

const Left = z.object({ id: Snowflake, unavailable: z.boolean().nullish() })

/** GUILD_DELETE: we were removed, unless the guild is out of reach only. */
export const guildLeft = kind(ofItself, Left, async (telling, { id, unavailable }) => {
  if (!unavailable) await leaveGuild(telling.ground, id, by(telling))
})
