/** Roles of a guild. */
import { z } from "zod"
import { Snowflake } from "../../domain/ids.ts"
import { roleGone, roleSet } from "../../privacy/structure.ts"
import { RoleShape } from "../../privacy/structure-shapes.ts"
import { databaseOf, ofGuild, structural } from "./telling.ts"

const Told = z.object({ guild_id: Snowflake, role: RoleShape })
const Gone = z.object({ guild_id: Snowflake, role_id: Snowflake })

/** GUILD_ROLE_CREATE, GUILD_ROLE_UPDATE. */
export const roleTold = structural(ofGuild, Told, (telling, { guild_id, role }) =>
  roleSet(databaseOf(telling, guild_id), guild_id, role),
)

export const roleDeleted = structural(ofGuild, Gone, (telling, { guild_id, role_id }) =>
  roleGone(databaseOf(telling, guild_id), guild_id, role_id),
)
